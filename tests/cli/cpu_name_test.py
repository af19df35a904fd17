# SPDX-License-Identifier: GPL-3.0-or-later
"""The command `cpu-name`."""
import json
import os
import random
import subprocess

from program import BINARY, LIMIT_S, ProgramTest, environment, main, run

KEYS = ["model_name", "vendor", "family", "model", "stepping", "implementer", "part", "microarchitecture",
        "microarchitecture_candidates", "marketing_generation", "physical_cores", "logical_threads", "core_kinds",
        "hypervisor", "confidence"]
EPYC = ("processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 26\nmodel\t\t: 2\nmodel name\t: AMD EPYC 9755\n"
        "stepping\t: 1\nphysical id\t: 0\nsiblings\t: 256\ncpu cores\t: 128\n")


def lines(data, *args):
    return subprocess.run([BINARY, "cpu-name", "--lines", *args], input=data, env=environment(), timeout=LIMIT_S,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)


class CpuNameTest(ProgramTest):
    def file(self, name, content):
        with open(self.path(name), "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return self.path(name)

    def test_files_are_an_object_a_line(self):
        arm = "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n"
        ended = run("cpu-name", "--json", "--cpuinfo", self.file("a", EPYC), self.file("b", arm))
        self.assertEqual((ended.stderr, ended.returncode), ("", 0))
        epyc, arm = map(json.loads, ended.stdout.splitlines())
        self.assertEqual(list(epyc), KEYS)
        self.assertEqual((epyc["vendor"], epyc["family"], epyc["model"], epyc["stepping"]), ("AMD", 26, 2, 1))
        self.assertEqual((epyc["microarchitecture"], epyc["marketing_generation"]), ("Zen 5", "EPYC 9005"))
        self.assertEqual((epyc["physical_cores"], epyc["logical_threads"]), (128, 256))
        self.assertEqual((epyc["confidence"], epyc["implementer"], epyc["core_kinds"]), ("certain", None, None))
        self.assertEqual((arm["microarchitecture"], arm["implementer"], arm["part"]), ("Neoverse N1", "0x41", "0xd0c"))

    def test_files_in_words(self):
        words = run("cpu-name", "--cpuinfo", self.file("a", EPYC)).stdout
        self.assertRegex(words, r"(?m)^architecture +Zen 5 · EPYC 9005 \(Turin\)$")
        self.assertRegex(words, r"(?m)^cores +128 cores, 256 threads$")

    def test_hardware_tells_the_same(self):
        os.makedirs(self.path("proc"))
        self.file("proc/cpuinfo", EPYC)
        words = run("hardware", "--root", self.folder).stdout
        self.assertRegex(words, r"(?m)^architecture +Zen 5 · EPYC 9005 \(Turin\)$")
        self.file("proc/cpuinfo", EPYC.replace("model\t\t: 2", "model\t\t: 240"))
        words = run("hardware", "--root", self.folder).stdout
        self.assertRegex(words, r"(?m)^architecture +unknown \(family 26, model 0xF0\) · EPYC 9005$")
        facts = json.loads(run("hardware", "--root", self.folder, "--json").stdout)
        self.assertIsNone(facts["cpu"]["microarchitecture"])
        self.assertNotIn("cpu.microarchitecture", facts["sources"])

    def test_lines_are_an_object_each(self):
        ended = lines(b"GenuineIntel,6,0x55,7,,\nAMD,26,0xF0,0,,\n\n,,,,0x99,1\n", "--json")
        self.assertEqual((ended.stderr, ended.returncode), (b"", 0))
        cascade, unknown, empty, arm = map(json.loads, ended.stdout.splitlines())
        self.assertEqual(cascade["microarchitecture"], "Cascade Lake")
        for told in (unknown, empty, arm):
            self.assertEqual((told["microarchitecture"], told["confidence"]), (None, "unknown"))
        self.assertEqual((arm["implementer"], arm["part"]), ("0x99", "0x001"))
        words = lines(b"AMD,26,0xF0,0,,\n,,,,0x99,1").stdout.decode()
        self.assertEqual(words, "unknown (family 26, model 0xF0)\nunknown (implementer 0x99, part 0x001)\n")

    def test_wrong_lines_are_told_at_once_and_answered_all_the_same(self):
        ended = lines(b"AMD,26,2,1,,\nAMD,x,2,1,,\nAMD,26,-1,1,,\n1,2,3,4,5,6,7\n", "--json")
        self.assertEqual(ended.returncode, 2)
        self.assertEqual(len([json.loads(line) for line in ended.stdout.splitlines()]), 4)
        told = ended.stderr.decode().splitlines()
        self.assertEqual(told[0], 'error: --lines: line 2: family must be a number such as 26 or 0x1a, got "x"')
        self.assertEqual(len(told), 3)
        self.assertEqual(len(lines(b"a,b\n" * 1000).stderr.splitlines()), 21)

    def test_files_that_cannot_be_read_are_all_told_and_nothing_else(self):
        missing, folder = self.path("missing"), self.folder
        self.assert_faults(["cpu-name", "--cpuinfo", missing, self.file("a", EPYC), folder],
                           [f'error: --cpuinfo: "{missing}" can\'t be read: No such file or directory',
                            f'error: --cpuinfo: "{folder}" can\'t be read: Is a directory'])

    def test_wrong_usage(self):
        self.assert_faults(["cpu-name"], ["error: --cpuinfo FILE or --lines is needed"])
        self.assert_faults(["cpu-name", "--lines", "--cpuinfo", "x"],
                           ["error: --lines: can't go with --cpuinfo; leave one out"])
        self.assert_faults(["cpu-name", "x"],
                           ["error: FILE: goes after --cpuinfo, as in lossline-cli cpu-name --cpuinfo /proc/cpuinfo"])

    def test_garbage_gives_valid_json(self):
        noise = random.Random(7)
        junk = bytes(noise.randrange(256) for _ in range(65536))
        odd = b"processor: 0\nvendor_id: \xff\xfe\x1b[31m\nmodel name: " + b"\xc3(" * 5000 + b"\ncpu family: 6\n"
        long = b"processor: 0\nmodel name: " + b"x" * 10000 + b"\n"
        ended = run("cpu-name", "--json", "--cpuinfo", self.file("a", junk), self.file("b", odd), self.file("c", long),
                    self.file("d", b""))
        told = [json.loads(line) for line in ended.stdout.splitlines()]
        self.assertEqual(len(told), 4)
        self.assertEqual(ended.returncode, 2)
        self.assertRegex(ended.stderr, r'error: --cpuinfo: ".*/d" tells nothing of a CPU; a copy of /proc/cpuinfo is wanted')
        self.assertEqual(len(told[2]["model_name"]), 256)
        self.assertNotIn("\x1b", ended.stdout)
        ended = lines(junk + b"\n" + odd, "--json")
        self.assertEqual(ended.returncode, 2)
        for line in ended.stdout.decode("utf-8").splitlines():
            json.loads(line)


if __name__ == "__main__":
    main()
