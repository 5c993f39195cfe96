#!/usr/bin/env python3
"""Converts large documents within a limit of memory.

  memory.py [--check] [--megabytes N] [--only WORDS] PROFFER

PROFFER is the program, a release build. It measures the peak of anonymous memory (RssAnon, sampled every hundredth of a
second), beside the size of the document and the time. The documents are usual ones of N megabytes: words,
records and rows, no document of nothing but marks and no single block as long as all of it.

A conversion that reads and writes piece by piece runs with a limit of the system on its writable memory of 64 MiB (RLIMIT_DATA), so
that one that needs more ends with an error. One that holds the document may use 8 times its size, which is what the program
says of it; a limit of the system at twice that ends it too. A row also fails where `--plan` says that the conversion goes
piece by piece and the row says that it holds the document, or the other way round.

Then formatted documents of an unusual shape, each converted to HTML, Markdown and RTF: one paragraph, one deep nest, one wide
row of a table, one list of a million items. Each may use 8 times the larger of the document and the result, and 32 MiB. The size
of an office document is that of its parts without compression.

Sheets of a million rows become CSV piece by piece. Beside the 64 MiB, the texts that cells share may be in memory.

Prints a line for each conversion. With --check the exit status is 1 when one fails.
"""

import argparse
import json
import os
import plistlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import office_shapes
import spreadsheet_samples

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
    # Each array has few elements, but an element has thousands of values.
    write("arrays.json", lambda n: "[" + ",".join([f"[{n}{',1' * 9}]"] * 1000) + "],\n", "[\n", "[]]\n")
    # An object with more keys than are held at a time.
    write("keys.json", lambda n: f"\"key {n}\": {n % 7},\n", "{\n", "\"end\": 0\n}\n")
    write("rows.ndjson", lambda n: json.dumps(record(n)) + "\n")
    # The words of a note are anywhere after its mark.
    write("notes.md", lambda n: f"## Part {n}\n\nWords with a mark[^{n}], and more words after it.\n\n")
    notes = os.path.join(folder, "notes")
    repeated(notes, byte_count // 2, lambda n: f"[^{n}]: What the note {n} says, in *a* line or two, {WORDS} {WORDS}.\n\n")
    with open(os.path.join(folder, "notes.md"), "ab") as document, open(notes, "rb") as end:
        shutil.copyfileobj(end, document)
    write(
        "page.html", part_of_page, "<!DOCTYPE html>\n<html lang=en><head><title>A page</title></head>\n<body>\n",
        "</body></html>\n")
    write("document.rtf", part_of_rtf, RTF_START, "}\n")
    records = [record(n) for n in range(byte_count // 150)]
    with open(os.path.join(folder, "object.bplist"), "wb") as file:
        plistlib.dump({"records": records, "title": "records"}, file, fmt=plistlib.FMT_BINARY)
    with open(os.path.join(folder, "object.plist"), "wb") as file:
        plistlib.dump({"records": records[:len(records) // 3], "title": "records"}, file)


WORDS = "as notes at the foot of a page are, with a few more words"


def part_of_page(n):
    return (
        f"<h2 id=\"part-{n}\">Part {n} of <em>the</em> page</h2>\n"
        f"<p>Some words with <b>strong</b>, <i>soft</i> and <code>code</code> ones, and a\n"
        f"<a href=\"https://example.org/{n}\" title=\"title\">link</a> &amp; <a href=\"#part-{n // 2}\">another</a>.</p>\n"
        f"<ul>\n<li>one</li>\n<li>two<ol><li>two and a half</li></ol></li>\n</ul>\n"
        f"<blockquote><p>Said, {n % 7} times.</p></blockquote>\n"
        f"<table><tr><th>a</th><th>b</th></tr><tr><td>{n}</td><td>words</td></tr></table>\n")


RTF_START = r"""{\rtf1\ansi\deff0{\fonttbl{\f0 Helvetica;}}{\colortbl;\red255\green0\blue0;}{\stylesheet{\s0 Normal;}{\s1 heading 1;}}
{\*\listtable{\list{\listlevel\levelnfc23{\leveltext\'01\u8226?;}{\levelnumbers;}}\listid1}}
{\*\listoverridetable{\listoverride\listid1\listoverridecount0\ls1}}{\info{\title A document}}
"""


def part_of_rtf(n):
    item = r"{\pard\plain\ls1\ilvl0\fi-360\li720{\listtext\bullet\tab}one\par}" + "\n"
    return (
        rf"\pard\plain\s1\b\fs36 Part {n}\par" + "\n"
        r"\pard\plain\sa160 Some words with {\b strong}, {\i soft} and {\cf1 red} ones, a dash \u8211? and a "
        rf'{{\field{{\*\fldinst HYPERLINK "https://example.org/{n}"}}{{\fldrslt link}}}}.\par' + "\n"
        + item * 2 + rf"\trowd\cellx2000\cellx4000\pard\intbl a\cell {n}\cell\row" + "\n")


def shapes(folder):
    """Writes formatted documents that are one block each, and returns their names."""
    html = "some <b>bold</b> and <i>soft</i> words with a <a href=\"https://example.org/x\">link</a> in it, "
    markdown = "some **bold** and *soft* words with a [link](https://example.org/x) in it, "
    rtf = (
        r"some {\b bold} and {\i soft} words with a "
        r'{\field{\*\fldinst{HYPERLINK "https://example.org/x"}}{\fldrslt link}} in it, ')
    item = r"\pard\plain\ls1\ilvl0\fi-360\li720{\listtext\bullet\tab}a\par" + "\n"
    documents = {
        "paragraph.html": "<p>" + html * (7_000_000 // len(html)),
        "paragraph.md": markdown * (7_000_000 // len(markdown)) + "\n",
        "paragraph.rtf": RTF_START + r"\pard " + rtf * (7_000_000 // len(rtf)) + r"\par}",
        "nest.html": "<div>" * 1_000_000 + "a",
        "nest.md": "> " * 1_000_000 + "a\n",
        "nest.rtf": RTF_START + "{" * 1_000_000 + "a" + "}" * 1_000_000 + "}",
        "row.html": "<table><tr>" + "<td>a" * 600_000 + "</table>",
        "row.md": "|" + "a|" * 600_000 + "\n|" + "-|" * 600_000 + "\n",
        "row.rtf": RTF_START + r"\trowd" + r"\cellx1" * 600_000 + r"\pard\intbl " + r"a\cell " * 600_000 + r"\row}",
        "list.html": "<ul>" + "<li>a\n" * 1_000_000 + "</ul>",
        "list.md": "- a\n" * 1_000_000,
        "list.rtf": RTF_START + item * 1_000_000 + "}",
    }
    for name, text in documents.items():
        with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
            file.write(text)
    return list(documents)


TYPES = {
    "html": "public.html", "md": "net.daringfireball.markdown", "rtf": "public.rtf", "txt": "public.utf8-plain-text",
    "json": "public.json", "ndjson": "public.ndjson", "csv": "public.comma-separated-values-text",
    "bplist": "com.apple.binary-property-list", "plist": "com.apple.xml-property-list",
    # The text that a formatted document shows, without marks.
    "rendered": "public.utf8-plain-text",
}

# The document, what it becomes, and how many times its own size the memory may be; None is 64 MiB whatever its size.
HELD = [
    ("list.json", "bplist", 8), ("table.csv", "bplist", 8), ("object.json", "bplist", 8), ("list.json", "csv", 8),
    ("object.bplist", "json", 8), ("object.plist", "json", 8),
    ("page.html", "md", 8), ("page.html", "rtf", 8), ("page.html", "txt", 8),
]
IN_PIECES = (
    [(name, to, None) for name in ("prose.txt", "log.txt") for to in ("html", "md", "rtf")]
    + [("table.csv", to, None) for to in ("html", "md", "rtf", "json", "plist")]
    + [("text.md", to, None) for to in ("html", "rendered")]
    + [("document.rtf", to, None) for to in ("html", "md", "txt")]
    + [(name, to, None) for name in ("list.json", "object.json", "arrays.json") for to in ("json", "plist")]
    + [("keys.json", "plist", None), ("rows.ndjson", "json", None)]
    # Notes are held, and the table of lists that is at the top of RTF.
    + [("notes.md", "html", 8), ("text.md", "rtf", 8)]
    + [(name, "csv", None) for name in ("rows.xlsx", "texts.xlsx", "long-texts.xlsx", "rows.ods")]
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


def command(program, path, to):
    return [program, "convert", path, "--to", TYPES[to]] + (["--rendered"] if to == "rendered" else [])


def plan_agrees(program, path, to, is_held):
    """Whether what the program says of the conversion is what the row says."""
    # A plan converts the document to say what it loses, so that a short one of the same type is planned.
    kind = path.rsplit(".", 1)[1]
    short = os.path.join(os.path.dirname(path), "short." + kind)
    if os.path.basename(short) in spreadsheet_samples.DOCUMENTS:
        spreadsheet_samples.write(os.path.dirname(short), os.path.basename(short))
    else:
        with open(short, "wb") as file:
            file.write({
                "json": b"[{\"a\": 1}]", "ndjson": b"{}\n", "rtf": b"{\\rtf1 a}", "plist": plistlib.dumps([1]),
                "bplist": plistlib.dumps([1], fmt=plistlib.FMT_BINARY),
            }.get(kind, b"a\n"))
    result = subprocess.run(
        command(program, short, to) + ["--plan", "--json"], capture_output=True, env={"PATH": "/nowhere"}, check=True)
    return json.loads(result.stdout)["goesPieceByPiece"] != is_held


def run(program, path, to, limit, holds_content, output=subprocess.DEVNULL):
    def confine():
        # An array that grows has room that is not used: what is used of it is sampled.
        data = limit * 2 if holds_content else limit
        resource.setrlimit(resource.RLIMIT_DATA, (data, data))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    start = time.monotonic()
    # Without a PATH, so that ours runs no external converter.
    process = subprocess.Popen(
        command(program, path, to), stdout=output, stderr=subprocess.PIPE,
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

    def report(name, to, size, limit, status, peak, seconds, words):
        if peak > limit:
            status, words = "limit", []
        print(
            f"{name + ' to ' + to:<24} {size / 1e6:5.0f} MB  {peak / MEBIBYTE:6.0f} MiB of {limit / MEBIBYTE:4.0f}"
            f"  {peak / size:5.2f} × the document  {seconds:6.1f} s  "
            + ("pass" if status == 0 else f"FAIL ({status}) {words[-1] if words else ''}"),
            flush=True)
        return status != 0

    with tempfile.TemporaryDirectory() as folder:
        samples(folder, arguments.megabytes * 1_000_000)
        for name, to, factor in IN_PIECES + HELD:
            if arguments.only not in f"{name} to {to}":
                continue
            path = os.path.join(folder, name)
            shared = 0
            if name in spreadsheet_samples.DOCUMENTS:
                size = spreadsheet_samples.write(folder, name)
                shared = spreadsheet_samples.DOCUMENTS[name][1]
            else:
                size = os.path.getsize(path)
            limit = PIECES + shared if factor is None else size * factor
            status, peak, seconds, words = run(program, path, to, limit, factor is not None or shared > 0)
            if not plan_agrees(program, path, to, (name, to, factor) in HELD):
                status, words = "plan", ["the plan says something else"]
            failed += report(name, to, size, limit, status, peak, seconds, words)
    with tempfile.TemporaryDirectory() as folder:
        names = {name: os.path.getsize(os.path.join(folder, name)) for name in shapes(folder)} | office_shapes.write_documents(folder)
        for name, size in names.items():
            for to in ("html", "md", "rtf"):
                if arguments.only not in f"{name} to {to}":
                    continue
                path = os.path.join(folder, name)
                with open(os.path.join(folder, "result"), "wb") as result:
                    status, peak, seconds, words = run(program, path, to, 1 << 40, False, result)
                limit = 8 * max(size, os.path.getsize(result.name)) + 32 * MEBIBYTE
                failed += report(name, to, size, limit, status, peak, seconds, words)
    return 1 if failed and arguments.check else 0


sys.exit(main())
