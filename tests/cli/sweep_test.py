# SPDX-License-Identifier: GPL-3.0-or-later
"""Sweeps: a row a run whatever happens in between, the same values in both formats, faults before anything runs."""
import csv
import json
import os
import re
import resource
import signal
import subprocess
import time

from program import BINARY, LIMIT_S, ProgramTest, Terminal, environment, main, run

# The strategy is named: what `auto` comes to is measured, and no matter here.
SMALL = ["sweep", "iris", "--strategy", "eager", "--hidden", "", "5", "8,4", "--lr", "0.01", "0.1", "--epochs", "20"]
LONG = ["sweep", "iris", "--strategy", "eager", "--epochs", "100", "--seeds", "0..23"]
ENDLESS = ["sweep", "iris", "--strategy", "eager", "--epochs", "4000000000", "--seeds", "0..9"]


def start(*args):
    return subprocess.Popen([BINARY, *args], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            encoding="utf-8", env=environment())


class SweepTest(ProgramTest):
    def rows(self, name):
        with open(self.path(name), encoding="utf-8", newline="") as file:
            if name.endswith(".jsonl"):
                return [json.loads(line) for line in file]
            return list(csv.DictReader(file))

    def wait_for_rows(self, name, rows, process):
        """Until the file has that many lines, its header among them."""
        deadline = time.monotonic() + LIMIT_S
        while not os.path.exists(self.path(name)) or self.read(name).count("\n") < rows:
            self.assertIsNone(process.poll(), "ended too early")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.001)

    def test_every_combination_has_one_row_in_the_order_of_its_index(self):
        ended = run(*SMALL, "--seeds", "3..4", "--out", self.path("s.csv"))
        self.assertEqual(ended.returncode, 0, ended.stderr)
        rows = sorted(self.rows("s.csv"), key=lambda row: int(row["index"]))
        self.assertEqual([(int(row["index"]), row["hidden"], row["lr"], row["seed"]) for row in rows],
                         [(4 * h + 2 * r + s, hidden, lr, seed) for h, hidden in enumerate(("", "5", "8,4"))
                          for r, lr in enumerate(("0.01", "0.1")) for s, seed in enumerate(("3", "4"))])
        self.assertEqual({row["state"] for row in rows}, {"finished"})
        self.assertEqual(len({row["config_hash"] for row in rows}), 12)
        self.assertRegex(ended.stdout, r"(?m)^rows +12 of 12$")

    def test_a_row_says_what_train_says_of_the_same_run(self):
        self.assertEqual(run(*SMALL, "--seeds", "7", "--out", self.path("s.jsonl")).returncode, 0)
        row = next(row for row in self.rows("s.jsonl") if row["index"] == 5)
        ended = run("train", "iris", "--strategy", "eager", "--hidden", "8,4", "--lr", "0.1", "--epochs", "20", "--seed",
                    "7", "--threads", "1", "--json", "--quiet")
        report = json.loads(ended.stdout)
        for name in ("first_loss", "last_loss", "best_loss", "best_epoch", "train_accuracy", "test_accuracy", "test_loss",
                     "epochs_done"):
            self.assertEqual(row[name], report["summary"][name], name)
        self.assertEqual(row["config_hash"], report["config_hash"])
        self.assertEqual(row["initial_weights_hash"], report["initial_weights_hash"])
        for name, value in report["config"].items():
            if name != "dtype":
                self.assertEqual(row[name], value, name)

    def test_both_formats_have_the_same_values(self):
        for name in ("s.csv", "s.jsonl"):
            self.assertEqual(run(*SMALL, "--out", self.path(name)).returncode, 0)
        by_index = {int(row["index"]): row for row in self.rows("s.csv")}
        for row in self.rows("s.jsonl"):
            texts = by_index.pop(row["index"])
            self.assertEqual(list(row), list(texts))
            del row["train_seconds"]
            for name, value in row.items():
                text = ",".join(map(str, value)) if isinstance(value, list) else "" if value is None else value
                if isinstance(value, (int, float)):
                    self.assertEqual(float(texts[name]), value, name)
                else:
                    self.assertEqual(texts[name], text, name)
        self.assertEqual(by_index, {})

    def test_killed_in_the_middle_and_started_again_every_row_is_there_once(self):
        for name in ("s.csv", "s.jsonl"):
            with self.subTest(name=name):
                args = [*LONG, "--out", self.path(name)]
                before = []
                for lines in (4, 12):
                    process = start(*args)
                    self.wait_for_rows(name, lines, process)
                    process.send_signal(signal.SIGKILL)
                    process.communicate()
                    self.assertEqual(process.returncode, -signal.SIGKILL)
                    with open(self.path(name), "ab") as file:
                        file.write(b'{"index":3' if name.endswith("l") else b"3,iris,c")  # as a kill in a write leaves it
                    text = self.read(name)
                    before = text[:text.rindex("\n")].splitlines()
                ended = run(*args)
                self.assertEqual(ended.returncode, 0, ended.stderr)
                self.assertIn("is cut off; its run is made again\n", ended.stderr)
                self.assertRegex(ended.stderr, r"going on: \d+ of 24 rows are there\n")
                self.assertEqual(self.read(name).splitlines()[:len(before)], before)
                self.assertEqual(sorted(int(row["index"]) for row in self.rows(name)), list(range(24)))
                again = self.read(name)
                self.assertEqual(run(*args).returncode, 0)
                self.assertEqual(self.read(name), again)

    def test_ctrl_c_stops_within_the_moment_and_says_how_to_go_on(self):
        with Terminal(*ENDLESS, "--out", self.path("s.csv")) as program:
            program.wait_for(rb"run 0/10")
            program.type(b"\x03")
            code, shown, out = program.finish()
        self.assertEqual(code, 130)
        self.assertIn("stopped: 0 of 10 rows are written; the same command goes on from there", shown)
        self.assertRegex(out, r"(?m)^state +stopped$")
        self.assertEqual(self.rows("s.csv"), [])

    def test_a_second_process_on_the_same_file_is_refused(self):
        first = start(*ENDLESS, "--out", self.path("s.csv"))
        self.wait_for_rows("s.csv", 1, first)
        second = run(*ENDLESS, "--out", self.path("s.csv"))
        first.send_signal(signal.SIGTERM)
        first.communicate(timeout=LIMIT_S)
        self.assertEqual(second.returncode, 3)
        self.assertRegex(second.stderr, r"\Aerror: --out: [^\n]*is being written by another sweep[^\n]*\n\Z")

    def test_another_sweeps_file_is_refused_and_left_alone(self):
        self.assertEqual(run(*SMALL, "--out", self.path("s.csv")).returncode, 0)
        text = self.read("s.csv")
        ended = run(*SMALL, "--momentum", "0.5", "--out", self.path("s.csv"))
        self.assertEqual(ended.returncode, 2)
        self.assertRegex(ended.stderr, r"\Aerror: --out: [^\n]*holds the rows of another sweep[^\n]*\n\Z")
        self.assertEqual(self.read("s.csv"), text)

    def test_a_file_that_may_not_grow_keeps_its_whole_rows(self):
        args = [*LONG, "--quiet", "--out", self.path("s.csv")]
        ended = run(*args, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)))
        self.assertEqual(ended.returncode, 3)
        self.assertRegex(ended.stderr, r"\Aerror: [^\n]*s\.csv[^\n]* can't be written[^\n]*\n\Z")
        self.assertTrue(self.read("s.csv").endswith("\n"))
        self.assertGreater(len(self.rows("s.csv")), 1)
        self.assertEqual(run(*args).returncode, 0)
        self.assertEqual(len(self.rows("s.csv")), 24)

    def test_diverged_runs_are_rows(self):
        ended = run("sweep", "iris", "--strategy", "eager", "--lr", "0.1", "1e30", "--epochs", "20", "--json", "--quiet",
                    "--out", self.path("s.jsonl"))
        self.assertEqual(ended.returncode, 0, ended.stderr)
        summary = json.loads(ended.stdout)
        self.assertEqual((summary["finished"], summary["diverged"], summary["rows"]), (1, 1, 2))
        self.assertEqual(sorted(row["state"] for row in self.rows("s.jsonl")), ["diverged", "finished"])

    def test_faults_are_told_at_once_and_nothing_is_started(self):
        out = ["--out", self.path("s.csv")]
        self.assert_faults(
            ["sweep", "iris", "--lr", "0.1", "x", "-1", "--seeds", "9..1", "--optimizer", "sgd", "adam", "--momentum",
             "0.9", "--jobs", "0", "--seed", "1", "--out", self.path("s.txt")],
            ["error: --seed: unknown option; did you mean --seeds?",
             'error: --lr: must be a number such as 0.01, got "x"',
             'error: --seeds: must go from the smaller seed to the larger one, got "9..1"',
             "error: --lr: must be a positive number, got -1",
             "error: --momentum: is a setting of sgd; leave it out with adam",
             f'error: --out: must end in .csv or .jsonl, got "{self.path("s.txt")}"',
             'error: --jobs: must be auto or from 1 to 1024, got "0"'])
        self.assert_faults(["sweep", "iris", "--lr", "0.1", "0.10", *out],
                           ['error: --lr: has "0.1" twice; leave one out'])
        self.assert_faults(["sweep", "iris", "--lr", *out], ["error: --lr: needs a value: X"])
        self.assert_faults(["sweep", "iris"], ["error: --out: is missing: the rows need a file, such as --out sweep.csv"])
        self.assert_faults(["sweep", "iris", "--seeds", "0..2000000", *out],
                           ['error: --seeds: gives more than 1000000 runs; take fewer values, or several sweeps, got '
                            '"0..2000000"'])
        self.assertEqual(self.left_in_folder(), [])

    def test_progress_counts_runs(self):
        ended = run(*SMALL, "--out", self.path("s.csv"))
        self.assertTrue(re.search(r"(?m)^run 6/6 \(100 %\)  [\d.]+ runs/s$", ended.stderr), ended.stderr)


if __name__ == "__main__":
    main()
