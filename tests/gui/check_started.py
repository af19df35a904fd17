# SPDX-License-Identifier: GPL-3.0-or-later
"""The real window, steered by its own command line."""
import os
import re
import resource
import stat
import signal
import struct
import time

from window_process import PATIENCE_S, expect, german_locale, run_checks

REFERENCE_RUN = ("--start", "iris", "--strategy", "eager", "--seed", "0", "--threads", "1")


def start_and_export(rig):
    rig.run(*REFERENCE_RUN, "--export", rig.path("r.json"), "--quit-when-done").expect_code(0)
    report = rig.report("r.json")
    rig.expect_reference_run(report)
    expect(report["resolved"]["threads"] == 1, f"threads {report['resolved']['threads']}")
    expect(report["timing"]["chart_s"] > 0, "the chart took no time")
    expect(report["timing"]["warmup_s"] > 0, "opening LibTorch took no time")
    expect(report["timing"]["warmup_s"] + report["summary"]["train_seconds"] <= report["runtime_s"] + 1e-6,
           "runtime_s is shorter than its parts")
    expect(os.listdir(rig.folder) == ["r.json"], f"something else was written: {os.listdir(rig.folder)}")


def comma_locale(rig):
    german = german_locale(rig.folder)
    args = (*REFERENCE_RUN, "--lr", "0.01", "--epochs", "300", "--timings", "--quit-when-done")
    outcome = rig.run(*args, "--export", rig.path("de.json"), **german).expect_code(0)
    rig.run(*args, "--export", rig.path("c.json")).expect_code(0)
    ours, plain = rig.report("de.json"), rig.report("c.json")
    for key in ("config", "config_hash", "initial_weights_hash", "data", "model", "history"):
        expect(ours[key] == plain[key], f"{key} differs under de_DE")
    expect_timings(outcome.err)
    rig.run("--start", "iris", "--lr", "0,01", **german).expect_code(2).expect_err("error: --lr: ")


def expect_timings(text):
    shapes = [r"first paint (\d+) ms", r"longest event-loop gap (\d+\.\d) ms", r"slowest chart refresh (\d+\.\d) ms",
              r"chart refreshes (\d+)"]
    values = []
    for shape in shapes:
        found = re.findall(f"^{shape}$", text, re.MULTILINE)
        expect(len(found) == 1, f"not one line {shape!r} in:\n{text}")
        values.append(float(found[0]))
    return values


def timings(rig):
    began = time.monotonic()
    outcome = rig.run(*REFERENCE_RUN, "--timings", "--quit-when-done").expect_code(0)
    took_ms = (time.monotonic() - began) * 1e3
    paint, gap, slowest, refreshes = expect_timings(outcome.err)
    expect(0 < paint <= took_ms + 10, f"first paint {paint} ms of {took_ms} ms")
    expect(0 < gap < took_ms, f"gap {gap} ms of {took_ms} ms")
    expect(0 < slowest < took_ms, f"slowest refresh {slowest} ms of {took_ms} ms")
    expect(2 <= refreshes <= took_ms / 40 + 5, f"{refreshes} refreshes in {took_ms} ms")


def outcomes(rig):
    """The exit code says how the run ended; the report written so far is there."""
    diverging = ("--start", "iris", "--strategy", "eager", "--threads", "1", "--lr", "1e30", "--epochs", "2000")
    outcome = rig.run(*diverging, "--export", rig.path("d.json"), "--quit-when-done").expect_code(3)
    outcome.expect_err("error: ")
    report = rig.report("d.json")
    expect(report["state"] == "diverged" and report["error"], f"state {report['state']}, error {report['error']}")
    first = report["summary"]["first_nonfinite_epoch"]
    expect(report["history"]["rows"][-1] == [first, None], f"last row {report['history']['rows'][-1]}")

    outcome = rig.run("--start", "iris", "--device", "cuda:99", "--export", rig.path("g.json"), "--quit-when-done")
    outcome.expect_code(4).expect_err("error: ")
    expect(not os.path.exists(rig.path("g.json")), "a report of a run that never began")


def faults(rig):
    """Every fault of one line at once, before any window: no display is needed."""
    os.mkdir(rig.path("folder"))
    outcome = rig.run("--start", "irs", "--epochs", "0", "--lr", "nan", "--hidden", "10,,5", "--threads", "0",
                      "--nonsense", "--export", rig.path("missing/r.json"), "--grab", rig.path("folder"),
                      "--theme", "pink", "--root", rig.path("nowhere"),
                      QT_QPA_PLATFORM=None, DISPLAY=None, WAYLAND_DISPLAY=None)
    outcome.expect_code(2)
    for option in ("--start", "--epochs", "--lr", "--hidden", "--threads", "--nonsense", "--export", "--grab", "--theme",
                   "--root"):
        expect(len(re.findall(f"^error: {option}: .+$", outcome.err, re.MULTILINE)) >= 1,
               f"no line about {option}:\n{outcome.err}")
    expect(all(line.startswith("error: ") for line in outcome.err.splitlines()), f"other lines:\n{outcome.err}")
    rig.run("--epochs", "5", QT_QPA_PLATFORM=None).expect_code(2).expect_err("error: --epochs: ")


def no_display(rig):
    bare = {"QT_QPA_PLATFORM": None, "DISPLAY": None, "WAYLAND_DISPLAY": None}
    outcome = rig.run("--help", **bare).expect_code(0)
    expect("--start" in outcome.out and outcome.err == "", f"help is not on stdout:\n{outcome.out}")
    lines = outcome.out.splitlines()
    expect(len(lines) <= 24 and max(map(len, lines)) <= 80, "the help does not fit a screen")
    outcome = rig.run("--version", **bare).expect_code(0)
    expect(re.fullmatch(r"lossline \d+\.\d+\.\d+\n", outcome.out), f"version {outcome.out!r}")
    rig.run(**bare).expect_code(2).expect_err("error: ", "lossline-cli")
    bare["DISPLAY"] = ":987"
    rig.run(**bare).expect_code(2).expect_err("error: ", ":987", "lossline-cli")


def picture_size(path):
    with open(path, "rb") as file:
        head = file.read(24)
    expect(head[:8] == b"\x89PNG\r\n\x1a\n", f"{path} is no PNG")
    return struct.unpack(">II", head[16:24])


def grab(rig):
    rig.run("--grab", rig.path("idle.png"), "--quit-when-done").expect_code(0)
    rig.run("--start", "iris", "--epochs", "100", "--theme", "dark", "--grab", rig.path("run.png"), "--quit-when-done",
            QT_SCALE_FACTOR="2").expect_code(0)
    width, height = picture_size(rig.path("idle.png"))
    expect(width >= 1000 and height >= 600, f"{width}×{height}")
    expect(picture_size(rig.path("run.png")) == (2 * width, 2 * height), "another size at scale 2")
    os.symlink("/dev/null", rig.path("null.png"))
    rig.run("--grab", rig.path("null.png"), "--quit-when-done").expect_code(0)
    expect(stat.S_ISCHR(os.stat("/dev/null").st_mode), "a picture took a device's place")
    sizes = [os.path.getsize(rig.path(name)) for name in ("idle.png", "run.png")]
    expect(min(sizes) > 10000, f"the pictures look empty: {sizes} bytes")


def open_files(rig):
    rig.run("--start", "iris", "--epochs", "60", "--export", rig.path("good.json"), "--quit-when-done").expect_code(0)
    with open(rig.path("bad.json"), "w", encoding="utf-8") as file:
        file.write("{")
    rig.run(rig.path("good.json"), "--quit-when-done").expect_code(0)
    outcome = rig.run(rig.path("bad.json"), rig.path("good.json"), rig.path("absent.json"), "--quit-when-done")
    outcome.expect_code(2).expect_err("bad.json", "absent.json")
    expect(outcome.err.count("error: ") == 2, f"not two errors:\n{outcome.err}")


def limit_file_size():
    resource.setrlimit(resource.RLIMIT_FSIZE, (65536, resource.RLIM_INFINITY))


def export_to_full_disk(rig):
    """A report that can't be written at the end: exit 3, and the old one stays whole."""
    with open(rig.path("r.json"), "w", encoding="utf-8") as file:
        file.write("old\n")
    outcome = rig.run(*REFERENCE_RUN, "--export", rig.path("r.json"), "--quit-when-done", preexec_fn=limit_file_size)
    outcome.expect_code(3).expect_err("error: ", "r.json")
    with open(rig.path("r.json"), encoding="utf-8") as file:
        expect(file.read() == "old\n", "the old report is not whole")
    expect(os.listdir(rig.folder) == ["r.json"], f"something was left behind: {os.listdir(rig.folder)}")
    rig.run("--start", "iris", "--epochs", "9", "--export", "/dev/full", "--quit-when-done").expect_code(3)


def wait_for_engine(process):
    """Until the process has opened the training engine: its event loop turns, and a run asked for is on."""
    deadline = time.monotonic() + PATIENCE_S
    while True:
        expect(process.poll() is None and time.monotonic() < deadline, "the engine was not opened")
        with open(f"/proc/{process.pid}/maps", encoding="utf-8") as file:
            if "liblossline_engine" in file.read():
                return
        time.sleep(0.01)


def interrupt(rig):
    """Ctrl+C and SIGTERM stop the run, write its report and end; without a run they just end."""
    for number in (signal.SIGINT, signal.SIGTERM):
        file = rig.path(f"{number}.json")
        process = rig.start("--start", "iris", "--epochs", "50000000", "--record-every", "1000", "--export", file)
        wait_for_engine(process)
        process.send_signal(number)
        rig.finish(process).expect_code(128 + number)
        expect(rig.report(file)["state"] == "stopped", f"state {rig.report(file)['state']}")
        process = rig.start()
        wait_for_engine(process)
        process.send_signal(number)
        rig.finish(process).expect_code(128 + number)


def hanging_driver(rig):
    """A window on a machine whose NVIDIA driver hangs: closing it does not wait for that driver."""
    log = rig.path("starts")
    process = rig.start(LD_LIBRARY_PATH=os.environ["LOSSLINE_FAKE_NVML_FOLDER"], LOSSLINE_FAKE_NVML="hang_init",
                        LOSSLINE_FAKE_NVML_LOG=log)
    deadline = time.monotonic() + PATIENCE_S
    while not os.path.exists(log):  # the driver has been asked, and will never answer
        expect(process.poll() is None and time.monotonic() < deadline, "the driver was not asked")
        time.sleep(0.01)
    began = time.monotonic()
    process.send_signal(signal.SIGTERM)
    rig.finish(process).expect_code(128 + signal.SIGTERM)
    took = time.monotonic() - began
    print(f"closed in {took * 1e3:.0f} ms")
    expect(took < 1.5, f"closing took {took:.1f} s; the driver alone is waited for 2 s, and once more")


run_checks({name: check for name, check in globals().items() if callable(check)})
