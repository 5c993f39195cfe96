#!/usr/bin/env python3
"""Measures the debug build of packages that use this one.

  client-builds.py [--check] [--rounds N] [--only NAME] [--statistics FOLDER] [--lock FILE] [OPTION OF swift build …]

A client is a package with one line of source and a dependency on this package by path. Each is built from an empty
scratch folder: `empty` imports nothing, `types` imports UniformTypes, `drag` imports Proffer and UIKitNames. The
manifests are loaded before the measurement. For each client one line gives the median of the rounds of:

- elapsed time and processor time in seconds, both without those of `empty`;
- the number of lines in the Swift files that the build compiles, and the elapsed seconds per 1,000 lines;
- the modules that it compiles.

Elapsed times count only on a machine without other work; processor times change less. CLIENTS has two limits for each
client, both for two processors: the elapsed seconds of the whole build, and the elapsed seconds per 1,000 lines.
A build over the first limit is reported. --check exits with status 1 if a build is more than 10 % over the second.
--statistics keeps the compiler's statistics of each client in FOLDER and prints the processor time of each module.
--lock takes a lock on FILE for each build. Other options are passed to swift build.
"""

import argparse
import glob
import json
import os
import re
import shutil
import statistics
import sys
import tempfile

from build_time import PACKAGE, locked, run

# For each client: the products that it imports, the elapsed seconds that its build should add to the build of the empty
# client, and the measured elapsed seconds per 1,000 lines.
CLIENTS = {
    "empty": ([], None, None),
    "types": (["UniformTypes"], 8, 0.704),
    "drag": (["Proffer", "UIKitNames"], 60, 0.640),
}

MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "client",
  dependencies: [{dependency}],
  targets: [.executableTarget(name: "client", dependencies: [{products}])])
"""


def make_client(folder, products):
    source = os.path.join(folder, "Sources", "client")
    os.makedirs(source)
    with open(os.path.join(folder, "Package.swift"), "w", encoding="utf-8") as file:
        dependency = f'.package(name: "proffer", path: "{PACKAGE}")' if products else ""
        listed = ", ".join(f'.product(name: "{name}", package: "proffer")' for name in products)
        file.write(MANIFEST.format(dependency=dependency, products=listed))
    with open(os.path.join(source, "main.swift"), "w", encoding="utf-8") as file:
        file.write("".join(f"import {name}\n" for name in products) + 'print("built")\n')


def build(folder, options, lock):
    with locked(lock):
        shutil.rmtree(os.path.join(folder, ".build"), ignore_errors=True)
        run(["swift", "package", "describe"], folder)
        return run(["swift", "build"] + options, folder)


def compiled_files(folder):
    """The Swift files of each module that was built, by the lists that the package manager gives to the compiler."""
    modules = {}
    for path in glob.glob(os.path.join(folder, ".build", "debug", "*.build", "sources")):
        with open(path, encoding="utf-8") as file:
            names = [name.strip("'") for name in file.read().split("\n") if name]
        files = [name.replace("\\ ", " ") for name in names]
        modules[os.path.basename(os.path.dirname(path))[: -len(".build")]] = files
    modules.pop("client", None)
    return modules


def line_count(path):
    with open(path, "rb") as file:
        return file.read().count(b"\n")


def print_statistics(folder, modules):
    """Prints the processor seconds of the compiler for each module, and per 1,000 lines."""
    seconds, processes = {}, {}
    for path in glob.glob(os.path.join(folder, "stats-*-swift-frontend-*.json")):
        # The names are stats-TIME-swift-frontend-MODULE-FILES-….
        name = re.match(r"stats-\d+-swift-frontend-([^-]+)-", os.path.basename(path)).group(1)
        with open(path, encoding="utf-8") as file:
            values = json.load(file)
        used = [
            value for key, value in values.items()
            if key.startswith("time.swift-frontend.") and key.endswith((".user", ".sys"))]
        seconds[name] = seconds.get(name, 0) + sum(used)
        processes[name] = processes.get(name, 0) + 1
    for name, used in sorted(seconds.items(), key=lambda row: -row[1]):
        if name in modules:
            lines = sum(map(line_count, modules[name]))
            quotient = used / lines * 1000
            print(f"  {used:7.2f} s  {lines:6} lines  {quotient:6.2f} s per 1,000 lines  {processes[name]} processes  {name}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.replace("%", "%%"))
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", choices=[name for name in CLIENTS if name != "empty"])
    parser.add_argument("--statistics")
    parser.add_argument("--lock")
    arguments, options = parser.parse_known_args()
    missed = False
    base = None
    with tempfile.TemporaryDirectory() as work:
        for name, (products, target, measured) in CLIENTS.items():
            if arguments.only not in (None, name) and name != "empty":
                continue
            folder = os.path.join(work, name)
            make_client(folder, products)
            extra = list(options)
            if arguments.statistics and products:
                kept = os.path.join(os.path.abspath(arguments.statistics), name)
                shutil.rmtree(kept, ignore_errors=True)
                os.makedirs(kept)
                extra += ["-Xswiftc", "-stats-output-dir", "-Xswiftc", kept]
            rounds = [build(folder, extra, arguments.lock) for _ in range(arguments.rounds)]
            elapsed, processor = (statistics.median(row[index] for row in rounds) for index in (0, 1))
            if base is None:
                base = elapsed, processor
                print(f"{name}: {elapsed:.1f} s, {processor:.1f} s of a processor", flush=True)
                continue
            elapsed, processor = elapsed - base[0], processor - base[1]
            modules = compiled_files(folder)
            lines = sum(line_count(path) for paths in modules.values() for path in paths)
            quotient = elapsed / lines * 1000
            verdict = f"; the target is {target:.1f} s" if elapsed >= target else ""
            if quotient > measured * 1.1:
                missed = True
                verdict += f"; more than {measured * 1.1:.3f} s per 1,000 lines"
            print(
                f"{name} ({', '.join(products)}): {elapsed:.1f} s, {processor:.1f} s of a processor, "
                f"{len(modules)} modules, {lines} lines, {quotient:.3f} s per 1,000 lines{verdict}",
                flush=True)
            if arguments.statistics:
                print_statistics(kept, modules)
    return 1 if missed and arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
