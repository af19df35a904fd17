# SPDX-License-Identifier: GPL-3.0-or-later
"""A locale with decimal commas changes nothing: not the options, not the files, not the results."""
import json
import subprocess
import unittest

from program import LOCPATH, ProgramTest, environment, main, run

GERMAN = dict(LC_ALL="de_DE.UTF-8", LANG="de_DE.UTF-8", LANGUAGE="de", LOCPATH=LOCPATH)


@unittest.skipIf(LOCPATH is None, "no German locale could be made (package `locales`)")
class LocaleTest(ProgramTest):
    def test_the_locale_is_a_real_one(self):
        told = subprocess.run(["locale", "decimal_point"], env=environment(**GERMAN), capture_output=True, check=True)
        self.assertEqual(told.stdout, b",\n")

    def test_faults_are_the_same(self):
        args = ["train", "iris", "--lr", "0,5", "--test-size", "1.5", "--epochs", "20.000"]
        self.assertEqual(run(*args, env=environment(**GERMAN)).stderr, run(*args).stderr)

    def test_facts_are_the_same(self):
        for args in (["datasets"], ["datasets", "--json"], ["train", "--help"]):
            self.assertEqual(run(*args, env=environment(**GERMAN)).stdout, run(*args).stdout)

    def test_a_run_is_the_same(self):
        def train(name, env):
            ended = run("train", "iris", "--threads", "1", "--epochs", "500", "--lr", "0.125", "--weight-decay", "1e-4",
                        "--report", self.path(name + ".json"), "--curve", self.path(name + ".csv"), env=env)
            self.assertEqual(ended.returncode, 0, ended.stderr)
            curve = [line.split(",", 1) for line in self.read(name + ".csv").splitlines()]
            return ended, self.report(name + ".json"), [row[1] for row in curve], curve

        plain, plain_report, plain_curve, _ = train("plain", environment())
        german, german_report, german_curve, german_rows = train("german", environment(**GERMAN))
        self.assertEqual(german_curve, plain_curve)
        self.assertTrue(all(row[0].replace(".", "", 1).isdigit() for row in german_rows[1:]))
        for key in ("config", "config_hash", "initial_weights_hash", "data", "history"):
            self.assertEqual(json.dumps(german_report[key]), json.dumps(plain_report[key]), key)
        self.assertEqual(german_report["config"]["lr"], 0.125)
        for a, b in zip(german.stderr.splitlines()[:10], plain.stderr.splitlines()[:10]):
            self.assertEqual(a.split("  ")[:2], b.split("  ")[:2])  # epoch and loss; the rest is time
        self.assertNotRegex(german.stdout.replace(", ", " "), r"\d,\d")


if __name__ == "__main__":
    main()
