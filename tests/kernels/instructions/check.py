# SPDX-License-Identifier: GPL-3.0-or-later
"""check.py PROGRAM COMPILER: instructions of one fused epoch, counted by callgrind, against recorded.json.

Fails when there are more than a tenth more than recorded; leaves with 77 (skipped) where valgrind is missing or nothing
is recorded for this compiler and these vector instructions (valgrind knows up to AVX2)."""
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

SKIPPED = 77
SLACK = 1.10
FEW, MANY = 200, 1200


def collected(program, epochs):
    with tempfile.TemporaryDirectory() as folder:
        ended = subprocess.run(["valgrind", "--tool=callgrind", f"--callgrind-out-file={folder}/out", program, str(epochs)],
                               capture_output=True, text=True, timeout=100, check=True)
    return int(re.search(r"Collected : (\d+)", ended.stderr).group(1)), ended.stdout.split()[0]


def main():
    program, compiler = sys.argv[1:3]
    if not shutil.which("valgrind"):
        print("valgrind is not installed: instructions were not counted")
        return SKIPPED
    few, target = collected(program, FEW)
    many, _ = collected(program, MANY)
    epoch = (many - few) / (MANY - FEW)
    key = f"{compiler} {target}"
    recorded = json.loads((pathlib.Path(__file__).parent / "recorded.json").read_text(encoding="utf-8"))
    print(f"{key}: {epoch:.0f} instructions an epoch, recorded {recorded.get(key, 'nothing')}")
    if key not in recorded:
        return SKIPPED
    if epoch > SLACK * recorded[key]:
        print("more than a tenth more than recorded: find what grew, or record the new count with the reason")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
