#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes bench_reference.json: the made-up tables of the bench jobs, drawn by NumPy as core/data/bench_jobs.h tells it.

    python3 tests/data/make_bench_reference.py > tests/data/bench_reference.json

A table is kept as the SHA-256 of its float32 features, row-major, followed by its int32 labels, little-endian: what a run
report calls the data's sha256.
"""
import hashlib
import json

import numpy as np

TAB_ROWS, WIDE_ROWS, WIDE_SHORT = 102400, 61440, 3000


def draws(random, *shape):
    return random.randint(0, 2**32, size=shape, dtype=np.uint32).astype(np.int64)


def byte_sum(bits):
    return (bits & 255) + (bits >> 8 & 255) + (bits >> 16 & 255) + (bits >> 24) - 510


def weights(random, *shape):
    return 2 * (draws(random, *shape) % 256) - 255


def tab():
    random = np.random.RandomState(20240611)
    w1, w2 = weights(random, 32, 24), weights(random, 24, 10)
    whole = byte_sum(draws(random, TAB_ROWS, 32))
    labels = (np.clip(whole @ w1, -120000, 120000) @ w2).argmax(1)
    return whole / 128, labels


def wide():
    random = np.random.RandomState(20240612)
    bits = draws(random, 40, 784)
    patterns = np.where(bits % 256 < 49, bits // 256 % 256, 0)
    heads = draws(random, WIDE_ROWS, 2)
    pattern = heads[:, 0] % 40
    labels = np.where(heads[:, 1] % 256 < 13, heads[:, 1] // 256 % 10, pattern // 4)
    noise = byte_sum(draws(random, WIDE_SHORT, 784))
    return np.clip(4 * patterns[pattern[:WIDE_SHORT]] + 3 * noise, 0, 1020) / 1020, labels


def described(x, labels):
    hashed = hashlib.sha256(x.astype("<f4").tobytes() + labels[:len(x)].astype("<i4").tobytes()).hexdigest()
    return {"rows": len(x), "columns": x.shape[1], "sha256": hashed, "first_row": [float(v) for v in x[0, :8]],
            "last_row": [float(v) for v in x[-1, :8]], "classes": np.bincount(labels, minlength=10).tolist()}


print(json.dumps({"made_by": f"make_bench_reference.py, NumPy {np.__version__}", "tab-100k": described(*tab()),
                  "wide-mnist": described(*wide())}, indent=1))
