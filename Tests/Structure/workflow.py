#!/usr/bin/env python3
"""Compares the steps that the workflows run with those of .ci/long --list.

usage: workflow.py [--self-test]

The weekly job must run every step once; a step that is divided (`--part K/N`) must have each of its N parts once. Other workflows may
run any step. The matrix of the weekly job is the list `steps:` in ci.yml, whose rows are the arguments of .ci/long.
"""

import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
WORKFLOWS = os.path.join(ROOT, ".github", "workflows")


def rows(text):
    """The rows of the matrix of the weekly job."""
    match = re.search(r"^( +)matrix:\n(?: +#.*\n)*\1  steps:\n((?:\1    - .*\n|\1    #.*\n)+)", text, re.MULTILINE)
    if not match or not re.search(r"^ +- run: \.ci/long \$\{\{ matrix\.steps \}\}$", text, re.MULTILINE):
        return []
    return re.findall(r"^ +- (.*)$", match[2], re.MULTILINE)


def named(row):
    """The steps that the arguments of .ci/long name, and the part of them as K and N; None if the arguments cannot be read."""
    match = re.fullmatch(r"((?:[\w-]+ )*[\w-]+)(?: --part (\d+)/(\d+))?", row)
    if not match or re.search(r"(?:^| )-", match[1]):
        return None
    return match[1].split(), (int(match[2]), int(match[3])) if match[2] else (1, 1)


def problems(listed, weekly, others):
    """The errors in the rows of the weekly job and in the arguments of other workflows.

    - Parameters:
      - listed: the output of .ci/long --list
      - weekly: the rows of the weekly job
      - others: pairs of a workflow and arguments of .ci/long
    """
    steps = [line.split(" ")[0] for line in listed.splitlines()]
    found, parts = [], {step: [] for step in steps}
    for place, row in [("the weekly job", row) for row in weekly] + others:
        if (names := named(row)) is None:
            found.append(f"{place}: {row} is no list of steps")
            continue
        for step in names[0]:
            if step not in parts:
                found.append(f"{place} runs {step}, which is no step")
            elif place == "the weekly job":
                parts[step].append(names[1])
    for step, ran in parts.items():
        if not ran:
            found.append(f"the weekly job does not run {step}")
        elif sorted(ran) != [(number, ran[0][1]) for number in range(1, ran[0][1] + 1)]:
            found.append(f"the weekly job runs these parts of {step}: {', '.join(f'{one}/{all_}' for one, all_ in ran)}")
    return found


def self_test():
    text = "jobs:\n  long:\n    strategy:\n      matrix:\n        # Six hours.\n        steps:\n          - a b\n          # Long.\n" \
        "          - c --part 1/2\n    steps:\n      - run: .ci/long ${{ matrix.steps }}\n"
    assert rows(text) == ["a b", "c --part 1/2"], rows(text)
    assert rows(text.replace("matrix.steps", "matrix.rows")) == []
    listed = "a\nb (this machine lacks the right to mount)\nc\n"
    good = ["a b", "c --part 2/2", "c --part 1/2"]
    assert problems(listed, good, [("release.yml", "a")]) == []
    for weekly, others, expected in (
        (["a", "c"], [], "does not run b"), (good + ["d"], [], "runs d, which is no step"), (good + ["a"], [], "parts of a: 1/1, 1/1"),
        (good[:2], [], "parts of c: 2/2"), (["a b c --part 1/2"], [], "parts of a: 1/2"), (good[:2] + ["c --part 1/3"], [], "parts of c"),
        (good + ["--again a"], [], "is no list"), (good, [("release.yml", "d")], "release.yml runs d"), ([], [], "does not run a"),
    ):
        found = problems(listed, weekly, others)
        assert any(expected in problem for problem in found), (weekly, others, expected, found)
    print("workflow.py finds what it should")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if sys.argv[1:]:
        sys.exit(__doc__)
    listed = subprocess.run([os.path.join(ROOT, ".ci", "long"), "--list"], stdout=subprocess.PIPE, text=True, check=True).stdout
    weekly, others = [], []
    for name in sorted(os.listdir(WORKFLOWS)):
        with open(os.path.join(WORKFLOWS, name), encoding="utf-8") as file:
            text = file.read()
        if name == "ci.yml":
            weekly = rows(text)
        others += [(name, row) for row in re.findall(r"\.ci/long (.*)$", text, re.MULTILINE) if "matrix.steps" not in row]
    found = problems(listed, weekly, others)
    for problem in found:
        print(f"workflow.py: {problem}")
    print(f"{len(listed.splitlines())} steps, {len(weekly)} weekly jobs")
    sys.exit(1 if found else 0)


main()
