#!/usr/bin/env python3
"""Counts the instructions and system calls of fixed runs of the release program, and compares them with the record.

usage: counts.py [--write] [--raise RUN]... [--only WORD] [--self-test] PROFFER

Counts do not depend on the speed or the load of a machine, so repeated runs find small regressions. callgrind counts
the instructions, and strace counts the system calls. The record is counts.txt, next to this script. It names the processor,
the toolchain and the libraries. If they are different here, the numbers are printed, but not compared.

The check fails if a number is more than 5 % above the record. It also fails if a number is more than 5 % below the record,
because a later increase up to the recorded number would not be found. With --write, lower numbers and new runs are recorded.
A higher number is recorded only if --raise names its run. If the processor, the toolchain or the libraries are different,
--write records all numbers. --only selects the runs whose name contains WORD.
"""

import argparse
import concurrent.futures
import glob
import os
import platform
import queue
import re
import resource
import shutil
import subprocess
import sys
import tempfile

RECORD = os.path.join(os.path.dirname(os.path.abspath(__file__)), "counts.txt")
HEAD = """\
# Instructions and system calls of fixed runs of the release program.
# Written by Tests/Benchmarks/counts.py --write. The numbers are compared only with the same processor, toolchain and libraries.
"""
# The largest difference from the record.
TOLERANCE = 0.05
# A decrease of less than this is not recorded, so that unchanged runs keep their lines.
NOISE = 0.01
# Libraries that the runs load or link. The version is part of the name of the file.
LIBRARIES = ["libz.so.1", "libpng16.so.16", "libturbojpeg.so.0", "libwebpmux.so.3"]
# How often these are called depends on which thread runs first.
UNCOUNTED = {"futex", "sched_yield", "restart_syscall", "total"}
TIME = 1_700_000_000


# MARK: - The files of a run. They are the same on each machine.

WORDS = ("harbor", "lantern", "meadow", "orchard", "quarry", "thicket", "estuary", "café", "bridge", "willow", "summit", "ferry")


def sentence(number, count=12):
    return " ".join(WORDS[(number * 7 + place * place) % len(WORDS)] for place in range(count))


def write(path, content):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content if isinstance(content, bytes) else content.encode())


def small_files(count, byte_count):
    def make(folder):
        for number in range(count):
            text = sentence(number, byte_count // 7)
            write(os.path.join(folder, "files", f"note-{number:05}.txt"), f"{number}\n{text}\n")
    return make


HEADS = [(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", ".png"), (b"%PDF-1.4\n", ""), (b"<!DOCTYPE html><title>a</title>\n", ".html"),
         (b"some words\n", ".txt"), (b'{"a": 1}\n', ""), (b"PK\x03\x04", ".docx")]
NAMES = [f"file-{number:05}{HEADS[number % len(HEADS)][1]}" for number in range(300)]


def files_of_types(folder):
    for number, name in enumerate(NAMES):
        write(os.path.join(folder, name), HEADS[number % len(HEADS)][0] + sentence(number, 200).encode())


def one_file(name, content):
    def make(folder):
        write(os.path.join(folder, name), content())
    return make


def text():
    return b"\xff\xfe" + "".join(f"{sentence(number)}\r\n" for number in range(4000)).encode("utf-16-le")


def page():
    parts = "".join(
        f"<h2>{sentence(number, 3)}</h2><p>{sentence(number)} <b>{sentence(number, 2)}</b> "
        f"<a href='https://example.com/{number}'>{sentence(number, 2)}</a></p>"
        f"<ul><li>{sentence(number, 4)}<li><i>{sentence(number, 4)}</i></ul>"
        f"<table><tr><th>{number}<th>b<tr><td>{sentence(number, 2)}<td>{number * 3}</table>" for number in range(200))
    return f"<!DOCTYPE html><meta charset=utf-8><title>page</title>{parts}"


def links():
    return "".join(f"https://example.com/{WORDS[number % 7]}/{number}?a=b\r\n" for number in range(1000))


def web_location():
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict><key>URL</key>'
            '<string>https://example.com/harbor</string></dict></plist>\n')


def color():
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<plist version="1.0"><dict><key>$version</key><integer>100000</integer>'
            '<key>$archiver</key><string>NSKeyedArchiver</string><key>$top</key><dict><key>root</key><dict><key>CF$UID</key>'
            '<integer>1</integer></dict></dict><key>$objects</key><array><string>$null</string><dict><key>NSColorSpace</key>'
            '<integer>1</integer><key>NSRGB</key><data>MSAwLjUgMAA=</data><key>$class</key><dict><key>CF$UID</key>'
            '<integer>2</integer></dict></dict><dict><key>$classes</key><array><string>NSColor</string><string>NSObject</string>'
            '</array><key>$classname</key><string>NSColor</string></dict></array></dict></plist>\n')


def table():
    return "name,count,text\r\n" + "".join(
        f'{WORDS[number % 12]},{number * 3},"{sentence(number, 4)}, ""{number}"""\r\n' for number in range(2000))


def structured_value():
    return "[" + ",\n".join(
        f'{{"name": "{sentence(number, 2)}", "count": {number}, "share": {number}.25, "tags": ["a", "b", null, true]}}'
        for number in range(1500)) + "]\n"


def contacts():
    return "".join(
        f"BEGIN:VCARD\r\nVERSION:3.0\r\nN:{WORDS[number % 12]};{WORDS[number % 5]};;;\r\nFN:{sentence(number, 2)}\r\n"
        f"EMAIL;TYPE=work:a{number}@example.com\r\nTEL:+1 555 {number:04}\r\nEND:VCARD\r\n" for number in range(250))


def calendar():
    return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//a//b//EN\r\n" + "".join(
        f"BEGIN:VEVENT\r\nUID:{number}@example.com\r\nDTSTAMP:20260101T000000Z\r\nDTSTART:20260301T{number % 24:02}0000Z\r\n"
        f"SUMMARY:{sentence(number, 4)}\r\nEND:VEVENT\r\n" for number in range(250)) + "END:VCALENDAR\r\n"


def picture(width=400, height=300):
    pixels = bytes((x * 5 + y * channel * 3) & 0xFF for y in range(height) for x in range(width) for channel in (1, 2, 3))
    return b"P6\n%d %d\n255\n" % (width, height) + pixels


def animation(width=64, height=64, frames=6):
    """A GIF whose pixels are not compressed: codes of eight bits, and a code that resets the table before it grows."""
    colors = bytes(value for index in range(128) for value in (index * 2, 255 - index, index))
    parts = [b"GIF89a", width.to_bytes(2, "little"), height.to_bytes(2, "little"), b"\xf6\0\0", colors,
             b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"]
    for frame in range(frames):
        codes = bytearray()
        for number in range(width * height):
            if number % 120 == 0:
                codes.append(0x80)
            codes.append((number // 64 + number * frame) & 0x7F)
        codes.append(0x81)
        parts += [b"\x21\xf9\x04\0\x0a\0\0\0", b"\x2c\0\0\0\0", width.to_bytes(2, "little"), height.to_bytes(2, "little"),
                  b"\0\x07"]
        parts += [bytes([len(codes[start:start + 255])]) + codes[start:start + 255] for start in range(0, len(codes), 255)]
        parts.append(b"\0")
    return b"".join(parts) + b"\x3b"


# MARK: - The runs

class Run:
    """A command line to count. `make` writes its files to a folder, and `first` are command lines that prepare it."""

    def __init__(self, name, *arguments, make=None, first=()):
        self.name, self.arguments, self.make, self.first = name, arguments, make, first


def conversion(kind, name, content, *arguments):
    return Run(f"convert {kind}", "convert", name, *arguments, "-o", "out", make=one_file(name, content))


PACK = ["pack", "--each", "files", "-o", "a.dragbundle"]
RUNS = [
    Run("--version", "--version"),
    Run("type conforms", "type", "conforms", "public.html", "public.text"),
    Run("type of 300 files", "type", "of", *NAMES, make=files_of_types),
    Run("list 2000 items", "list", "a.dragbundle", make=small_files(2000, 40), first=[PACK]),
    Run("pack 500 files", *PACK, make=small_files(500, 4000)),
    Run("unpack 500 files", "unpack", "a.dragbundle", "--into", "out", make=small_files(500, 4000), first=[PACK]),
    Run("best of 500 items", "best", "a.dragbundle", "--accept", "public.html,public.plain-text",
        make=small_files(500, 40), first=[PACK]),
    conversion("text", "a.txt", text, "--to", "public.utf8-plain-text"),
    conversion("rich text", "a.html", page, "--to", "rtf"),
    conversion("link", "a.webloc", web_location, "--to", "com.microsoft.internet-shortcut"),
    conversion("links", "a.uri", links, "--to", "html"),
    conversion("color", "a.color", color, "--from", "com.apple.cocoa.pasteboard.color", "--to", "json"),
    conversion("table", "a.csv", table, "--to", "tsv"),
    conversion("workbook", "a.csv", table, "--to", "xlsx"),
    conversion("structured value", "a.json", structured_value, "--to", "yaml"),
    conversion("contacts", "a.vcf", contacts, "--to", "json"),
    conversion("calendar", "a.ics", calendar, "--to", "json"),
    conversion("image", "a.ppm", picture, "--to", "png"),
    conversion("animation", "a.gif", animation, "--to", "webp"),
]


# MARK: - Counting

class Counter:
    """Counts runs of a program. All paths that a run can see have the same length on each machine."""

    def __init__(self, program, tools, files):
        self.program = os.path.join(tools, "proffer")
        shutil.copy(program, self.program)
        self.tools, self.files = tools, files
        self.processors = queue.Queue()
        for processor in os.sched_getaffinity(0):
            self.processors.put(processor)

    def count(self, runs):
        """The instructions and system calls of each run. Each processor executes one run at a time."""
        with concurrent.futures.ThreadPoolExecutor(self.processors.qsize()) as pool:
            return dict(pool.map(self.counted, runs, range(len(runs))))

    def counted(self, run, number):
        folder = os.path.join(self.files, f"{number:02}")
        told = os.path.join(self.tools, f"{number:02}")
        processor = self.processors.get()
        try:
            self.prepare(run, folder, processor)
            self.call(run, folder, processor, "valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null",
                      f"--log-file={told}", self.program, *run.arguments)
            with open(told) as file:
                instructions = int(re.search(r"Collected : (\d+)", file.read())[1])
            self.prepare(run, folder, processor)
            self.call(run, folder, processor, "strace", "-f", "-c", "-U", "calls,name", "-o", told, self.program, *run.arguments)
            with open(told) as file:
                rows = re.findall(r"^ *(\d+) (\w+)$", file.read(), re.M)
            shutil.rmtree(folder)
            return run.name, (instructions, sum(int(count) for count, name in rows if name not in UNCOUNTED))
        finally:
            self.processors.put(processor)

    def prepare(self, run, folder, processor):
        """Makes the files of a run anew, with the same times."""
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(os.path.join(folder, "home"))
        if run.make:
            run.make(folder)
        for parent, _, names in os.walk(folder):
            for name in names:
                os.utime(os.path.join(parent, name), (TIME, TIME))
        for arguments in run.first:
            self.call(run, folder, processor, self.program, *arguments)

    def call(self, run, folder, processor, *command):
        home = os.path.join(folder, "home")
        environment = {
            "PATH": "/usr/bin:/bin", "HOME": home, "XDG_DATA_DIRS": home, "TMPDIR": folder, "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "SWIFT_DETERMINISTIC_HASHING": "1",
        }
        # With one processor, the program starts the same number of threads on each machine.
        result = subprocess.run(
            ["taskset", "-c", str(processor), *command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        if result.returncode != 0:
            raise SystemExit(f"counts: {run.name} has the exit status {result.returncode}: {result.stderr.decode()}")


def machine():
    """What the counts depend on: the processor, the toolchain and the libraries, a line each."""
    def output(*command):
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout
    # Libraries choose code by the features of the processor that valgrind simulates.
    linker = (glob.glob("/lib64/ld-linux-*.so.*") + glob.glob("/lib/ld-linux-*.so.*"))[0]
    level = re.search(r"^ *(\S+) \(supported, searched\)", output("valgrind", "-q", "--tool=none", linker, "--help"), re.M)
    lines = [
        f"processor {level[1] if level else platform.machine()}",
        re.search(r"Swift version \S+", output("swift", "--version"))[0],
        os.confstr("CS_GNU_LIBC_VERSION"),
        output("valgrind", "--version").strip(),
    ]
    paths = dict(re.findall(r"^\s*(\S+) \(libc6.*\) => (\S+)$", output("ldconfig", "-p"), re.M))
    return lines + [
        os.path.basename(os.path.realpath(paths[library])) if library in paths else f"without {library}"
        for library in LIBRARIES]


# MARK: - The record

def read(text):
    """The lines about the machine, and the numbers of each run."""
    machine, numbers = [], {}
    for line in text.splitlines():
        row = re.fullmatch(r"(.*?) +([\d,]+) +(\d+)", line)
        if row:
            numbers[row[1]] = int(row[2].replace(",", "")), int(row[3])
        elif line and not line.startswith("#"):
            machine.append(line)
    return machine, numbers


def written(machine, numbers):
    rows = [f"{name:<26}{instructions:>15,}{calls:>8}" for name, (instructions, calls) in numbers.items()]
    return "\n".join([HEAD + "\n".join(machine), "", f"# {'run':<24}{'instructions':>15}{'calls':>8}", *rows]) + "\n"


def differences(recorded, counted):
    """A text for each number that is higher than recorded, and one for each that is lower or is not recorded."""
    higher, lower = [], []
    for name, numbers in counted.items():
        if name not in recorded:
            lower.append(f"{name} is not recorded")
            continue
        for what, old, new in zip(("instructions", "system calls"), recorded[name], numbers):
            text = f"{name}: {new:,} {what}, recorded are {old:,} ({(new - old) / old:+.1%})"
            if new > old * (1 + TOLERANCE):
                higher.append(text)
            elif new < old * (1 - TOLERANCE):
                lower.append(text)
    return higher, lower


def merged(recorded, counted, raised):
    """The new record: lower numbers, new runs, and all numbers of the runs in `raised`."""
    def number(old, new, is_raised):
        return new if is_raised or new < old * (1 - NOISE) else old
    return {
        name: tuple(number(old, new, name in raised) for old, new in zip(recorded.get(name, numbers), numbers))
        for name, numbers in counted.items()}


def self_test():
    recorded = {"a": (1000, 100), "b": (1000, 100)}
    cases = [
        ({"a": (1040, 104)}, 0, 0, {"a": (1000, 100)}), ({"a": (1060, 100)}, 1, 0, {"a": (1000, 100)}),
        ({"a": (1000, 106)}, 1, 0, {"a": (1000, 100)}), ({"a": (940, 94)}, 0, 2, {"a": (940, 94)}),
        ({"a": (970, 100)}, 0, 0, {"a": (970, 100)}), ({"b": (1060, 90)}, 1, 1, {"b": (1060, 90)}),
        ({"c": (1, 1)}, 0, 1, {"c": (1, 1)}),
    ]
    for counted, higher, lower, record in cases:
        found = differences(recorded, counted)
        if (len(found[0]), len(found[1])) != (higher, lower) or merged(recorded, counted, ["b"]) != record:
            raise SystemExit(f"counts: the self-test has a wrong result for {counted}")
    if read(written(["x 1.0", "y"], recorded)) != (["x 1.0", "y"], recorded):
        raise SystemExit("counts: the self-test reads another record than it wrote")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("program", nargs="?")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--raise", dest="raised", action="append", default=[], choices=[run.name for run in RUNS])
    parser.add_argument("--only", default="")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if options.self_test:
        return self_test()
    if not options.program:
        parser.error("name the release program")
    runs = [run for run in RUNS if options.only in run.name]
    # Folders of files have the same order in each memory file system. Programs often cannot be run there.
    memory = os.access("/dev/shm", os.W_OK)
    with tempfile.TemporaryDirectory(prefix="counts-", dir="/tmp") as tools, \
            tempfile.TemporaryDirectory(prefix="counts-", dir="/dev/shm" if memory else "/tmp") as files:
        counted = Counter(options.program, tools, files).count(runs)
    here = machine() + [f"files {'in memory' if memory else 'on a disk'}"]
    with open(RECORD) as file:
        known, recorded = read(file.read())
    for name, (instructions, calls) in counted.items():
        print(f"{name:<26}{instructions:>15,}{calls:>8}")
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"processor time: {usage.ru_utime + usage.ru_stime:.0f} s")
    if here != known and not options.write:
        print(f"not compared: the record was made with {', '.join(known)}; this machine has {', '.join(here)}")
        return
    if here != known:
        if options.only:
            parser.error("the record was made with other tools, so that --write needs all runs")
        recorded = {}
    if options.write:
        recorded = {**recorded, **merged(recorded, counted, options.raised)}
        with open(RECORD, "w") as file:
            file.write(written(here, {run.name: recorded[run.name] for run in RUNS if run.name in recorded}))
    higher, lower = differences(recorded, counted)
    for text in higher:
        print(f"higher: {text}")
    for text in lower:
        print(f"lower: {text}")
    if lower:
        print("record lower numbers and new runs: Tests/Benchmarks/counts.py --write PROFFER")
    if higher:
        print("if a higher number is the price of an improvement, record it with --write --raise RUN")
    if higher or lower:
        raise SystemExit(1)


if __name__ == "__main__":
    main()
