# SPDX-License-Identifier: GPL-3.0-or-later
"""Ctrl+C and its kin: one stops within a batch and keeps the part done, two end at once."""
import json
import os
import signal

from program import ProgramTest, Terminal, main

ENDLESS = ["train", "iris", "--epochs", "4000000000", "--threads", "1", "--strategy", "eager"]
TRAINING = rb"epoch [1-9]\d*/4000000000"  # the bar once the first epochs are done


class StopTest(ProgramTest):
    def assert_stopped_report(self):
        report = self.report()
        self.assertEqual(report["state"], "stopped")
        self.assertEqual(report["error"], None)
        done = report["summary"]["epochs_done"]
        self.assertEqual([row[0] for row in report["history"]["rows"]], list(range(1, done + 1)))
        self.assertEqual(self.left_in_folder(), ["r.json"])
        return report

    def test_one_ctrl_c_keeps_the_part_done(self):
        with Terminal(*ENDLESS, "--report", self.path("r.json")) as program:
            program.wait_for(TRAINING)
            program.type(b"\x03")
            code, shown, out = program.finish()
        self.assertEqual(code, 130)
        report = self.assert_stopped_report()
        self.assertGreater(report["summary"]["epochs_done"], 0)
        self.assertRegex(out, r"(?m)^state +stopped$")
        self.assertIn(f"stopped after epoch {report['summary']['epochs_done']} of 4000000000", shown)

    def test_sigint_and_sigterm_and_a_closed_terminal(self):
        for number, expected in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)):
            with self.subTest(signal=number), Terminal(*ENDLESS, "--json", "--report", self.path("r.json")) as program:
                program.wait_for(TRAINING)
                program.signal(number)
                code, _, out = program.finish()
                self.assertEqual(code, expected)
                self.assertEqual(json.loads(out), self.assert_stopped_report())

    def test_a_stop_while_the_engine_is_opened(self):
        with Terminal(*ENDLESS, "--report", self.path("r.json")) as program:
            program.wait_for(rb"preparing")
            program.signal(signal.SIGINT)
            code, _, _ = program.finish()
        self.assertEqual(code, 130)
        self.assert_stopped_report()

    def test_a_second_one_ends_at_once(self):
        # A pipe that nobody reads: the program stands at writing its report when the second one comes.
        os.mkfifo(self.path("pipe"))
        for second, expected in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with self.subTest(second=second), Terminal(*ENDLESS, "--report", self.path("pipe")) as program:
                program.wait_for(TRAINING)
                program.signal(signal.SIGINT)
                program.wait_for(rb"stopped after epoch")
                program.signal_until_it_ends(second)
                code, _, out = program.finish()
                self.assertEqual(code, expected)
                self.assertEqual(out, "")

    def test_one_stop_told_twice_is_one(self):
        # timeout(1) signals its child and then the child's group.
        for number, expected in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            with self.subTest(signal=number), Terminal(*ENDLESS, "--report", self.path("r.json")) as program:
                program.wait_for(TRAINING)
                program.signal(number)
                program.signal(number)
                code, _, _ = program.finish()
                self.assertEqual(code, expected)
                self.assert_stopped_report()

    def test_a_stop_in_the_middle_of_a_mini_batch_epoch_does_not_count_it(self):
        with Terminal(*ENDLESS, "--batch-size", "1", "--report", self.path("r.json")) as program:
            program.wait_for(TRAINING)
            program.signal(signal.SIGINT)
            code, _, _ = program.finish()
        self.assertEqual(code, 130)
        self.assert_stopped_report()


if __name__ == "__main__":
    main()
