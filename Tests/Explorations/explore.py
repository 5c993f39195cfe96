#!/usr/bin/env python3
"""Runs the tests that draw random values, over and over with fresh seeds.

usage: explore.py [--runs N] [--filter REGEX]

The tests are the functions that call `SeededGenerator.testSeed`, found in the sources; those of the program are left out
unless a filter names them, since each starts processes. The debug build must be current. A failure prints the seed in the
comment of its expectation, and `PROFFER_TEST_SEED=SEED swift test --filter TEST` repeats it. The exit status is 1 after a
failure.
"""
import argparse, os, re, subprocess, sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
# The flags of the README's test command: with others the package would be compiled again.
TEST = ["swift", "test", "--skip-build", "--explicit-target-dependency-import-check", "error", "--filter"]


def tests():
    """The names of the test functions that draw values, as a filter knows them."""
    names = set()
    for folder, _, files in os.walk(os.path.join(ROOT, "Tests")):
        target = os.path.relpath(folder, os.path.join(ROOT, "Tests")).split(os.sep)[0]
        if target in ("ProgramTests", "TestSupport", "Fuzzers", "Benchmarks", "Clients"):
            continue
        for file in files:
            if not file.endswith(".swift"):
                continue
            with open(os.path.join(folder, file), encoding="utf-8") as source:
                text = source.read()
            for place in re.finditer(r"testSeed\(", text):
                function = text.rfind("func ", 0, place.start())
                suite = re.findall(
                    r"^(?:@Suite\b.*\s)?(?:struct|extension) (\w*Tests)\b", text[:place.start()], re.MULTILINE)
                if suite:
                    name = re.match(r"func (\w+)", text[function:]) if function >= 0 else None
                    is_test = name and "@Test" in text[text.rfind("\n\n", 0, function):function]
                    names.add(f"{target}.{suite[-1]}/{name[1]}" if is_test else f"{target}.{suite[-1]}/")
    return names


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--filter", help="explore these tests instead")
    arguments = parser.parse_args()
    found = sorted(tests())
    pattern = arguments.filter or "|".join(re.escape(name) for name in found)
    failures = 0
    count = None
    for run in range(arguments.runs):
        result = subprocess.run(
            TEST + [pattern], cwd=ROOT, env={**os.environ, "PROFFER_TEST_SEED": "random"}, text=True,
            errors="replace", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        total = re.findall(r"Test run with (\d+) test", result.stdout)
        if not total or total[-1] == "0":
            sys.exit(f"no test was run:\n{result.stdout[-2000:]}")
        count = total[-1]
        if result.returncode:
            failures += 1
            print(f"run {run + 1}: FAILED", flush=True)
            print("\n".join(line for line in result.stdout.splitlines() if "✘" in line or "↳" in line), flush=True)
    print(f"{arguments.runs} runs of {count} tests with fresh seeds, {failures} failed")
    sys.exit(1 if failures else 0)


main()
