#!/usr/bin/env python3
"""Reads every case of the conformance suite for TOML 1.0.0.

usage: toml_suite.py [--reader PROGRAM] [--verbose] FOLDER

FOLDER is a copy of the suite toml-test, which has the list `tests/files-toml-1.0.0`. PROGRAM is `SuiteReader`, which is built
with `swift build --product SuiteReader`; .build/debug/SuiteReader is the default.

A valid document must be read with the types and values that the suite states for it. The document that is written for the
value must be read again as the same value, by SuiteReader itself and by Python's tomllib. An invalid document must be
refused with a line and a column. Each case that fails is printed with the reason, and the last line has the numbers.

The exit status is 1 when a case fails, 2 when the suite or the program is missing.
"""

import argparse, datetime, json, math, os, subprocess, sys

try:
    import tomllib
except ImportError:
    try:
        import tomli as tomllib
    except ImportError:
        tomllib = None

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
POSITION = "line "


def is_scalar(value):
    return isinstance(value, dict) and set(value) == {"type", "value"} and all(isinstance(part, str) for part in value.values())


def instant(text):
    """The seconds since 1970 of an offset date-time, with its fraction rounded as the reader's dates are."""
    date = datetime.datetime.fromisoformat(text.upper().replace("Z", "+00:00"))
    return (date - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)) / datetime.timedelta(seconds=1)


def same_scalar(expected, found):
    """Whether a scalar of SuiteReader has the type and value that the suite states."""
    kind, want, have = expected["type"], expected["value"], found["value"]
    if kind != found["type"]:
        return False
    if kind == "float":
        want, have = float(want), float(have)
        return want == have or math.isnan(want) and math.isnan(have)
    if kind == "integer":
        return int(want) == int(have)
    if kind == "datetime":
        return abs(instant(want) - float(have)) < 1e-6
    if kind in ("datetime-local", "time-local"):
        # The suite may state zeros at the end of a fraction.
        want, have = (text.upper().replace(" ", "T") for text in (want, have))
        return (want.rstrip("0").rstrip(".") if "." in want else want) == have
    return want == have


def difference(expected, found, path="the document"):
    """Where two values with types differ; None if they are equal."""
    if is_scalar(expected) or is_scalar(found):
        if is_scalar(expected) and is_scalar(found) and same_scalar(expected, found):
            return None
        return f"{path} should be {json.dumps(expected)}, and is {json.dumps(found)}"
    if type(expected) is not type(found):
        return f"{path} should be a {type(expected).__name__}, and is a {type(found).__name__}"
    if isinstance(expected, list):
        if len(expected) != len(found):
            return f"{path} should have {len(expected)} elements, and has {len(found)}"
        pairs = [(f"{path}[{place}]", *pair) for place, pair in enumerate(zip(expected, found))]
    else:
        if set(expected) != set(found):
            return f"{path} should have the keys {sorted(expected)}, and has {sorted(found)}"
        pairs = [(f"{path}.{key}", expected[key], found[key]) for key in expected]
    for place, left, right in pairs:
        flaw = difference(left, right, place)
        if flaw:
            return flaw
    return None


def python_tagged(value):
    """A value of tomllib in the form of the suite."""
    if isinstance(value, dict):
        return {key: python_tagged(member) for key, member in value.items()}
    if isinstance(value, list):
        return [python_tagged(element) for element in value]
    if isinstance(value, bool):
        return {"type": "bool", "value": "true" if value else "false"}
    if isinstance(value, int):
        return {"type": "integer", "value": str(value)}
    if isinstance(value, float):
        return {"type": "float", "value": repr(value)}
    if isinstance(value, str):
        return {"type": "string", "value": value}
    if isinstance(value, datetime.datetime):
        if value.tzinfo:
            return {"type": "datetime", "value": value.isoformat()}
        return {"type": "datetime-local", "value": value.isoformat()}
    if isinstance(value, datetime.date):
        return {"type": "date-local", "value": value.isoformat()}
    return {"type": "time-local", "value": value.isoformat()}


def flaw_of(name, path, answer):
    """Why a case fails; None if it passes."""
    error = answer.get("error")
    if name.startswith("invalid/"):
        if error is None:
            return f"is accepted as {json.dumps(answer['value'])}"
        return None if error.startswith(POSITION) else f"the error has no position: {error}"
    if error is not None:
        return f"is refused: {error}"
    with open(os.path.splitext(path)[0] + ".json", encoding="utf-8") as file:
        flaw = difference(json.load(file), answer["value"])
    if flaw or tomllib is None:
        return flaw
    try:
        again = python_tagged(tomllib.loads(answer["written"]))
    except tomllib.TOMLDecodeError as error:
        return f"Python cannot read what is written: {error}"
    flaw = difference(again, answer["value"])
    return flaw and f"Python reads what is written differently: {flaw}"


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("--reader", default=os.path.join(ROOT, ".build", "debug", "SuiteReader"))
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("folder")
    options = parser.parse_args()
    tests = os.path.join(options.folder, "tests")
    try:
        with open(os.path.join(tests, "files-toml-1.0.0"), encoding="utf-8") as file:
            names = [line.strip() for line in file if line.strip().endswith(".toml")]
        paths = [os.path.abspath(os.path.join(tests, name)) for name in names]
        program = subprocess.run([options.reader, "toml"], input="\n".join(paths) + "\n", capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"toml_suite.py: {error}", file=sys.stderr)
        return 2
    answers = [json.loads(line) for line in program.stdout.splitlines()]
    if len(answers) != len(names):
        print(f"toml_suite.py: {len(names)} documents, but {len(answers)} answers", file=sys.stderr)
        return 2
    failed = 0
    for name, path, answer in zip(names, paths, answers):
        flaw = flaw_of(name, path, answer)
        if flaw:
            failed += 1
            print(f"{name}: {flaw}")
        elif options.verbose:
            print(f"{name}: {answer.get('error', 'read')}")
    valid = sum(name.startswith("valid/") for name in names)
    print(f"{valid} valid and {len(names) - valid} invalid documents, {failed} failed" + ("" if tomllib else "; tomllib is missing"))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
