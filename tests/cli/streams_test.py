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

    def test_closed_streams_do_no_harm(self):
        for stream in (0, 1, 2):
            with self.subTest(stream=stream):
                process = subprocess.Popen(
                    ["sh", "-c", f'exec {stream}>&-; exec "$0" datasets', BINARY], stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment())
                out, err = process.communicate(timeout=LIMIT_S)
                self.assertEqual(process.returncode, 0)
                self.assertEqual(err, b"")
                self.assertEqual(out == b"", stream == 1)


if __name__ == "__main__":
    main()
