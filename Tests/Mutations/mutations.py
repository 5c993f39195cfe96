#!/usr/bin/env python3
"""Breaks rules of the package, several in one build, and expects the tests of each to fail.

usage: mutations.py [--list] [--find] [--together] [--killed FILE] (--all | NAME…)

Each file `NAME.mutant` in this folder is a mutant: the rule that it breaks, the source file, the tests that must fail, and
the text to replace with its replacement. The text is found by its words, not by its line, and must be there exactly
once. `test:` filters tests as `swift test --filter` does; `case:` is the one case of Tests/Cases that the test runs, such as
`yaml/aliases.cases#a-value-inside-itself-is-an-error`; `check:` is a command in place of tests, and `says:` is what its output
must contain when it fails.

A mutant is *killed* when its tests fail and *alive* when they pass. Everything else is an error: a text that is not
found, a mutant that does not compile, a filter that selects no test, tests that fail without a mutant.

The mutants are applied to the package itself, because a copy would have to be compiled from the beginning. The debug build
must be the one of the README's test command; it is made first where it is not current. The sources are restored after
each build, also after an error or a signal, and the package is built again in the end, so that the build contains no
mutant. A run that was killed leaves `.build/mutations.json`, from which the next one restores the sources before it does
anything else.

A build has as many of the mutants as possible, but one of a file, and no two that name the same test or case. A mutant
should name the test or case whose claim is the rule, so that no other mutant of the build makes it fail. `--together`
requires one build for all named mutants. `--find` only looks for the texts. `--killed FILE` writes the name of each mutant
to FILE as soon as it is killed.

The exit status is 1 when a mutant is alive, 2 after an error.
"""

import argparse
import json
import os
import re
import signal
import subprocess
import sys

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
JOURNAL = os.path.join(ROOT, ".build", "mutations.json")
SEPARATOR = re.compile(r"^-----$\n", re.MULTILINE)
# The flags of the README's test command: with others the package would be compiled twice.
FLAGS = ["--explicit-target-dependency-import-check", "error"]
# A mutant may make a test wait for ever.
SECONDS = 300


class Failure(Exception):
    """An error of the run, which says nothing of a rule."""


class Mutant:
    """A rule, the change that breaks it, and the tests that must notice."""

    def __init__(self, name):
        self.name = name
        try:
            with open(os.path.join(HERE, name + ".mutant"), encoding="utf-8") as file:
                head, old, new = SEPARATOR.split(file.read())
            fields = dict(line.split(": ", 1) for line in head.strip().splitlines())
            self.rule, self.file = fields["rule"], fields["file"]
        except FileNotFoundError:
            raise Failure(f"there is no mutant {name}; --list names them") from None
        except (KeyError, ValueError):
            raise Failure(f"{name}.mutant is not a head with rule, file and test, a text, and its replacement") from None
        self.old, self.new = old.rstrip("\n"), new.rstrip("\n")
        self.test, self.check, self.says = fields.get("test"), fields.get("check"), fields.get("says", "")
        self.case = fields.get("case")
        if (self.test is None) == (self.check is None):
            raise Failure(f"{name}.mutant names either a test or a check")
        if self.case is not None:
            self.require_case()

    def require_case(self):
        """Raises `Failure` if the case that the field `case:` names does not exist."""
        if self.test is None:
            raise Failure(f"{self.name}.mutant names a case without the test that runs it")
        path, _, case = self.case.partition("#")
        text = read(os.path.join("Tests", "Cases", path))
        if not re.search(rf"^={{3,}} {re.escape(case)}$", text, re.MULTILINE):
            raise Failure(f"{self.name}: there is no case {self.case}")

    def changed(self, text):
        """The source with the rule broken."""
        count = text.count(self.old)
        if count != 1:
            raise Failure(f"{self.name}: its text is {count} times in {self.file}, not once")
        return text.replace(self.old, self.new)


def names():
    return sorted(name[:-len(".mutant")] for name in os.listdir(HERE) if name.endswith(".mutant"))


def read(path):
    try:
        with open(os.path.join(ROOT, path), encoding="utf-8", newline="") as file:
            return file.read()
    except FileNotFoundError:
        raise Failure(f"there is no file {path}") from None


def write(path, text):
    with open(os.path.join(ROOT, path), "w", encoding="utf-8", newline="") as file:
        file.write(text)


# MARK: Sources

def apply(mutants):
    """Changes the sources, once the journal holds what they were and what they become."""
    if os.path.exists(JOURNAL):
        raise Failure(f"the sources still hold the mutants of {JOURNAL}")
    changes = {}
    for mutant in mutants:
        original, text = changes.get(mutant.file) or (read(mutant.file),) * 2
        changes[mutant.file] = (original, mutant.changed(text))
    os.makedirs(os.path.dirname(JOURNAL), exist_ok=True)
    with open(JOURNAL + ".new", "w", encoding="utf-8") as file:
        json.dump(changes, file)
    os.replace(JOURNAL + ".new", JOURNAL)
    for path, (_, text) in changes.items():
        write(path, text)


def restore():
    """Takes the changes of the journal back; a source that was edited meanwhile is left unchanged."""
    if not os.path.exists(JOURNAL):
        return
    with open(JOURNAL, encoding="utf-8") as file:
        changes = json.load(file)
    for path, (original, mutated) in changes.items():
        text = read(path)
        if text == mutated:
            # The new modification time makes the next build compile it again.
            write(path, original)
        elif text != original:
            raise Failure(f"{path} was changed while it held a mutant; what it was is in {JOURNAL}")
    os.remove(JOURNAL)


# MARK: Builds and tests

def end_session(leader):
    """Kills the processes of a session: `swift test` runs the tests in a process group of their own."""
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat", encoding="utf-8") as file:
                session = int(file.read().rpartition(")")[2].split()[3])
            if session == leader:
                os.kill(int(name), signal.SIGKILL)
        except (FileNotFoundError, ProcessLookupError):
            # The process has ended.
            continue


def command(*words, seconds=None, cases=None):
    """Runs a command to its end, and what it started with it."""
    # The long form of the tests does not leave it to chance whether a mutant is found.
    environment = dict(os.environ, PROFFER_TEST_LONG="1")
    environment.pop("PROFFER_TEST_CASES", None)
    if cases:
        environment["PROFFER_TEST_CASES"] = ",".join(cases)
    process = subprocess.Popen(
        words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        env=environment)
    try:
        output, errors = process.communicate(timeout=seconds)
    except BaseException:
        end_session(process.pid)
        process.wait()
        raise
    return subprocess.CompletedProcess(words, process.returncode, output, errors)


def swift(*arguments, seconds=None, cases=None):
    return command("swift", *arguments, seconds=seconds, cases=cases)


def build(what):
    result = swift("build", "--build-tests", *FLAGS)
    if result.returncode != 0:
        errors = [line for line in (result.stdout + result.stderr).splitlines() if "error:" in line]
        raise Failure(f"{what} does not compile\n" + "\n".join(dict.fromkeys(errors)))


def tests_of(mutants):
    """The names of the tests that each mutant's filter selects."""
    result = swift("test", "list", "--skip-build", *FLAGS)
    if result.returncode != 0:
        raise Failure(f"the tests cannot be listed\n{result.stderr}")
    every = [line for line in result.stdout.splitlines() if "/" in line]
    selected = {}
    for mutant in mutants:
        selected[mutant.name] = {test for test in every if mutant.test is not None and re.search(mutant.test, test)}
        if mutant.test is not None and not selected[mutant.name]:
            raise Failure(f"{mutant.name}: no test is selected by {mutant.test}")
    return selected


def faults(mutant):
    """What the tests or the check of a mutant report; nothing where they pass."""
    if mutant.check is not None:
        result = command(*mutant.check.split(), seconds=SECONDS)
        output = result.stdout + result.stderr
        if result.returncode == 0:
            return []
        if mutant.says not in output:
            raise Failure(f"{mutant.name}: {mutant.check} fails without “{mutant.says}”\n{output}")
        return output.splitlines()
    try:
        result = swift(
            "test", "--skip-build", "--disable-xctest", *FLAGS, "--filter", mutant.test, seconds=SECONDS,
            cases=[mutant.case] if mutant.case else None)
    except subprocess.TimeoutExpired:
        return [f"the tests do not end within {SECONDS} seconds"]
    output = result.stdout + result.stderr
    if result.returncode == 0:
        if re.search(r"Test run with [1-9]\d* tests?\b.* passed", output):
            return []
        raise Failure(f"{mutant.name}: no test of {mutant.test} ran\n{output[-2000:]}")
    failed = re.findall(r"✘ Test (?!run with)(\w+\(.+?)(?: with \d+ test cases?)? failed after", output, re.MULTILINE)
    if failed:
        return failed
    crash = re.search(r"unexpected signal code \d+", output)
    if crash:
        return [f"the tests end with {crash.group()}"]
    raise Failure(f"{mutant.name}: its tests could not be run\n{output[-2000:]}")


def verify(mutants):
    """Requires that the tests and checks of all mutants pass without them."""
    whole = [mutant for mutant in mutants if mutant.test is not None and mutant.case is None]
    single = [mutant for mutant in mutants if mutant.case is not None]
    for group in (whole, single):
        filters = "|".join(sorted({f"(?:{mutant.test})" for mutant in group}))
        if not filters:
            continue
        result = swift(
            "test", "--skip-build", "--disable-xctest", *FLAGS, "--filter", filters,
            cases=sorted({mutant.case for mutant in group if mutant.case}))
        if result.returncode != 0:
            failed = [line for line in (result.stdout + result.stderr).splitlines() if line.startswith("✘")]
            raise Failure("tests fail without a mutant\n" + "\n".join(failed))
    for mutant in mutants:
        if mutant.check is not None and (found := faults(mutant)):
            raise Failure(f"{mutant.check} fails without a mutant: {found[0]}")


def judge(mutants, killed):
    """Builds with mutants, and returns the names of those that are alive. Writes the names of the others to the file `killed`."""
    alive = []
    try:
        apply(mutants)
        build("the package with " + ", ".join(mutant.name for mutant in mutants))
        for mutant in mutants:
            found = faults(mutant)
            print(f"{mutant.name}: {'killed' if found else 'ALIVE'} ({mutant.rule})", flush=True)
            for fault in found[:3]:
                print(f"    {fault}", flush=True)
            if not found:
                alive.append(mutant.name)
            elif killed is not None:
                print(mutant.name, file=killed, flush=True)
    finally:
        restore()
    return alive


def groups(mutants, tests):
    """Groups the mutants into as few builds as possible. The mutants of a build have different files and different tests or cases."""
    def meet(one, other):
        if one.file == other.file:
            return True
        if one.case and other.case and one.case != other.case:
            return False
        return not tests[one.name].isdisjoint(tests[other.name])

    builds = []
    for mutant in mutants:
        fitting = [build for build in builds if not any(meet(mutant, other) for other in build)]
        if fitting:
            min(fitting, key=len).append(mutant)
        else:
            builds.append([mutant])
    return builds


def run(arguments):
    restore()
    every = names()
    if arguments.list:
        for name in every:
            print(f"{name}: {Mutant(name).rule}")
        return 0
    if arguments.all == bool(arguments.names):
        raise Failure("name mutants, or give --all")
    mutants = [Mutant(name) for name in (every if arguments.all else dict.fromkeys(arguments.names))]
    for mutant in mutants:
        mutant.changed(read(mutant.file))
    if arguments.find:
        print(f"mutations: the texts of {len(mutants)} mutants are there")
        return 0

    build("the package")
    tests = tests_of(mutants)
    builds = groups(mutants, tests)
    if arguments.together and len(builds) > 1:
        raise Failure("the mutants need several builds: " + "; ".join(
            ", ".join(mutant.name for mutant in group) for group in builds))
    verify(mutants)
    killed = open(arguments.killed, "w", encoding="utf-8") if arguments.killed else None
    alive, failures = [], []
    for group in builds:
        try:
            alive += judge(group, killed)
        except Failure as failure:
            # The mutants of the other builds are judged all the same.
            print(f"mutations: {failure}", file=sys.stderr, flush=True)
            failures.append(failure)
    # A signal ends the run before; the next build compiles what was restored.
    build("the restored package")
    if killed is not None:
        killed.close()
    if failures:
        return 2
    print(f"mutations: {len(mutants) - len(alive)} of {len(mutants)} killed")
    return 1 if alive else 0


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter, usage=argparse.SUPPRESS)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--all", action="store_true", help="every mutant")
    parser.add_argument("--list", action="store_true", help="print the mutants and their rules")
    parser.add_argument("--find", action="store_true", help="only look for the texts")
    parser.add_argument("--together", action="store_true", help="require one build for all")
    parser.add_argument("--killed", metavar="FILE", help="write the name of each mutant that is killed")
    arguments = parser.parse_args()
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda number, _: sys.exit(128 + number))
    try:
        return run(arguments)
    except Failure as failure:
        print(f"mutations: {failure}", file=sys.stderr)
        return 2


if __name__ == "__main__":
    sys.exit(main())
