# SPDX-License-Identifier: GPL-3.0-or-later
"""A result that can't be written at the end: exit 3, one sentence, the old file whole, nothing half written."""
import json
import os
import resource
import subprocess
import unittest

from program import ProgramTest, main, run

RUN = ["train", "iris", "--threads", "1", "--quiet", "--epochs"]


def small_disk(folder):
    """Mounts one of 64 KiB there; false where that is not permitted."""
    return subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", folder], stdin=subprocess.DEVNULL,
                          capture_output=True, check=False).returncode == 0


class DiskTest(ProgramTest):
    OLD = '{"old": "report"}\n'

    def write_old(self, name="r.json"):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(self.OLD)

    def assert_not_written(self, ended, said):
        self.assertEqual(ended.returncode, 3)
        self.assertRegex(ended.stderr, rf"\Aerror: [^\n]*{said}[^\n]*\n\Z")
        self.assertIn("finished", ended.stdout)
        self.assertNotRegex(ended.stdout, r"(?m)^report ")
        self.assertEqual(self.read("r.json"), self.OLD)
        self.assertEqual(self.left_in_folder(), ["r.json"])

    def test_a_full_disk(self):
        if not small_disk(self.folder):
            self.skipTest("no disk can be mounted here; test_a_file_that_may_not_grow covers it")
        self.addCleanup(subprocess.run, ["umount", self.folder], check=True)
        self.write_old()
        ended = run(*RUN, "20000", "--report", self.path("r.json"))
        self.assert_not_written(ended, "disk is full")

    def test_a_file_that_may_not_grow(self):
        self.write_old()
        ended = run(*RUN, "20000", "--report", self.path("r.json"),
                    preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (65536, 65536)))
        self.assert_not_written(ended, "r.json")

    def test_a_folder_that_went_away_meanwhile(self):
        inner = self.path("inner")
        os.mkdir(inner)
        # The program looks at the path first and opens it last; the report's pipe holds it in between: the report is
        # larger than a pipe takes before somebody reads.
        os.mkfifo(self.path("pipe"))
        process = subprocess.Popen([os.environ["LOSSLINE_CLI"], *RUN, "8000", "--json", "--report", self.path("pipe"),
                                    "--curve", os.path.join(inner, "c.csv")], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8")
        with open(self.path("pipe"), encoding="utf-8") as pipe:  # waits for the program to open it for writing
            os.rmdir(inner)
            report = json.load(pipe)
        out, err = process.communicate(timeout=100)
        self.assertEqual(report["state"], "finished")
        self.assertEqual(process.returncode, 3)
        self.assertRegex(err, r"\Aerror: [^\n]*inner[^\n]*\n\Z")
        self.assertEqual(json.loads(out), report)

    def test_the_curve_is_written_although_the_report_could_not_be(self):
        if not small_disk(self.folder):
            raise unittest.SkipTest("no disk can be mounted here")
        self.addCleanup(subprocess.run, ["umount", self.folder], check=True)
        self.write_old()
        ended = run(*RUN, "1300", "--report", self.path("r.json"), "--curve", "/dev/null")
        self.assertEqual(ended.returncode, 0)
        ended = run(*RUN, "20000", "--report", self.path("r.json"), "--curve", "/dev/null")
        self.assertEqual(ended.returncode, 3)
        self.assertRegex(ended.stdout, r"(?m)^curve +/dev/null$")
        self.assertEqual(len(self.report()["history"]["rows"]), 1300)


if __name__ == "__main__":
    main()
