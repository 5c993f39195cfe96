#!/usr/bin/env python3
"""Scores the detection of types on a folder of files, beside file(1) and GIO where they are installed.

usage: detection.py PROFFER FOLDER [--expected TABLE] [--misses] [--check]

PROFFER is the program. FOLDER holds the files, TABLE says what they are; without --expected it is FOLDER/EXPECTED or
FOLDER/list. A line of TABLE is a file and its MIME type, and perhaps three letters for the answers by name, by content
and by both: an x where that answer is not expected (the format of the tests of shared-mime-info). Lines with tabs are a
file and three expected types, by name, by content and by both, each an identifier, a MIME type, or - for none.

A TABLE whose name ends in .go is the test of mimetype for Go: each file of its map `files` is expected to have the MIME
type there, without parameters, in all three ways.

Both suites of .github/docs/types.md can be downloaded from http://deb.debian.org/debian/pool/main/:
  s/shared-mime-info/shared-mime-info_2.2.orig.tar.bz2
      detection.py PROFFER shared-mime-info-2.2/tests/mime-detection
      (its file `list` is the table)
  g/golang-github-gabriel-vasile-mimetype/golang-github-gabriel-vasile-mimetype_1.4.1+dfsg1.orig.tar.xz
      detection.py PROFFER mimetype-1.4.1/testdata --expected mimetype-1.4.1/mimetype_test.go

All programs read the same database. For one that holds only the types of freedesktop.org, as measured there:
  mkdir -p DIR/mime/packages && cp /usr/share/mime/packages/freedesktop.org.xml DIR/mime/packages/
  update-mime-database DIR/mime
  XDG_DATA_DIRS=DIR XDG_DATA_HOME=/nonexistent detection.py ...

By name the bytes are not read; by content the file has another name. An answer is right when it means the same type as
the expected one: the same identifier for PROFFER, the same MIME type or another name of it. What names mean the same is
asked of PROFFER and of the desktop's database for all programs alike. --misses lists wrong answers; with --check the
status is 1 where PROFFER with the database is below another program.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

COLUMNS = ["name", "content", "both"]


class Names:
    """What a MIME type or identifier means, as far as programs use different names for one type."""

    def __init__(self, program):
        self.program = program
        self.shown = {}
        self.canonical = {}
        home = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
        folders = [home] + (os.environ.get("XDG_DATA_DIRS") or "/usr/local/share:/usr/share").split(":")
        for folder in reversed(folders):
            try:
                with open(os.path.join(folder, "mime", "aliases"), encoding="utf-8") as file:
                    for line in file:
                        alias, name = line.split()
                        self.canonical[alias.lower()] = name.lower()
            except OSError:
                pass

    def show(self, word):
        if word not in self.shown:
            run = subprocess.run([self.program, "type", "show", word, "--json"], capture_output=True)
            self.shown[word] = json.loads(run.stdout) if run.returncode == 0 else None
        return self.shown[word]

    def identifier(self, word):
        shown = self.show(word)
        return shown["identifier"] if shown and shown["isDeclared"] else None

    def mime_types(self, identifier):
        shown = self.show(identifier)
        tags = shown["tags"].get("public.mime-type", []) if shown else []
        names = {tag.split(";")[0].lower() for tag in tags}
        return names | {self.canonical.get(name, name) for name in names}

    def same(self, answer, expected):
        if answer is None:
            return False
        if answer.lower() == expected.lower():
            return True
        wanted = self.canonical.get(expected.lower(), expected.lower())
        if "/" in answer:
            found = self.canonical.get(answer.lower(), answer.lower())
            if found == wanted:
                return True
            identifier = self.identifier(found)
        else:
            identifier = answer
            if "/" in expected and wanted in self.mime_types(answer):
                return True
            # The encoding of plain text is no part of its MIME type.
            if wanted == "text/plain" and answer.startswith("public.utf") and answer.endswith("-plain-text"):
                return True
            if "/" in expected and wanted == "application/octet-stream" and answer == "public.data":
                return True
        meant = self.show(wanted if "/" in expected else expected)
        if identifier is None or meant is None or not meant["isDeclared"]:
            return False
        return identifier == meant["identifier"] or identifier in meant["claims"]


def read_go_test(path):
    """The rows of the map `files` in the test of mimetype for Go."""
    with open(path, encoding="utf-8") as file:
        found = re.search(r"^var files = map\[string\]string\{$(.*?)^\}$", file.read(), re.MULTILINE | re.DOTALL)
    if found is None:
        sys.exit(f"{path} has no map of files")
    entries = re.findall(r'^\s*"([^"]+)":\s*"([^";]+)[^"]*",$', found.group(1), re.MULTILINE)
    return [(name, [mime_type] * 3) for name, mime_type in entries]


def read_table(path):
    """The rows (file, [by name, by content, by both]) of a table of expectations."""
    if path.endswith(".go"):
        return read_go_test(path)
    rows = []
    with open(path, encoding="utf-8") as file:
        for line in file:
            line = line.rstrip("\n")
            if not line.strip() or line.startswith("#"):
                continue
            if "\t" in line:
                fields = line.split("\t")
                rows.append((fields[0], [None if field == "-" else field for field in fields[1:4]]))
            else:
                fields = line.split()
                flags = fields[2] if len(fields) > 2 else ""
                kinds = [None if flags[place : place + 1] == "x" else fields[1] for place in range(3)]
                rows.append((fields[0], kinds))
    return rows


def ask_proffer(program, paths, environment):
    answers = {}
    for start in range(0, len(paths), 500):
        part = paths[start : start + 500]
        run = subprocess.run(
            [program, "type", "of", "--json"] + part, capture_output=True, env=environment
        )
        for report in map(json.loads, run.stdout.splitlines()):
            if "type" in report:
                answers[report["file"]] = report
    return answers


def ask_gio(paths):
    """The answers by name alone and by both, as GIO gives them for files."""
    attributes = "standard::fast-content-type,standard::content-type"
    run = subprocess.run(
        ["gio", "info", "-a", attributes] + paths, capture_output=True, text=True, errors="replace"
    )
    answers = []
    for line in run.stdout.splitlines():
        line = line.strip()
        if line.startswith("uri:"):
            answers.append({})
        for key in ("standard::fast-content-type", "standard::content-type"):
            if line.startswith(key + ":"):
                answers[-1][key] = line.split(": ", 1)[1]
    if len(answers) != len(paths):
        sys.exit(f"gio answered for {len(answers)} of {len(paths)} files: {run.stderr.strip()}")
    return {path: answer for path, answer in zip(paths, answers)}


def ask_file(paths):
    run = subprocess.run(
        ["file", "--brief", "--mime-type", "--"] + paths, capture_output=True, text=True, errors="replace"
    )
    return dict(zip(paths, run.stdout.splitlines()))


def main():
    words = [word for word in sys.argv[1:] if not word.startswith("--")]
    if len(words) not in (2, 3):
        sys.exit(__doc__)
    program, folder = os.path.abspath(words[0]), os.path.abspath(words[1])
    if "--expected" in sys.argv:
        table = words[2]
    else:
        table = next(
            (path for name in ("EXPECTED", "list") if os.path.exists(path := os.path.join(folder, name))), None
        )
        if table is None:
            sys.exit(f"{folder} has no table of expectations; name one with --expected")
    rows = [row for row in read_table(table) if os.path.isfile(os.path.join(folder, row[0]))]
    names = Names(program)

    with tempfile.TemporaryDirectory() as scratch:
        originals, nameless = {}, {}
        for number, (name, _) in enumerate(rows):
            originals[number] = os.path.join(folder, name)
            nameless[number] = os.path.join(scratch, f"f{number}")
            shutil.copyfile(originals[number], nameless[number])
        empty = dict(os.environ, XDG_DATA_DIRS=scratch, XDG_DATA_HOME=scratch)
        programs = {}
        for label, environment in (("proffer", os.environ), ("proffer without database", empty)):
            both = ask_proffer(program, list(originals.values()), environment)
            alone = ask_proffer(program, list(nameless.values()), environment)
            programs[label] = [
                {number: both.get(path, {}).get("byName") for number, path in originals.items()},
                {number: alone.get(path, {}).get("type") for number, path in nameless.items()},
                {number: both.get(path, {}).get("type") for number, path in originals.items()},
            ]
        if shutil.which("gio"):
            both, alone = ask_gio(list(originals.values())), ask_gio(list(nameless.values()))
            fast, full = "standard::fast-content-type", "standard::content-type"
            programs["gio"] = [
                {number: both[path].get(fast) for number, path in originals.items()},
                {number: alone[path].get(full) for number, path in nameless.items()},
                {number: both[path].get(full) for number, path in originals.items()},
            ]
        if shutil.which("file"):
            found = ask_file(list(nameless.values()))
            by_content = {number: found.get(path) for number, path in nameless.items()}
            programs["file"] = [None, by_content, by_content]

    scores = {label: [] for label in programs}
    misses = []
    counts = []
    for column, title in enumerate(COLUMNS):
        counted = [number for number, (_, kinds) in enumerate(rows) if kinds[column] is not None]
        counts.append(len(counted))
        for label, answers in programs.items():
            if answers[column] is None:
                scores[label].append(None)
                continue
            right = 0
            for number in counted:
                expected, answer = rows[number][1][column], answers[column][number]
                if names.same(answer, expected):
                    right += 1
                else:
                    misses.append(f"{label}, by {title}: {rows[number][0]}: {answer}, expected {expected}")
            scores[label].append(right)
    if "--misses" in sys.argv:
        print("\n".join(misses))
    print("| by | files | " + " | ".join(programs) + " |")
    print("|---" * (len(programs) + 2) + "|")
    for column, title in enumerate(COLUMNS):
        cells = ["–" if scores[label][column] is None else str(scores[label][column]) for label in programs]
        print(f"| {title} | {counts[column]} | " + " | ".join(cells) + " |")
    best = [max(scores[label][column] or 0 for label in programs) for column in range(3)]
    if "--check" in sys.argv and any(scores["proffer"][column] < best[column] for column in range(3)):
        sys.exit(1)


main()
