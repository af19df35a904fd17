# SPDX-License-Identifier: GPL-3.0-or-later
"""lossline-cli bench as a user runs it: its faults, its JSON, the data it writes, and Ctrl+C."""
import array
import ast
import json
import os
import signal
import struct
import sys
import time

from program import ProgramTest, Terminal, main, run, without_engine

WITH_ENGINE = os.environ.get("LOSSLINE_HAS_ENGINE") == "1"
QUICK = ["--rounds", "1", "--warmups", "0", "--strategies", "eager", "--threads", "1"]


def read_npy(path):
    """Shape and values of a .npy file of version 1.0, by its published description; no NumPy."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == b"\x93NUMPY\x01\x00", data[:8]
    length = struct.unpack("<H", data[8:10])[0]
    assert (10 + length) % 64 == 0, length
    header = data[10:10 + length]
    assert header.endswith(b"\n"), header
    facts = ast.literal_eval(header.decode("latin-1"))
    assert facts["fortran_order"] is False and set(facts) == {"descr", "fortran_order", "shape"}, facts
    values = array.array({"<f4": "f", "<i4": "i"}[facts["descr"]])
    values.frombytes(data[10 + length:])
    if sys.byteorder == "big":
        values.byteswap()
    count = 1
    for size in facts["shape"]:
        count *= size
    assert count == len(values), (facts, len(values))
    return facts["shape"], values


class BenchTest(ProgramTest):
    def test_every_fault_is_told_at_once(self):
        open(self.path("file"), "w").close()
        self.assert_faults(
            ["bench", "iris", "iris-2k", "--rounds", "0", "--warmups", "x", "--strategies", "eager,auto", "--threads", "0"],
            ['error: JOB: there is no "iris"; did you mean iris-20k?',
             'error: JOB: there is no "iris-2k"; did you mean iris-20k?',
             'error: --rounds: must be a whole number from 1 to 1000, got "0"',
             'error: --warmups: must be a whole number from 0 to 1000, got "x"',
             'error: --strategies: must be some of eager, fused, graph with commas, got "auto"',
             'error: --threads: must be counts from 1 to 1024 with commas, got "0"'])
        self.assert_faults(["bench", "zebra", "--dump", self.path("file")],
                           ['error: JOB: there is no "zebra"; jobs: iris-20k, tab-100k, wide-mnist',
                            f'error: --dump: must be a folder, got "{self.path("file")}"'])
        self.assert_faults(["bench", "--dump", "", "--runs", self.path("no/where")],
                           ["error: --dump: must be a folder, got an empty name",
                            f'error: --runs: the folder "{self.path("no")}" does not exist; create it first'])
        self.assertEqual(self.left_in_folder(), ["file"])

    def test_dump_writes_what_the_engine_gets(self):
        # Without an engine too: nothing is run.
        with without_engine() as alone:
            ended = run("bench", "iris-20k", "tab-100k", "--rounds", "0", "--dump", self.path("a/b"), binary=alone)
        self.assertEqual((ended.stdout, ended.returncode), ("", 0), ended.stderr)
        for job, rows, test_rows, columns, classes in (("iris-20k", 120, 30, 4, 3), ("tab-100k", 100000, 2400, 32, 10)):
            folder = os.path.join(self.path("a/b"), job)
            self.assertEqual(sorted(os.listdir(folder)),
                             ["job.json", "x_test.npy", "x_train.npy", "y_test.npy", "y_train.npy"])
            (x_shape, x), (y_shape, y) = read_npy(f"{folder}/x_train.npy"), read_npy(f"{folder}/y_train.npy")
            self.assertEqual((x_shape, y_shape), ((rows, columns), (rows,)))
            self.assertEqual((x.typecode, y.typecode), ("f", "i"))
            self.assertEqual(read_npy(f"{folder}/x_test.npy")[0], (test_rows, columns))
            self.assertEqual(read_npy(f"{folder}/y_test.npy")[0], (test_rows,))
            self.assertEqual(set(y), set(range(classes)))
            with open(f"{folder}/job.json", encoding="utf-8") as file:
                described = json.load(file)
            self.assertEqual((described["job"], described["train_rows"], described["test_rows"], described["features"],
                              described["outputs"]), (job, rows, test_rows, columns, classes))

    def test_dump_of_iris_is_scikit_learns_split_and_scaling(self):
        run("bench", "iris-20k", "--rounds", "0", "--dump", self.folder)
        here = os.path.dirname(os.path.abspath(__file__))
        with open(os.path.join(here, "..", "data", "iris_split42.json"), encoding="utf-8") as file:
            truth = json.load(file)
        _, x = read_npy(self.path("iris-20k/x_train.npy"))
        _, y = read_npy(self.path("iris-20k/y_train.npy"))
        self.assertEqual(x, array.array("f", [value for row in truth["x_train_scaled_f32"] for value in row]))
        self.assertEqual(list(y), truth["y_train"])
        config = self.report("iris-20k/job.json")["config"]
        self.assertEqual(config, {"hidden": [10], "activation": "relu", "optimizer": "sgd", "lr": 0.01, "momentum": 0,
                                  "weight_decay": 0, "epochs": 20000, "batch_size": 0, "loss": "cross_entropy", "seed": 0,
                                  "test_size": 0.2, "split_seed": 42, "scale": "minmax", "record_every": 1,
                                  "read_loss": "every"})

    def test_a_folder_that_can_not_be_written_is_told(self):
        os.mkdir(self.path("shut"))
        open(self.path("shut/iris-20k"), "w").close()  # a file where the job's folder would be; stops root too
        ended = run("bench", "iris-20k", "--rounds", "0", "--dump", self.path("shut"))
        self.assertEqual((ended.stdout, ended.returncode), ("", 3))
        self.assertRegex(ended.stderr, r'error: the folder "[^"]*/shut/iris-20k" can\'t be made: ')

    def test_without_the_engine_it_says_what_is_missing(self):
        with without_engine() as alone:
            ended = run("bench", "iris-20k", binary=alone)
        self.assertEqual((ended.stdout, ended.returncode), ("", 3))
        self.assertRegex(ended.stderr, r"\Aerror: [^\n]*liblossline_engine\.so[^\n]*\n\Z")


class BenchRunsTest(ProgramTest):
    def setUp(self):
        if not WITH_ENGINE:
            self.skipTest("built without the training engine")
        super().setUp()

    def test_json_and_runs(self):
        ended = run("bench", "iris-20k", "--json", "--runs", self.path("runs.jsonl"), "--rounds", "2", "--warmups", "0",
                    "--strategies", "eager", "--threads", "1")
        self.assertEqual(ended.returncode, 0, ended.stderr)
        answer = json.loads(ended.stdout)
        self.assertEqual(list(answer), ["peak_gflops", "jobs"])
        self.assertEqual(list(answer["peak_gflops"]), ["1"])
        (row,) = answer["jobs"]
        self.assertEqual(list(row), ["job", "strategy", "threads", "n", "seconds", "gflops", "percent_of_peak", "speedup"])
        self.assertEqual((row["job"], row["strategy"], row["threads"], row["n"], row["speedup"]),
                         ("iris-20k", "eager", 1, 2, 1))
        lines = [json.loads(line) for line in self.read("runs.jsonl").splitlines()]
        self.assertEqual([line["round"] for line in lines], [1, 2])
        seconds = sorted(line["seconds"] for line in lines)
        self.assertAlmostEqual(row["seconds"]["median"], sum(seconds) / 2, places=12)
        self.assertTrue(seconds[0] <= row["seconds"]["q1"] <= row["seconds"]["q3"] <= seconds[1])
        # 340 operations a row: 4·40 and 6·30 weights; 120 rows, 20000 epochs.
        self.assertAlmostEqual(row["gflops"], 340 * 120 * 20000 / 1e9 / row["seconds"]["median"], places=9)
        self.assertAlmostEqual(row["percent_of_peak"], 100 * row["gflops"] / answer["peak_gflops"]["1"], places=9)
        # PyTorch's own last loss for seed 0 (tests/engine/reference).
        self.assertLess(abs(lines[0]["last_loss"] - 0.061922), 1e-4)
        self.assertEqual(self.left_in_folder(), ["runs.jsonl"])

    def test_what_can_not_run_here_is_a_row_with_its_reason(self):
        if json.loads(run("hardware", "--torch", "--json").stdout)["cuda"]["is_available"]:
            self.skipTest("CUDA is usable here")
        ended = run("bench", "iris-20k", "--strategies", "graph")
        self.assertRegex(ended.stdout, r"(?m)^  graph +GPU  not timed: .*CUDA")
        self.assertIn(ended.returncode, (2, 4), ended.stderr)  # nothing at all was timed
        beside = run("bench", "iris-20k", "--rounds", "1", "--warmups", "0", "--threads", "1", "--strategies",
                     "eager,graph", "--json")
        self.assertEqual(beside.returncode, 0, beside.stderr)
        eager, graph = json.loads(beside.stdout)["jobs"]
        self.assertEqual((eager["n"], graph["n"], graph["seconds"]["median"], graph["gflops"]), (1, 0, None, None))
        self.assertIn("CUDA", graph["note"])

    def test_ctrl_c_ends_it_soon_with_what_is_done(self):
        for shown in (rb"measuring the peak", rb"wide-mnist: making the data", rb"wide-mnist: warm-up, eager"):
            with self.subTest(at=shown), Terminal("bench", "wide-mnist", "--json") as program:
                program.wait_for(shown)
                begin = time.monotonic()
                program.signal(signal.SIGINT)
                code, screen, out = program.finish()
                took = time.monotonic() - begin
            self.assertEqual(code, 130, screen)
            self.assertLess(took, 1.0)  # 0.2 on an idle machine; this one runs tests
            if out:
                self.assertEqual([row["n"] for row in json.loads(out)["jobs"]], [0] * len(json.loads(out)["jobs"]))

    def test_a_stop_keeps_the_rounds_done(self):
        with Terminal("bench", "iris-20k", "--json", "--rounds", "1000", "--warmups", "0", "--strategies", "eager",
                      "--threads", "1", "--runs", self.path("runs.jsonl")) as program:
            program.wait_for(rb"round 2 of 1000")
            program.signal(signal.SIGINT)
            code, _, out = program.finish()
        self.assertEqual(code, 130)
        (row,) = json.loads(out)["jobs"]
        self.assertGreaterEqual(row["n"], 1)
        self.assertEqual(len(self.read("runs.jsonl").splitlines()), row["n"])

    def test_a_runs_file_that_can_not_be_written_is_told_and_the_result_kept(self):
        ended = run("bench", "iris-20k", *QUICK, "--json", "--runs", "/dev/full")
        self.assertEqual(ended.returncode, 3)
        self.assertIn("/dev/full", ended.stderr)
        self.assertEqual(json.loads(ended.stdout)["jobs"][0]["n"], 1)


if __name__ == "__main__":
    main()
