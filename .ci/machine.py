"""Checks whether this machine meets the needs of a step of .ci/long, and terminates the processes that a step leaves running."""

import contextlib
import ctypes
import os
import re
import signal
import subprocess
import time

from dependencies import Problem, output_of

# The environment variable that marks the processes of a run, so a later run can find them. Its value is the run's `identity()`.
MARK = "PROFFER_LONG_RUN"


# MARK: What a machine lacks

def can_mount():
    """Whether this process may use loop devices, and may mount file systems in its own namespace."""
    run = subprocess.run(
        ["unshare", "--mount", "--propagation", "private", "mount", "-t", "tmpfs", "none", "/mnt"], stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL)
    return run.returncode == 0 and os.access("/dev/loop-control", os.R_OK | os.W_OK)


def can_trace():
    """Whether this user may trace processes."""
    child = os.fork()
    if child == 0:
        os._exit(0 if ctypes.CDLL(None).ptrace(0, 0, None, None) == 0 else 1)
    return os.waitpid(child, 0)[1] == 0


def can_set_personality():
    """Whether programs can run without address randomization. ThreadSanitizer requires this."""
    run = subprocess.run(["setarch", os.uname().machine, "-R", "true"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return run.returncode == 0


RIGHTS = {
    "mount": (can_mount, "the right to mount loop devices"),
    "root": (lambda: os.geteuid() == 0, "the rights of root"),
    "trace": (can_trace, "the right to trace processes"),
    "personality": (can_set_personality, "the right to run programs without randomized addresses"),
}


def is_package(need):
    """Whether a need is a package. Other needs are rights, processors and variables."""
    return need not in RIGHTS and not need.startswith(("processors=", "PROFFER_"))


class Machine:
    """The capabilities of this machine. Each capability is checked at most once."""

    def __init__(self, root):
        self.root, self.answers, self.packages = root, {}, None

    def lacks(self, step):
        """Descriptions of the missing needs of a step, and the unset variables of its optional parts."""
        lacking, unset = [], []
        for need in step.needs:
            if need in RIGHTS:
                if need not in self.answers:
                    self.answers[need] = RIGHTS[need][0]()
                if not self.answers[need]:
                    lacking.append(RIGHTS[need][1])
            elif need.startswith("processors="):
                if len(os.sched_getaffinity(0)) < int(need.partition("=")[2]):
                    lacking.append(f"{need.partition('=')[2]} processors")
            elif need.startswith("PROFFER_"):
                if not os.environ.get(need):
                    unset.append(need)
            else:
                if self.packages is None:
                    self.packages = output_of(".ci/tools", "--unavailable", cwd=self.root).decode().split()
                if need in self.packages:
                    lacking.append(f"the package {need}")
        return lacking, unset


# MARK: Processes

def processes():
    """The parent ID and the start time of each running process, by process ID."""
    found = {}
    for name in filter(str.isdigit, os.listdir("/proc")):
        # A process can end before its file is read.
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
            if fields[0] not in "ZX":
                found[int(name)] = (int(fields[1]), fields[19])
    return found


def identity(process=None):
    """The process ID and the start time of a process. The start time is needed because the system reuses process IDs."""
    process = process or os.getpid()
    present = processes().get(process)
    return f"{process}-{present[1]}" if present else None


def command_of(process):
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        with open(f"/proc/{process}/cmdline", "rb") as file:
            return file.read().replace(b"\0", b" ").decode(errors="replace").strip()[:200]
    return "?"


def descendants():
    """The process IDs of all running descendants of this process, including orphans."""
    present, found = processes(), set()
    rest = {os.getpid()}
    while rest:
        rest = {process for process, (parent, _) in present.items() if parent in rest} - found
        found |= rest
    return found


def reap():
    """Reaps all children that have ended."""
    with contextlib.suppress(ChildProcessError):
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass


def reap_orphans(step):
    """Reaps ended orphans while a step is running, because a test may wait until they are gone.

    The function does not reap the step itself.
    """
    while (ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)) and ended.si_pid != step:
        os.waitpid(ended.si_pid, 0)


def end_descendants(seconds):
    """Waits for all descendants, and kills those that still run after the given seconds. Returns the commands of the latter."""
    deadline = time.monotonic() + seconds
    while descendants() and time.monotonic() < deadline:
        time.sleep(0.1)
        reap()
    left = sorted({command_of(process) for process in descendants()})
    while remaining := descendants():
        for process in remaining:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        time.sleep(0.05)
        reap()
    return left


def become_parent_of_orphans():
    """Makes this process the parent of its orphaned descendants, so it can find all of them when a step ends."""
    PR_SET_CHILD_SUBREAPER = 36
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0:
        raise Problem(f"prctl failed: {os.strerror(ctypes.get_errno())}")


def end_killed_runs():
    """Kills the processes of earlier runs that were killed themselves."""
    for process in processes():
        with contextlib.suppress(OSError):
            with open(f"/proc/{process}/environ", "rb") as file:
                mark = re.search(rf"(?:^|\0){MARK}=(\d+)-(\d+)(?:\0|$)".encode(), file.read())
            if mark and identity(int(mark[1])) != (mark[1] + b"-" + mark[2]).decode():
                print(f"ends a process of a run that was killed: {command_of(process)}", flush=True)
                os.kill(process, signal.SIGKILL)
