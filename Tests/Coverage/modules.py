#!/usr/bin/env python3
"""The line coverage of each module of Sources by the tests, and a comparison of two measurements.

  modules.py measure FILE [--export JSON] [OPTION OF swift test …]
  modules.py compare BEFORE AFTER [--tolerance POINTS]
  modules.py --self-test

`measure` builds the tests with coverage in a scratch folder of its own, runs them, and writes a table to FILE: the module, its
lines, the covered lines and their percentage. The tests of the commands run a program without coverage (`PROFFER_TEST_PROGRAM`, or
the debug program, which is built first), so that only code in the process of the tests is counted. With PROFFER_TEST_MODULES in the
environment, only the tests of these modules are built; modules that they do not link are missing from the table. --export
reads the JSON that `swift test --enable-code-coverage` or `llvm-cov export` wrote, and runs nothing.

`compare` prints the modules whose coverage differs. The exit status is 1 if a module has fewer covered lines in the second table
and its percentage is lower by more than the tolerance, or if it is missing. Some lines run only if threads meet in a certain order. The
tolerance allows for that.
"""

import argparse
import json
import os
import subprocess
import sys

from toolchain import ROOT, SCRATCH

# In points of a percentage. Chosen, not measured.
TOLERANCE = 0.1
OPTIONS = ["--explicit-target-dependency-import-check", "error"]
HEAD = "module\tlines\tcovered\tpercent\n"


def folders():
    """The folder of each module below Sources."""
    described = subprocess.run(
        ["swift", "package", "--package-path", ROOT, "describe", "--type", "json"], check=True, capture_output=True, text=True)
    targets = json.loads(described.stdout)["targets"]
    return {target["path"]: target["name"] for target in targets if target["path"].startswith("Sources/")}


def counted(export, modules):
    """The lines and the covered lines of each module, from an export of llvm-cov.

    `modules` has the name of each module by its folder. A file belongs to the innermost of these folders.
    """
    counts = {}
    for file in export["data"][0]["files"]:
        _, found, inside = file["filename"].rpartition("/Sources/")
        if not found:
            continue
        folder = os.path.dirname("Sources/" + inside)
        while folder and folder not in modules:
            folder = os.path.dirname(folder)
        if not folder:
            sys.exit(f"modules: {file['filename']} belongs to no module")
        lines = file["summary"]["lines"]
        total, covered = counts.get(modules[folder], (0, 0))
        counts[modules[folder]] = total + lines["count"], covered + lines["covered"]
    return counts


def measure(path, export, options):
    if export is None:
        export = run_tests(options)
    with open(export, encoding="utf-8") as file:
        counts = counted(json.load(file), folders())
    if not counts:
        sys.exit(f"modules: {export} has no file of Sources")
    write(path, counts)
    total, covered = (sum(row[index] for row in counts.values()) for index in (0, 1))
    print(f"{len(counts)} modules, {total} lines, {covered / total:.2%} covered; the table is in {path}")


def run_tests(options):
    """Runs the tests with coverage, and returns the path of the export."""
    environment = dict(os.environ)
    package = ["--package-path", ROOT]
    if "PROFFER_TEST_PROGRAM" not in environment:
        build = ["swift", "build", *package, *OPTIONS]
        subprocess.run([*build, "--product", "proffer"], check=True)
        shown = subprocess.run([*build, "--show-bin-path"], check=True, capture_output=True, text=True)
        environment["PROFFER_TEST_PROGRAM"] = os.path.join(shown.stdout.strip(), "proffer")
    test = ["swift", "test", *package, "--scratch-path", SCRATCH + "-tests", "--enable-code-coverage", *OPTIONS]
    if subprocess.run([*test, *options], env=environment).returncode != 0:
        sys.exit("modules: the tests failed")
    shown = subprocess.run([*test, "--show-codecov-path"], check=True, capture_output=True, text=True)
    return shown.stdout.strip()


def write(path, counts):
    with open(path, "w", encoding="utf-8") as file:
        file.write(HEAD)
        for name, (lines, covered) in sorted(counts.items()):
            file.write(f"{name}\t{lines}\t{covered}\t{percentage(lines, covered):.2f}\n")


def read(path):
    with open(path, encoding="utf-8") as file:
        if file.readline() != HEAD:
            sys.exit(f"modules: {path} is not a table of coverage")
        rows = [line.rstrip("\n").split("\t") for line in file]
    return {name: (int(lines), int(covered)) for name, lines, covered, _ in rows}


def percentage(lines, covered):
    return 100 * covered / lines if lines else 100.0


def compared(before, after, tolerance):
    """The lines to print for modules that differ, and whether the second table is worse."""
    printed, is_worse = [], False
    for name in sorted(before.keys() | after.keys()):
        if name not in before:
            printed.append(f"{name}: new, {percentage(*after[name]):.2f} %")
        elif name not in after:
            printed.append(f"{name}: is missing; before, {percentage(*before[name]):.2f} %")
            is_worse = True
        elif before[name] != after[name]:
            old, new = percentage(*before[name]), percentage(*after[name])
            is_lower = after[name][1] < before[name][1] and old - new > tolerance
            printed.append(
                f"{name}: {old:.2f} % of {before[name][0]} lines, then {new:.2f} % of {after[name][0]}"
                + ("; this is lower" if is_lower else ""))
            is_worse = is_worse or is_lower
    return printed, is_worse


def self_test():
    modules = {"Sources/Support/A": "A", "Sources/Support/A/B": "B"}

    def file(name, count, covered):
        return {"filename": name, "summary": {"lines": {"count": count, "covered": covered}}}

    export = {"data": [{"files": [
        file("/p/Sources/Support/A/a.swift", 10, 5), file("/p/Sources/Support/A/deep/b.swift", 10, 10),
        file("/p/Sources/Support/A/B/c.swift", 4, 1), file("/p/Tests/ATests/d.swift", 7, 7)]}]}
    counts = counted(export, modules)
    assert counts == {"A": (20, 15), "B": (4, 1)}, counts
    same = compared(counts, counts, TOLERANCE)
    assert same == ([], False), same
    assert compared(counts, {"A": (20, 14), "B": (4, 1)}, TOLERANCE)[1]
    assert compared(counts, {"A": (20, 15)}, TOLERANCE)[1]
    assert not compared({"A": (2000, 1500)}, {"A": (2000, 1499)}, TOLERANCE)[1]
    assert not compared(counts, {"A": (20, 16), "B": (4, 1), "C": (1, 0)}, TOLERANCE)[1]
    print("modules: the self-test passed")


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return 0
    parser = argparse.ArgumentParser(usage=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    measuring = commands.add_parser("measure")
    measuring.add_argument("file")
    measuring.add_argument("--export")
    comparing = commands.add_parser("compare")
    comparing.add_argument("before")
    comparing.add_argument("after")
    comparing.add_argument("--tolerance", type=float, default=TOLERANCE)
    arguments, options = parser.parse_known_args()
    if arguments.command == "measure":
        measure(arguments.file, arguments.export, options)
        return 0
    if options:
        parser.error(f"unknown: {' '.join(options)}")
    printed, is_worse = compared(read(arguments.before), read(arguments.after), arguments.tolerance)
    print("\n".join(printed) if printed else "no module differs")
    return 1 if is_worse else 0


if __name__ == "__main__":
    sys.exit(main())
