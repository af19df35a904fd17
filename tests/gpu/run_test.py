# SPDX-License-Identifier: GPL-3.0-or-later
"""The script for a machine with a GPU, as far as it goes without one: usage, dry run, its table, and the way it fails."""
import json
import os
import pathlib
import stat
import subprocess
import sys
import tempfile
import unittest

SCRIPT = str(pathlib.Path(__file__).resolve().parent / "run")


def run(*arguments, **environment):
    """Ends within a minute; LibTorch is never looked for in this machine's Python."""
    settings = {**os.environ, "CMAKE_PREFIX_PATH": "/nowhere", "LC_ALL": "C.UTF-8", **environment}
    return subprocess.run([SCRIPT, *arguments], capture_output=True, text=True, timeout=60, env=settings, check=False)


def report(strategy, seconds, note=None, asked=None, state="finished"):
    resolved = {"device": "x", "strategy": strategy, "loss": "cross_entropy", "threads": 2,
                "candidates": [{"strategy": "other", "threads": 7, "epoch_us": 1.5}]}
    if note:
        resolved["strategy_note"] = note
    return {"schema": "lossline.run_report", "state": state, "config": {"strategy": asked or strategy, "threads": "auto"},
            "resolved": resolved, "summary": {"epochs_done": 20000, "train_seconds": seconds}}


def cells(table, start):
    """The words of the lines that begin so."""
    return [line.split() for line in table.splitlines() if line.startswith(start)]


class Usage(unittest.TestCase):
    def test_help_tells_the_usage(self):
        answer = run("--help")
        self.assertEqual(answer.returncode, 0)
        self.assertTrue(answer.stdout.startswith("usage: tests/gpu/run"))
        self.assertIn("LOSSLINE_DEPS_DIR", answer.stdout)

    def test_wrong_usage_is_2(self):
        for arguments in (["--fast"], ["--table"], ["--table", "/nowhere/at/all"]):
            answer = run(*arguments)
            self.assertEqual((answer.returncode, answer.stdout), (2, ""), arguments)
            self.assertTrue(answer.stderr.startswith("error: " + arguments[0]), answer.stderr)


class DryRun(unittest.TestCase):
    def test_says_where_each_source_is_taken_from(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("json", "hwy"):
                pathlib.Path(folder, name).mkdir()
                pathlib.Path(folder, name, "CMakeLists.txt").touch()
            answer = run("--dry-run", LOSSLINE_DEPS_DIR=folder, FETCHCONTENT_SOURCE_DIR_GOOGLETEST="/my/googletest")
        self.assertIn("nlohmann_json: %s/json\n" % folder, answer.stderr)
        self.assertIn("Highway: %s/hwy\n" % folder, answer.stderr)
        self.assertIn("CLI11: installed\n", answer.stderr)
        self.assertIn("GoogleTest: /my/googletest\n", answer.stderr)
        self.assertIn("LibTorch: /nowhere\n", answer.stderr)

    def test_builds_nothing(self):
        with tempfile.TemporaryDirectory() as folder:
            answer = run("--dry-run", LOSSLINE_GPU_BUILD_DIR=folder + "/b", LOSSLINE_GPU_SECONDS="99")
            self.assertEqual(answer.returncode, 0, answer.stderr)
            self.assertIn("iris-20k tab-100k wide-mnist", answer.stdout)
            self.assertIn("within 99 s", answer.stdout)
            self.assertEqual(os.listdir(folder), [])


class Table(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def write(self, name, value, indent=None):
        pathlib.Path(self.folder.name, name + ".json").write_text(json.dumps(value, indent=indent), encoding="utf-8")

    def table(self):
        answer = run("--table", self.folder.name)
        self.assertEqual(answer.returncode, 0, answer.stderr)
        return answer.stdout

    def test_has_every_row_though_there_is_no_result(self):
        table = self.table()
        self.assertEqual(len(cells(table, "iris ")), 6)
        for job in ("iris-20k", "tab-100k", "wide-mnist"):
            self.assertEqual([line[-2:] for line in cells(table, job)], [["not", "run"]])

    def test_shows_what_was_done_and_how_fast(self):
        for indent in (None, 2):
            self.write("iris-cpu-fused", report("fused", 0.0092), indent)
            self.write("iris-cuda-eager-100", report("eager", 6.5), indent)
            rows = cells(self.table(), "iris ")
            self.assertEqual(rows[1], ["iris", "cpu", "fused", "2", "every", "0.0092", "0.46"])
            self.assertEqual(rows[3], ["iris", "cuda", "eager", "2", "100", "6.5", "325.00"])

    def test_tells_a_graph_that_was_not_one_and_a_run_that_broke(self):
        self.write("iris-cuda-graph-200", report("eager", 7, "the step could not be recorded as a graph: no", "graph"))
        self.write("iris-cpu-eager", report("eager", 1.5, state="diverged"))
        rows = cells(self.table(), "iris ")
        self.assertEqual(rows[5][2], "eager")
        self.assertEqual(" ".join(rows[5][7:]), "the step could not be recorded as a graph: no")
        self.assertEqual(rows[0][-1], "diverged")

    def test_shows_each_side_of_a_bench_job(self):
        def side(strategy, median, gflops, **more):
            return {"job": "tab-100k", "strategy": strategy, "threads": 1, "n": 3,
                    "seconds": {"median": median, "q1": 0.1, "q3": 0.9}, "gflops": gflops, "percent_of_peak": 50,
                    "speedup": 2, **more}
        sides = [side("eager", 0.34, 70.5), side("fused", 0.125, 190), side("graph", None, None, note="no GPU"),
                 side("eager", 0.2, 110, device="cuda:0")]
        for indent in (None, 1):
            self.write("bench-tab-100k", {"peak_gflops": {"1": 250.5, "2": 500}, "jobs": sides}, indent)
            self.assertEqual(cells(self.table(), "tab-100k"), [
                ["tab-100k", "cpu", "eager", "1", "-", "0.34", "70.5"],
                ["tab-100k", "cpu", "fused", "1", "-", "0.125", "190"],
                ["tab-100k", "cuda", "graph", "1", "-", "-", "-", "no", "GPU"],
                ["tab-100k", "cuda:0", "eager", "1", "-", "0.2", "110"]])


class Failing(unittest.TestCase):
    """With a cmake that answers as asked, so that nothing is built."""

    def go(self, cmake, **environment):
        with tempfile.TemporaryDirectory() as folder:
            tool = pathlib.Path(folder, "cmake")
            tool.write_text("#!/bin/sh\n" + cmake, encoding="utf-8")
            tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
            return run(LOSSLINE_GPU_BUILD_DIR=folder + "/b", PATH=folder + ":" + os.environ["PATH"], **environment)

    def test_names_the_fault_and_prints_the_table(self):
        answer = self.go("echo some talk; echo 'CMake Error: no Torch here' >&2; exit 1")
        self.assertEqual(answer.returncode, 1)
        self.assertIn("configure: CMake Error: no Torch here (exit code 1, log: ", answer.stdout)
        self.assertEqual(len(cells(answer.stdout, "iris ")), 6)

    def test_a_step_that_hangs_is_ended_and_named(self):
        answer = self.go("exec sleep 50", LOSSLINE_GPU_SECONDS="6")
        self.assertEqual(answer.returncode, 1)
        self.assertRegex(answer.stdout, r"configure: did not end within [56] s")

    def test_a_source_that_does_not_build_is_named(self):
        answer = self.go("echo 'fatal error: half a source'; exit 2", FETCHCONTENT_SOURCE_DIR_CLI11="/my/cli11")
        self.assertIn("configure CLI11: fatal error: half a source (exit code 2", answer.stdout)

    def test_a_build_without_a_device_goes_on_and_says_so(self):
        # This cmake puts programs in place that answer as Lossline's do where LibTorch has no CUDA.
        cmake = r'''
case "$*" in *--preset*) echo "-- LibTorch 2.6.0: CUDA OFF"; exit 0;; esac
mkdir -p "$LOSSLINE_GPU_BUILD_DIR/lossline/bin"; cd "$LOSSLINE_GPU_BUILD_DIR/lossline/bin"
printf '#!/bin/sh\ncase "$1 $2" in "hardware --torch") echo "{\\"cuda\\":{\\"is_available\\":false,\\"why_not\\":\\"no driver\\"}}";; *) echo "error: not in this version" >&2; exit 2;; esac\n' >lossline-cli
printf '#!/bin/sh\necho "[  SKIPPED ] CudaRun.A"\n' >lossline_engine_test
chmod +x lossline-cli lossline_engine_test
'''
        answer = self.go(cmake)
        self.assertEqual(answer.returncode, 1)
        self.assertIn("this LibTorch was built without CUDA: LibTorch 2.6.0", answer.stdout)
        self.assertIn("CUDA device: no CUDA device is usable: no driver", answer.stdout)
        self.assertIn("CUDA tests: skipped: no CUDA device", answer.stdout)
        self.assertIn("bench wide-mnist: error: not in this version (exit code 2", answer.stdout)
        self.assertNotIn("Iris, cuda", answer.stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
