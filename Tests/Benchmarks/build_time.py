"""Elapsed and processor time of builds, for the scripts that measure them."""

import contextlib
import fcntl
import os
import resource
import subprocess
import sys
import time

PACKAGE = os.path.realpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))


@contextlib.contextmanager
def locked(path):
    """Holds an exclusive lock on a file, so that builds of several processes do not overlap."""
    if path is None:
        yield
        return
    with open(path, "a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def run(command, folder):
    """Runs a command to its end, and returns the elapsed and the processor time in seconds."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    outcome = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    elapsed, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if outcome.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{outcome.stdout}")
    return elapsed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
