#!/usr/bin/env python3
"""Checks that a build of the clients gives only the warnings that the page Porting lists.

usage: warnings.py LOG | --self-test

The texts of the warnings are the first column of the table below the heading "Warnings" of the page.
"""

import os
import re
import sys

PAGE = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), os.pardir, os.pardir, "Sources", "Proffer", "Proffer.docc", "Porting.md")


def listed(page):
    """The texts of the warnings on the page."""
    section = page.split("\n## Warnings\n", 1)[1].split("\n## ", 1)[0]
    return re.findall(r"^\| `([^`]+)` \|", section, re.M)


def unlisted(log, texts):
    """The lines of the log with a warning that has none of the texts."""
    warnings = [line for line in log.splitlines() if re.match(r"/.*warning:", line)]
    return sorted({line for line in warnings if not any(text in line for text in texts)})


def self_test():
    texts = listed("# Page\n\n## Warnings\n\n| text | reason |\n|---|---|\n| `is unused` | a reason |\n\n## Next\n| `no` | no |\n")
    assert texts == ["is unused"], texts
    log = "/a.swift:1:1: warning: 'x' is unused\n/b.swift:1:1: warning: never read\nwarning: of the package\n"
    assert unlisted(log, texts) == ["/b.swift:1:1: warning: never read"]


def main():
    if sys.argv[1:] == ["--self-test"]:
        return self_test()
    with open(PAGE, encoding="utf-8") as page:
        texts = listed(page.read())
    if not texts:
        raise SystemExit("warnings: the page lists no warnings")
    with open(sys.argv[1], encoding="utf-8", errors="replace") as log:
        found = unlisted(log.read(), texts)
    if found:
        raise SystemExit("\n".join(["a client has warnings that Porting does not list:"] + found))


main()
