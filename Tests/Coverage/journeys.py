#!/usr/bin/env python3
"""What the program executes for one small file: how many functions, in how many files, for each of four journeys.

usage: journeys.py [--check] [--list] [--program PATH] [JOURNEY…]

The program is built with coverage in a scratch folder of its own. Each journey (`pack`, `best`, `load`, `convert`) is run
once, and the functions of `Sources` that were executed are counted: those that have a name in the source. Accessors, closures,
operands of `&&`, `||` and `??`, initial values and thunks are not counted. `--check` fails when a journey executes more than
its limit, `--list` prints every function.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict

from toolchain import ROOT, SCRATCH, tool

FLAGS = ["-Xswiftc", "-profile-generate", "-Xswiftc", "-profile-coverage-mapping"]

# The command of each journey. The first makes the bundle that the next two open.
JOURNEYS = {
    "pack": ["pack", "notes.txt", "-o", "notes.dragbundle"],
    "best": ["best", "notes.dragbundle", "--accept", "public.plain-text"],
    "load": ["load", "notes.dragbundle", "--type", "public.plain-text", "-o", "loaded.txt"],
    "convert": ["convert", "notes.md", "--to", "public.html", "-o", "notes-converted.html"],
}

# The most functions that a journey may execute: what is measured, and a little more. What a small file needs as well: all
# signatures of the library are compared, as the bytes of a file overrule its name; the names and headers of an archive from
# elsewhere are checked; a new file appears whole, or not at all, also when the process is killed; the names of the desktop's
# database are searched, as the whole name of a file may mean more than its extension; and a conversion from Markdown to HTML
# takes 200 functions of the two formats alone.
LIMITS = {"pack": 515, "best": 335, "load": 420, "convert": 630}


def build():
    """Builds the program with coverage and returns its path."""
    command = ["swift", "build", "--package-path", ROOT, "--product", "proffer", "--scratch-path", SCRATCH, *FLAGS]
    built = subprocess.run(command, capture_output=True, text=True)
    if built.returncode != 0:
        raise SystemExit(f"journeys: the build failed\n{built.stdout}{built.stderr}")
    return os.path.join(SCRATCH, "debug", "proffer")


def run(program, journey, folder):
    """Runs a journey in a folder and returns the profile that it wrote."""
    profile = os.path.join(folder, f"{journey}.profraw")
    environment = {
        "PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": folder, "TMPDIR": folder,
        "LLVM_PROFILE_FILE": profile,
    }
    result = subprocess.run(
        [program, *JOURNEYS[journey]], cwd=folder, env=environment, capture_output=True, text=True)
    if result.returncode != 0:
        raise SystemExit(f"journeys: {journey} ended with {result.returncode}: {result.stderr}")
    return profile


def executed(program, profile):
    """The names of the executed functions of `Sources`, by file."""
    merged = profile + ".merged"
    subprocess.run([tool("llvm-profdata"), "merge", profile, "-o", merged], check=True)
    export = subprocess.run(
        [tool("llvm-cov"), "export", "-format=text", f"-instr-profile={merged}", program],
        check=True, capture_output=True)
    functions = defaultdict(set)
    for function in json.loads(export.stdout)["data"][0]["functions"]:
        path = function["filenames"][0]
        _, separator, inside = path.partition("/Sources/")
        if function["count"] > 0 and separator:
            functions[inside].add(function["name"])
    return {path: sorted(filter(is_named, demangled(names))) for path, names in functions.items()}


# What the compiler makes of an accessor, a closure, an operand that is evaluated later, an initial value or a thunk.
UNNAMED = re.compile(
    r"^(implicit closure|closure|autoclosure) #|^(variable initialization expression|default argument|partial apply|protocol witness"
    r"|reabstraction thunk|dispatch thunk)\b|\.(getter|setter|read|modify|read2|modify2|willset|didset|unsafe(Mutable)?Addressor)( |$)")


def is_named(name):
    """Whether a function has a name in the source."""
    return not UNNAMED.search(name)


def demangled(names):
    """Names as the source has them."""
    result = subprocess.run(
        [tool("swift-demangle"), "--compact", "--simplified"],
        input="\n".join(name.split(":")[-1] for name in names), capture_output=True, text=True, check=True)
    return result.stdout.splitlines()


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("journeys", nargs="*", metavar="JOURNEY")
    parser.add_argument("--check", action="store_true", help="fail when a journey executes more than its limit")
    parser.add_argument("--list", action="store_true", help="print every executed function")
    parser.add_argument("--program", help="a program that is already built with coverage")
    arguments = parser.parse_args()
    chosen = arguments.journeys or list(JOURNEYS)
    for name in chosen:
        if name not in JOURNEYS:
            raise SystemExit(f"journeys: {name} is not a journey; there are: {', '.join(JOURNEYS)}")

    program = os.path.realpath(arguments.program or build())
    failures = []
    with tempfile.TemporaryDirectory() as folder:
        for name in ["notes.txt", "notes.md"]:
            shutil.copy(os.path.join(ROOT, "fixtures", name), folder)
        for journey in JOURNEYS:
            if journey not in chosen and journey != "pack":
                continue
            profile = run(program, journey, folder)
            if journey not in chosen:
                continue
            functions = executed(program, profile)
            count = sum(map(len, functions.values()))
            print(f"{journey}: {count} functions (at most {LIMITS[journey]}) in {len(functions)} files")
            if count > LIMITS[journey]:
                failures.append(f"{journey} executes {count} functions, more than {LIMITS[journey]}")
            if arguments.list:
                for path in sorted(functions):
                    print(f"  {path}")
                    for name in functions[path]:
                        print(f"    {name}")
    if arguments.check and failures:
        raise SystemExit("journeys: " + "\njourneys: ".join(failures))


if __name__ == "__main__":
    sys.exit(main())
