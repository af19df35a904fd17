#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a recorded machine into a folder, to look at it by hand:

    unpack.py two_nvidia.txt FOLDER && lossline-cli hardware --root FOLDER

A recording is text: "== PATH" begins a file, whose lines follow; "== PATH -> TARGET" is a link; "#" lines before the
first are remarks.
"""
import pathlib
import sys


def read(recording):
    """[(path, text or None, target or None)]"""
    entries = []
    for line in pathlib.Path(recording).read_text(encoding="utf-8").splitlines(keepends=True):
        if line.startswith("== "):
            path, arrow, target = line[3:].rstrip("\n").partition(" -> ")
            entries.append([path, None if arrow else "", target or None])
        elif entries:
            entries[-1][1] += line
    return entries


def unpack(recording, folder):
    """The paths of its files."""
    root = pathlib.Path(folder)
    files = []
    for path, text, target in read(recording):
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        if target:
            place.symlink_to(target)
        else:
            place.write_text(text, encoding="utf-8")
            files.append(path)
    return files


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    unpack(sys.argv[1], sys.argv[2])
