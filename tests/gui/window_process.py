# SPDX-License-Identifier: GPL-3.0-or-later
"""What the checks of the real window share: starting it, and reading what it wrote."""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile

PATIENCE_S = 100


def parse_arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("check")
    parser.add_argument("--lossline", required=True)
    parser.add_argument("--plugins", required=True, help="the folder that holds generic/")
    parser.add_argument("--reference", required=True)
    return parser.parse_args()


def run_checks(checks):
    """Runs the check the command line names, in a folder of its own that is gone afterwards."""
    arguments = parse_arguments()
    with tempfile.TemporaryDirectory(prefix="lossline-gui-") as folder:
        try:
            checks[arguments.check](Rig(arguments, folder))
        except AssertionError as error:
            sys.exit(f"FAILED: {error}")


def expect(holds, sentence):
    if not holds:
        raise AssertionError(sentence)


class Outcome:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def expect_code(self, code):
        expect(self.code == code, f"exit code {self.code}, expected {code}; stderr:\n{self.err}")
        return self

    def expect_err(self, *parts):
        for part in parts:
            expect(part in self.err, f"stderr lacks {part!r}:\n{self.err}")
        return self


class Rig:
    def __init__(self, arguments, folder):
        self.lossline, self.plugins, self.folder = arguments.lossline, arguments.plugins, folder
        self.reference_file = arguments.reference

    def path(self, name):
        return os.path.join(self.folder, name)

    def environment(self, scenario=None, **extra):
        env = dict(os.environ, QT_QPA_PLATFORM="offscreen", LC_ALL="C.UTF-8")
        env.pop("QT_QPA_GENERIC_PLUGINS", None)
        if scenario:
            env.update(QT_PLUGIN_PATH=self.plugins, QT_QPA_GENERIC_PLUGINS="losslinetestdriver",
                       LOSSLINE_TEST_SCENARIO=scenario, LOSSLINE_TEST_FOLDER=self.folder)
        env.update(extra)
        return {key: value for key, value in env.items() if value is not None}

    def start(self, *args, scenario=None, preexec_fn=None, **extra):
        return subprocess.Popen([self.lossline, *args], env=self.environment(scenario, **extra), cwd=self.folder,
                                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                preexec_fn=preexec_fn)

    def run(self, *args, **keywords):
        return self.finish(self.start(*args, **keywords))

    @staticmethod
    def finish(process):
        try:
            out, err = process.communicate(timeout=PATIENCE_S)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            raise AssertionError(f"the window did not end by itself; stderr:\n{err}") from None
        return Outcome(process.returncode, out, err)

    def play(self, scenario, *args, **keywords):
        """A driven run: the scenario was played to its end, and the program ended well."""
        outcome = self.run(*args, scenario=scenario, **keywords).expect_code(0)
        return outcome.expect_err(f"driver: played {scenario}")

    def report(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return json.load(file)

    def reference(self):
        """Losses and test accuracy PyTorch gives for this run."""
        losses, accuracy = [], None
        with open(self.reference_file, encoding="utf-8") as file:
            for line in file:
                words = line.split()
                if words[0] == "losses":
                    losses += [float(word) for word in words[1:]]
                elif words[0] == "test_accuracy":
                    accuracy = float(words[1])
        return losses, accuracy

    def expect_reference_run(self, report):
        losses, accuracy = self.reference()
        expect(len(losses) == 20000, f"the reference has {len(losses)} losses")
        expect(report["state"] == "finished", f"state {report['state']}")
        expect(report["config"]["strategy"] == "eager", f"strategy {report['config']['strategy']}")
        rows = report["history"]["rows"]
        expect([row[0] for row in rows] == list(range(1, 20001)), "epochs are not 1 to 20000")
        worst = max(abs(row[1] - loss) for row, loss in zip(rows, losses))
        expect(worst <= 1e-5, f"a loss is {worst} off the reference")
        expect(report["summary"]["test_accuracy"] == accuracy,
               f"test accuracy {report['summary']['test_accuracy']}, reference {accuracy}")
        expect(report["summary"]["epochs_done"] == 20000, "not all epochs are done")
        expect(report["environment"]["qt_version"] is not None, "no Qt version")


def german_locale(folder):
    """Environment of a comma-decimal locale, built here: a bare system has none."""
    target = os.path.join(folder, "locales")
    os.makedirs(target)
    expect(shutil.which("localedef") is not None, "localedef is missing; install the package locales")
    made = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", os.path.join(target, "de_DE.UTF-8")],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    expect(made.returncode == 0, f"de_DE can't be built; install the package locales: {made.stdout}")
    return {"LOCPATH": target, "LC_ALL": "de_DE.UTF-8"}
