# SPDX-License-Identifier: GPL-3.0-or-later
"""`hardware` on machines whose NVIDIA library misbehaves, and the helper program that asks it."""
import json
import os
import re
import shutil
import subprocess

from program import BINARY, LIMIT_S, ProgramTest, environment, main, run

HELPER = os.path.join(os.path.dirname(BINARY), "lossline-nvml")
FAKE = os.environ["LOSSLINE_FAKE_NVML_FOLDER"]
MODES = ("two_gpus", "hang_init", "segfault", "abort", "exit", "lies", "unsupported", "not_loaded", "mismatch",
         "no_permission", "unknown_error", "prints", "unified", "mig", "mig_empty", "mig_unnamed")


def with_library(mode):
    return environment(LD_LIBRARY_PATH=FAKE, LOSSLINE_FAKE_NVML=mode)


def ask_helper(mode, text):
    """What it says to this on its input."""
    return subprocess.run([HELPER], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=with_library(mode),
                          timeout=LIMIT_S, encoding="utf-8", check=False)


class NvmlTest(ProgramTest):
    def test_hardware_survives_every_library(self):
        for mode in MODES:
            with self.subTest(mode=mode):
                ended = run("hardware", "--json", env=with_library(mode))
                self.assertEqual((ended.stderr, ended.returncode), ("", 0))
                facts = json.loads(ended.stdout)
                for hidden in ("\\u001b", "\x1b", "\ufffd", "UUID", "printed by the library"):
                    self.assertNotIn(hidden, ended.stdout)
                told = [gpu for gpu in facts["gpus"] if gpu["name"] == "NVIDIA GeForce RTX 4090"]
                self.assertEqual(len(told), mode in ("two_gpus", "prints", "unified", "mig", "mig_empty",
                                                     "mig_unnamed"))

    def test_hardware_tells_what_the_driver_tells(self):
        facts = json.loads(run("hardware", "--json", env=with_library("two_gpus")).stdout)
        gpu = next(gpu for gpu in facts["gpus"] if gpu["name"] == "NVIDIA GeForce RTX 3060")
        self.assertEqual((gpu["memory_total_bytes"], gpu["compute_capability"]), (12 * 1024**3, "8.6"))
        self.assertEqual(facts["sources"][f"gpus[{gpu['index']}].name"], {"source": "nvml", "confidence": "certain"})

    def test_hardware_works_without_the_helper(self):
        alone = self.path("lossline-cli")
        shutil.copy2(BINARY, alone)
        ended = run("hardware", "--json", binary=alone, env=with_library("two_gpus"))
        self.assertEqual((ended.stderr, ended.returncode), ("", 0))
        self.assertNotIn("RTX 4090", ended.stdout)
        words = run("hardware", binary=alone, env=with_library("two_gpus")).stdout
        self.assertIn("the helper program lossline-nvml is neither beside this program nor in ../lib/lossline", words)

    def test_a_library_that_cant_be_loaded_is_told(self):
        with open(self.path("libnvidia-ml.so.1"), "w", encoding="utf-8") as file:
            file.write("no library\x1b[31m")
        ended = run("hardware", env=environment(LD_LIBRARY_PATH=self.folder))
        self.assertRegex(ended.stdout, r"libnvidia-ml\.so\.1 can't be loaded: \S*/libnvidia-ml\.so\.1: ")
        self.assertNotIn("\x1b", ended.stdout)

    def test_an_answer_on_record_that_cant_be_read_is_told(self):
        os.mkdir(self.path("proc"))
        for text in ("", "{", '{"state":"splendid"}'):
            with self.subTest(text=text):
                with open(self.path("nvml.json"), "w", encoding="utf-8") as file:
                    file.write(text)
                self.assertIn("nvml.json could not be read: the answer is not of the form that was asked for",
                              run("hardware", "--root", self.folder).stdout)

    def test_slices_without_names_are_counted(self):
        words = run("hardware", env=with_library("mig_unnamed")).stdout
        self.assertEqual(re.findall(r"(?m)^ *MIG slice .*$", words), [" " * 19 + "MIG slice 7 \u00d7 unknown slice"])

    def test_the_helper_answers_a_line_each(self):
        ended = ask_helper("prints", '{"ask":"facts"}\n{"ask": "readings"}\n{"ask":"uuid"}\n')
        self.assertEqual((ended.stderr, ended.returncode), ("", 0))
        hello, facts, readings, unknown = map(json.loads, filter(None, ended.stdout.splitlines()))
        self.assertEqual(hello, {"hello": "lossline-nvml"})
        self.assertEqual([device["pci_address"] for device in facts["devices"]], ["0000:01:00.0", "10000:c1:00.0"])
        self.assertEqual([device["temperature_c"] for device in readings["devices"]], [35, 71])
        self.assertEqual(unknown["state"], "failed")

    def test_the_helper_ends_with_its_parent_though_the_driver_hangs(self):
        ask_helper("hang_init", '{"ask":"facts"}\n')  # its input ends, and so must it

    def test_the_helper_by_hand(self):
        ended = run("facts", binary=HELPER, env=with_library("two_gpus"))
        self.assertEqual((ended.stderr, ended.returncode), ("", 0))
        with open(self.path("nvml.json"), "w", encoding="utf-8") as file:
            file.write(ended.stdout)
        os.mkdir(self.path("proc"))
        recorded = json.loads(run("hardware", "--root", self.folder, "--json").stdout)
        self.assertEqual([gpu["name"] for gpu in recorded["gpus"]],
                         ["NVIDIA GeForce RTX 4090", "NVIDIA GeForce RTX 3060"])
        self.assertIn("Usage: lossline-nvml", run("--help", binary=HELPER).stdout)
        wrong = run("facts", "now", binary=HELPER)
        self.assertEqual((wrong.stdout, wrong.returncode), ("", 2))
        self.assertRegex(wrong.stderr, r"\Aerror: .*\n\Z")


if __name__ == "__main__":
    main()
