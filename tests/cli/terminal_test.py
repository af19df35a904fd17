# SPDX-License-Identifier: GPL-3.0-or-later
"""The progress line on a terminal."""
import re

from program import ProgramTest, Terminal, environment, main

RUN = ["train", "iris", "--threads", "1", "--strategy", "eager", "--epochs"]


class TerminalTest(ProgramTest):
    def frames(self, shown):
        """What was drawn, one after the other, on the one line."""
        self.assertEqual(shown.count("\r\n"), 1, shown[-300:])
        self.assertTrue(shown.endswith("\r\n"))
        return [frame.replace("\x1b[K", "") for frame in shown[:-2].split("\r")[1:]]

    def test_one_line_is_redrawn_within_the_width(self):
        for columns in (120, 80, 40, 20, 5):
            with self.subTest(columns=columns), Terminal(*RUN, "3000", columns=columns) as program:
                code, shown, _ = program.finish()
                self.assertEqual(code, 0)
                frames = self.frames(shown)
                self.assertTrue(all(len(frame) < columns for frame in frames), frames)
                self.assertEqual(frames[-1][:4], "epoc")
                if columns >= 80:
                    self.assertRegex(frames[-1], r"^epoch 3000/3000 \[#+\] loss \d\.\d{4}  \d+(\.\d+)? epochs/s$")
                    self.assertEqual(frames[0], "preparing")

    def test_it_moves_and_is_redrawn_ten_times_a_second_at_most(self):
        with Terminal(*RUN, "20000", "--json") as program:
            code, shown, out = program.finish()
        self.assertEqual(code, 0)
        frames = [frame for frame in self.frames(shown) if frame.startswith("epoch")]
        epochs = [int(re.match(r"epoch (\d+)/20000", frame)[1]) for frame in frames]
        self.assertEqual(epochs, sorted(epochs))
        self.assertGreater(len(set(epochs)), 2)
        seconds = float(re.search(r'"runtime_s": ([\d.]+)', out)[1])
        self.assertLessEqual(len(frames), 10 * seconds + 3)

    def test_no_colour_and_no_other_control_sequence(self):
        with Terminal(*RUN, "500", env=environment(NO_COLOR="1")) as program:
            _, shown, _ = program.finish()
        self.assertEqual(set(re.findall(r"\x1b\[[^A-Za-z]*[A-Za-z]", shown)), {"\x1b[K"})

    def test_a_terminal_that_can_not_redraw_gets_plain_lines(self):
        for kind in ("dumb", "", None):
            with self.subTest(kind=kind), Terminal(*RUN, "200", env=environment(TERM=kind)) as program:
                _, shown, _ = program.finish()
                self.assertNotIn("\x1b", shown)
                lines = shown.split("\r\n")
                self.assertEqual(len(lines), 12)
                self.assertTrue(lines[9].startswith("epoch 200/200 (100 %)"))

    def test_quiet_draws_nothing(self):
        with Terminal(*RUN, "200", "--quiet") as program:
            code, shown, out = program.finish()
        self.assertEqual((code, shown), (0, ""))
        self.assertRegex(out, r"(?m)^state +finished$")

    def test_an_error_is_not_written_over_a_half_drawn_line(self):
        with Terminal("train", "iris", "--hidden", ",".join(["1048576"] * 8)) as program:
            code, shown, _ = program.finish()
        self.assertEqual(code, 4)
        self.assertRegex(shown, r"\A\r\x1b\[Kpreparing\r\x1b\[Kerror: [^\r\n]*memory[^\r\n]*\r\n\Z")

    def test_summary_and_bar_share_a_terminal(self):
        with Terminal(*RUN, "200", stdout_too=True) as program:
            code, shown, _ = program.finish()
        self.assertEqual(code, 0)
        self.assertRegex(shown, r"\[#+\] [^\r\n]*\r\nstate +finished\r\n")


if __name__ == "__main__":
    main()
