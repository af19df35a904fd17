#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""check.py golden|faults LOSSLINE_CLI RECORDING: what `hardware --json --root` says of a recorded machine.

golden: it equals the .json beside the recording, byte for byte. faults: each file in turn missing, a folder, empty,
random bytes, a pipe; the answer stays one JSON object in UTF-8.
"""
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

from unpack import unpack


def ask(cli, root):
    done = subprocess.run([cli, "hardware", "--json", "--root", root], capture_output=True, timeout=60)
    if done.returncode != 0:
        sys.exit(f"exit code {done.returncode}: {done.stderr[:500]!r}")
    return done.stdout


def break_file(place, fault, noise):
    place.unlink()
    if fault == "a folder":
        place.mkdir()
    elif fault == "empty":
        place.touch()
    elif fault == "random bytes":
        place.write_bytes(noise)
    elif fault == "a pipe":
        os.mkfifo(place)


def check_faults(cli, root, files):
    noise = random.Random(3).randbytes(1 << 20)
    for path in files:
        place = pathlib.Path(root, path)
        kept = place.read_bytes()
        for fault in ("missing", "a folder", "empty", "random bytes", "a pipe"):
            break_file(place, fault, noise)
            try:
                assert isinstance(json.loads(ask(cli, root).decode("utf-8")), dict)
            except (ValueError, AssertionError) as error:
                sys.exit(f"{path}, {fault}: {error}")
            if place.is_dir():
                place.rmdir()
            else:
                place.unlink(missing_ok=True)
            place.write_bytes(kept)


def main(what, cli, recording):
    root = tempfile.mkdtemp(prefix="lossline-machine-")
    try:
        files = unpack(recording, root)
        if what == "faults":
            check_faults(cli, root, files)
            return
        golden = pathlib.Path(recording).with_suffix(".json").read_bytes()
        answer = ask(cli, root)
        if answer != golden:
            for number, (is_, should) in enumerate(zip(answer.splitlines(), golden.splitlines()), 1):
                if is_ != should:
                    sys.exit(f"line {number}: {is_.decode(errors='replace')}\nshould be: {should.decode()}")
            sys.exit("one is longer than the other")
    finally:
        shutil.rmtree(root)


if __name__ == "__main__":
    main(*sys.argv[1:])
