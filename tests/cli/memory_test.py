# SPDX-License-Identifier: GPL-3.0-or-later
"""A process that may map little memory: the engine is refused with a reason, at once, wherever the limit lies."""
import resource

from program import ProgramTest, main, run

MIB = 1024 * 1024


class MemoryTest(ProgramTest):
    def test_too_little_address_space_for_the_engine(self):
        for limit in (100, 300, 600, 950):  # at 300 and 950 OpenBLAS would ask for more without an end
            with self.subTest(limit=limit):
                ended = run("train", "iris", "--quiet", "--epochs", "10", "--report", self.path("r.json"),
                            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit * MIB, limit * MIB)))
                self.assertEqual(ended.returncode, 4, ended.stderr)
                self.assertRegex(ended.stderr, r"\Aerror: there is too little memory to open the training engine"
                                               r"[^\n]*ulimit -v[^\n]*\n\Z")
                self.assertEqual(ended.stdout, "")
                self.assertEqual(self.left_in_folder(), [])


if __name__ == "__main__":
    main()
