# SPDX-License-Identifier: GPL-3.0-or-later
"""The real window, driven from inside by tests/gui/driver: mouse, keys and dialogs as a user has them."""
import json
import os
import re

from window_process import expect, run_checks


def train_and_export(rig):
    rig.play("train_and_export")
    rig.expect_reference_run(rig.report("report.json"))


def close_in_mid_run(rig):
    rig.play("close_in_mid_run")


def close_and_export(rig):
    rig.play("close_and_export")
    report = rig.report("stopped.json")
    expect(report["state"] == "stopped", f"state {report['state']}")
    done = report["summary"]["epochs_done"]
    expect(done > 0 and report["history"]["rows"][-1][0] <= done, f"{done} epochs done")
    expect(report["config"]["epochs"] == 50000000, "the config is another")


def open_bad_reports(rig):
    with open(rig.path("damaged.json"), "w", encoding="utf-8") as file:
        file.write('{"schema":"lossline.run_report","schema_version":1,"config":{"epochs":')
    with open(rig.path("newer.json"), "w", encoding="utf-8") as file:
        json.dump({"schema": "lossline.run_report", "schema_version": 2, "config": {}, "history": {}}, file)
    with open(rig.path("other.json"), "w", encoding="utf-8") as file:
        json.dump(["not", "a", "report"], file)
    outcome = rig.play("open_bad_reports")
    expect(re.search(r"newer\.json.*\b2\b", outcome.err), f"the newer version is not named:\n{outcome.err}")
    expect(rig.report("before.json") == rig.report("after.json"), "the run changed when bad reports were opened")


def full_disk(rig):
    with open(rig.path("old.json"), "w", encoding="utf-8") as file:
        file.write("the old report\n")
    rig.play("full_disk")
    with open(rig.path("old.json"), encoding="utf-8") as file:
        expect(file.read() == "the old report\n", "the old report is not whole")
    expect(sorted(os.listdir(rig.folder)) == ["old.json", "second-try.json"],
           f"something was left behind: {os.listdir(rig.folder)}")
    rig.expect_reference_run(rig.report("second-try.json"))


def transport(rig):
    outcome = rig.play("transport")
    report = rig.report("stopped.json")
    expect(report["state"] == "stopped", f"state {report['state']}")
    held_at = int(re.search(r"held at (\d+)", outcome.err).group(1))
    expect(report["summary"]["epochs_done"] == held_at,
           f"{report['summary']['epochs_done']} epochs done, held at {held_at}")
    expect(len(report["history"]["rows"]) == held_at, "not every epoch is kept")


def form_faults(rig):
    rig.play("form_faults")


def machine(rig):
    os.makedirs(rig.path("root/proc"))
    with open(rig.path("root/proc/cpuinfo"), "w", encoding="utf-8") as file:
        file.write("processor\t: 0\nvendor_id\t: GenuineIntel\nmodel name\t: Test Processor 9000\n"
                   "physical id\t: 0\ncore id\t: 0\ncpu cores\t: 1\n\n")
    with open(rig.path("root/proc/meminfo"), "w", encoding="utf-8") as file:
        file.write("MemTotal:        2097152 kB\nMemAvailable:    1048576 kB\n")
    outcome = rig.play("machine", "--root", rig.path("root"))
    outcome.expect_err("Test Processor 9000")
    reason = re.search(r"^gpu: (.*)$", outcome.err, re.MULTILINE).group(1)
    print(f"GPU: {reason}")


def throw_from_slot(rig):
    """The last net: a sentence and exit code 1, not an abort."""
    outcome = rig.run(scenario="throw_from_slot").expect_code(1)
    outcome.expect_err("error: ", "bug in Lossline", "thrown by a test")


run_checks({name: check for name, check in globals().items() if callable(check) and name not in ("expect", "run_checks")})
