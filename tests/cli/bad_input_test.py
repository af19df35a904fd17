# SPDX-License-Identifier: GPL-3.0-or-later
"""Wrong usage: a clear line for each fault, exit 2, nothing started, nothing written."""
import os
import subprocess

from program import BINARY, LIMIT_S, ProgramTest, environment, main

HIDDEN = "must be whole numbers with commas between, such as 64,32, or empty for no hidden layer"


class BadInputTest(ProgramTest):
    def test_each_fault_is_one_line(self):
        cases = [
            (["irs"], 'error: DATASET: unknown dataset "irs": did you mean iris? Built in: iris'),
            (["--epochs", "0", "iris"], "error: --epochs: must be from 1 to 4294967295, got 0"),
            (["iris", "--epochs", "1e4"], 'error: --epochs: must be a whole number from 1 to 4294967295, got "1e4"'),
            (["iris", "--lr", "1e39"], "error: --lr: must fit a 32-bit number, at most 3.40e+38, got 1e+39"),
            (["iris", "--test-size", "0.999"], "error: --test-size: 0.999 of 150 rows leaves none for training: use a smaller share"),
            (["iris", "--lr", "nan"], "error: --lr: must be a positive number, got nan"),
            (["iris", "--lr=-inf"], "error: --lr: must be a positive number, got -inf"),
            (["iris", "--lr", "0,1"], 'error: --lr: must be a number such as 0.01, got "0,1"'),
            (["iris", "--hidden", "10,,5"], f'error: --hidden: {HIDDEN}, got "10,,5"'),
            (["iris", "--hidden", "0"], "error: --hidden: must be widths from 1 to 1048576, got 0"),
            (["iris", "--threads", "0"], "error: --threads: must be auto or from 1 to 1024, got 0"),
            (["iris", "--device", "cuda:x"], 'error: --device: must be cpu, cuda or cuda:N with N up to 127, got "cuda:x"'),
            (["iris", "--epoch", "5"], "error: --epoch: unknown option; did you mean --epochs?"),
            (["iris", "--ep", "5"], "error: --ep: unknown option; did you mean --epochs?"),
            (["iris", "--epochs"], "error: --epochs: needs a value: N"),
            (["iris", "--lr", "1", "--lr", "1"], "error: --lr: is given twice; leave one out"),
            (["iris", "--json=1"], 'error: --json: takes no value, got "1"'),
            (["iris", "wine"], 'error: DATASET: unexpected argument "wine"'),
            ([], "error: DATASET: is missing; built in: iris"),
        ]
        for args, line in cases:
            with self.subTest(args=args):
                self.assert_faults(["train", *args], [line])

    def test_all_faults_of_a_line_are_told_at_once(self):
        report = self.path("no/r.json")
        self.assert_faults(
            ["train", "irs", "--lr", "nan", "--epochs", "0", "--hidden", "10,,5", "--threads", "0", "--epoch", "5",
             "--report", report, "--curve", self.folder],
            ["error: --epoch: unknown option; did you mean --epochs?",
             'error: DATASET: unknown dataset "irs": did you mean iris? Built in: iris',
             f'error: --hidden: {HIDDEN}, got "10,,5"',
             "error: --lr: must be a positive number, got nan",
             "error: --epochs: must be from 1 to 4294967295, got 0",
             "error: --threads: must be auto or from 1 to 1024, got 0",
             f'error: --report: the folder "{self.path("no")}" does not exist; create it first',
             f'error: --curve: "{self.folder}" is a folder; give a file name in it'])
        self.assertEqual(self.left_in_folder(), [])

    def test_report_and_curve_are_two_files(self):
        name = os.path.join(os.path.relpath(self.folder), "new")  # of which nothing exists yet
        for report, curve in ((name, "./" + name), (name, os.path.abspath(name)), ("./" + name, name)):
            with self.subTest(report=report, curve=curve):
                self.assert_faults(["train", "iris", "--report", report, "--curve", curve],
                                   ["error: --curve: is the same file as --report; give it another name"])

    def test_a_faulty_line_leaves_the_old_report_alone(self):
        with open(self.path("r.json"), "w", encoding="utf-8") as file:
            file.write("old")
        self.assert_faults(["train", "iris", "--lr", "nan", "--report", self.path("r.json")],
                           ["error: --lr: must be a positive number, got nan"])
        self.assertEqual(self.read("r.json"), "old")
        self.assertEqual(self.left_in_folder(), ["r.json"])

    def test_what_was_typed_can_not_steer_the_terminal(self):
        self.assert_faults(["train", "\x1b[31m\niris"],
                           ['error: DATASET: unknown dataset "?[31m?iris": the built-in ones are iris'])

    def test_odd_arguments_are_refused_not_crashed_on(self):
        for odd in (b"\xff\xfe", b"i" * 100_000, b"", b"\xc3", "\u202e".encode()):
            ended = subprocess.run([BINARY, b"train", odd], capture_output=True, timeout=LIMIT_S, check=False,
                                   env=environment())
            self.assertEqual(ended.returncode, 2)
            self.assertEqual(ended.stderr.count(b"\n"), 1)
            self.assertTrue(ended.stderr.startswith(b"error: DATASET: "))

    def test_the_other_commands(self):
        self.assert_faults(["datasets", "--jsn", "x"], ["error: --jsn: unknown option; did you mean --json?",
                                                   'error: unexpected argument "x"'])
        self.assert_faults(["datasets", "x"], ['error: unexpected argument "x"'])
        self.assert_faults(["hardware", "--root", self.path("no"), "--tor"],
                           ["error: --tor: unknown option; did you mean --torch?",
                            f'error: --root: there is no folder "{self.path("no")}"'])
        os.mkdir(self.path("proc"))
        self.assert_faults(["hardware", "--root", self.folder, "--torch"],
                           ["error: --torch: can't go with --root: LibTorch knows only this machine"])

    def test_a_root_must_hold_a_machine(self):
        file = self.path("file")
        with open(file, "w", encoding="utf-8"):
            pass
        steering = self.path("\x1b]0;title\x07\u202e")
        cases = [(self.path("no"), f'there is no folder "{self.path("no")}"'),
                 ("", 'there is no folder ""'),
                 (file, f'must be a folder, got "{file}"'),
                 (steering, f'there is no folder "{self.path("?]0;title??")}"'),
                 (self.folder, f'the folder "{self.folder}" holds neither proc nor sys, so no machine was recorded '
                               "there; give the folder that holds them")]
        for root, sentence in cases:
            with self.subTest(root=root):
                self.assert_faults(["hardware", "--root", root], ["error: --root: " + sentence])

    def test_a_root_that_may_not_be_read_is_refused(self):
        locked = self.path("locked")
        os.makedirs(os.path.join(locked, "proc"))
        os.chmod(self.folder, 0o755)
        os.chmod(locked, 0)
        options = {}
        if os.geteuid() == 0:  # who may read everything; somebody else is asked
            options = {"user": 65534, "group": 65534, "extra_groups": []}
            try:
                subprocess.run([BINARY, "--version"], check=True, capture_output=True, **options)
            except OSError:
                self.skipTest("only this user may start the program")
        self.assert_faults(["hardware", "--root", locked],
                           [f'error: --root: the folder "{locked}" can\'t be read: Permission denied; '
                            "ask for access to it"], **options)


if __name__ == "__main__":
    main()
