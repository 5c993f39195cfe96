#!/usr/bin/env python3
"""Compares the YAML that this package writes with what PyYAML (YAML 1.1) and ruamel.yaml (YAML 1.2) read from it.

usage: yaml_written.py [--reader PROGRAM] [--rounds N] [--seed S]

Random values are written as JSON, converted to YAML by the program SuiteReader of this package, and read by both libraries.
Their strings are made of pieces that YAML readers mistake. A library that is not installed is skipped with a message.
"""

import argparse
import io
import json
import math
import os
import random
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.realpath(__file__)))
from yaml_suite import built

PIECES = [
    "a", "b c", "no", "12", "1e5", ":", ": ", " #", "-", "- ", "?", "\n", "\n\n", " ", "  ", "\t", "'", '"', "\\", "é", "😀", "[",
    "]", "{", "}", ",", "&", "*", "!", "|", ">", "%", "@", "`", "---", "...", "\x85", "\u2028", "\ufeff", "\r", "\0", "0x", "<<",
    "=", "~", ".", "2024-01-01", "#", "\u0301", "_", "0o7", "1:20", "+1", ".inf", "y", "on", "x" * 1030,
]
WORDS = [
    "no", "Yes", "ON", "y", "N", "true", "null", "~", "", "012", "0o7", "0x1F", "0b1", "1:20", "190:20:30", "1_000", "1,000", "12",
    "1.5", ".5", "1.", "1e5", "1.5e+3", ".inf", "-.INF", ".nan", "2024-01-31", "2024-1-2", "2001-12-14t21:59:43.10-05:00", "=", "<<",
]


def text(generator):
    if generator.random() < 0.2:
        return generator.choice(WORDS)
    return "".join(generator.choice(PIECES) for _ in range(generator.randrange(6)))


def value(generator, depth=4):
    kind = generator.randrange(10 if depth else 6)
    if kind == 0:
        return generator.choice([None, True, False])
    if kind == 1:
        return generator.choice([0, -1, 12, 10**30, generator.randrange(-(2**63), 2**63)])
    if kind == 2:
        return generator.choice([0.5, -1e300, 1e-7, 123456.789, generator.random()])
    if kind < 6:
        return text(generator)
    if kind < 8:
        return [value(generator, depth - 1) for _ in range(generator.randrange(5))]
    return {text(generator): value(generator, depth - 1) for _ in range(generator.randrange(5))}


def is_equal(left, right):
    if isinstance(left, dict) and isinstance(right, dict):
        return list(left) == list(right) and all(is_equal(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(is_equal, left, right))
    if isinstance(left, float) and isinstance(right, float):
        return left == right or math.isnan(left) and math.isnan(right)
    return type(left) is type(right) and left == right


def readers():
    """The name and the load function of each library."""
    try:
        import yaml
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        yield "PyYAML", lambda text: yaml.load(text, Loader=yaml.SafeLoader)
        if loader is not yaml.SafeLoader:
            yield "libyaml", lambda text: yaml.load(text, Loader=loader)
    except ImportError:
        print("PyYAML is not installed and is skipped")
    try:
        from ruamel.yaml import YAML
        yield "ruamel.yaml", lambda text: YAML(typ="safe", pure=True).load(io.StringIO(text))
    except ImportError:
        print("ruamel.yaml is not installed and is skipped")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1][len("usage: "):])
    parser.add_argument("--reader")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    program = arguments.reader or built()
    generator = random.Random(arguments.seed)
    libraries, failures = list(readers()), 0
    if not libraries:
        sys.exit("neither PyYAML nor ruamel.yaml is installed, so nothing is compared")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "value.json")
        for number in range(arguments.rounds):
            made = value(generator)
            with open(path, "w", encoding="utf-8") as file:
                json.dump(made, file)
            run = subprocess.run([program, "yaml-written", path], capture_output=True, timeout=600)
            if run.returncode:
                sys.exit(f"round {number}: {run.stderr.decode(errors='replace')}")
            written = run.stdout.decode()
            for name, load in libraries:
                try:
                    read = load(written)
                except Exception as error:
                    read = f"error: {error}"
                if not is_equal(read, made):
                    failures += 1
                    print(f"round {number}: {name} reads {read!r}, not {made!r}, from\n{written}")
    print(f"{arguments.rounds} values, {len(libraries)} libraries: {failures} differ")
    sys.exit(1 if failures else 0)


if __name__ == "__main__":
    main()
