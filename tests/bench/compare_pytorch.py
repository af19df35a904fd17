#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Puts PyTorch beside Lossline: the bench jobs, the same data, the same threads, the same loss, in turn on this machine.

    python3 tests/bench/compare_pytorch.py                     all jobs, five rounds; takes some minutes
    python3 tests/bench/compare_pytorch.py iris-20k --rounds 3 --threads 1

Needs PyTorch and NumPy (Debian: python3-torch), and a built lossline-cli: build/release/bin of this tree, or --cli FILE.

Each run is a process of its own that does the job once to warm up and once on the clock; the sides take turns, so that
whatever else the machine does meets all of them. The clock covers the epochs, as everybody's does: data in memory, network
built. PyTorch runs the loops its users are advised to write for speed: batches are slices of one gather an epoch, the
gradients are set to None, losses are read once an epoch, glibc is told to keep memory, and a distribution's PyTorch gets
the OpenMP build of OpenBLAS where that is installed, as Lossline does. Both begin with the same weights
and, in the jobs that shuffle, draw the same orders, so the last losses have to agree; where they don't, the exit code is 1.
"""
import argparse
import glob
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time

JOBS = ["iris-20k", "tab-100k", "wide-mnist"]
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LOSS_TOLERANCE = 1e-3  # relative; sums in another order drift by less in these jobs
# glibc gives each step's gradients back to the kernel otherwise, which costs PyTorch a third of wide-mnist.
KEEP_MEMORY = {"MALLOC_TRIM_THRESHOLD_": "4000000000", "MALLOC_MMAP_THRESHOLD_": "4000000000", "MALLOC_TOP_PAD_": "67108864"}


def die(sentence, code=2):
    print(f"error: {sentence}", file=sys.stderr)
    sys.exit(code)


def need_pytorch():
    """Both modules, or a sentence that says what to install."""
    try:
        import numpy
        import torch
    except ImportError as error:
        die(f"{error.name} is missing for {sys.executable}: install PyTorch and NumPy (Debian: apt-get install python3-torch), "
            "or start this script with a Python that has them")
    return numpy, torch


# PyTorch's side ------------------------------------------------------------------------------------------------------


def load(folder):
    numpy, torch = need_pytorch()
    with open(os.path.join(folder, "job.json"), encoding="utf-8") as file:
        job = json.load(file)
    x = torch.from_numpy(numpy.load(os.path.join(folder, "x_train.npy")))
    y = torch.from_numpy(numpy.load(os.path.join(folder, "y_train.npy")).astype(numpy.int64))
    return job, x, y


def make_net(torch, job):
    torch.manual_seed(job["config"]["seed"])
    layers, width = [], job["features"]
    for hidden in job["config"]["hidden"]:
        layers += [torch.nn.Linear(width, hidden), torch.nn.ReLU()]
        width = hidden
    return torch.nn.Sequential(*layers, torch.nn.Linear(width, job["outputs"]))


def make_optimizer(torch, job, net):
    config = job["config"]
    if config["optimizer"] == "sgd":
        return torch.optim.SGD(net.parameters(), lr=config["lr"])
    try:  # all of a step in one kernel: the newer versions have it for the CPU
        return torch.optim.Adam(net.parameters(), lr=config["lr"], fused=True)
    except (TypeError, RuntimeError):
        return torch.optim.Adam(net.parameters(), lr=config["lr"])


def train_full_batch(job, net, optimizer, x, y, criterion):
    last = 0.0
    for _ in range(job["config"]["epochs"]):
        optimizer.zero_grad(set_to_none=True)
        loss = criterion(net(x), y)
        loss.backward()
        optimizer.step()
        last = loss.item()
    return last


def train_batches(torch, job, net, optimizer, x, y, criterion):
    rows, size = len(x), job["config"]["batch_size"]
    last = 0.0
    for _ in range(job["config"]["epochs"]):
        order = torch.randperm(rows)
        xs, ys = x[order], y[order]
        total = torch.zeros(())
        for begin in range(0, rows, size):
            xb, yb = xs[begin:begin + size], ys[begin:begin + size]
            optimizer.zero_grad(set_to_none=True)
            loss = criterion(net(xb), yb)
            loss.backward()
            optimizer.step()
            total += loss.detach() * len(xb)
        last = total.item() / rows
    return last


def train_once(torch, job, x, y, compiled):
    net = make_net(torch, job)
    optimizer = make_optimizer(torch, job, net)
    model = torch.compile(net) if compiled else net
    criterion = torch.nn.CrossEntropyLoss()
    begin = time.perf_counter()
    if job["config"]["batch_size"] == 0:
        last = train_full_batch(job, model, optimizer, x, y, criterion)
    else:
        last = train_batches(torch, job, model, optimizer, x, y, criterion)
    return {"seconds": time.perf_counter() - begin, "last_loss": last}


def worker(folder, threads, compiled):
    """One process of PyTorch: a warm-up, which also compiles where that is asked, and the run that counts."""
    _, torch = need_pytorch()
    torch.set_num_threads(threads)
    job, x, y = load(folder)
    train_once(torch, job, x, y, compiled)
    print(json.dumps(train_once(torch, job, x, y, compiled)))


# Both sides, in turn -------------------------------------------------------------------------------------------------


class Row:
    """One side on so many threads."""

    def __init__(self, name, threads, start):
        self.name, self.threads, self.start = name, threads, start
        self.seconds, self.last_loss, self.note = [], None, ""

    def run(self):
        if self.note:
            return
        result, self.note = self.start(self.threads)
        if result:
            self.seconds.append(result["seconds"])
            self.last_loss = result["last_loss"]

    def quartiles(self):
        """First, median, third, as NumPy's percentile and lossline-cli have them."""
        if len(self.seconds) == 1:
            return [self.seconds[0]] * 3
        return statistics.quantiles(self.seconds, n=4, method="inclusive")


def pytorch_environment():
    """Debian's PyTorch calls the system's libblas.so.3, which may be the reference one, 15 times slower."""
    places = glob.glob("/usr/lib/*/openblas-openmp") + [os.environ.get("LD_LIBRARY_PATH", "")]
    return {**os.environ, **KEEP_MEMORY, "LD_LIBRARY_PATH": ":".join(place for place in places if place)}


def ended(command, env=None):
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", env=env, check=False)
    last = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
    return done, last


def start_lossline(cli, job, strategy, scratch):
    runs = os.path.join(scratch, "runs.jsonl")

    def start(threads):
        done, last = ended([cli, "bench", job, "--json", "--rounds", "1", "--warmups", "1", "--strategies", strategy,
                            "--threads", str(threads), "--runs", runs])
        if not done.stdout:
            return None, last
        (row,) = json.loads(done.stdout)["jobs"]
        if row["n"] == 0:
            return None, row.get("note", "no figure")
        with open(runs, encoding="utf-8") as file:
            return json.loads(file.readline()), ""

    return start


def start_pytorch(folder, compiled):
    def start(threads):
        done, last = ended([sys.executable, os.path.abspath(__file__), "--worker", folder, "--threads", str(threads)]
                           + (["--compile"] if compiled else []), env=pytorch_environment())
        if done.returncode != 0:
            return None, last
        return json.loads(done.stdout.splitlines()[-1]), ""

    return start


def rows_of(job, options, scratch):
    folder = os.path.join(scratch, job)
    starts = [("PyTorch", start_pytorch(folder, False))]
    if options.compile:
        starts.append(("PyTorch compiled", start_pytorch(folder, True)))
    starts += [(f"Lossline {name}", start_lossline(options.cli, job, name, scratch)) for name in options.strategies]
    return [Row(name, threads, start) for threads in options.thread_counts for name, start in starts]


def losses_disagree(rows):
    """Marks every row whose last loss is not PyTorch's; true when there is one."""
    base = next((row.last_loss for row in rows if row.name == "PyTorch" and row.seconds), None)
    wrong = [row for row in rows if base is not None and row.seconds
             and not abs(row.last_loss - base) <= LOSS_TOLERANCE * abs(base)]
    for row in wrong:
        row.note = f"its last loss is not PyTorch's {base:.6f}"
    return bool(wrong)


def print_table(job, rows):
    print(f"{job}\n  {'side':<18}{'threads':>8}{'median s':>12}{'IQR s':>12}{'n':>4}{'speed-up':>10}{'last loss':>12}")
    for row in rows:
        head = f"  {row.name:<18}{row.threads:>8}"
        if not row.seconds:
            print(f"{head}  not timed: {row.note}")
            continue
        low, median, high = row.quartiles()
        # Over PyTorch at its best on no more threads than this side has: more of them may make it slower.
        peers = [other.quartiles()[1] for other in rows
                 if other.name.startswith("PyTorch") and other.seconds and other.threads <= row.threads]
        speedup = f"{min(peers) / median:.2f}" if peers else "-"
        print(f"{head}{median:>12.5f}{high - low:>12.5f}{len(row.seconds):>4}{speedup:>10}{row.last_loss:>12.6f}"
              + (f"  note: {row.note}" if row.note else ""))
    print(flush=True)


def compare(options):
    _, torch = need_pytorch()
    blas = [word for word in torch.__config__.show().replace(",", " ").split() if word.startswith("BLAS_INFO")]
    print(f"PyTorch {torch.__version__} ({' '.join(blas) or 'BLAS not told'}), {options.cli}\n", flush=True)
    wrong = False
    with tempfile.TemporaryDirectory(prefix="lossline-compare-") as scratch:
        for job in options.jobs:
            done, last = ended([options.cli, "bench", job, "--rounds", "0", "--dump", scratch])
            if done.returncode != 0:
                die(f"{options.cli} did not write the data of {job}: {last}", 3)
            rows = rows_of(job, options, scratch)
            for number in range(options.rounds):
                for row in rows:
                    print(f"\r\x1b[K{job}: round {number + 1} of {options.rounds}, {row.name}, {row.threads} thread(s)",
                          end="", file=sys.stderr, flush=True)
                    row.run()
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
            wrong = losses_disagree(rows) or wrong
            print_table(job, rows)
    print("Speed-up: over PyTorch's best median on as many threads or fewer. n: rounds; IQR: interquartile range.")
    return 1 if wrong else 0


def read_options():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0], allow_abbrev=False)
    parser.add_argument("jobs", nargs="*", metavar="JOB", help=", ".join(JOBS) + " (all)")
    parser.add_argument("--cli", default=os.path.join(ROOT, "build", "release", "bin", "lossline-cli"), metavar="FILE")
    parser.add_argument("--rounds", type=int, default=5, metavar="N")
    parser.add_argument("--threads", default="", metavar="N,M", help="thread counts (1 and all usable ones)")
    parser.add_argument("--strategies", default="eager,fused", metavar="A,B", help="Lossline's (eager,fused)")
    parser.add_argument("--compile", action="store_true", help="torch.compile of the model beside it (PyTorch 2)")
    parser.add_argument("--worker", metavar="FOLDER", help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.jobs = options.jobs or JOBS
    options.strategies = options.strategies.split(",")
    usable = len(os.sched_getaffinity(0))
    try:
        options.thread_counts = [int(text) for text in options.threads.split(",")] if options.threads else sorted({1, usable})
    except ValueError:
        parser.error(f"--threads: must be thread counts with commas, got {options.threads!r}")
    if unknown := [job for job in options.jobs if job not in JOBS]:
        parser.error(f"there is no job {unknown[0]!r}; jobs: {', '.join(JOBS)}")
    if options.rounds < 1 or min(options.thread_counts) < 1:
        parser.error("--rounds and --threads: must be 1 or more")
    return options


def main():
    options = read_options()
    if options.worker:
        worker(options.worker, options.thread_counts[0], options.compile)
        return 0
    need_pytorch()
    if not os.access(options.cli, os.X_OK):
        die(f"there is no program {options.cli}: build it (packaging/run does) or name it with --cli")
    return compare(options)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(130)
