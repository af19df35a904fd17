# SPDX-License-Identifier: GPL-3.0-or-later
"""The commands `hardware` and `datasets`."""
import json
import os

from program import ProgramTest, main, run


class FactsTest(ProgramTest):
    def make_machine(self):
        """A recorded machine of which only this is told: one processor, 2 GiB."""
        os.makedirs(self.path("proc"))
        with open(self.path("proc/cpuinfo"), "w", encoding="utf-8") as file:
            file.write("processor\t: 0\nvendor_id\t: GenuineIntel\ncpu family\t: 6\nmodel\t\t: 94\n"
                       "model name\t: Test CPU 3000\nstepping\t: 3\nflags\t\t: fpu sse sse2\n")
        with open(self.path("proc/meminfo"), "w", encoding="utf-8") as file:
            file.write("MemTotal:        2097152 kB\nMemAvailable:    1048576 kB\n")

    def test_datasets_are_a_line_each(self):
        ended = run("datasets")
        self.assertEqual((ended.stderr, ended.returncode), ("", 0))
        self.assertRegex(ended.stdout, r"\Airis +150 rows +4 columns +3 classes .*\n\Z")

    def test_datasets_as_json(self):
        ended = run("datasets", "--json")
        iris = json.loads(ended.stdout)[0]
        self.assertEqual((iris["name"], iris["rows"], iris["columns"], iris["target"]), ("iris", 150, 4, "species"))
        self.assertEqual(iris["classes"], ["setosa", "versicolor", "virginica"])
        self.assertEqual(len(iris["features"]), 4)

    def test_hardware_as_json_leaves_cuda_out(self):
        ended = run("hardware", "--json")
        self.assertEqual((ended.stderr, ended.returncode), ("", 0))
        facts = json.loads(ended.stdout)
        self.assertEqual(list(facts), ["cpu", "memory_total_bytes", "gpus", "cuda", "sources"])
        self.assertIsNone(facts["cuda"])
        self.assertGreaterEqual(facts["cpu"]["usable_threads"], 1)
        self.assertLessEqual(facts["cpu"]["usable_threads"], os.cpu_count())

    def test_hardware_in_words(self):
        ended = run("hardware")
        self.assertEqual((ended.stderr, ended.returncode), ("", 0))
        for name in ("CPU ", "cores ", "memory ", "training on a GPU "):
            self.assertIn("\n" + name, "\n" + ended.stdout)

    def test_hardware_measures_only_when_asked(self):
        self.assertIsNone(json.loads(run("hardware", "--json").stdout)["cpu"]["peak_fp32_gflops"])
        ended = run("hardware", "--measure", "--json")
        self.assertEqual((ended.stderr, ended.returncode), ("", 0))
        facts = json.loads(ended.stdout)
        for name in ("peak_fp32_gflops", "peak_memory_gb_s"):
            self.assertGreater(facts["cpu"][name], 0.1)
            self.assertEqual(facts["sources"][f"cpu.{name}"], {"source": "measured", "confidence": "certain"})

    def test_measured_peaks_in_words(self):
        words = run("hardware", "--measure").stdout
        self.assertRegex(words, r"(?m)^measured peak +1 thread: [\d.]+ GFLOP/s.* \(float32, \w+, \d+ bits\)$")
        self.assertRegex(words, r"(?m)^ +1 thread: [\d.]+ GB/s.* \(memory, a = b \+ s \* c\)$")

    def test_a_recorded_machine_is_not_measured(self):
        self.make_machine()
        ended = run("hardware", "--measure", "--root", self.folder)
        self.assertEqual((ended.stdout, ended.returncode), ("", 2))
        self.assertEqual(ended.stderr, "error: --measure: can't go with --root: only this machine can be measured\n")

    def test_hardware_of_a_recorded_machine(self):
        self.make_machine()
        facts = json.loads(run("hardware", "--root", self.folder, "--json").stdout)
        self.assertEqual(facts["cpu"]["model_name"], "Test CPU 3000")
        self.assertEqual(facts["cpu"]["logical_threads"], 1)
        self.assertEqual(facts["memory_total_bytes"], 2 * 1024**3)
        self.assertEqual(facts["gpus"], [])
        words = run("hardware", f"--root={self.folder}").stdout
        self.assertRegex(words, r"(?m)^CPU +Test CPU 3000$")
        self.assertRegex(words, r"(?m)^memory +2\.0 GiB, 1\.0 GiB available$")

    def test_hardware_of_a_machine_without_facts_knows_nothing_and_says_so(self):
        os.makedirs(self.path("proc"))
        facts = json.loads(run("hardware", "--root", self.folder, "--json").stdout)
        self.assertIsNone(facts["cpu"]["model_name"])
        self.assertIsNone(facts["memory_total_bytes"])
        words = run("hardware", "--root", self.folder).stdout
        self.assertRegex(words, r"(?m)^CPU +unknown$")
        self.assertRegex(words, r"(?m)^memory +unknown$")

    def test_a_machine_whose_devices_could_not_be_looked_at_may_have_a_gpu(self):
        self.make_machine()
        words = run("hardware", "--root", self.folder).stdout
        self.assertRegex(words, r"(?m)^training on a GPU +The PCI devices could not be looked at "
                                r"\(sys/bus/pci/devices: No such file or directory\), so a GPU may be here unseen\.")
        self.assertNotIn("shows no GPU", words)
        os.makedirs(self.path("sys/bus/pci/devices"))
        words = run("hardware", "--root", self.folder).stdout
        self.assertRegex(words, r"(?m)^training on a GPU +This machine shows no GPU\.")


if __name__ == "__main__":
    main()
