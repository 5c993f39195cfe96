#!/usr/bin/env python3
"""Counts the members of Apple's classes that are here, and type-checks a line for each.

usage: members.py [--counts] [--self-test] [--modules FOLDER]

`members.tsv` has a row for each public member of the classes for transferring values, with the columns

  area     the part of the system: it decides which modules the line imports
  class    the class, structure or protocol, by Apple's name
  member   the member, by Apple's name
  status   present; differs (it compiles, and the reason says what differs); absent (the reason says why)
  line     the line of Swift that uses the member as Apple's source does, for present and differs; for absent, a line that must
           not compile, or none
  reason   why it differs or is absent

A row with the status `given` declares a value that the lines of its area use; it is not a member. Optional requirements are
called without the question mark, because a protocol here has default implementations instead.

Each line becomes a function of its own, isolated to the main actor as code of a view is. The functions are type-checked as a client
in Swift 5 and in Swift 6, with the modules of the last debug build (`swift build`), or those in FOLDER. The status is 1 if a line
does not compile, if the line of an absent member compiles, or if a row is malformed or occurs twice. The line of an absent member
must parse, because the compiler would report only the syntax error otherwise. --counts prints the counts only. --self-test shows
that both kinds of wrong rows are found.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections import Counter

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(HERE)))
COLUMNS = ["area", "class", "member", "status", "line", "reason"]
STATUSES = {"present", "differs", "absent", "given"}
# The modules that source imports instead of Apple's frameworks.
IMPORTS = {
    "item providers": ["Foundation", "AppleNames", "CoreTransferable", "UniformTypeIdentifiers"],
    "uniform types": ["Foundation", "UniformTypeIdentifiers"],
    "CoreTransferable": ["Foundation", "CoreTransferable", "UniformTypeIdentifiers"],
    "SwiftUI": ["Foundation", "SwiftUINames"],
    "drag and drop": ["UIKitNames"],
    "pasteboards": ["UIKitNames"],
    "AppKit": ["AppKitNames"],
    "extensions": ["UIKitNames", "Social"],
    "sharing": ["UIKitNames", "UniformTypeIdentifiers"],
}


class Row:
    def __init__(self, number, values):
        self.number = number
        self.area, self.owner, self.member, self.status, self.line, self.reason = values

    def fault(self):
        """What is wrong with the row itself; None if nothing is."""
        if self.status not in STATUSES:
            return f"the status is {self.status!r}"
        if self.area not in IMPORTS:
            return f"the area is {self.area!r}"
        if self.status in ("present", "differs", "given") and not self.line:
            return "a line is needed for what is present, differs or is given"
        if (self.status in ("differs", "absent")) != bool(self.reason):
            return "a reason is needed exactly for what differs or is absent"
        return None


def read(path):
    with open(path, encoding="utf-8") as file:
        lines = file.read().split("\n")
    if lines[0].split("\t") != COLUMNS or lines[-1] != "":
        raise SystemExit(f"members: {path} should begin with the columns {', '.join(COLUMNS)}, and end with a line break")
    rows, seen, faults = [], set(), []
    for number, line in enumerate(lines[1:-1], start=2):
        values = line.split("\t")
        if len(values) != len(COLUMNS):
            faults.append(f"{path}:{number}: {len(values)} columns")
            continue
        row = Row(number, values)
        key = row.area, row.owner, row.member
        fault = row.fault() or ("the row occurs twice" if row.status != "given" and key in seen else None)
        if fault:
            faults.append(f"{path}:{number}: {fault}")
        seen.add(key)
        rows.append(row)
    if faults:
        raise SystemExit("\n".join(faults))
    return rows


def source(rows, path):
    """The Swift file of one area."""
    lines = [f"import {module}" for module in IMPORTS[rows[0].area]]
    for row in rows:
        if row.line:
            # The compiler then names the row.
            lines.append(f'#sourceLocation(file: "{path}", line: {row.number})')
            if row.status == "given":
                lines.append(row.line)
            else:
                effects = "async throws" if re.search(r"\bawait\b", row.line) else "throws"
                lines.append(f"@MainActor func row{row.number}() {effects} {{ {row.line} }}")
    return "\n".join(lines) + "\n#sourceLocation()\n"


def errors(rows, path, modules, mode):
    """The errors of the compiler, by the number of the row."""
    found = {}
    areas = {}
    for row in rows:
        areas.setdefault(row.area, []).append(row)
    for area, members in areas.items():
        with tempfile.TemporaryDirectory() as folder:
            place = os.path.join(folder, "members.swift")
            with open(place, "w", encoding="utf-8") as file:
                file.write(source(members, path))
            command = ["swiftc", "-typecheck", "-parse-as-library", "-swift-version", mode, "-I", modules, place]
            # What a module imports of C has its map beside the modules.
            build = os.path.dirname(modules)
            for name in sorted(os.listdir(build)):
                module_map = os.path.join(build, name, "module.modulemap")
                if os.path.exists(module_map):
                    command += ["-Xcc", "-fmodule-map-file=" + module_map]
            outcome = subprocess.run(command, capture_output=True, text=True)
        text = outcome.stderr + outcome.stdout
        located = re.findall(re.escape(path) + r":(\d+):\d+: error: (.*)", text)
        for number, message in located:
            found.setdefault(int(number), message)
        if outcome.returncode != 0 and not located:
            # A module is not there: none of the area's lines could be tried.
            message = next(iter(re.findall(r"error: (.*)", text)), text)
            for row in members:
                if row.line and row.status != "given":
                    found[row.number] = message
    return found


def wrong(rows, path, modules, mode):
    """What is wrong with the lines, by the number of the row."""
    found = errors([row for row in rows if row.status != "absent"], path, modules, mode)
    absent = [row for row in rows if row.status == "absent" and row.line]
    areas = {row.area for row in absent}
    given = [row for row in rows if row.status == "given" and row.area in areas]
    refused = errors(given + absent, path, modules, mode)
    for row in absent:
        if row.number not in refused:
            found[row.number] = "the row says absent, but the line compiles"
    return found


def print_counts(rows):
    counts = Counter((row.area, row.status) for row in rows if row.status != "given")
    total = Counter(row.status for row in rows if row.status != "given")
    print(f"{'':18}{'present':>9}{'differs':>9}{'absent':>9}")
    for area in IMPORTS:
        print(f"{area:18}" + "".join(f"{counts[area, status]:9}" for status in ("present", "differs", "absent")))
    print(f"{'all':18}" + "".join(f"{total[status]:9}" for status in ("present", "differs", "absent")))


def self_test(modules):
    rows = [
        Row(2, ["uniform types", "UTType", "init(_:)", "present", '_ = UTType("public.png")', ""]),
        Row(3, ["uniform types", "UTType", "thatIsNotThere", "present", "_ = UTType.thatIsNotThere", ""]),
        Row(4, ["uniform types", "UTType", "png", "absent", "_ = UTType.png", "a reason"]),
        Row(5, ["uniform types", "UTType", "neitherIsThis", "absent", "_ = UTType.neitherIsThis", "a reason"]),
    ]
    for mode in ("5", "6"):
        found = wrong(rows, "self-test.tsv", modules, mode)
        if set(found) != {3, 4}:
            raise SystemExit(f"members: the self-test found {found} in Swift {mode}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("--counts", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--modules")
    arguments = parser.parse_args()
    path = os.path.join(HERE, "members.tsv")
    rows = read(path)
    if arguments.counts:
        return print_counts(rows)
    modules = arguments.modules or os.path.join(
        subprocess.run(["swift", "build", "--package-path", ROOT, "--show-bin-path"],
                       capture_output=True, text=True, check=True).stdout.strip(), "Modules")
    if arguments.self_test:
        return self_test(modules)
    by_number = {row.number: row for row in rows}
    failed = False
    for mode in ("5", "6"):
        found = wrong(rows, path, modules, mode)
        for number, message in sorted(found.items()):
            row = by_number.get(number)
            name = f"{row.owner} {row.member}" if row else ""
            print(f"{path}:{number}: Swift {mode}: {name}: {message}")
        failed = failed or bool(found)
    print_counts(rows)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
