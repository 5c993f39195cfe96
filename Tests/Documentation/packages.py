#!/usr/bin/env python3
"""Compares the page about packages with the names in the code.

usage: packages.py [--self-test]

The tables in `.github/docs/packages.md` must contain exactly the names in `Sources/Support/SystemPackages`: for each library
and program, the package for each package manager, and the packages of releases with another name. Each difference is
printed, and the exit status is 1. `--self-test` shows that a difference is found.
"""

import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PAGE = os.path.join(".github", "docs", "packages.md")
CODE = os.path.join("Sources", "Support", "SystemPackages")
DECLARATION = re.compile(
    r'SystemPackage\(\s*"([^"]+)",\s*\[(.*?)\](?:,\s*releases: \[(.*?)\])?\)', re.S)


def declared(sources):
    """The packages in the code, by library or program and package manager or release."""
    packages = {}
    for name, managers, releases in DECLARATION.findall(sources):
        for manager, package in re.findall(r'\.(\w+):\s*"([^"]+)"', managers):
            packages[name, manager] = package
        for release, package in re.findall(r'"([^"]+)":\s*"([^"]+)"', releases):
            packages[name, release] = package
    return packages


def listed(page):
    """The packages in the two tables of the section Names, by library or program and package manager or release."""
    packages, heading = {}, None
    section = page.split("\n## Names\n")[1].split("\n## ")[0]
    for line in section.splitlines():
        if not line.startswith("|"):
            heading = None
            continue
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if heading is None:
            heading = cells
        elif set(line) <= set("|-"):
            continue
        elif heading[1:] == ["release", "package"]:
            packages[cells[0], cells[1]] = cells[2]
        else:
            packages.update({(cells[0], column): cell for column, cell in zip(heading[1:], cells[1:]) if cell != "–"})
    return packages


def differences(code, page):
    """A line for each name that the page and the code do not share."""
    for name, place in sorted(code.keys() | page.keys()):
        if code.get((name, place)) != page.get((name, place)):
            yield (f"{name}, {place}: the code has {code.get((name, place), 'no package')}, and the page has "
                   f"{page.get((name, place), 'no package')}")


def read():
    """The packages in the code and those on the page."""
    sources = ""
    for path in sorted(glob.glob(os.path.join(ROOT, CODE, "SystemPackage+*.swift"))):
        with open(path) as file:
            sources += file.read()
    with open(os.path.join(ROOT, PAGE)) as file:
        page = listed(file.read())
    if sources.count("SystemPackage(") != len(DECLARATION.findall(sources)):
        raise SystemExit("packages: a declaration of a package has a form that this script does not read")
    return declared(sources), page


def self_test():
    code, page = read()
    if len(code) < 100:
        raise SystemExit(f"packages: the self-test found only {len(code)} names")
    for changed in (code | {("zlib", "apt"): "other"}, {key: code[key] for key in code if key != ("zlib", "apt")}):
        if len(list(differences(changed, page))) != 1:
            raise SystemExit("packages: the self-test did not find its difference")


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    if sys.argv[1:]:
        raise SystemExit(__doc__.split("\n\n")[1])
    code, page = read()
    found = list(differences(code, page))
    for line in found:
        print(line)
    print(f"{len(code)} names of packages; {len(found)} differ from {PAGE}")
    if found:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
