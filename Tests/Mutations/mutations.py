#!/usr/bin/env python3
"""Breaks one rule at a time and expects the tests to fail.

usage: mutations.py [--list] [--find] [--together] [--work FOLDER] (--all | NAME…)

Each file `NAME.mutant` in this folder is a mutant: the rule that it breaks, the source file, the filter of the test that
must fail, and the text to replace with its replacement. The text is found by its words, not by its line, and must be
there exactly once. A mutant is applied in a copy of the package in the work folder, which keeps its build for the next
run; the package itself does not change. The copy is built, the filtered tests run, and the mutant is *killed* when they
fail, and *alive* when they pass.

`--find` only looks for the texts. `--together` applies all named mutants to one build and runs each one's tests; it is for
mutants of different rules whose tests do not meet. The exit status is 1 when a mutant is alive or its text is not found.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.realpath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
SEPARATOR = re.compile(r"^-----$\n", re.MULTILINE)


class Mutant:
    """A rule, the change that breaks it, and the test that must notice."""

    def __init__(self, name):
        self.name = name
        with open(os.path.join(HERE, name + ".mutant"), encoding="utf-8") as file:
            head, old, new = SEPARATOR.split(file.read())
        self.old, self.new = old.rstrip("\n"), new.rstrip("\n")
        fields = dict(line.split(": ", 1) for line in head.strip().splitlines())
        self.rule, self.file, self.test = fields["rule"], fields["file"], fields["test"]

    def changed(self, text):
        """The source with the rule broken."""
        count = text.count(self.old)
        if count != 1:
            raise SystemExit(f"mutations: {self.name}: its text is {count} times in {self.file}, not once")
        return text.replace(self.old, self.new)


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def write(path, text):
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def names():
    return sorted(name[:-len(".mutant")] for name in os.listdir(HERE) if name.endswith(".mutant"))


def copy_package(work):
    """Brings the copy to the state of the package, and leaves files alone that are the same, with their build."""
    listed = subprocess.run(
        ["git", "-C", ROOT, "ls-files", "--cached", "--others", "--exclude-standard", "-z"],
        capture_output=True, check=True, text=True).stdout
    present = {name for name in listed.split("\0") if name and os.path.isfile(os.path.join(ROOT, name))}
    for name in present:
        source, target = os.path.join(ROOT, name), os.path.join(work, name)
        os.makedirs(os.path.dirname(target), exist_ok=True)
        with open(source, "rb") as file:
            contents = file.read()
        if os.path.isfile(target):
            with open(target, "rb") as file:
                if file.read() == contents:
                    continue
        shutil.copy(source, target)
    for folder in ("Sources", "Tests"):
        for path, _, files in os.walk(os.path.join(work, folder)):
            for name in files:
                whole = os.path.join(path, name)
                if os.path.relpath(whole, work) not in present:
                    os.remove(whole)


def build(work):
    """Builds the copy with its tests; returns the output of a failure."""
    result = subprocess.run(
        ["swift", "build", "--package-path", work, "--build-tests"], capture_output=True, text=True)
    return None if result.returncode == 0 else result.stdout + result.stderr


def tests_fail(work, test):
    """Whether the filtered tests fail; an error where the filter selects none."""
    # The long form of the tests does not leave it to chance whether a mutant is found.
    result = subprocess.run(
        ["swift", "test", "--package-path", work, "--skip-build", "--filter", test], capture_output=True, text=True,
        env=dict(os.environ, PROFFER_TEST_LONG="1"))
    output = result.stdout + result.stderr
    ran = re.search(r"Test run with (\d+) test", output)
    # A mutant may end the process, which leaves no summary.
    if result.returncode == 0 and (not ran or ran.group(1) == "0"):
        raise SystemExit(f"mutations: the filter {test} selects no test")
    return result.returncode != 0


def judge(mutants, work):
    """Applies mutants to one build and returns the names of those that are alive."""
    originals = {}
    try:
        for mutant in mutants:
            path = os.path.join(work, mutant.file)
            text = read(path)
            originals.setdefault(path, text)
            write(path, mutant.changed(text))
        failure = build(work)
        if failure:
            raise SystemExit(f"mutations: {', '.join(m.name for m in mutants)}: does not compile\n{failure[-4000:]}")
        alive = []
        for mutant in mutants:
            killed = tests_fail(work, mutant.test)
            print(f"{mutant.name}: {'killed' if killed else 'ALIVE'} ({mutant.rule})", flush=True)
            if not killed:
                alive.append(mutant.name)
        return alive
    finally:
        for path, text in originals.items():
            write(path, text)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--all", action="store_true", help="every mutant")
    parser.add_argument("--list", action="store_true", help="print the mutants and their rules")
    parser.add_argument("--find", action="store_true", help="only look for the texts")
    parser.add_argument("--together", action="store_true", help="apply the mutants to one build")
    parser.add_argument("--work", help="the folder of the copy and its build; default: in the folder of temporary files")
    arguments = parser.parse_args()
    if arguments.list:
        for name in names():
            print(f"{name}: {Mutant(name).rule}")
        return 0
    chosen = names() if arguments.all else arguments.names
    unknown = [name for name in chosen if name not in names()]
    if unknown or not chosen:
        raise SystemExit("mutations: name mutants, or --all" if not chosen else f"mutations: no mutant {unknown[0]}")
    mutants = [Mutant(name) for name in chosen]
    for mutant in mutants:
        mutant.changed(read(os.path.join(ROOT, mutant.file)))
    if arguments.find:
        print(f"mutations: the texts of {len(mutants)} mutants are there")
        return 0

    work = arguments.work or os.path.join(tempfile.gettempdir(), "proffer-mutations")
    os.makedirs(work, exist_ok=True)
    copy_package(work)
    failure = build(work)
    if failure:
        raise SystemExit(f"mutations: the package does not build\n{failure[-4000:]}")
    for test in dict.fromkeys(mutant.test for mutant in mutants):
        if tests_fail(work, test):
            raise SystemExit(f"mutations: {test} fails without a mutant")
    groups = [mutants] if arguments.together else [[mutant] for mutant in mutants]
    alive = [name for group in groups for name in judge(group, work)]
    print(f"mutations: {len(mutants) - len(alive)} of {len(mutants)} killed")
    return 1 if alive else 0


if __name__ == "__main__":
    sys.exit(main())
