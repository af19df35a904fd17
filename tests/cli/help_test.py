# SPDX-License-Identifier: GPL-3.0-or-later
"""Help, version and usage of lossline-cli; none of it opens the training engine."""
import os

from program import ProgramTest, main, run, without_engine

VERSION = os.environ["LOSSLINE_VERSION"]


class HelpTest(ProgramTest):
    def test_version(self):
        for args in (["--version"],):
            ended = run(*args)
            self.assertEqual((ended.stdout, ended.stderr, ended.returncode), (f"lossline-cli {VERSION}\n", "", 0))

    def test_each_help_fits_a_screen(self):
        for args in (["--help"], ["-h"], ["train", "--help"], ["bench", "--help"], ["sweep", "--help"], ["hardware", "--help"], ["gpu-name", "--help"],
                     ["cpu-name", "--help"], ["datasets", "--help"],
                     ["train", "iris", "-h"]):
            with self.subTest(args=args):
                ended = run(*args)
                self.assertEqual((ended.stderr, ended.returncode), ("", 0))
                lines = ended.stdout.splitlines()
                self.assertLess(len(lines), 24)
                self.assertLessEqual(max(map(len, lines)), 80)
                self.assertTrue(lines[0].startswith("Usage: lossline-cli"))

    def test_help_names_every_command(self):
        self.assertRegex(run("--help").stdout, r"(?s) train .* bench .* sweep .* hardware .* gpu-name .* cpu-name .* datasets ")

    def test_no_command_is_wrong_usage(self):
        ended = run()
        self.assertEqual((ended.stdout, ended.returncode), ("", 2))
        self.assertEqual(ended.stderr, run("--help").stdout)

    def test_unknown_command(self):
        self.assert_faults(["trian", "iris"], ['error: unknown command "trian"; did you mean train?'])
        for word in ("zebra", ""):
            self.assert_faults([word], [f'error: unknown command "{word}"; commands: train, bench, sweep, hardware, gpu-name, '
                                        "cpu-name, datasets"])
        self.assert_faults(["--epochs", "5"], ["error: --epochs: unknown option; options follow a command, as in "
                                               "lossline-cli train iris --epochs 100"])

    def test_help_needs_no_engine(self):
        with without_engine() as alone:
            for args in (["--help"], ["--version"], ["train", "--help"], ["datasets"], ["hardware"]):
                ended = run(*args, binary=alone)
                self.assertEqual((ended.stderr, ended.returncode), ("", 0), args)

    def test_training_without_the_engine_says_what_is_missing(self):
        with without_engine() as alone:
            ended = run("train", "iris", "--report", self.path("r.json"), binary=alone)
        self.assertEqual(ended.stdout, "")
        self.assertRegex(ended.stderr, r"\Aerror: [^\n]*liblossline_engine\.so[^\n]*\n\Z")
        self.assertEqual(ended.returncode, 3)
        self.assertEqual(self.left_in_folder(), [])


if __name__ == "__main__":
    main()
