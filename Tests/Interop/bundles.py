#!/usr/bin/env python3
"""Mutates good bundles and compares what proffer takes from them with what Python, unzip, bsdtar and 7z take.

usage: bundles.py PROFFER [--seconds N] [--seed S] [--keep FOLDER]

Half of the bundles are changed byte by byte. The other half are taken apart, changed where zip programs are known to
differ (extra fields, attributes, comments, end records that stand elsewhere), and put together again with all offsets
right. Checksums are fixed up after most mutations, so that lies get past them. A bundle that proffer verifies must be
whole to all other readers too, with the same entries and the same bytes, on disk as well as in memory, read by its
directory as well as from its beginning. Ends with 1 and keeps the bundle when they differ, or when proffer ends in a way
of its own (a signal, a status it does not document) or takes longer than ten seconds.
"""
import argparse, collections, json, os, random, re, shutil, struct, subprocess, sys, tempfile, time, zipfile, zlib

ENVIRONMENT = {**os.environ, "LC_ALL": "C.UTF-8", "TZ": "UTC"}


def run(*words, **more):
    return subprocess.run(words, capture_output=True, timeout=600, env=ENVIRONMENT, **more)


def bitmap(width, height):
    """A picture that every build of proffer reads."""
    rows = b"".join(bytes((x * 40 & 255, y * 60 & 255, 128)) for y in range(height) for x in range(width))
    return b"P6 %d %d 255\n" % (width, height) + rows


def good_bundles(proffer, folder):
    """A few small bundles with everything that the format has."""
    os.makedirs(f"{folder}/album/inner/empty")
    files = {"a.txt": b"hello", "b.html": b"<p>b</p>", "same.txt": b"hello", "album/inner/c.txt": b"caption",
             "large.bin": bytes(range(256)) * 80, "empty.bin": b"", "n\u00e4me.txt": b"name", "was\uff1f.txt": b"was",
             "album/A": b"A", "album/A\uff0fy": b"y", "small.ppm": bitmap(6, 4), "wide.ppm": bitmap(300, 2)}
    for name, data in files.items():
        with open(f"{folder}/{name}", "wb") as file:
            file.write(data)
    os.symlink("inner/c.txt", f"{folder}/album/link")
    packs = [["a.txt", "b.html"],
             # An item offers a type once, so that two texts are two items.
             ["--item", "a.txt", "b.html", "--item", "same.txt", "--item", "album"],
             ["large.bin", "empty.bin", "n\u00e4me.txt", "was\uff1f.txt"],
             ["small.ppm", "a.txt", "wide.ppm", "--preview", "-q"]]
    bundles = []
    for index, words in enumerate(packs):
        path = f"{folder}/good{index}.dragbundle"
        made = run(proffer, "pack", *words, "-o", path, cwd=folder)
        if made.returncode != 0:
            sys.exit(f"cannot make a good bundle: {made.stderr.decode()}")
        with open(path, "rb") as file:
            bundles.append(bytearray(file.read()))
    return bundles


# --- Bytes

def records(data):
    """The places of local headers and directory records, as far as their signatures are there."""
    local = [i for i in range(len(data) - 30) if data[i:i + 4] == b"PK\3\4"]
    central = [i for i in range(len(data) - 46) if data[i:i + 4] == b"PK\1\2"]
    return local, central


def fix_checksums(data):
    """Gives every entry the checksum of its bytes, in both records, and the manifest's words of it."""
    end = data.rfind(b"PK\5\6")
    if end < 0 or end + 22 > len(data):
        return
    count, _, offset = struct.unpack_from("<HII", data, end + 10)
    place, entries = offset, []
    for _ in range(count):
        if place + 46 > len(data) or data[place:place + 4] != b"PK\1\2":
            return
        size, = struct.unpack_from("<I", data, place + 20)
        name, extra, comment = struct.unpack_from("<HHH", data, place + 28)
        header, = struct.unpack_from("<I", data, place + 42)
        entries.append((place, header, size, bytes(data[place + 46:place + 46 + name])))
        place += 46 + name + extra + comment
    words = {}
    for last in (False, True):
        for record, header, size, name in entries:
            if (name == b"manifest.json") != last or header + 30 > len(data):
                continue
            name_size, extra = struct.unpack_from("<HH", data, header + 26)
            start = header + 30 + name_size + extra
            if start + size > len(data):
                continue
            before = b"%08x" % struct.unpack_from("<I", data, record + 16)[0]
            if last:
                for old, new in words.items():
                    at = data.find(old, start, start + size)
                    while at >= 0:
                        data[at:at + 8] = new
                        at = data.find(old, at + 8, start + size)
            crc = zlib.crc32(data[start:start + size])
            if b"%08x" % crc != before:
                words[before] = b"%08x" % crc
            struct.pack_into("<I", data, record + 16, crc)
            struct.pack_into("<I", data, header + 14, crc)


def mutate_bytes(random, data, others):
    for _ in range(random.randint(1, 4)):
        local, central = records(data)
        kind = random.randrange(9)
        if kind == 0 and data:
            data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        elif kind == 1 and data:
            data[random.randrange(len(data))] = random.randrange(256)
        elif kind == 2 and local:
            at = random.choice(local) + random.choice([4, 6, 8, 10, 12, 14, 18, 22, 26, 28])
            struct.pack_into("<H", data, at, random.choice([0, 1, 8, 10, 20, 45, 0xFFFF, random.randrange(65536)]))
        elif kind == 3 and central:
            at = random.choice(central) + random.choice([4, 6, 8, 10, 16, 20, 24, 28, 30, 32, 34, 36, 38, 40, 42])
            struct.pack_into("<H", data, at, random.choice([0, 1, 8, 10, 20, 45, 0xFFFF, random.randrange(65536)]))
        elif kind == 4 and local and central:
            # One name changed in both records, to one of the same length.
            name = random.choice([b"items/1/1/a.txt", b"items/2/1/b.html", b"mimetype", b"manifest.json"])
            new = bytearray(name)
            new[random.randrange(len(new))] = random.choice(b"/.\\:;A\0\x80")
            data[:] = data.replace(name, bytes(new))
        elif kind == 5:
            word = random.choice([b"PK\1\2", b"PK\3\4", b"PK\5\6", b"PK\6\6", b"PK\6\7", b"../", b"\0" * 4])
            at = random.randrange(len(data) + 1)
            data[at:at + (len(word) if random.random() < 0.7 else 0)] = word
        elif kind == 6:
            start = random.randrange(len(data) + 1)
            del data[start:start + random.randint(1, 64)]
        elif kind == 7:
            other = random.choice(others)
            start = random.randrange(len(other))
            at = random.randrange(len(data) + 1)
            data[at:at] = other[start:start + random.randint(1, 200)]
        else:
            at = data.find(b'"version"')
            if at >= 0:
                place = random.randrange(at, len(data))
                data[place] = random.choice(b'{}[]",:0129ae/.')
    if random.random() < 0.8:
        fix_checksums(data)
    return data


# --- Entries

class Entry:
    """One entry, with what its two records say apart."""

    def __init__(self, data, record):
        fields = struct.unpack_from("<HHHHHHIIIHHHHHII", data, record + 4)
        (self.made, needed, flags, method, time, date, self.crc, size, _, name_size, extra_size, comment_size, _,
         self.internal, self.external, header) = fields
        self.shared = [needed, flags, method, time, date]
        start = record + 46
        self.name = bytes(data[start:start + name_size])
        self.central_extra = bytes(data[start + name_size:start + name_size + extra_size])
        self.comment = b""
        self.end = start + name_size + extra_size + comment_size
        local_name, local_extra = struct.unpack_from("<HH", data, header + 26)
        start = header + 30 + local_name
        self.local_extra = bytes(data[start:start + local_extra])
        self.payload = bytes(data[start + local_extra:start + local_extra + size])
        self.local_name = self.name

    def local(self):
        return struct.pack("<IHHHHHIIIHH", 0x04034B50, *self.shared, self.crc, len(self.payload), len(self.payload),
                           len(self.local_name), len(self.local_extra)) + self.local_name + self.local_extra

    def central(self, offset):
        return struct.pack("<IHHHHHHIIIHHHHHII", 0x02014B50, self.made, *self.shared, self.crc, len(self.payload),
                           len(self.payload), len(self.name), len(self.central_extra), len(self.comment), 0,
                           self.internal, self.external, offset) + self.name + self.central_extra + self.comment


def entries_of(data):
    end = data.rfind(b"PK\5\6")
    count, _, place = struct.unpack_from("<HII", data, end + 10)
    entries = []
    for _ in range(count):
        entries.append(Entry(data, place))
        place = entries[-1].end
    return entries


def end_records(count, size, offset, at=None, short=True):
    """The end records; with the ZIP64 ones before them when it is known where they will be."""
    large = b"" if at is None else (
        struct.pack("<IQHHIIQQQQ", 0x06064B50, 44, 45, 45, 0, 0, count, count, size, offset)
        + struct.pack("<IIQI", 0x07064B50, 0, at, 1))
    small = (0xFFFF, 0xFFFFFFFF, 0xFFFFFFFF) if at is not None and not short else (count, size, offset)
    return large + struct.pack("<IHHHHIIH", 0x06054B50, 0, 0, small[0], small[0], small[1], small[2], 0)


def assemble(entries, end=end_records):
    data, offsets = bytearray(), []
    for entry in entries:
        offsets.append(len(data))
        data += entry.local() + entry.payload
    directory = b"".join(entry.central(offset) for entry, offset in zip(entries, offsets))
    return data + directory + end(len(entries), len(directory), len(data)), offsets, len(data)


def block(identifier, content):
    return struct.pack("<HH", identifier, len(content)) + content


def unicode_name(random, entry, others):
    """Another name for the entry, as Info-ZIP's field has it."""
    name = random.choice([b"../../evil", b"items/1/1/other.txt", b"manifest.json", entry.name,
                          random.choice(others).name, "items/1/1/\u00e4".encode()])
    checksum = zlib.crc32(entry.name) if random.random() < 0.9 else random.randrange(1 << 32)
    return struct.pack("<BI", random.choice([1, 1, 1, 0, 2]), checksum) + name


def extra_block(random, entry, others):
    size = len(entry.payload)
    kind = random.randrange(12)
    if kind == 0:
        return block(0x7075, unicode_name(random, entry, others))
    if kind == 1:
        return block(0x6375, struct.pack("<BI", 1, zlib.crc32(b"")) + b"a comment")
    if kind == 2:
        numbers = [random.choice([size, 0, size + 1, 1 << 32, random.randrange(1 << 34)])
                   for _ in range(random.randrange(5))]
        content = b"".join(struct.pack("<Q", number) for number in numbers)
        return block(1, content[:len(content) - random.choice([0, 0, 0, 1, 4])] + b"\0" * random.choice([0, 0, 4]))
    if kind == 3:
        return block(0x9901, struct.pack("<HHBH", 2, 0x4541, 3, 0))
    if kind == 4:
        return block(0x0017, struct.pack("<HHHH", 2, 0x6601, 128, 1))
    if kind == 5:
        return block(0x5455, b"\3" + struct.pack("<II", 1_700_000_000, 1_700_000_000)[:random.choice([0, 4, 8])])
    if kind == 6:
        return block(0x7875, b"\1\4" + struct.pack("<I", 1000) + b"\4" + struct.pack("<I", 1000))
    if kind == 7:
        # Unix, the old and the older kinds; NTFS; a link's target in the one of PKWARE.
        return random.choice([block(0x5855, struct.pack("<IIHH", 1, 1, 0, 0)), block(0x7855, struct.pack("<HH", 0, 0)),
                              block(0x000D, struct.pack("<IIHH", 1, 1, 0, 0) + b"/etc/passwd"),
                              block(0x000A, b"\0" * 4 + struct.pack("<HH", 1, 24) + b"\1" * 24)])
    if kind == 8:
        return block(0xD935, bytes(random.choice([0, 4, 60])) + random.choice([b"", b"", b"x"]))
    if kind == 9:
        return block(0x6C78, bytes([random.randrange(32)]) + struct.pack("<HHI", 0x0314, 0, 0xA1FF0000))
    if kind == 10:
        # Cut short, or longer than it says.
        return random.choice([b"\0", b"\1\0\0", struct.pack("<HH", random.randrange(65536), random.randrange(9, 99)),
                              b"\0" * random.randrange(1, 9)])
    return block(random.randrange(65536), bytes(random.randrange(256) for _ in range(random.randrange(24))))


def insert(random, field, more):
    return random.choice([field + more, more + field, more])


def hidden_ends(random, entries, place):
    """A directory of the same entries with names exchanged, and end records, as bytes that will stand at a place."""
    _, offsets, start = assemble(entries)
    swapped = [entry.name for entry in entries]
    if len(swapped) > 3 and random.random() < 0.7:
        swapped[1], swapped[2] = swapped[2], swapped[1]
    else:
        swapped[random.randrange(len(swapped))] = b"../../evil"
    names = [entry.name for entry in entries]
    extras = [entry.central_extra for entry in entries]
    for entry, name in zip(entries, swapped):
        entry.name, entry.central_extra = name, b""
    directory = b"".join(entry.central(offset) for entry, offset in zip(entries, offsets))
    for entry, name, extra in zip(entries, names, extras):
        entry.name, entry.central_extra = name, extra
    size = len(directory)
    kind = random.randrange(4)
    if kind == 0:
        return directory + end_records(len(entries), size, place)
    if kind == 1:
        return directory + end_records(len(entries), size, place, at=place + size, short=random.random() < 0.5)
    # Only the ZIP64 records: the true end record follows them.
    ends = end_records(len(entries), size, place, at=place + size)[:-22]
    return directory + ends if kind == 2 else directory[:0] + ends[-20:]


def mutate_entries(random, data):
    entries = entries_of(data)
    end = end_records
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        entry = random.choice(entries)
        kind = random.randrange(10)
        if kind <= 3:
            more = b"".join(extra_block(random, entry, entries) for _ in range(random.choice([1, 1, 2])))
            where = random.choice(["local", "central", "both", "both"])
            if where != "central":
                entry.local_extra = insert(random, entry.local_extra, more)
            if where != "local":
                entry.central_extra = insert(random, entry.central_extra, more)
        elif kind == 4:
            entry.made = random.randrange(20) << 8 | random.choice([10, 20, 30, 45, 63])
            if random.random() < 0.5:
                entry.external = random.choice([0, 8, 0x10, 0x20, 0x40, 0x80, 0xFF00, random.randrange(65536),
                                                random.randrange(1 << 32)])
        elif kind == 5:
            entry.external = random.randrange(16) << 28 | random.randrange(4096) << 16 | random.randrange(256)
            entry.internal = random.choice([0, 1, 2, 0xFFFF])
        elif kind == 6:
            entry.shared[random.randrange(5)] = random.choice([0, 1, 10, 20, 45, 0x214, 0x22D, 0x800, 0xFFFF])
        elif kind == 7:
            # A name in all three places, as far as the manifest has it in one piece.
            old = entry.name
            new = random.choice([old + b";1", old + b";", old + b" ", old + b".", old + b"/", old + b"\xc2\xa0",
                                 old.upper(), old + "\uff0fx".encode(), old + b"/x", b"./" + old, old + b"~", b"~/" + old,
                                 old + b"\x7f", old + b"%2f", old.replace(b"items", b"\xef\xbd\x89tems"), b"-" + old])
            entry.name = entry.local_name = new
            manifest = entries[-1]
            manifest.payload = manifest.payload.replace(old, new)
            manifest.crc = zlib.crc32(manifest.payload)
        elif kind == 8:
            extra = random.choice([b"", b"", block(0x7777, b"")])
            last = entries[-1] if random.random() < 0.8 else entry
            place = len(assemble(entries)[0]) - 22 + (len(extra) if extra else 4)
            hidden = hidden_ends(random, entries, place)
            if random.random() < 0.6:
                last.central_extra = extra + block(random.choice([0x7777, 0xD935, 1, 0x5455]), hidden)
                if random.random() < 0.5:
                    last.local_extra = last.central_extra
            else:
                last.comment = hidden
        else:
            at = random.choice([None, 0, 1 << 33])
            short = random.random() < 0.5
            if random.random() < 0.5:
                # An archive that has the records of ZIP64 without need.
                end = lambda count, size, offset: end_records(count, size, offset, offset + size, short)
            elif random.random() < 0.5:
                hidden = hidden_ends(random, entries, len(assemble(entries)[0]) - 22)
                end = lambda count, size, offset: hidden + end_records(count, size, offset, at, short)
            else:
                entries.sort(key=lambda entry: (entry.name != b"mimetype", random.random()))
    return assemble(entries, end)[0]


# --- What others make of it

def tree(folder):
    """Everything below a folder: the bytes of files, None for folders, the targets of links."""
    found = {}
    for top, folders, files in os.walk(os.fsencode(folder)):
        for name in folders + files:
            path = os.path.join(top, name)
            key = os.path.relpath(path, os.fsencode(folder))
            if os.path.islink(path):
                found[key] = b"-> " + os.readlink(path)
            elif os.path.isdir(path):
                found[key] = None
            elif not os.path.isfile(path):
                found[key] = b"(a special file)"
            else:
                os.chmod(path, 0o600)
                with open(path, "rb") as file:
                    found[key] = file.read()
    return found


def with_versions(found, expected):
    """What unzip found, with the versions of VMS that it leaves out of names; there are never two for one file."""
    whole = {re.sub(rb";[0-9]*$", b"", key): key for key, data in expected.items() if data is not None}
    return {key if data is None else whole.get(key, key): data for key, data in found.items()}


EXTRACTORS = {
    "unzip": lambda path, folder: (["unzip", "-qq", "-o", path, "-d", folder], None),
    "7z": lambda path, folder: (["7z", "x", "-y", "-bd", "-tzip", f"-o{folder}", path], None),
    "bsdtar": lambda path, folder: (["bsdtar", "-xf", path, "-C", folder], None),
    "bsdtar from a pipe": lambda path, folder: (["bsdtar", "-xf", "-", "-C", folder], path),
}


def difference(path, contents, scratch):
    """What other programs extract otherwise than Python reads; None when all agree."""
    expected = {}
    for name, data in contents.items():
        parts = name.encode().split(b"/")
        for depth in range(1, len(parts)):
            expected[b"/".join(parts[:depth])] = None
        if parts[-1]:
            expected[name.encode()] = data
    for tool, command in EXTRACTORS.items():
        top = f"{scratch}/{tool.replace(' ', '-')}"
        folder = f"{top}/deep/in/here"
        os.makedirs(folder)
        words, piped = command(path, folder)
        if piped:
            with open(piped, "rb") as file:
                made = run(*words, stdin=file)
        else:
            made = run(*words)
        try:
            if made.returncode != 0:
                said = (made.stderr or made.stdout).decode(errors="replace").strip()
                return f"{tool} refuses what proffer takes: {said}"
            written = tree(folder)
            found = with_versions(written, expected) if tool == "unzip" else written
            if found != expected:
                other = sorted(key for key in found.keys() | expected.keys() if found.get(key, 0) != expected.get(key, 0))
                return f"{tool} extracts something else: {other}"
            if sorted(tree(top)) != sorted([b"deep", b"deep/in", b"deep/in/here"]
                                           + [b"deep/in/here/" + key for key in written]):
                return f"{tool} writes outside of its folder"
        finally:
            shutil.rmtree(top)
    return None


def compare(proffer, path, scratch):
    """What is wrong with how a bundle is taken; None when all agree, and whether it was taken and why not."""
    verdict = run(proffer, "verify", "--json", path)
    if verdict.returncode not in (0, 1):
        return f"proffer verify ended with {verdict.returncode}: {verdict.stderr.decode(errors='replace')}", "failed"
    if verdict.returncode == 1:
        return None, (json.loads(verdict.stdout.splitlines()[0])["error"] or {}).get("code") or "payload"
    try:
        with zipfile.ZipFile(path) as archive:
            bad = archive.testzip()
            if bad is not None:
                return f"zipfile finds {bad} damaged", "taken"
            names = archive.namelist()
            if len(set(names)) != len(names):
                return "zipfile finds a name twice", "taken"
            contents = {name: archive.read(name) for name in names}
    except Exception as error:
        return f"zipfile refuses what proffer takes: {error}", "taken"
    different = difference(path, contents, scratch)
    if different:
        return different, "taken"
    try:
        manifest = json.loads(contents["manifest.json"])
    except Exception as error:
        return f"json refuses the manifest: {error}", "taken"
    named = set()
    for item_number, item in enumerate(manifest["items"], 1):
        if "preview" in item:
            preview = item["preview"]
            data = contents.get(preview["path"])
            if data is None or not preview["path"].startswith("previews/"):
                return f"the preview {preview['path']} is not below previews/, or not there", "taken"
            if len(data) != preview["byteCount"] or "%08x" % zlib.crc32(data) != preview["crc32"].lower():
                return f"{preview['path']} is not what the manifest says", "taken"
        for representation in item["representations"]:
            if "path" not in representation:
                continue
            entries = [representation]
            if representation["path"].endswith("/"):
                entries = [dict(m, path=m.get("entry", representation["path"] + m["path"]))
                           for m in representation["members"] if "kind" not in m]
            for entry in entries:
                data = contents.get(entry["path"])
                if data is None:
                    return f"{entry['path']} is named and not there", "taken"
                if len(data) != entry["byteCount"] or "%08x" % zlib.crc32(data) != entry["crc32"].lower():
                    return f"{entry['path']} is not what the manifest says", "taken"
                named.add(entry["path"])
            if not representation["path"].endswith("/") and "team" not in representation \
                    and "group" not in representation:
                loaded = run(proffer, "load", path, "--item", str(item_number), "--type", representation["type"])
                # A type may be no type to the tool, or fit another representation better.
                if loaded.returncode == 0 and loaded.stdout not in contents.values():
                    return f"load gives other bytes than any entry has, for {representation['type']}", "taken"
                if loaded.returncode not in (0, 1, 2, 64):
                    return f"proffer load ended with {loaded.returncode}", "taken"
    extra = [name for name in names if name.startswith("items/") and name not in named]
    return (f"the manifest does not name {extra}" if extra else None), "taken"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("proffer")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    parser.add_argument("--keep", help="keep every bundle that is read otherwise in this folder, and go on")
    arguments = parser.parse_args()
    for tool in ("unzip", "bsdtar", "7z"):
        if shutil.which(tool) is None:
            sys.exit(f"{tool} is not installed: this compares with it")
    proffer = os.path.abspath(arguments.proffer)
    generator = random.Random(arguments.seed)
    folder = tempfile.mkdtemp(prefix="bundles-")
    good = good_bundles(proffer, folder)
    path = f"{folder}/input.dragbundle"
    verdicts, found = collections.Counter(), collections.Counter()
    candidates = [bytearray(data) for data in good]
    count = 0
    end = time.monotonic() + arguments.seconds
    while time.monotonic() < end:
        if candidates:
            # What nothing was done to is taken by all.
            data, is_good = candidates.pop(), True
        else:
            data, is_good = bytearray(generator.choice(good)), False
            if generator.random() < 0.4:
                data = mutate_bytes(generator, data, good)
            else:
                data = mutate_entries(generator, data)
        with open(path, "wb") as file:
            file.write(data)
        try:
            failure, verdict = compare(proffer, path, folder)
        except subprocess.TimeoutExpired as error:
            failure, verdict = f"it takes longer than ten seconds: {error.cmd}", "too long"
        if is_good and not failure and verdict != "taken":
            failure = f"a good bundle is refused: {verdict}"
        count += 1
        verdicts[verdict] += 1
        if failure and arguments.keep:
            os.makedirs(arguments.keep, exist_ok=True)
            found[failure.split(":")[0]] += 1
            kept = f"{arguments.keep}/{count}.dragbundle"
            shutil.copy(path, kept)
            print(f"FOUND {kept}: {failure}")
        elif failure:
            print(f"FOUND after {count} bundles, seed {arguments.seed}: {failure}\n  {path}")
            return 1
    shutil.rmtree(folder)
    print(", ".join(f"{number} {verdict}" for verdict, number in verdicts.most_common()))
    if found:
        print(f"{count} bundles, {sum(found.values())} read otherwise, seed {arguments.seed}")
        return 1
    print(f"{count} bundles, {verdicts['taken']} of them taken, all agree, seed {arguments.seed}")
    return 0


sys.exit(main())
