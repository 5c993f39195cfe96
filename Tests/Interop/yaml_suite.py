#!/usr/bin/env python3
"""Compares the YAML reader with the public YAML test suite, case by case.

usage: yaml_suite.py FOLDER [--reader PROGRAM] [--verbose]

FOLDER is the data form of the suite: a folder for each case with `in.yaml`, `test.event`, and `in.json` where JSON has the
values. A case with a file `error` must be refused. Every other case must give the events of `test.event` and the values of
`in.json`. The reader is the program SuiteReader of this package, which is built first unless --reader names it.

LEFT lists the cases that differ, with the reason. A listed case that no longer differs is an error as well.
"""

import argparse
import json
import os
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))

# Name of the case: reason.
LEFT = {
    "565N": "!!binary is data, which JSON has as base64 without the line ends of the source",
}


def built():
    """The path of the built reader."""
    subprocess.run(["swift", "build", "--product", "SuiteReader"], cwd=ROOT, check=True, stdout=sys.stderr)
    folder = subprocess.run(["swift", "build", "--show-bin-path"], cwd=ROOT, check=True, capture_output=True, text=True)
    return os.path.join(folder.stdout.strip(), "SuiteReader")


def cases(folder):
    for path, folders, files in sorted(os.walk(folder)):
        if "in.yaml" in files:
            yield os.path.relpath(path, folder), path


def outputs(reader, mode, paths):
    """What the reader prints for each path."""
    run = subprocess.run([reader, mode, *paths], capture_output=True, timeout=120)
    if run.returncode:
        sys.exit(f"the reader ended with {run.returncode}: {run.stderr.decode(errors='replace')}")
    result, lines = {}, None
    for line in run.stdout.decode().split("\n"):
        if line.startswith("=== ") and line[4:] in paths:
            lines = result.setdefault(line[4:], [])
        elif lines is not None:
            lines.append(line)
    return {path: [line for line in lines if line] for path, lines in result.items()}


def json_values(path):
    """The values of all documents of a JSON file."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    decoder, values, place = json.JSONDecoder(), [], 0
    while True:
        while place < len(text) and text[place].isspace():
            place += 1
        if place == len(text):
            return values
        value, place = decoder.raw_decode(text, place)
        values.append(value)


def is_equal(left, right):
    """Whether two values are equal, where 1 and true differ and 1 and 1.0 do not."""
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(is_equal(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(is_equal, left, right))
    return left == right


def difference(path, events, values):
    """How the reader differs from the case; None if it does not."""
    refusal = next((line for line in events if line.startswith("!!! ")), None)
    if os.path.exists(os.path.join(path, "error")):
        return None if refusal else "an invalid text is read"
    if refusal:
        return f"a valid text is refused: {refusal[4:]}"
    with open(os.path.join(path, "test.event"), encoding="utf-8") as file:
        expected = [line for line in file.read().split("\n") if line]
    if events != expected:
        pairs = zip(events + ["nothing"], expected + ["nothing"])
        return "event {!r}, expected {!r}".format(*next(pair for pair in pairs if pair[0] != pair[1]))
    source = os.path.join(path, "in.json")
    if not os.path.exists(source):
        return None
    expected = json_values(source)
    if not expected:
        expected = [None]
    expected = expected[0] if len(expected) == 1 else expected
    if values and values[0].startswith("!!! "):
        return f"the values are refused: {values[0][4:]}"
    value = json.loads(values[0])
    return None if is_equal(value, expected) else f"value {value!r}, expected {expected!r}"


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][len("usage: "):])
    parser.add_argument("folder")
    parser.add_argument("--reader")
    parser.add_argument("--verbose", action="store_true")
    arguments = parser.parse_args()
    reader = arguments.reader or built()
    found = dict(cases(arguments.folder))
    if not found:
        sys.exit(f"there is no case in {arguments.folder}")
    sources = {name: os.path.join(path, "in.yaml") for name, path in found.items()}
    events = outputs(reader, "yaml-events", list(sources.values()))
    values = outputs(reader, "yaml-json", list(sources.values()))
    failures, invalid, valued = 0, 0, 0
    for name, path in found.items():
        invalid += os.path.exists(os.path.join(path, "error"))
        valued += os.path.exists(os.path.join(path, "in.json"))
        reason = difference(path, events[sources[name]], values[sources[name]])
        if reason and name in LEFT:
            print(f"{name}: left: {LEFT[name]}")
        elif reason:
            failures += 1
            print(f"{name}: {reason}")
        elif name in LEFT:
            failures += 1
            print(f"{name}: is in LEFT, but does not differ")
        elif arguments.verbose:
            print(f"{name}: as expected")
    print(f"{len(found)} cases, {invalid} of them invalid, {valued} with values: {failures} differ, {len(LEFT)} left")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
