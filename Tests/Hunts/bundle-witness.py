#!/usr/bin/env python3
"""Mutates good bundles in batches and compares what proffer takes from them with what Python's zipfile and unzip take.

usage: bundle-witness.py PROFFER [--seconds N] [--seed S]

Checksums are fixed up after most mutations, so that lies get past them. A bundle that proffer verifies must be whole to
both other readers too, with the same entries and the same bytes as a plain reading of its manifest says. Ends with 1 and
keeps the bundle when they differ, or when proffer ends in a way of its own (a signal, a status it does not document) or
takes longer than ten seconds.
"""
import argparse, json, os, random, shutil, struct, subprocess, sys, tempfile, time, zipfile, zlib


def run(*words, **more):
    return subprocess.run(words, capture_output=True, timeout=10, **more)


def good_bundles(proffer, folder):
    """A few small bundles with everything that the format has."""
    os.makedirs(f"{folder}/album/inner/empty")
    files = {"a.txt": b"hello", "b.html": b"<p>b</p>", "same.txt": b"hello", "album/inner/c.txt": b"caption",
             "large.bin": bytes(range(256)) * 80, "empty.bin": b"", "n\xc3\xa4me.txt".encode("latin-1").decode(): b"name"}
    for name, data in files.items():
        with open(f"{folder}/{name}", "wb") as file:
            file.write(data)
    os.symlink("inner/c.txt", f"{folder}/album/link")
    packs = [["a.txt", "b.html"], ["--item", "a.txt", "b.html", "same.txt", "album"],
             ["large.bin", "empty.bin", "n\xc3\xa4me.txt".encode("latin-1").decode()]]
    # An item offers a type once, so that two texts are two items.
    packs[1] = ["--item", "a.txt", "b.html", "--item", "same.txt", "--item", "album"]
    bundles = []
    for index, words in enumerate(packs):
        path = f"{folder}/good{index}.dragbundle"
        made = run(proffer, "pack", *words, "-o", path, cwd=folder)
        if made.returncode != 0:
            sys.exit(f"cannot make a good bundle: {made.stderr.decode()}")
        with open(path, "rb") as file:
            bundles.append(bytearray(file.read()))
    return bundles


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


def mutate(random, data, others):
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
            new[random.randrange(len(new))] = random.choice(b"/.\\:A\0\x80")
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


def compare(proffer, path):
    """What is wrong with how a bundle is taken; None when all agree, and whether it was taken."""
    verdict = run(proffer, "verify", "--json", path)
    if verdict.returncode not in (0, 1):
        return f"proffer verify ended with {verdict.returncode}: {verdict.stderr.decode(errors='replace')}", False
    if verdict.returncode == 1:
        return None, False
    try:
        with zipfile.ZipFile(path) as archive:
            bad = archive.testzip()
            if bad is not None:
                return f"zipfile finds {bad} damaged", True
            names = archive.namelist()
            if len(set(names)) != len(names):
                return "zipfile finds a name twice", True
            contents = {name: archive.read(name) for name in names}
    except Exception as error:
        return f"zipfile refuses what proffer takes: {error}", True
    unzip = run("unzip", "-tqq", path)
    if unzip.returncode != 0:
        return f"unzip refuses what proffer takes: {unzip.stdout.decode(errors='replace')}", True
    try:
        manifest = json.loads(contents["manifest.json"])
    except Exception as error:
        return f"json refuses the manifest: {error}", True
    named = set()
    for item_number, item in enumerate(manifest["items"], 1):
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
                    return f"{entry['path']} is named and not there", True
                if len(data) != entry["byteCount"] or "%08x" % zlib.crc32(data) != entry["crc32"].lower():
                    return f"{entry['path']} is not what the manifest says", True
                named.add(entry["path"])
            if not representation["path"].endswith("/") and "team" not in representation \
                    and "group" not in representation:
                loaded = run(proffer, "load", path, "--item", str(item_number), "--type", representation["type"])
                # A type may be no type to the tool, or fit another representation better.
                if loaded.returncode == 0 and loaded.stdout not in contents.values():
                    return f"load gives other bytes than any entry has, for {representation['type']}", True
                if loaded.returncode not in (0, 1, 2, 64):
                    return f"proffer load ended with {loaded.returncode}", True
    extra = [name for name in names if name.startswith("items/") and name not in named]
    return (f"nobody names {extra}" if extra else None), True


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("proffer")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.randrange(1 << 32))
    arguments = parser.parse_args()
    proffer = os.path.abspath(arguments.proffer)
    generator = random.Random(arguments.seed)
    folder = tempfile.mkdtemp(prefix="bundle-witness-")
    good = good_bundles(proffer, folder)
    path = f"{folder}/input.dragbundle"
    count = taken = 0
    end = time.monotonic() + arguments.seconds
    while time.monotonic() < end:
        data = mutate(generator, bytearray(generator.choice(good)), good)
        with open(path, "wb") as file:
            file.write(data)
        try:
            failure, was_taken = compare(proffer, path)
        except subprocess.TimeoutExpired as error:
            failure, was_taken = f"it takes longer than ten seconds: {error.cmd}", False
        count += 1
        taken += was_taken
        if failure:
            print(f"FOUND after {count} bundles, seed {arguments.seed}: {failure}\n  {path}")
            return 1
    shutil.rmtree(folder)
    print(f"{count} bundles, {taken} of them taken, all agree, seed {arguments.seed}")
    return 0


sys.exit(main())
