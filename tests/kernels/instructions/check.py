# SPDX-License-Identifier: GPL-3.0-or-later
"""check.py PROGRAM COMPILER: instructions of one fused epoch, as PROGRAM counts them, against recorded.json.

Fails when there are more than a tenth more than recorded; leaves with 77 (skipped) where they can't be counted or nothing
is recorded for this compiler."""
import json
import pathlib
import subprocess
import sys

SKIPPED = 77
SLACK = 1.10


def main():
    program, compiler = sys.argv[1:3]
    ended = subprocess.run([program], capture_output=True, text=True, timeout=200, check=False)
    if ended.returncode != 0:
        print(ended.stdout, ended.stderr)
        return ended.returncode
    recorded = json.loads((pathlib.Path(__file__).parent / "recorded.json").read_text(encoding="utf-8")).get(compiler, {})
    compared, grown = 0, 0
    for line in ended.stdout.splitlines():
        target, count = line.split()
        print(f"{compiler}, {target}: {count} instructions an epoch, recorded {recorded.get(target, 'nothing')}")
        compared += target in recorded
        grown += target in recorded and int(count) > SLACK * recorded[target]
    if grown:
        print("more than a tenth more than recorded: find what grew, or record the new count with the reason")
        return 1
    return 0 if compared else SKIPPED


if __name__ == "__main__":
    sys.exit(main())
