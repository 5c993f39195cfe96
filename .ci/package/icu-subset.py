#!/usr/bin/env python3
"""Writes an object file with the part of ICU's data that proffer uses.

usage: icu-subset.py LIBRARY OBJECT

Foundation carries all of ICU's data, 34 MB of languages, calendars, currencies and collations. proffer asks it for two
things: the tables of encodings with several bytes a character, and the mapping of international domain names. OBJECT
defines `proffer_icu_data`, and the name of ICU's data symbol in LIBRARY (lib_FoundationICU.a) is printed: a program that
is linked with `--defsym=NAME=proffer_icu_data` uses the subset, and `--gc-sections` leaves out the whole. The form of the
data is ICU's (Source: `ucmndata.h`, `udata.h`): a header, a table of contents of pairs of offsets, names, entries at
multiples of 16 bytes.

An entry of KEEP that the library does not have is an error: another version of ICU names its tables differently, and
the tests of encodings must choose them again.
"""

import os
import re
import struct
import subprocess
import sys
import tempfile

MEMBER = "icu_packaged_data.cpp.o"
SUBSET = "proffer_icu_data"

KEEP = [
    "cnvalias.icu",  # the names of encodings
    "ibm-943_P15A-2003.cnv",  # Shift_JIS as Windows has it, and EUC-JP, whose characters are the same
    "jisx-212.cnv",  # the rare characters of EUC-JP
    "gb18030-2022.cnv",  # GB18030, GBK and HZ
    "ibm-1363_P11B-1998.cnv", "windows-949-2000.cnv",  # EUC-KR
    "ibm-1375_P100-2008.cnv",  # Big5 with the characters of Hong Kong
    "uts46.nrm",  # international domain names
]


def packaged_data(library, folder):
    """The name of ICU's data symbol and the bytes at it."""
    subprocess.run(["ar", "x", os.path.realpath(library), MEMBER], cwd=folder, check=True)
    member = os.path.join(folder, MEMBER)
    symbols = subprocess.run(["nm", member], check=True, capture_output=True, text=True).stdout
    symbol = re.search(r" R (icudt\d+_dat)$", symbols, re.MULTILINE)
    if not symbol:
        raise SystemExit(f"icu-subset: {library} has no data symbol in {MEMBER}")
    content = os.path.join(folder, "data")
    subprocess.run(["objcopy", "-O", "binary", "--only-section=.rodata", member, content], check=True)
    with open(content, "rb") as file:
        return symbol[1], file.read()


def entries(data):
    """The header of ICU's data, and its entries by name."""
    header_size = struct.unpack_from("<H", data)[0]
    if data[2:4] != b"\xda\x27" or data[12:16] != b"CmnD":
        raise SystemExit("icu-subset: this is not ICU's common data")
    count = struct.unpack_from("<I", data, header_size)[0]
    names, starts = [], []
    for index in range(count):
        name, start = struct.unpack_from("<II", data, header_size + 4 + 8 * index)
        names.append(data[header_size + name:data.index(b"\0", header_size + name)].decode())
        starts.append(header_size + start)
    ends = starts[1:] + [len(data)]
    return data[:header_size], {name: data[start:end] for name, start, end in zip(names, starts, ends)}


def subset(data):
    """ICU's data with the entries of KEEP only."""
    header, all_entries = entries(data)
    folder = next(iter(all_entries)).split("/")[0]
    names = sorted(f"{folder}/{name}" for name in KEEP)
    missing = [name for name in names if name not in all_entries]
    if missing:
        raise SystemExit("icu-subset: the library does not have " + ", ".join(missing))
    texts, contents = b"", b""
    name_offsets, offsets = [], []
    for name in names:
        name_offsets.append(4 + 8 * len(names) + len(texts))
        texts += name.encode() + b"\0"
    start = 4 + 8 * len(names) + len(texts)
    for name in names:
        contents += b"\0" * (-(start + len(contents)) % 16)
        offsets.append(start + len(contents))
        contents += all_entries[name]
    table = b"".join(struct.pack("<II", *pair) for pair in zip(name_offsets, offsets))
    return header + struct.pack("<I", len(names)) + table + texts + contents


def main():
    if len(sys.argv) != 3:
        raise SystemExit(__doc__.splitlines()[2])
    library, result = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        symbol, data = packaged_data(library, folder)
        content, source = os.path.join(folder, "subset"), os.path.join(folder, "subset.S")
        with open(content, "wb") as file:
            file.write(subset(data))
        with open(source, "w") as file:
            file.write(
                f'.section .rodata\n.globl {SUBSET}\n.type {SUBSET},@object\n.balign 16\n{SUBSET}: .incbin "{content}"\n'
                f".size {SUBSET}, . - {SUBSET}\n.section .note.GNU-stack\n")
        subprocess.run(["clang", "-c", source, "-o", os.path.abspath(result)], check=True)
    print(symbol)


if __name__ == "__main__":
    main()
