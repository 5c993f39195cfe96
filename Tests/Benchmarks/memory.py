#!/usr/bin/env python3
"""Converts large documents within a limit of memory.

  memory.py [--check] [--megabytes N] [--only WORDS] PROFFER

PROFFER is the program, a release build. A conversion that goes piece by piece runs with a limit of the system on its
writable memory of 64 MiB (RLIMIT_DATA), so that one that needs more ends with an error. One that holds the document may
use 8 times its size. Prints a line for each conversion: its peak of anonymous memory, sampled, and its time. With --check
the exit status is 1 when one fails.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time

MEBIBYTE = 1 << 20
PIECES = 64 * MEBIBYTE


def repeated(path, byte_count, part, start="", end=""):
    """Writes numbered parts up to a size."""
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(start)
        size = number = 0
        while size < byte_count:
            text = "".join(part(number + offset) for offset in range(1000))
            number += 1000
            size += len(text)
            file.write(text)
        file.write(end)


def samples(folder, byte_count):
    def write(name, part, start="", end=""):
        path = os.path.join(folder, name)
        repeated(path, byte_count, part, start, end)
        return path

    record = lambda n: {
        "id": n, "name": f"name {n}", "tags": ["a", "b", f"t{n % 100}"],
        "position": {"x": n * 0.5, "y": -n}, "active": n % 2 == 0, "note": "words",
    }
    write("prose.txt", lambda n: f"Line {n} of a text that has several words – and signs: a_b, 2*3.\nA second line, {n}.\n\n")
    # Without a blank line, all of it is one paragraph.
    write("log.txt", lambda n: f"2026-01-02 03:04:{n % 60:02} host service[{n % 5000}]: request {n} took {n % 97} ms\n")
    write("table.csv", lambda n: f"{n},name {n},\"City, {n % 100}\",{n * 3 % 1000}.5,some words\n", "id,name,city,amount,note\n")
    write(
        "text.md",
        lambda n: f"## Part {n} of *the* text\n\nSome words with **strong**, *soft* and `code` ones, and a "
        f"[link](https://example.org/{n} \"title\").\nA second line, \\*escaped\\*, with an &eacute; and a – dash.\n\n"
        f"- one\n- two\n  1. two and a half\n- three\n\n> Said, {n % 7} times.\n\n    code in a block\n\n")
    write("list.json", lambda n: json.dumps(record(n)) + ",\n", "[\n", json.dumps(record(0)) + "\n]\n")
    write("object.json", lambda n: json.dumps(record(n)) + ",\n", "{\"records\": [\n", json.dumps(record(0)) + "\n]}\n")
    write("rows.ndjson", lambda n: json.dumps(record(n)) + "\n")


TYPES = {
    "html": "public.html", "md": "net.daringfireball.markdown", "rtf": "public.rtf", "txt": "public.utf8-plain-text",
    "json": "public.json", "ndjson": "public.ndjson", "csv": "public.comma-separated-values-text",
    "bplist": "com.apple.binary-property-list", "plist": "com.apple.xml-property-list",
}

# The document, what it becomes, and how many times its own size the memory may be; None is 64 MiB whatever its size.
ROWS = (
    [(name, to, None) for name in ("prose.txt", "log.txt") for to in ("html", "md", "rtf")]
    + [("table.csv", to, None) for to in ("html", "md", "rtf", "json", "plist")]
    + [("text.md", "html", None), ("list.json", "json", None), ("list.json", "plist", None), ("rows.ndjson", "json", None)]
    + [("list.json", "bplist", 8), ("table.csv", "bplist", 8), ("object.json", "bplist", 8), ("object.json", "plist", 8)]
    + [("list.json", "csv", 8), ("text.md", "rtf", 8)]
)


def anonymous(process):
    """The anonymous memory of a process, in bytes; 0 when it has ended."""
    try:
        with open(f"/proc/{process}/status") as status:
            for line in status:
                if line.startswith("RssAnon"):
                    return int(line.split()[1]) << 10
    except (FileNotFoundError, ProcessLookupError):
        pass
    return 0


def run(program, path, to, limit, is_held):
    def confine():
        # An array that grows has room that is not used: what is used of it is sampled.
        data = limit * 2 if is_held else limit
        resource.setrlimit(resource.RLIMIT_DATA, (data, data))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    start = time.monotonic()
    # Without a PATH, so that ours runs no external converter.
    process = subprocess.Popen(
        [program, "convert", path, "--to", TYPES[to]], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        preexec_fn=confine, env={"PATH": "/nowhere"})
    peak = 0
    while process.poll() is None:
        peak = max(peak, anonymous(process.pid))
        time.sleep(0.01)
    words = process.stderr.read().decode(errors="replace").strip().splitlines()
    return process.returncode, peak, time.monotonic() - start, words


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--megabytes", type=int, default=100)
    parser.add_argument("--only", default="")
    parser.add_argument("program", metavar="PROFFER")
    arguments = parser.parse_args()
    program = os.path.realpath(arguments.program)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        samples(folder, arguments.megabytes * 1_000_000)
        for name, to, factor in ROWS:
            if arguments.only not in f"{name} to {to}":
                continue
            path = os.path.join(folder, name)
            size = os.path.getsize(path)
            limit = PIECES if factor is None else size * factor
            status, peak, seconds, words = run(program, path, to, limit, factor is not None)
            if peak > limit:
                status, words = "limit", []
            failed += status != 0
            print(
                f"{name + ' to ' + to:<24} {size / 1e6:5.0f} MB  {peak / MEBIBYTE:6.0f} MiB of {limit / MEBIBYTE:4.0f}"
                f"  {peak / size:5.2f} × the document  {seconds:6.1f} s  "
                + ("pass" if status == 0 else f"FAIL ({status}) {words[-1] if words else ''}"),
                flush=True)
    return 1 if failed and arguments.check else 0


sys.exit(main())
