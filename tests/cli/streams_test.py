# SPDX-License-Identifier: GPL-3.0-or-later
"""Standard streams that are closed, full or left early."""
import os
import subprocess

from program import BINARY, LIMIT_S, ProgramTest, environment, main, run


class StreamsTest(ProgramTest):
    def test_a_reader_that_left_is_no_error(self):
        reading, writing = os.pipe()
        os.close(reading)
        try:
            ended = run("hardware", "--json", stdout=writing)
        finally:
            os.close(writing)
        self.assertEqual((ended.stderr, ended.returncode), ("", 0))

    def test_a_full_disk_behind_stdout_is_told(self):
        with open("/dev/full", "wb") as full:
            ended = run("datasets", stdout=full)
        self.assertEqual(ended.stderr, "error: the standard output can't be written: No space left on device\n")
        self.assertEqual(ended.returncode, 3)

    def run_with_closed(self, stream, *args):
        process = subprocess.Popen(["sh", "-c", f'exec {stream}>&-; exec "$0" "$@"', BINARY, *args],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env=environment())
        out, err = process.communicate(timeout=LIMIT_S)
        return process.returncode, out, err

    def test_a_closed_input_or_stderr_does_no_harm(self):
        for stream in (0, 2):
            with self.subTest(stream=stream):
                code, out, err = self.run_with_closed(stream, "datasets")
                self.assertEqual((code, err), (0, b""))
                self.assertNotEqual(out, b"")

    def test_a_result_for_a_closed_stdout_is_one_that_could_not_be_written(self):
        for args in (["datasets"], ["datasets", "--json"], ["hardware"], ["hardware", "--json"],
                     ["gpu-name", "RTX 3070"], ["gpu-name", "RTX 3070", "--json"], ["--help"], ["--version"],
                     ["train", "--help"], ["hardware", "--help"], ["cpu-name", "--cpuinfo", "/proc/cpuinfo"]):
            with self.subTest(args=args):
                code, out, err = self.run_with_closed(1, *args)
                self.assertEqual(err, b"error: the standard output can't be written: it is closed\n")
                self.assertEqual((code, out), (3, b""))

    def test_nothing_to_say_needs_no_stdout(self):
        code, out, err = self.run_with_closed(1, "gpu-name", "--lines")  # its input is empty
        self.assertEqual((code, out, err), (0, b"", b""))


if __name__ == "__main__":
    main()
