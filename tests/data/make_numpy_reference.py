#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes numpy_reference.json: what NumPy's RandomState draws, and what scikit-learn does with it.

    python3 tests/data/make_numpy_reference.py > tests/data/numpy_reference.json

Any NumPy gives the same numbers (the legacy stream is frozen, NEP 19); made with the versions the file names. A
permutation is kept as the SHA-256 of its values as little-endian int32, with its ends to look at.
"""
import hashlib
import json

import numpy
import sklearn
from sklearn.datasets import load_iris
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import MinMaxScaler, StandardScaler

SEEDS = [0, 1, 42, 123, 4294967295]
SHARES = [0.01, 0.07, 0.1, 0.2, 0.25, 0.29, 1 / 3, 0.5, 0.55, 0.75, 0.9, 0.99]
SIZES = [2, 3, 10, 100, 150, 151, 1000]


def sha256(values):
    return hashlib.sha256(numpy.asarray(values, dtype="<i4").tobytes()).hexdigest()


def permutations():
    for n in [1, 2, 3, 10, 150, 151, 1000, 65537]:
        for seed in SEEDS:
            values = numpy.random.RandomState(seed).permutation(n).tolist()
            yield {"n": n, "seed": seed, "first": values[:5], "last": values[-5:], "sha256": sha256(values)}


def splits():
    for n in SIZES:
        for share in SHARES:
            for seed in SEEDS[:2] if n != 150 else SEEDS:
                case = {"n": n, "test_size": share, "seed": seed}
                try:
                    train, test = train_test_split(numpy.arange(n), test_size=share, random_state=seed)
                    yield {**case, "train": len(train), "test": len(test), "train_sha256": sha256(train),
                           "test_sha256": sha256(test)}
                except ValueError:
                    yield {**case, "train": None}


def wide_intervals():
    """Masked rejection above 32 bits: legacy randint of uint64 draws by the same rule as permutation does."""
    for top in [2**32, 2**40 + 5, 2**63 + 12345]:
        for seed in SEEDS:
            draw = numpy.random.RandomState(seed)
            yield {"max": top, "seed": seed,
                   "values": [int(draw.randint(0, top + 1, dtype=numpy.uint64)) for _ in range(4)]}


def scaled(scaler, offsets, factors):
    """Awkward columns: ordinary, constant, almost constant, huge, tiny, with NaN."""
    nan = float("nan")
    x = [[1.0, 7.0, 0.1, 1e300, 1e-300, 1.0], [2.5, 7.0, 0.1 + 1e-17, -1e300, 3e-300, nan],
         [-3.0, 7.0, 0.30000000000000004 - 0.2, 0.0, 2e-300, 3.0], [0.1, 7.0, 0.1, 5e299, 1.5e-300, 2.0]]
    with numpy.errstate(all="ignore"):
        fitted = scaler.fit(x)
        y = fitted.transform(x)
    text = lambda a: [None if v != v else repr(float(v)) for v in numpy.ravel(a)]
    return {"x": text(x), "columns": 6, "offsets": text(getattr(fitted, offsets)),
            "factors": text(getattr(fitted, factors)), "y": text(y)}


def iris_standard():
    iris = load_iris()
    train, test = train_test_split(iris.data, test_size=0.2, random_state=42)
    fitted = StandardScaler().fit(train)
    return {"mean": [repr(float(v)) for v in fitted.mean_], "scale": [repr(float(v)) for v in fitted.scale_],
            "x_test": [[repr(float(v)) for v in row] for row in fitted.transform(test)]}


def first_outputs():
    for seed in SEEDS:
        draw = numpy.random.RandomState(seed)
        yield {"seed": seed, "values": [int(draw.randint(0, 2**32, dtype=numpy.uint32)) for _ in range(5)]}


document = {
    "made_by": f"make_numpy_reference.py, NumPy {numpy.__version__}, scikit-learn {sklearn.__version__}",
    "first_outputs": list(first_outputs()),
    "wide_intervals": list(wide_intervals()),
    "permutations": list(permutations()),
    "splits": list(splits()),
    "min_max": scaled(MinMaxScaler(), "min_", "scale_"),
    "standard": scaled(StandardScaler(), "mean_", "scale_"),
    "iris_standard": iris_standard(),
}
print("{")
for number, (key, value) in enumerate(document.items()):
    comma = "," if number + 1 < len(document) else ""
    if isinstance(value, list):
        rows = ",\n".join("  " + json.dumps(row) for row in value)
        print(f' {json.dumps(key)}: [\n{rows}]{comma}')
    else:
        print(f" {json.dumps(key)}: {json.dumps(value)}{comma}")
print("}")
