#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks reports against the JSON Schema, and the schema against broken reports: it must be able to say no.

usage: validate_report.py SCHEMA REPORT...
"""
import copy
import hashlib
import json
import sys

import jsonschema

# Schema 1's keys in their order, by path; what must not move.
ORDER = {
    "": "schema schema_version run_id display_name notes tags state error started_at runtime_s config resolved "
        "config_hash initial_weights_hash data model environment hardware summary timing history",
    "config": "dataset device strategy hidden activation optimizer lr momentum weight_decay epochs batch_size loss seed "
              "test_size split_seed scale record_every read_loss threads dtype",
    "resolved": "device strategy loss threads candidates",
    "data": "rows train_rows test_rows features target classes sha256",
    "model": "layers parameters flops_per_sample",
    "environment": "lossline_version torch_version os libc_version compiler blas qt_version nvidia_driver_version",
    "hardware": "cpu memory_total_bytes gpus cuda sources",
    "hardware.cpu": "model_name vendor microarchitecture marketing_generation physical_cores logical_threads "
                    "usable_threads core_kinds isa caches hypervisor peak_fp32_gflops",
    "hardware.cuda": "built_version cudnn_version is_available device_count current_device why_not",
    "summary": "epochs_done train_seconds epochs_per_s samples_per_s first_loss last_loss best_loss best_epoch "
               "train_accuracy test_accuracy test_loss first_nonfinite_epoch",
    "timing": "warmup_s search_s chart_s measurement_s sampled steady_epoch_us phases_s",
    "timing.steady_epoch_us": "median q1 q3 n",
    "timing.phases_s": "h2d d2h gather dispatch forward backward optimizer loss_readback recording device_idle "
                       "unattributed",
    "history": "columns rows",
}
GPU = ("index name vendor brand series generation architecture tier tier_class suffix form_factor memory_total_bytes "
       "memory_free_bytes compute_capability pci_id driver usable why_not")

# Keys that came later: at the end, and only where there is something to say.
LATER = {"hardware.cpu": ["peak_memory_gb_s"], "resolved": ["strategy_note"]}
LATER_GPU = ["peak_fp32_gflops", "peak_clock", "peak_memory_gb_s"]

BROKEN = [
    ("schema", "other"), ("schema_version", 2), ("schema_version", "1"), ("state", "paused"), ("runtime_s", "1"),
    ("error", None), ("config.epochs", -1), ("config.epochs", 1.5), ("config.lr", "0.01"), ("config.hidden", 10),
    ("config.activation", "rely"), ("config.threads", "many"), ("config.device", "gpu"), ("config_hash", "abc"),
    ("hardware.cpu.physical_cores", "4"), ("hardware.gpus", {}), ("hardware.gpus", [{}]),
    ("hardware.sources", {"a": {"source": "guess", "confidence": "certain"}}), ("summary.test_accuracy", 1.5),
    ("summary.best_epoch", 0), ("timing.phases_s.forward", "x"), ("history.columns", ["train_loss", "epoch"]),
    ("history.rows", [[0, 1]]), ("history.rows", [[1]]), ("history.rows", [[1, "NaN"]]), ("history.rows", [[1.5, 1]]),
    ("started_at", "yesterday"),
]


def parent_of(report, path):
    *folders, last = path.split(".")
    for key in folders:
        report = report[key]
    return report, last


def at(report, path):
    if not path:
        return report
    parent, last = parent_of(report, path)
    return parent[last]


def check(validator, name):
    with open(name, encoding="utf-8") as file:
        text = file.read()
    report = json.loads(text, parse_constant=lambda word: sys.exit(f"{name}: {word} is not JSON"))
    faults = [f"{name}: {error.json_path}: {error.message}" for error in validator.iter_errors(report)]
    for path, keys in ORDER.items():
        later = [key for key in LATER.get(path, []) if key in at(report, path)]
        if list(at(report, path)) != keys.split() + later:
            faults.append(f"{name}: the keys of '{path}' are {list(at(report, path))}")
    for gpu in report["hardware"]["gpus"]:
        if list(gpu) != GPU.split() + [key for key in LATER_GPU if key in gpu]:
            faults.append(f"{name}: the keys of a GPU are {list(gpu)}")
    compact = json.dumps(report["config"], separators=(",", ":"), ensure_ascii=False).encode()
    if hashlib.sha256(compact).hexdigest() != report["config_hash"]:
        faults.append(f"{name}: config_hash is not that of {compact.decode()}")
    for path, keys in ORDER.items():
        for key in keys.split():
            broken = copy.deepcopy(report)
            del at(broken, path)[key]
            if validator.is_valid(broken):
                faults.append(f"the schema accepts a report without '{path}.{key}'")
    for path, value in BROKEN:
        broken = copy.deepcopy(report)
        parent, last = parent_of(broken, path)
        parent[last] = value
        if validator.is_valid(broken):
            faults.append(f"the schema accepts {path} = {value!r}")
    for path in [*ORDER, "hardware.sources"]:
        wider = copy.deepcopy(report)
        at(wider, path)["later"] = {"source": "proc", "confidence": "certain"}
        if not validator.is_valid(wider):
            faults.append(f"the schema refuses an unknown key in '{path}'")
    return faults


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    faults = [fault for name in sys.argv[2:] for fault in check(validator, name)]
    print("\n".join(faults) or f"{len(sys.argv) - 2} reports are valid")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
