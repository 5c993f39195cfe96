#!/usr/bin/env python3
"""Runs the steps of .ci/long and saves their results. The comment at the beginning of .ci/long explains the options.

usage: steps.py [--again] [--part K/N] [STEP | STEP/PART…]
       steps.py --list | --report [STEP…] | --parts STEP | --self-test

--parts prints the parts of a step, one per line.

Results are files in the results folder. The result of a step is STEP/DIGEST.json, and the result of a part is STEP/PART/DIGEST.json. A file
DIGEST.log beside it contains the output. The digest covers everything that the step or part depends on, so the folder can contain results
for several trees and clones. STEP/last.log contains the output of the last run of the step. If a file that a step depends on changes during
a run, the script does not save a pass.

A step with parts receives the names of the parts that have not passed as arguments. When a part passes, the step immediately writes the
name of the part as a line to descriptor 3, so the result is saved even if the step is interrupted later. The output of a part consists of
the lines that begin with its name and a colon, and of the indented lines that follow them.

Each step runs in its own session and has no standard input. When a step ends, the script terminates the processes that the step left
running and prints their commands. If a run was killed, the next run terminates its processes.

"""

import argparse
import contextlib
import fcntl
import json
import os
import re
import selectors
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from dependencies import PackageFacts, Problem, output_of
from machine import MARK, Machine, become_parent_of_orphans, end_descendants, end_killed_runs, identity, is_package, reap_orphans

ROOT = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
STATE = "PROFFER_LONG_STATE"
# The prefix of variables for trial runs of the steps. The results of such runs are not saved.
TRY = "PROFFER_TRY_"
# The maximum number of saved results for each step or part, and the number of output lines in a report.
KEPT, LINES = 20, 5
# The number of checks that must find a file changed before the file counts as changed.
CHECKS = 5
# The grace periods in seconds: for processes that still run after a step, and for a step that receives SIGTERM.
PATIENCE = {"end": 2, "interruption": 60}


class Interrupted(Exception):
    """Raised when a signal terminates the run."""

    def __init__(self, number):
        super().__init__(signal.Signals(number).name)
        self.number = number


# MARK: Steps

class Step:
    def __init__(self, name, needs, depends):
        self.name, self.needs, self.depends = name, needs.split(), depends.split()


class Script:
    """The steps and functions of .ci/long."""

    def __init__(self, root):
        shell = '. .ci/long; printf "%s\\0" "$steps"; for name in $(compgen -A function); do declare -f "$name"; printf "\\0"; done'
        table, *functions = output_of("bash", "-c", shell, cwd=root).decode().split("\0")
        self.steps = {}
        for line in table.strip().splitlines():
            columns = [column.strip() for column in line.split("|")]
            if len(columns) != 3 or columns[0] in self.steps:
                raise Problem(f"this is not the row of a step, or the second row of one: {line}")
            self.steps[columns[0]] = Step(*columns)
        with open(os.path.join(root, ".ci", "tools"), encoding="utf-8") as file:
            packages = set(re.findall(r"[\w.+-]+", file.read()))
        for step in self.steps.values():
            if unknown := [need for need in step.needs if is_package(need) and need not in packages]:
                raise Problem(f"the step {step.name} needs {unknown[0]}, which is no right and no package of .ci/tools")
        self.functions = {text.strip().split(" ")[0]: text.strip() for text in functions if text.strip()}
        named = {name[len("run_"):] for name in self.functions if name.startswith("run_")}
        if named != set(self.steps):
            raise Problem(f"steps without a function or without a row: {', '.join(sorted(named ^ set(self.steps)))}")

    def text(self, step):
        """The source of a step's function and of all functions that it calls, without comments."""
        found, rest = set(), {"run_" + step.name}
        while rest:
            name = rest.pop()
            found.add(name)
            words = set(re.findall(r"[\w-]+", self.functions[name]))
            rest |= {other for other in self.functions if other in words} - found
        return "\n".join(self.functions[name] for name in sorted(found))

    def variables(self, step):
        """The names of the variables that the functions of a step use, except the variable for the results folder."""
        return sorted(set(re.findall(r"PROFFER_\w+", self.text(step))) - {STATE})


def content_of_variable(name):
    """The value of a variable. If the value is a folder, the names and sizes of its files are included."""
    value = os.environ.get(name)
    if value is None or not os.path.isdir(value):
        return value
    files = []
    for folder, _, names in os.walk(value):
        files += [(os.path.relpath(os.path.join(folder, each), value), os.lstat(os.path.join(folder, each)).st_size) for each in names]
    return [value, sorted(files)]


class Work:
    """The steps and the dependencies of their parts."""

    def __init__(self, root):
        self.root = root
        self.script = Script(root)
        self.facts = PackageFacts(root)
        self.system = None

    def parts(self, step, digests):
        """The parts of a step with their dependencies. A step without parts has one entry with an empty name."""
        rules = {"by-fuzzer": self.facts.fuzzers, "by-mutant": self.facts.mutants}
        if len(step.depends) == 1 and step.depends[0] in rules:
            found = rules[step.depends[0]](digests)
        else:
            found = {"": self.facts.of_words(step.depends, digests)}
        if self.system is None:
            self.system = self.release()
        variables = {name: content_of_variable(name) for name in self.script.variables(step) if not name.startswith(TRY)}
        for dependencies in found.values():
            dependencies.facts += [self.script.text(step), json.dumps(variables), self.system]
        return found

    def has_parts(self, step):
        return step.depends[0].startswith("by-")

    @staticmethod
    def release():
        """The toolchain and the system."""
        system = ""
        with contextlib.suppress(FileNotFoundError):
            with open("/etc/os-release", encoding="utf-8") as file:
                system = file.read()
        return "\n".join([output_of("swift", "--version").decode(), system, os.uname().machine])


# MARK: Results

class Results:
    """The results folder."""

    def __init__(self):
        state = os.environ.get("XDG_STATE_HOME") or os.path.join(os.path.expanduser("~"), ".local", "state")
        self.folder = os.path.abspath(os.environ.get(STATE) or os.path.join(state, "proffer-long"))

    def place(self, step, part, name=""):
        return os.path.join(self.folder, step, part, name) if part else os.path.join(self.folder, step, name)

    def of(self, step, part, digest):
        """The saved result of a part for a digest, or None if there is no such result."""
        with contextlib.suppress(FileNotFoundError):
            with open(self.place(step, part, digest + ".json"), encoding="utf-8", errors="surrogateescape") as file:
                return json.load(file)
        return None

    def newest(self, step, part):
        """The latest result of a part, for any digest."""
        found = [result for result in map(lambda name: self.of(step, part, name), self.digests(step, part)) if result]
        return max(found, key=lambda result: result["ended"], default=None)

    def digests(self, step, part):
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            return [name[:-5] for name in os.listdir(self.place(step, part)) if name.endswith(".json")]
        return []

    def keep(self, step, part, digest, result, output):
        """Saves a result atomically and deletes the oldest results."""
        os.makedirs(self.place(step, part), exist_ok=True)
        for name, text in ((digest + ".log", output), (digest + ".json", json.dumps(result, indent=1, ensure_ascii=False) + "\n")):
            path = self.place(step, part, name)
            with open(f"{path}.{os.getpid()}", "w", encoding="utf-8", errors="surrogateescape") as file:
                file.write(text)
            os.replace(f"{path}.{os.getpid()}", path)
        for _, old in sorted((self.of(step, part, each)["ended"], each) for each in self.digests(step, part))[:-KEPT]:
            for name in (old + ".json", old + ".log"):
                with contextlib.suppress(FileNotFoundError):
                    os.remove(self.place(step, part, name))


def moment(seconds=None):
    return time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(seconds))


def last_lines(text):
    return [line.rstrip() for line in text.splitlines() if line.strip()][-LINES:]


# MARK: A run of a step

class Run:
    """One run of a step with some of its parts."""

    def __init__(self, work, results, step, parts, digests):
        self.work, self.results, self.step, self.parts, self.before = work, results, step, parts, digests
        self.tries = [name for name in work.script.variables(step) if name.startswith(TRY) and name in os.environ]
        self.output, self.passed, self.changed = "", [], []
        # The time at which each part printed its first line.
        self.first = {}
        self.began = self.last = time.time()
        head = subprocess.run(
            ["git", "-c", f"safe.directory={work.root}", "rev-parse", "HEAD"], cwd=work.root, stdout=subprocess.PIPE, check=True)
        self.commit = head.stdout.decode().strip()

    def go(self):
        """Runs the step until it ends.

        Returns whether the step and all its parts passed.
        """
        os.makedirs(self.results.place(self.step.name, ""), exist_ok=True)
        read_end, write_end = os.pipe()
        with_parts = self.work.has_parts(self.step)
        # Only steps with parts inherit the descriptor, because programs of other steps do not expect it.
        shell = '. .ci/long; name=$1; shift; "run_$name" "$@"'
        if with_parts and write_end != 3:
            shell = f"exec 3>&{write_end} {write_end}>&-; {shell}"
        with open(self.results.place(self.step.name, "", "last.log"), "wb") as self.log:
            process = subprocess.Popen(
                ["bash", "-c", shell, "step", self.step.name, *filter(None, self.parts)], cwd=self.work.root, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, pass_fds=[write_end] if with_parts else [],
                env={**os.environ, MARK: identity(), STATE: self.results.folder})
            os.close(write_end)
            for descriptor in (read_end, process.stdout.fileno()):
                os.set_blocking(descriptor, False)
            try:
                self.watch(process, read_end)
                left = end_descendants(PATIENCE["end"])
            except BaseException:
                # Scripts revert their changes when they receive SIGTERM.
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGTERM)
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(PATIENCE["interruption"])
                end_descendants(0)
                self.take(process.stdout.fileno(), read_end)
                raise
            self.take(process.stdout.fileno(), read_end)
            self.say("".join(f"the step left a process, which was ended: {command}\n" for command in left))
            os.close(read_end)
            process.stdout.close()
        return self.judge(process.returncode)

    def watch(self, process, read_end):
        """Forwards the output until the step ends. Processes that still run then can keep the output open."""
        end = os.pidfd_open(process.pid)
        with selectors.DefaultSelector() as selector:
            for descriptor in (end, process.stdout.fileno(), read_end):
                selector.register(descriptor, selectors.EVENT_READ)
            while process.poll() is None:
                # The end of an orphan causes no event, so the loop polls.
                selector.select(1)
                reap_orphans(process.pid)
                for descriptor in self.take(process.stdout.fileno(), read_end) & selector.get_map().keys():
                    # At its end, a descriptor is always ready.
                    selector.unregister(descriptor)
        os.close(end)

    def take(self, output, messages):
        """Reads the available messages, and then the available output.

        A part prints its output before it sends its message. Therefore, the output of each received message is complete. Returns the
        descriptors that have reached their end.
        """
        ended, texts = set(), {}
        for descriptor in (messages, output):
            texts[descriptor] = b""
            with contextlib.suppress(BlockingIOError):
                while chunk := os.read(descriptor, 1 << 16):
                    texts[descriptor] += chunk
                ended.add(descriptor)
        self.say(texts[output].decode(errors="surrogateescape"))
        for part in texts[messages].decode().split():
            self.part_passed(part)
        return ended

    def say(self, text):
        """Prints text, writes it to the log, and appends it to the output of the run."""
        data = text.encode(errors="surrogateescape")
        self.log.write(data)
        self.log.flush()
        sys.stdout.buffer.write(data)
        sys.stdout.flush()
        beginning = self.output.rfind("\n") + 1
        self.output += text
        for line in self.output[beginning:].splitlines():
            self.first.setdefault(line.partition(":")[0], time.time())

    def output_of_part(self, part):
        lines, is_own = [], False
        for line in self.output.splitlines():
            is_own = line.startswith(part + ":") or is_own and line.startswith((" ", "\t"))
            if is_own:
                lines.append(line)
        return "\n".join(lines) + "\n"

    def unchanged(self, part):
        """Whether the files that a part depends on are the same as before the run."""
        before = self.parts[part].files(self.before)
        for _ in range(CHECKS):
            now = self.parts[part].files(self.work.facts.tree.digests())
            changed = {name for name in before.keys() | now.keys() if before.get(name) != now.get(name)}
            if not changed:
                return True
            # The step may be applying or reverting a mutant at this moment.
            time.sleep(0.2)
        self.changed += sorted(changed - set(self.changed))
        return False

    def part_passed(self, part):
        if part not in self.parts:
            raise Problem(f"{self.step.name} reports a part that was not asked for: {part}")
        if part in self.passed:
            return
        now = time.time()
        began = self.first.get(part, now)
        # If a part prints all output at its end, its start is the end of the previous part.
        began = began if now - began > 1 else self.last
        self.last = now
        self.passed.append(part)
        self.keep(part, "passed", began, now, self.output_of_part(part))

    def keep(self, part, outcome, began, ended, output):
        if self.tries or outcome == "passed" and not self.unchanged(part):
            return
        self.results.keep(self.step.name, part, self.parts[part].digest(self.before), {
            "outcome": outcome, "began": moment(began), "ended": moment(ended), "seconds": round(ended - began), "commit": self.commit,
            "lines": last_lines(output)}, output)

    def judge(self, status):
        now = time.time()
        if self.work.has_parts(self.step):
            failed = [part for part in self.parts if part not in self.passed]
            for part in failed:
                # A part without output was not started.
                if part in self.first:
                    self.keep(part, "failed", self.first[part], now, self.output_of_part(part))
            if failed:
                print(f"not passed: {' '.join(failed)}")
            passed = status == 0 and not failed
        else:
            passed = status == 0
            self.keep("", "passed" if passed else "failed", self.began, now, self.output)
        name, seconds = self.step.name, round(now - self.began)
        if not passed:
            print(f"== {name} FAILED after {seconds} s; see {self.results.place(name, '', 'last.log')}")
        elif self.tries:
            print(f"== {name} passed in {seconds} s; this is not remembered, because {self.tries[0]} is set")
        elif self.changed:
            print(f"== {name} passed in {seconds} s; this is not remembered, because files changed: {', '.join(self.changed[:5])}")
        else:
            print(f"== {name} passed in {seconds} s")
        sys.stdout.flush()
        return passed


# MARK: The program

def selection(work, names, part):
    """The selected steps in the order of the table, with the names of their selected parts. None selects all parts."""
    chosen = {}
    for name in names or work.script.steps:
        step, _, one = name.partition("/")
        if step not in work.script.steps:
            raise Problem(f"there is no step {step}; --list prints all")
        if one and not work.has_parts(work.script.steps[step]):
            raise Problem(f"the step {step} has no parts")
        if one and chosen.get(step, []) is not None:
            chosen.setdefault(step, []).append(one)
        else:
            chosen[step] = None
    if part and not all(work.has_parts(work.script.steps[step]) for step in chosen):
        raise Problem("--part is for steps with parts: " + ", ".join(
            name for name, step in work.script.steps.items() if work.has_parts(step)))
    return {name: chosen[name] for name in work.script.steps if name in chosen}


def chosen_parts(step, parts, names, part):
    if names is not None:
        if unknown := [name for name in names if name not in parts]:
            raise Problem(f"{step.name} has no part {unknown[0]}; steps.py --parts {step.name} prints all")
        parts = {name: parts[name] for name in parts if name in names}
    if part:
        number, count = part
        parts = {name: parts[name] for index, name in enumerate(sorted(parts)) if index % count == number - 1}
    return parts


def show_list(work):
    machine = Machine(work.root)
    for step in work.script.steps.values():
        lacking, unset = machine.lacks(step)
        words = [f"this machine lacks {', '.join(lacking)}"] if lacking else []
        words += [f"in part, as {', '.join(unset)} {'is' if len(unset) == 1 else 'are'} not set"] if unset else []
        print(step.name + (f" ({'; '.join(words)})" if words else ""))
    return 0


def show_report(work, results, chosen):
    digests = work.facts.tree.digests()
    status = 0
    for name, names in chosen.items():
        step = work.script.steps[name]
        parts = chosen_parts(step, work.parts(step, digests), names, None)
        found = {part: results.of(name, part, dependencies.digest(digests)) for part, dependencies in parts.items()}
        count = sum(1 for result in found.values() if result and result["outcome"] == "passed")
        status |= count < len(parts)
        if work.has_parts(step):
            print(f"{name}: {count} of {len(parts)} passed for this tree")
        others = {part: results.newest(name, part) for part, result in found.items() if not result}
        for part, result in found.items():
            indent, title = ("  ", part) if part else ("", name)
            if result:
                print(f"{indent}{title}: {result['outcome']} for this tree on {result['ended']} in {result['seconds']} s, "
                      f"at commit {result['commit'][:10]}")
                print("".join(f"{indent}    {line}\n" for line in result["lines"]), end="")
            elif other := others[part]:
                print(f"{indent}{title}: not run for this tree; {other['outcome']} for another one on {other['ended']} "
                      f"in {other['seconds']} s, at commit {other['commit'][:10]}")
            elif not part:
                print(f"{name}: not run")
        # Parts without results share one line, because there can be many.
        if unknown := [part for part, other in others.items() if part and not other]:
            print(f"  not run: {' '.join(unknown)}")
    return status


def run_steps(work, results, chosen, again, part):
    machine = Machine(work.root)
    failed, tools = [], False
    for name, names in chosen.items():
        step = work.script.steps[name]
        digests = work.facts.tree.digests()
        parts = chosen_parts(step, work.parts(step, digests), names, part)
        if not parts:
            raise Problem(f"{name} has fewer parts than it is divided into")
        is_try = any(variable.startswith(TRY) and variable in os.environ for variable in work.script.variables(step))
        if not again and not is_try:
            parts = {
                one: dependencies for one, dependencies in parts.items()
                if (results.of(name, one, dependencies.digest(digests)) or {}).get("outcome") != "passed"}
        if not parts:
            print(f"== {name} has passed for these files", flush=True)
            continue
        lacking, _ = machine.lacks(step)
        if lacking:
            print(f"\n== {name} FAILED: this machine lacks {', '.join(lacking)}", flush=True)
            failed.append(name)
            continue
        if not tools:
            if subprocess.run([".ci/tools"], cwd=work.root, stdin=subprocess.DEVNULL).returncode != 0:
                raise Problem(".ci/tools cannot install what is missing")
            tools = True
        print(f"\n== {name}" + (f", {len(parts)} parts" if work.has_parts(step) else ""), flush=True)
        if not Run(work, results, step, parts, digests).go():
            failed.append(name)
    if failed:
        print(f"failed: {' '.join(failed)}")
    return 1 if failed else 0


@contextlib.contextmanager
def only_run(root):
    """Locks this clone, because a second run would use the mutants and builds of the first run."""
    os.makedirs(os.path.join(root, ".build", "long"), exist_ok=True)
    with open(os.path.join(root, ".build", "long", "lock"), "w", encoding="utf-8") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Problem("another .ci/long is running in this clone") from None
        yield


def division(text):
    match = re.fullmatch(r"([1-9]\d*)/([1-9]\d*)", text)
    if not match or int(match[1]) > int(match[2]):
        raise argparse.ArgumentTypeError("a part is K/N, as in 1/3")
    return int(match[1]), int(match[2])


def usage():
    """The help text, which is the comment at the beginning of .ci/long."""
    with open(os.path.join(ROOT, ".ci", "long"), encoding="utf-8") as file:
        lines = file.read().split("\nset -euo")[0].splitlines()[1:]
    return "\n".join(line[2:] for line in lines) + "\n"


class Parser(argparse.ArgumentParser):
    def format_help(self):
        return usage()

    def error(self, message):
        print(f"{message}\n\n{usage()}", end="", file=sys.stderr)
        sys.exit(64)


def main():
    parser = Parser()
    parser.add_argument("names", nargs="*")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--part", type=division)
    modes = parser.add_mutually_exclusive_group()
    modes.add_argument("--list", action="store_true")
    modes.add_argument("--report", action="store_true")
    modes.add_argument("--parts", metavar="STEP")
    modes.add_argument("--self-test", action="store_true")
    arguments = parser.parse_args()
    if arguments.self_test:
        import steps_test
        return steps_test.main()
    if sys.platform != "linux":
        raise Problem("the long checks use tools of Linux")
    # Steps can print bytes that are not valid UTF-8.
    sys.stdout.reconfigure(errors="surrogateescape")
    work, results = Work(ROOT), Results()
    if arguments.list or arguments.report or arguments.parts:
        # The reader can close the pipe early, as in `.ci/long --report | head`.
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    if arguments.list:
        return show_list(work)
    if arguments.parts:
        (name,) = selection(work, [arguments.parts], None)
        print("\n".join(filter(None, work.parts(work.script.steps[name], work.facts.tree.digests()))))
        return 0
    chosen = selection(work, arguments.names, arguments.part)
    if arguments.report:
        return show_report(work, results, chosen)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    with only_run(ROOT):
        end_killed_runs()
        # If a run was killed, the sources can still contain its mutants. This command reverts them before a step compiles them.
        output_of(sys.executable, "Tests/Mutations/mutations.py", "--list", cwd=ROOT)
        become_parent_of_orphans()
        return run_steps(work, results, chosen, arguments.again, arguments.part)


def interrupt(number, _):
    # Further signals are ignored, so they cannot interrupt the termination of the step's processes.
    for each in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(each, signal.SIG_IGN)
    raise Interrupted(number)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Problem as problem:
        print(f".ci/long: {problem}", file=sys.stderr)
        sys.exit(64)
    except Interrupted as interruption:
        print(f"\n.ci/long: ended by {interruption}; what passed before is remembered", file=sys.stderr)
        sys.exit(128 + interruption.number)
