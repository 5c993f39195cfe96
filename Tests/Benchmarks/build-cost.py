#!/usr/bin/env python3
"""Measures what the tests add to a debug build of the package, in processor time.

  build-cost.py [--check] [--lock FILE] [OPTION OF swift build …]

The library is built by `swift build` in a new scratch folder, and then the tests by `swift build --build-tests` in the same
folder. The script prints the toolchain, the processor time of both builds (the user and system time of all processes),
and the quotient of the second by the first. With --check, the exit status is 1 if the quotient is greater than TARGET.
--lock takes a lock on FILE for both builds. Other options are passed to both builds.

The quotient depends less on the machine than the times. With PROFFER_TEST_MODULES in the environment only the tests of
these modules are built, and TARGET does not apply.
"""

import argparse
import os
import subprocess
import sys
import tempfile

from build_time import PACKAGE, locked, run

# The processor time of the tests' build, divided by that of the library's build.
TARGET = 2.0
# The command of the README has this option. Both builds need it, so that the second does not compile the library again.
OPTIONS = ["--explicit-target-dependency-import-check", "error"]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--lock")
    arguments, options = parser.parse_known_args()
    modules = os.environ.get("PROFFER_TEST_MODULES")
    if arguments.check and modules is not None:
        sys.exit("build-cost: --check is for the tests of all modules; PROFFER_TEST_MODULES is set")
    version = subprocess.run(["swift", "--version"], cwd=PACKAGE, check=True, capture_output=True, text=True)
    print(version.stdout.strip().split("\n")[0], flush=True)
    with tempfile.TemporaryDirectory() as scratch, locked(arguments.lock):
        common = ["--scratch-path", scratch]
        # The manifest is compiled before the measurement.
        run(["swift", "package", *common, "describe"], PACKAGE)
        library = run(["swift", "build", *common, *OPTIONS, *options], PACKAGE)
        print(f"swift build: {library[1]:.1f} s of a processor, {library[0]:.1f} s elapsed", flush=True)
        tests = run(["swift", "build", "--build-tests", *common, *OPTIONS, *options], PACKAGE)
    chosen = f" (only {modules})" if modules is not None else ""
    print(f"swift build --build-tests after it{chosen}: {tests[1]:.1f} s of a processor, {tests[0]:.1f} s elapsed")
    quotient = tests[1] / library[1]
    print(f"quotient: {quotient:.2f}" + ("" if modules is not None else f", at most {TARGET:.1f}"))
    return 1 if arguments.check and quotient > TARGET else 0


if __name__ == "__main__":
    sys.exit(main())
