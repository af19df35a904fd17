# SPDX-License-Identifier: GPL-3.0-or-later
"""`lossline-cli train` with the real engine: results, files, progress, exit codes."""
import csv
import json
import math
import os
import re
import subprocess
import unittest

from program import BINARY, LIMIT_S, ProgramTest, environment, main, run

# Losses of torch 1.13 for seed 0: nn.Sequential(Linear(4, 10), ReLU, Linear(10, 3)) after torch.manual_seed(0),
# CrossEntropyLoss, SGD(lr=0.01), float32, on the split and scaling of the default run. By epoch.
REFERENCE = {
    1: 1.122904896736145, 2: 1.1223491430282593, 3: 1.121795892715454, 5: 1.120695948600769, 10: 1.1179949045181274,
    20: 1.112775206565857, 50: 1.098293423652649, 100: 1.0766173601150513, 200: 1.0335389375686646,
    500: 0.8585325479507446, 1000: 0.5699622631072998, 2000: 0.35313278436660767, 3000: 0.25355616211891174,
    5000: 0.1550842672586441, 7500: 0.10725715011358261, 10000: 0.0866040363907814, 12500: 0.07578181475400925,
    15000: 0.06927906721830368, 17500: 0.06497512757778168, 19999: 0.06192316114902496, 20000: 0.061922136694192886,
}
REFERENCE_TEST_ACCURACY = 29 / 30
HAS_CUDA = bool(json.loads(run("hardware", "--torch", "--json").stdout)["cuda"]["is_available"])


class TrainTest(ProgramTest):
    def test_the_reference_run(self):
        ended = run("train", "iris", "--strategy", "eager", "--seed", "0", "--threads", "1", "--quiet", "--report",
                    self.path("r.json"), "--curve", self.path("c.csv"))
        self.assertEqual((ended.stderr, ended.returncode), ("", 0))
        report = self.report()
        self.assertEqual(report["state"], "finished")
        self.assertEqual(report["error"], None)
        self.assertEqual(report["history"]["columns"], ["epoch", "train_loss"])
        rows = report["history"]["rows"]
        self.assertEqual([epoch for epoch, _ in rows], list(range(1, 20001)))
        for epoch, loss in REFERENCE.items():
            self.assertLessEqual(abs(rows[epoch - 1][1] - loss), 1e-5, epoch)
        self.assertAlmostEqual(report["summary"]["test_accuracy"], REFERENCE_TEST_ACCURACY, places=6)
        self.assertEqual(report["resolved"]["strategy"], "eager")
        self.assertEqual(report["resolved"]["threads"], 1)
        self.assertEqual(report["environment"]["qt_version"], None)
        self.assertRegex(report["environment"]["torch_version"], r"^\d+\.\d+")
        self.assertGreater(report["timing"]["warmup_s"], 0)
        self.assertGreaterEqual(report["runtime_s"], report["summary"]["train_seconds"] + report["timing"]["warmup_s"])
        self.assertIsInstance(report["hardware"]["cuda"], dict)
        with open(self.path("c.csv"), encoding="utf-8", newline="") as file:
            curve = list(csv.reader(file))
        self.assertEqual(curve[0], ["Wall time", "Step", "Value"])
        self.assertEqual([(int(step), float(value)) for _, step, value in curve[1:]], [tuple(row) for row in rows])
        times = [float(time) for time, _, _ in curve[1:]]
        self.assertEqual(times, sorted(times))
        self.assertEqual(self.left_in_folder(), ["c.csv", "r.json"])

    def test_the_summary_says_what_happened(self):
        ended = run("train", "iris", "--epochs", "20", "--threads", "1", "--report", self.path("r.json"), "--name", "first")
        report = self.report()
        self.assertEqual(report["display_name"], "first")
        lines = dict(re.split(r"  +", line, maxsplit=1) for line in ended.stdout.splitlines())
        self.assertEqual(lines["name"], "first")
        self.assertEqual(lines["state"], "finished")
        self.assertEqual(lines["epochs"], "20 of 20")
        self.assertRegex(lines["ran as"], r"^(eager|fused) on cpu, 1 thread$")
        self.assertEqual(lines["report"], self.path("r.json"))
        self.assertRegex(lines["training time"], r"^\d+\.\d{3} s$")
        self.assertRegex(lines["loss"], r"^1\.1229 at the first epoch, 1\.11\d\d at the last, best .* at epoch 20$")
        self.assertRegex(lines["test accuracy"], r"^\d+(\.\d)? % \(\d+ of 30\)$")

    def test_json_is_the_report_alone(self):
        ended = run("train", "iris", "--epochs", "20", "--json", "--report", self.path("r.json"), "--note", "n")
        self.assertEqual(ended.returncode, 0)
        self.assertEqual(ended.stdout, self.read("r.json"))
        self.assertEqual(json.loads(ended.stdout)["notes"], "n")

    def test_progress_is_a_line_a_tenth_and_one_at_the_end(self):
        for epochs in (200, 3000):
            with self.subTest(epochs=epochs):
                ended = run("train", "iris", "--epochs", epochs, "--threads", "1", "--json")
                losses = dict(json.loads(ended.stdout)["history"]["rows"])
                lines = ended.stderr.splitlines()
                self.assertEqual(len(lines), 11)
                for tenth, line in enumerate(lines[:10], 1):
                    epoch = epochs * tenth // 10
                    told = re.fullmatch(r"epoch (\d+)/(\d+) \((\d+) %\)  loss (\d\.\d{4})  (\d+(?:\.\d+)?) epochs/s"
                                        r"(?:  \d+(?:\.\d)? s left)?", line)
                    self.assertIsNotNone(told, line)
                    self.assertEqual((int(told[1]), int(told[2]), int(told[3])), (epoch, epochs, 10 * tenth))
                    self.assertAlmostEqual(float(told[4]), losses[epoch], delta=5.1e-5)
                self.assertRegex(lines[10], rf"^finished: {epochs} epochs in \d+\.\d\d\d s$")

    def test_fewer_epochs_than_tenths_are_told_once_each(self):
        lines = run("train", "iris", "--epochs", "3").stderr.splitlines()
        self.assertEqual([line.split("  ")[0] for line in lines[:3]],
                         ["epoch 1/3 (33 %)", "epoch 2/3 (66 %)", "epoch 3/3 (100 %)"])
        self.assertEqual(len(lines), 4)

    def test_progress_with_losses_read_at_the_end(self):
        lines = run("train", "iris", "--epochs", "500", "--read-loss", "end").stderr.splitlines()
        self.assertEqual(len(lines), 11)
        self.assertTrue(lines[9].startswith("epoch 500/500 (100 %)  loss "), lines[9])

    def test_quiet_is_silent_on_stderr(self):
        ended = run("train", "iris", "--epochs", "20", "--quiet")
        self.assertEqual((ended.stderr, ended.returncode), ("", 0))
        self.assertNotEqual(ended.stdout, "")

    def test_no_hidden_layer(self):
        ended = run("train", "iris", "--hidden", "", "--epochs", "5", "--json")
        self.assertEqual(ended.returncode, 0)
        report = json.loads(ended.stdout)
        self.assertEqual(report["config"]["hidden"], [])
        self.assertEqual(report["model"]["parameters"], 15)

    def test_values_that_begin_with_a_dash_and_joined_ones(self):
        ended = run("train", "iris", "--lr=0.5", "--epochs=5", "--name", "-x", "--json")
        self.assertEqual(ended.returncode, 0)
        self.assertEqual(json.loads(ended.stdout)["config"]["lr"], 0.5)
        self.assertEqual(json.loads(ended.stdout)["display_name"], "-x")

    def test_a_run_that_diverges_is_exit_3_and_keeps_its_report(self):
        ended = run("train", "iris", "--lr", "1e30", "--epochs", "50", "--report", self.path("r.json"))
        self.assertEqual(ended.returncode, 3)
        errors = [line for line in ended.stderr.splitlines() if line.startswith("error: ")]
        self.assertEqual(len(errors), 1)
        self.assertRegex(errors[0], r"learning rate")
        report = self.report()
        self.assertEqual(report["state"], "diverged")
        self.assertEqual("error: " + report["error"], errors[0])
        first = report["summary"]["first_nonfinite_epoch"]
        self.assertGreaterEqual(first, 1)
        self.assertLess(first, 50)
        self.assertNotIn("NaN", self.read("r.json"))
        self.assertIn("diverged", ended.stdout)

    @unittest.skipIf(HAS_CUDA, "CUDA is usable here: there is nothing to refuse")
    def test_a_device_that_can_not_be_used_is_exit_4_without_a_report(self):
        for device in ("cuda", "cuda:3"):
            ended = run("train", "iris", "--device", device, "--report", self.path("r.json"), "--json")
            self.assertEqual(ended.returncode, 4)
            self.assertEqual(ended.stdout, "")
            self.assertRegex(ended.stderr, r"\Aerror: --device: [^\n]*CUDA[^\n]*\n\Z")
            self.assertEqual(self.left_in_folder(), [])

    @unittest.skipUnless(HAS_CUDA, "CUDA is not usable here")
    def test_a_device_that_is_not_there_is_exit_4(self):
        ended = run("train", "iris", "--device", "cuda:99")
        self.assertEqual(ended.returncode, 4)
        self.assertRegex(ended.stderr, r"\Aerror: --device: [^\n]*99[^\n]*\n\Z")

    def test_a_network_too_large_for_memory_is_exit_4_without_a_report(self):
        ended = run("train", "iris", "--hidden", ",".join(["1048576"] * 8), "--report", self.path("r.json"))
        self.assertEqual(ended.returncode, 4)
        self.assertRegex(ended.stderr, r"\Aerror: [^\n]*memory[^\n]*\n\Z")
        self.assertEqual(self.left_in_folder(), [])

    def test_the_same_seed_gives_the_same_curve(self):
        args = ["train", "iris", "--epochs", "100", "--threads", "1", "--batch-size", "32", "--json", "--quiet"]
        first, second, other = (json.loads(run(*args, "--seed", seed).stdout) for seed in (3, 3, 4))
        self.assertEqual(first["history"], second["history"])
        self.assertNotEqual(first["history"], other["history"])
        self.assertEqual(first["config_hash"], second["config_hash"])
        self.assertNotEqual(first["run_id"], second["run_id"])

    def test_recording_every_nth_epoch(self):
        report = json.loads(run("train", "iris", "--epochs", "25", "--record-every", "10", "--json").stdout)
        self.assertEqual([epoch for epoch, _ in report["history"]["rows"]], [1, 10, 20, 25])

    def test_a_reader_that_leaves_early_does_not_cost_the_report(self):
        reading, writing = os.pipe()
        os.close(reading)
        try:
            ended = run("train", "iris", "--epochs", "2000", "--json", "--quiet", "--report", self.path("r.json"),
                        stdout=writing)
        finally:
            os.close(writing)
        self.assertEqual((ended.stderr, ended.returncode), ("", 0))
        self.assertEqual(len(self.report()["history"]["rows"]), 2000)

    def test_closed_streams_do_not_reach_the_report(self):
        for stream in (1, 2):
            with self.subTest(stream=stream):
                process = subprocess.run(
                    ["sh", "-c", f'exec "$0" train iris --epochs 30 --report "$1" {stream}>&-', BINARY, self.path("r.json")],
                    stdin=subprocess.DEVNULL, capture_output=True, timeout=LIMIT_S, env=environment(), check=False)
                # Results that have nowhere to go are told by the exit code; talk that has not is nobody's loss.
                self.assertEqual(process.returncode, 3 if stream == 1 else 0)
                self.assertEqual(len(self.report()["history"]["rows"]), 30)

    def test_losses_in_the_report_are_numbers(self):
        report = json.loads(run("train", "iris", "--epochs", "50", "--json").stdout)
        self.assertTrue(all(math.isfinite(loss) for _, loss in report["history"]["rows"]))

    def test_hardware_asks_the_engine_when_told_to(self):
        facts = json.loads(run("hardware", "--torch", "--json").stdout)
        self.assertEqual(set(facts["cuda"]), {"built_version", "cudnn_version", "is_available", "device_count",
                                              "current_device", "why_not"})
        if not HAS_CUDA:
            self.assertNotEqual(facts["cuda"]["why_not"], None)
        self.assertIn("LibTorch's CUDA", run("hardware", "--torch").stdout)


if __name__ == "__main__":
    main()
