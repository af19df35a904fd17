# SPDX-License-Identifier: GPL-3.0-or-later
"""How the tests start lossline-cli and watch it. The standard library only."""
import contextlib
import fcntl
import json
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import tempfile
import termios
import time
import unittest

BINARY = os.environ["LOSSLINE_CLI"]
LOCPATH = os.environ.get("LOSSLINE_LOCPATH")
LIMIT_S = 100  # far beyond what any of these takes; a hang must end, a slow machine must not


def environment(**changes):
    """A plain one, whatever the caller's is; None takes a name out."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    env.update(LANG="C", TERM="xterm")
    env.pop("NO_COLOR", None)
    for name, value in changes.items():
        if value is None:
            env.pop(name, None)
        else:
            env[name] = value
    return env


def run(*args, binary=BINARY, **options):
    """Runs to the end; stdout and stderr as text."""
    options.setdefault("env", environment())
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    return subprocess.run([binary, *map(str, args)], stdin=subprocess.DEVNULL, timeout=LIMIT_S, encoding="utf-8",
                          check=False, **options)


class Terminal:
    """A run whose stderr is a terminal of its own, so that signals meet it alone; stdout is a file, or that terminal
    too."""

    def __init__(self, *args, columns=80, env=None, stdout_too=False, binary=BINARY):
        self.shown = b""
        self.out = tempfile.TemporaryFile()  # not a pipe: nobody reads it before the end
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))

        def own_terminal():
            fcntl.ioctl(slave, termios.TIOCSCTTY, 0)

        self.process = subprocess.Popen([binary, *map(str, args)], stdin=slave, stderr=slave,
                                        stdout=slave if stdout_too else self.out, env=env or environment(),
                                        start_new_session=True, preexec_fn=own_terminal)
        os.close(slave)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.out.close()
        os.close(self.master)

    def _read(self):
        """False at the end of what will ever be shown."""
        ready, _, _ = select.select([self.master], [], [], 0.1)
        if ready:
            try:
                data = os.read(self.master, 65536)
            except OSError:  # Linux says EIO when the last user of a terminal has closed it
                return False
            self.shown += data
            return bool(data)
        return True

    def wait_for(self, pattern):
        """Waits until what was shown matches."""
        deadline = time.monotonic() + LIMIT_S
        while not re.search(pattern, self.shown):
            if not self._read() or time.monotonic() > deadline:
                raise AssertionError(f"{pattern!r} was not shown; shown: {self.shown[-2000:]!r}")

    def type(self, keys):
        os.write(self.master, keys)

    def signal(self, number):
        """To this process alone, not its group."""
        os.kill(self.process.pid, number)

    def signal_until_it_ends(self, number):
        """Again and again: one that follows the first at once is taken for the same stop told twice."""
        deadline = time.monotonic() + LIMIT_S
        while self.process.poll() is None:
            if time.monotonic() > deadline:
                raise AssertionError("did not end")
            self.signal(number)
            self._read()

    def finish(self):
        """Exit code (as a shell tells it), what was shown, and stdout."""
        deadline = time.monotonic() + LIMIT_S
        while self._read():
            if time.monotonic() > deadline:
                raise AssertionError(f"did not end; shown: {self.shown[-2000:]!r}")
        code = self.process.wait(timeout=LIMIT_S)
        self.out.seek(0)
        out = self.out.read().decode()
        return (code if code >= 0 else 128 - code), self.shown.decode(), out


class ProgramTest(unittest.TestCase):
    """Each test has a folder of its own, self.folder, and is told apart by what the program says."""

    maxDiff = None

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="lossline-test-")
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, name):
        return os.path.join(self.folder, name)

    def read(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return file.read()

    def report(self, name="r.json"):
        return json.loads(self.read(name))

    def left_in_folder(self):
        return sorted(os.listdir(self.folder))

    def assert_faults(self, args, lines, **options):
        """Exit 2, exactly these lines on stderr, nothing on stdout."""
        ended = run(*args, **options)
        self.assertEqual(ended.stderr.splitlines(), lines)
        self.assertEqual(ended.stdout, "")
        self.assertEqual(ended.returncode, 2)


@contextlib.contextmanager
def without_engine():
    """The program in a folder where it finds no training engine."""
    with tempfile.TemporaryDirectory(prefix="lossline-test-") as folder:
        alone = os.path.join(folder, "lossline-cli")
        shutil.copy2(BINARY, alone)
        yield alone


def main():
    signal.signal(signal.SIGINT, signal.default_int_handler)
    unittest.main()
