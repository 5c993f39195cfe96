#!/usr/bin/env python3
"""The witness of images: what conversions of images drop without counting it, or change without saying so.

usage: images.py PROFFER [--seconds N] [--seed N] [--only TEXT] [--keep FOLDER]

Makes images byte by byte, so that it knows what is in them: pixels of every depth, a color profile, EXIF with a date, a place
and a preview, XMP, IPTC, texts, a density, further frames and pages, and what programs put beside these. Each is converted to
every format, and the result is read by the decoders below, and by Pillow if it is JPEG or WebP. What is
not in the result must have been counted as a loss of its kind, and not more often than it was there. Pixels are the same where
the format has no loss, near where it has, and turned as a viewer sees them. Every picture of an icon is also read by Pillow,
ImageMagick and icotool, and AVIF by avifdec, where these are installed. Ends with 2 if Pillow, or an encoder of HEIC or AVIF, is
missing.
"""
import json, os, random, shutil, struct, subprocess, sys, tempfile, time, zlib

try:
    import io
    from PIL import Image as Pillow
except ImportError:
    print("images: Pillow is missing", file=sys.stderr)
    sys.exit(2)

TARGETS = ["png", "tiff", "webp", "bmp", "ppm", "pam", "qoi", "jpg", "heic", "avif", "ico"]
FIXTURES = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "fixtures", "images")


class Document:
    """An image that is put together: its bytes, its pixels of 16 bits, and what else it has."""

    def __init__(self, generator):
        self.random, self.features, self.orientation, self.density, self.is_near = generator, [], 1, None, False

    def mark(self):
        return ("zq" + "".join(self.random.choice("abcdefgh") for _ in range(10))).encode()

    def chance(self, part=0.4):
        return self.random.random() < part

    def add(self, name, kind="metadata", group=None, mark=None, count=1):
        """Notes a thing, which is in a file that has its mark; those of a group may be counted as one."""
        mark = self.mark() if mark is None else mark
        self.features.append((name, kind, group or name, mark, count))
        return mark

    def paint(self, channels, depth, width=None, height=None):
        """Smooth pixels, so that compression with loss keeps them nearly."""
        self.width, self.height = width or self.random.randint(9, 22), height or self.random.randint(9, 22)
        self.channels, self.depth = channels, depth
        top = (1 << depth) - 1
        base = [self.random.random() for _ in range(4)]
        self.samples = [
            [tuple(int(top * abs(((base[c] + (x * (c + 1) + y * (3 - c)) / 90) % 2) - 1)) for c in range(channels)) for x in range(self.width)]
            for y in range(self.height)]

    def rows(self):
        """Rows of red, green, blue and alpha of 16 bits."""
        top = (1 << self.depth) - 1
        return [[rgba([sample * 65535 // top for sample in pixel]) for pixel in row] for row in self.samples]


def rgba(pixel):
    color = list(pixel[:3]) if len(pixel) > 2 else [pixel[0]] * 3
    return tuple(color + [pixel[-1] if len(pixel) % 2 == 0 else 65535])


def turned(rows, orientation):
    """Rows as a viewer sees them."""
    if orientation >= 5:
        rows = [list(row) for row in zip(*rows)]
        orientation = {5: 1, 6: 2, 7: 3, 8: 4}[orientation]
    if orientation in (2, 3):
        rows = [row[::-1] for row in rows]
    return rows[::-1] if orientation in (3, 4) else rows


# ---- Parts of files

def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def profile(space, mark):
    """An ICC profile with a copyright alone, which is all that readers look at."""
    text = b"text\0\0\0\0" + mark + b"\0" * (4 - len(mark) % 4)
    length = 128 + 4 + 12 + len(text)
    head = struct.pack(">I4sI4s4s4s", length, b"none", 0x02100000, b"mntr", space, b"XYZ ") + struct.pack(">6H", 2024, 1, 1, 0, 0, 0)
    head += b"acsp" + b"\0" * 28 + struct.pack(">3i", 63190, 65536, 54061)
    return head.ljust(128, b"\0") + struct.pack(">I4sII", 1, b"cprt", 144, len(text)) + text


class Directories:
    """TIFF, or EXIF, put together: values and directories are added behind a header of eight bytes."""
    SIZES = {1: 1, 2: 1, 3: 2, 4: 4, 5: 8, 7: 1}

    def __init__(self, order):
        self.order, self.bytes = order, bytearray((b"II*\0" if order == "<" else b"MM\0*") + b"\0" * 4)

    def place(self, data):
        self.bytes += b"\0" * (len(self.bytes) % 2)
        self.bytes += data
        return len(self.bytes) - len(data)

    def add(self, entries, following=0):
        rows = []
        for tag, kind, value in sorted(entries):
            if kind in (3, 4):
                value = struct.pack(self.order + {3: "H", 4: "I"}[kind] * len(value), *value)
            elif kind == 5:
                value = struct.pack(self.order + "II" * len(value), *(number for pair in value for number in pair))
            count = len(value) // self.SIZES[kind]
            value = value.ljust(4, b"\0") if len(value) <= 4 else struct.pack(self.order + "I", self.place(value))
            rows.append(struct.pack(self.order + "HHI", tag, kind, count) + value)
        return self.place(struct.pack(self.order + "H", len(rows)) + b"".join(rows) + struct.pack(self.order + "I", following))

    def file(self, first):
        self.bytes[4:8] = struct.pack(self.order + "I", first)
        return bytes(self.bytes)


def camera(document, directories):
    """The entries of the directories of how and where a picture was taken."""
    taken, entries = [(0x9003, 2, document.add("date", group="EXIF", mark=b"20%02d:01:02 03:%02d:%02d" % tuple(document.random.randint(10, 59) for _ in range(3))) + b"\0")], []
    if document.chance():
        taken.append((0x927C, 7, b"Apple iOS\0" + document.add("notes", group="EXIF") + b"\0" * 9))
    if document.chance():
        taken.append((0xA005, 4, [directories.add([(1, 2, document.add("exchange", group="EXIF") + b"\0")])]))
    entries.append((0x8769, 4, [directories.add(taken)]))
    if document.chance():
        entries.append((0x8825, 4, [directories.add([(1, 2, b"N\0"), (0x12, 2, document.add("place", group="EXIF") + b"\0")])]))
    return entries


def exif(document, has_density):
    """EXIF of its own; the orientation becomes that of the document."""
    directories = Directories(document.random.choice("<>"))
    entries = camera(document, directories)
    document.orientation = document.random.randint(1, 8)
    entries.append((0x0112, 3, [document.orientation]))
    for tag, name in [(0x010F, "maker"), (0x013B, "artist"), (0x9C9C, "remark"), (0x8298, "copyright")]:
        if document.chance():
            entries.append((tag, 1 if tag == 0x9C9C else 2, document.add(name, group="EXIF") + b"\0"))
    if has_density and document.chance():
        set_density(document)
        entries += density_entries(document)
    preview = 0
    if document.chance():
        preview_bytes = b"\xff\xd8" + document.add("preview", group="EXIF") + b"\xff\xd9"
        preview = directories.add([(0x0201, 4, [directories.place(preview_bytes)]), (0x0202, 4, [len(preview_bytes)])])
    return directories.file(directories.add(entries, preview))


def set_density(document):
    document.density = (document.random.randint(30, 600), document.random.randint(30, 600))


def density_entries(document):
    return [(0x011A, 5, [(document.density[0], 1)]), (0x011B, 5, [(document.density[1], 1)]), (0x0128, 3, [2])]


def xmp(document):
    return b"<x:xmpmeta xmlns:x='adobe:ns:meta/'>" + document.add("XMP") + b"</x:xmpmeta>"


def photoshop(document):
    """IPTC in a block of Photoshop, and where it happens a block that is none."""
    def block(number, data):
        return b"8BIM" + struct.pack(">HHI", number, 0, len(data)) + data + b"\0" * (len(data) % 2)
    record = document.add("IPTC")
    data = block(0x0404, b"\x1c\x02\x78" + struct.pack(">H", len(record)) + record)
    return data + block(0x03ED, document.add("Photoshop's")) if document.chance() else data


def film(document):
    return b"\0\0\0\x18ftypmp42" + document.add("film") if document.chance(0.2) else b""


# ---- Formats that are written

def packed(document, depth, pad=1):
    """Rows of samples, the high byte or bit first."""
    for row in document.samples:
        samples = [sample for pixel in row for sample in pixel]
        if depth == 16:
            yield struct.pack(">%dH" % len(samples), *samples)
        elif depth == 8:
            yield bytes(samples)
        else:
            bits = "".join(format(sample, "0%db" % depth) for sample in samples)
            bits += "0" * (-len(bits) % 8)
            yield bytes(int(bits[at:at + 8], 2) for at in range(0, len(bits), 8))


def make_png(d):
    kind = d.random.choice(["gray", "rgb", "gray alpha", "rgb alpha", "palette", "gray transparent", "rgb transparent"])
    depth = d.random.choice([1, 2, 4, 8, 16] if kind in ("gray", "gray transparent") else [8, 16] if kind != "palette" else [1, 2, 4, 8])
    color, channels = {"gray": (0, 1), "rgb": (2, 3), "gray alpha": (4, 2), "rgb alpha": (6, 4), "palette": (3, 1)}.get(kind) or ((0, 1) if "gray" in kind else (2, 3))
    d.paint(channels, depth)
    head = [chunk(b"IHDR", struct.pack(">IIBBBBB", d.width, d.height, depth, color, 0, 0, 0))]
    data = zlib.compress(b"".join(b"\0" + row for row in packed(d, depth)))
    if d.chance():
        head.append(chunk(b"iCCP", b"p\0\0" + zlib.compress(profile(b"GRAY" if channels < 3 and kind != "palette" else b"RGB ", d.add("profile", "colors")))))
    if kind == "palette":
        colors = [tuple(d.random.randrange(256) for _ in range(3)) for _ in range(1 << depth)]
        opacity = [d.random.randrange(256) for _ in range(d.random.randint(1, len(colors)))] if d.chance(0.6) else []
        head.append(chunk(b"PLTE", bytes(sample for c in colors for sample in c)))
        if opacity:
            head.append(chunk(b"tRNS", bytes(opacity)))
        d.samples = [[colors[p[0]] + ((opacity + [255] * 256)[p[0]],) for p in row] for row in d.samples]
        d.depth = 8
    elif "transparent" in kind:
        clear = d.samples[0][0]
        head.append(chunk(b"tRNS", struct.pack(">%dH" % channels, *clear)))
        top = (1 << depth) - 1
        d.samples = [[p + ((0 if p == clear else top),) for p in row] for row in d.samples]
    if d.chance(0.2):
        set_density(d)
        d.density = tuple(round(number / 0.0254) * 0.0254 for number in d.density)
        head.append(chunk(b"pHYs", struct.pack(">IIB", *(round(number / 0.0254) for number in d.density), 1)))
    elif d.chance():
        head.append(chunk(b"eXIf", exif(d, False)))
    if d.chance():
        head.append(chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0" + xmp(d)))
    for keyword in [b"Title", b"Author", b"Comment", b"Other thing"]:
        if d.chance(0.3):
            head.append(d.random.choice([
                lambda: chunk(b"tEXt", keyword + b"\0" + d.add("text")), lambda: chunk(b"zTXt", keyword + b"\0\0" + zlib.compress(d.add("text"))),
                lambda: chunk(b"iTXt", keyword + b"\0\1\0" + d.add("language") + b"\0\0" + zlib.compress(d.add("text")))])())
    for name in [b"vpAg", b"tIME", b"sPLT"]:
        if d.chance(0.15):
            mark = d.add(name.decode(), mark=struct.pack(">H", d.random.randint(1900, 2100)) + b"\3\4\5\6\7" if name == b"tIME" else None)
            head.append(chunk(name, mark + b"\0\x08" if name == b"sPLT" else mark))
    tail = []
    if d.chance(0.2):
        control = lambda number: chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, d.width, d.height, 0, 0, 1, 10, 0, 0))
        count = d.random.randint(1, 3)
        head.append(chunk(b"acTL", struct.pack(">II", count + 1, 0)) + control(0))
        d.add("frames", "animation", mark=b"", count=count)
        tail = [control(2 * n + 1) + chunk(b"fdAT", struct.pack(">I", 2 * n + 2) + data) for n in range(count)]
    return b"\x89PNG\r\n\x1a\n" + b"".join(head) + chunk(b"IDAT", data) + b"".join(tail) + chunk(b"IEND", b"") + film(d)


def make_tiff(d):
    channels, depth = d.random.randint(1, 4), d.random.choice([8, 16])
    d.paint(channels, depth)
    directories = Directories(d.random.choice("<>"))
    pixels = b"".join(struct.pack("%s%d%s" % (directories.order, len(row) * channels, "B" if depth == 8 else "H"), *(s for p in row for s in p)) for row in d.samples)
    entries = [(256, 3, [d.width]), (257, 3, [d.height]), (258, 3, [depth] * channels), (259, 3, [1]), (262, 3, [2 if channels > 2 else 1]),
               (273, 4, [directories.place(pixels)]), (277, 3, [channels]), (278, 3, [d.height]), (279, 4, [len(pixels)])]
    page = list(entries)
    if channels % 2 == 0:
        entries.append((338, 3, [2]))
        page.append((338, 3, [2]))
    d.orientation = d.random.randint(1, 8) if d.chance() else 1
    entries.append((274, 3, [d.orientation]))
    for tag, name in [(269, "title"), (270, "description"), (305, "software"), (315, "artist"), (33432, "copyright"), (285, "page name"), (316, "computer"),
                      (34737, "GeoTIFF"), (42112, "GDAL")]:
        if d.chance(0.2):
            entries.append((tag, 2, d.add(name) + b"\0"))
    if d.chance():
        entries.append((34675, 7, profile(b"RGB " if channels > 2 else b"GRAY", d.add("profile", "colors"))))
    if d.chance():
        entries.append((700, 1, xmp(d)))
    if d.chance(0.2):
        entries.append((34377, 7, b"8BIM" + d.add("Photoshop's")))
    if d.chance():
        set_density(d)
        entries += density_entries(d)
    if d.chance():
        entries += camera(d, directories)
    if d.chance(0.2):
        entries.append((330, 4, [directories.add(page + [(65000, 2, d.add("smaller image") + b"\0")])]))
    if d.chance(0.2):
        entries.append((297, 3, [3, 9]))
        d.add("number of the page", mark=b"")
    following = 0
    if d.chance(0.2):
        count = d.random.randint(1, 3)
        d.add("pages", "pages", mark=b"", count=count)
        for _ in range(count):
            following = directories.add(page, following)
    return directories.file(directories.add(entries, following))


def make_bmp(d):
    kind = d.random.choice(["24", "alpha", "reserved"])
    d.paint({"24": 3, "alpha": 4, "reserved": 3}[kind], 8)
    width = 3 if kind == "24" else 4
    mark = d.add("profile", "colors") if d.chance() else None
    size = 124 if mark else 108 if kind == "alpha" else 40
    rows = []
    other = d.add("fourth byte", "alpha", mark=b"") if kind == "reserved" and d.chance() else None
    for row in d.samples[::-1]:
        line = b"".join(bytes(p[2::-1]) + (b"" if width == 3 else bytes([p[3] if kind == "alpha" else d.random.randrange(256) if other is not None else 0])) for p in row)
        rows.append(line + b"\0" * (-len(line) % 4))
    pixels = b"".join(rows)
    if other is not None:
        pixels = pixels[:3] + b"\x01" + pixels[4:7] + b"\x02" + pixels[8:]
    perMeter = (0, 0)
    if d.chance():
        set_density(d)
        perMeter = tuple(round(number / 0.0254) for number in d.density)
    icc = profile(b"RGB ", mark) if mark else b""
    head = struct.pack("<IiiHHIIiiII", size, d.width, d.height, 1, width * 8, 3 if kind == "alpha" else 0, len(pixels), *perMeter, 0, 0)
    if size > 40:
        head += struct.pack("<4I", *((0xFF0000, 0xFF00, 0xFF, 0xFF000000) if kind == "alpha" else (0, 0, 0, 0)))
        head += struct.pack("<I", 0x4D424544 if mark else 0x73524742) + b"\0" * 48
    if size == 124:
        head += struct.pack("<4I", 4, size + len(pixels), len(icc), 0)
    return b"BM" + struct.pack("<III", 14 + size + len(pixels) + len(icc), 0, 14 + size) + head + pixels + icc + film(d)


def make_pam(d):
    channels, depth = d.random.randint(1, 4), d.random.choice([8, 16])
    d.paint(channels, depth)
    pixels = b"".join(packed(d, depth))
    comment = b"# " + d.add("comment") + b"\n" if d.chance() else b""
    head = b"P7\n%sWIDTH %d\nHEIGHT %d\nDEPTH %d\nMAXVAL %d\n" % (comment, d.width, d.height, channels, (1 << depth) - 1)
    if d.chance(0.2):
        head += b"TUPLTYPE " + d.add("tuple type") + b"\n"
    image = head + b"ENDHDR\n" + pixels
    if d.chance(0.2):
        count = d.random.randint(1, 3)
        d.add("pages", "pages", mark=b"", count=count)
        return image + (b"P5 1 1 255 x" * count) + film(d)
    return image + film(d)


def make_qoi(d):
    channels = d.random.choice([3, 4])
    d.paint(channels, 8)
    pixels = b"".join((b"\xff" if channels == 4 else b"\xfe") + bytes(p) for row in d.samples for p in row)
    return b"qoif" + struct.pack(">IIBB", d.width, d.height, channels, d.random.randrange(2)) + pixels + b"\0" * 7 + b"\1" + film(d)


def fixture(d, path):
    """The pixels of a fixture that has no metadata, and its bytes."""
    pam = open(os.path.join(FIXTURES, path.rsplit(".", 1)[0] + ".pam"), "rb").read()
    width, height, rows, _ = read_pam(pam)
    d.width, d.height, d.channels, d.depth, d.is_near = width, height, 4, 16, True
    d.samples = rows
    return open(os.path.join(FIXTURES, path), "rb").read()


def make_jpg(d):
    data = fixture(d, "jpeg/" + d.random.choice(["rgb-444", "gray", "progressive"]) + ".jpg")
    segments = []
    def add(marker, contents):
        segments.append(b"\xff" + bytes([marker]) + struct.pack(">H", len(contents) + 2) + contents)
    place = 2
    while data[place + 1] >= 0xE0 and data[place + 1] <= 0xEF:
        place += 2 + struct.unpack(">H", data[place + 2:place + 4])[0]
    if d.chance():
        set_density(d)
        add(0xE0, b"JFIF\0\1\1\1" + struct.pack(">HH", *d.density) + b"\0\0")
        if d.chance(0.3):
            add(0xE0, b"JFXX\0\x10" + d.add("JFXX"))
    if d.chance(0.6):
        add(0xE1, b"Exif\0\0" + exif(d, d.density is None))
    if d.chance():
        add(0xE1, b"http://ns.adobe.com/xap/1.0/\0" + xmp(d))
        if d.chance(0.3):
            add(0xE1, b"http://ns.adobe.com/xmp/extension/\0" + d.add("extended XMP"))
    if d.chance():
        icc = profile(b"GRAY" if b"\xff\xc0\0\x0b" in data else b"RGB ", d.add("profile", "colors"))
        add(0xE2, b"ICC_PROFILE\0\1\2" + icc[:140])
        add(0xE2, b"ICC_PROFILE\0\2\2" + icc[140:])
    if d.chance():
        add(0xED, b"Photoshop 3.0\0" + photoshop(d))
    for marker, contents in [(0xE2, b"MPF\0"), (0xEB, b"JP"), (0xEC, b"Ducky"), (0xE4, b"")]:
        if d.chance(0.1):
            add(marker, contents + d.add("segment"))
    for _ in range(2):
        if d.chance(0.3):
            add(0xFE, d.add("comment"))
    return data[:2] + b"".join(segments) + data[place:] + film(d)


def make_webp(d):
    name = d.random.choice(["lossless-rgb", "lossless-rgba", "animated"])
    data = fixture(d, "webp/%s.webp" % name)
    d.is_near = False
    chunks, place = [], 12
    while place < len(data):
        size = struct.unpack("<I", data[place + 4:place + 8])[0]
        chunks.append((data[place:place + 4], data[place + 8:place + 8 + size]))
        place += 8 + size + size % 2
    flags, canvas = (2, None) if name == "animated" else (0x10 if "rgba" in name else 0, struct.pack("<I", d.width - 1)[:3] + struct.pack("<I", d.height - 1)[:3])
    if name == "animated":
        d.add("frames", "animation", mark=b"", count=sum(c[0] == b"ANMF" for c in chunks) - 1)
        flags |= chunks[0][1][0]
        canvas = chunks[0][1][4:]
        chunks = chunks[1:]
    before, after = [], []
    if d.chance():
        flags |= 0x20
        before.append((b"ICCP", profile(b"RGB ", d.add("profile", "colors"))))
    if d.chance():
        flags |= 8
        after.append((b"EXIF", exif(d, True)))
        if d.chance(0.2):
            after.append((b"EXIF", d.add("second EXIF")))
    if d.chance():
        flags |= 4
        after.append((b"XMP ", xmp(d)))
    if d.chance(0.2):
        after.append((b"ABCD", d.add("unknown chunk")))
    body = b"WEBP"
    for name, contents in [(b"VP8X", bytes([flags, 0, 0, 0]) + canvas)] + before + chunks + after:
        body += name + struct.pack("<I", len(contents)) + contents + b"\0" * (len(contents) % 2)
    return b"RIFF" + struct.pack("<I", len(body)) + body + film(d)


def make_heic(d):
    data = fixture(d, "heif/" + d.random.choice(["rgb.heic", "rgba.heic", "av1.avif"]))
    return data + (struct.pack(">I", 20) + b"mpvd" + d.add("box") if d.chance() else film(d))


def make_ico(d):
    """An icon of several pictures: the largest is 9 to 22 pixels large and of any depth, the others are smaller."""
    bits = d.random.choice([1, 4, 8, 24, 32, 32])
    d.paint(4, 8)
    palette = [] if bits > 8 else [d.random.randrange(1 << 24) for _ in range(1 << bits)]
    numbers = []
    for y, row in enumerate(d.samples):
        line = []
        for x, (red, green, blue, alpha) in enumerate(row):
            alpha = alpha if bits == 32 else 255 if (x * 7 + y * 5) % 6 else 0
            number = d.random.randrange(len(palette)) if palette else 0
            if palette:
                palette[0] = 0
                number = number if alpha else 0
                red, green, blue = palette[number] >> 16, palette[number] >> 8 & 255, palette[number] & 255
            elif bits == 24 and not alpha:
                red = green = blue = 0
            row[x] = (red, green, blue, alpha)
            line.append((number, row[x]))
        numbers.append(line)

    def padded(data):
        return data + b"\0" * (-len(data) % 4)

    def packed(values, bits):
        text = "".join(format(value, f"0{bits}b") for value in values)
        return padded(int(text.ljust(-(-len(text) // 8) * 8, "0"), 2).to_bytes(-(-len(text) // 8), "big"))

    def picture(lines, bits, colors):
        rows = b""
        for line in reversed(lines):
            if bits <= 8:
                rows += packed([number for number, _ in line], bits)
            else:
                rows += padded(b"".join(bytes((p[2], p[1], p[0]) + ((p[3],) if bits == 32 else ())) for _, p in line))
        for line in reversed(lines):
            rows += packed([int(p[3] == 0) for _, p in line], 1)
        head = struct.pack("<IiiHHIIiiII", 40, len(lines[0]), 2 * len(lines), 1, bits, 0, len(rows), 0, 0, len(colors), 0)
        return head + b"".join(struct.pack("<I", color) for color in colors) + rows

    pictures = [(d.width, d.height, bits, picture(numbers, bits, palette))]
    for _ in range(d.random.randint(0, 2)):
        side = d.random.randint(1, 8)
        pictures.append((side, side, 24, picture([[(0, (1, 2, 3, 255))] * side] * side, 24, [])))
    if len(pictures) > 1:
        d.add("smaller pictures", "pages", mark=b"", count=len(pictures) - 1)
    d.random.shuffle(pictures)
    place, entries, contents = 6 + 16 * len(pictures), b"", b""
    for width, height, depth, data in pictures:
        entries += struct.pack("<BBBBHHII", width, height, 0, 0, 1, depth, len(data), place + len(contents))
        contents += data
    return struct.pack("<HHH", 0, 1, len(pictures)) + entries + contents + film(d)


MAKERS = {"ico": make_ico, "png": make_png, "tiff": make_tiff, "bmp": make_bmp, "pam": make_pam, "qoi": make_qoi, "jpg": make_jpg, "webp": make_webp, "heic": make_heic}


# ---- Formats that are read; each gives columns, rows, pixels of 16 bits, and the depth

def png_chunks(data):
    place = 8
    while place < len(data):
        size = struct.unpack(">I", data[place:place + 4])[0]
        yield data[place + 4:place + 8], data[place + 8:place + 8 + size]
        place += 12 + size


def read_png(data):
    chunks = list(png_chunks(data))
    width, height, depth, color, _, _, interlaced = struct.unpack(">IIBBBBB", chunks[0][1])
    channels = {0: 1, 2: 3, 4: 2, 6: 4}[color]
    assert depth in (8, 16) and not interlaced
    raw = zlib.decompress(b"".join(contents for name, contents in chunks if name == b"IDAT"))
    size, stride = channels * depth // 8, width * channels * depth // 8
    above, rows = bytes(stride), []
    for y in range(height):
        kind, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for at in range(stride):
            left, up, corner = (line[at - size] if at >= size else 0), above[at], (above[at - size] if at >= size else 0)
            guess = left + up - corner
            nearest = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
            line[at] = (line[at] + (0, left, up, (left + up) // 2, nearest)[kind]) & 255
        above = bytes(line)
        rows.append(unpacked(above, channels, depth, ">"))
    return width, height, rows, depth


def unpacked(line, channels, depth, order):
    samples = struct.unpack("%s%dH" % (order, len(line) // 2), line) if depth == 16 else [sample * 257 for sample in line]
    return [rgba(samples[at:at + channels]) for at in range(0, len(samples), channels)]


def directory(data, place=None):
    """The entries of a directory of TIFF, by their tags."""
    order = "<" if data[:2] == b"II" else ">"
    place = struct.unpack(order + "I", data[4:8])[0] if place is None else place
    entries = {}
    for at in range(place + 2, place + 2 + 12 * struct.unpack(order + "H", data[place:place + 2])[0], 12):
        tag, kind, count = struct.unpack(order + "HHI", data[at:at + 8])
        size = {3: 2, 4: 4, 5: 8}.get(kind, 1) * count
        start = at + 8 if size <= 4 else struct.unpack(order + "I", data[at + 8:at + 12])[0]
        value = data[start:start + size]
        if kind in (3, 4):
            value = struct.unpack("%s%d%s" % (order, count, "H" if kind == 3 else "I"), value)
        elif kind == 5:
            parts = struct.unpack("%s%dI" % (order, 2 * count), value)
            value = [a / b if b else 0 for a, b in zip(parts[::2], parts[1::2])]
        entries[tag] = value
    return entries


def read_tiff(data):
    tags = directory(data)
    width, height, channels, depth = tags[256][0], tags[257][0], tags[277][0], tags[258][0]
    assert tags[259][0] == 8 and tags.get(317, (1,))[0] == 2, "deflate with differences is expected"
    raw = b"".join(zlib.decompress(data[at:at + size]) for at, size in zip(tags[273], tags[279]))
    order, stride, rows = "<" if data[:2] == b"II" else ">", width * channels, []
    for y in range(height):
        samples = list(struct.unpack("%s%d%s" % (order, stride, "H" if depth == 16 else "B"), raw[y * stride * depth // 8:(y + 1) * stride * depth // 8]))
        for at in range(channels, stride):
            samples[at] = (samples[at] + samples[at - channels]) & ((1 << depth) - 1)
        samples = samples if depth == 16 else [sample * 257 for sample in samples]
        rows.append([rgba(samples[at:at + channels]) for at in range(0, stride, channels)])
    return width, height, rows, depth


def read_bmp(data):
    place, size, width, height, _, bits = struct.unpack("<IIiiHH", data[10:30])
    stride, rows = (width * bits + 31) // 32 * 4, []
    for y in range(height):
        line = data[place + y * stride:place + (y + 1) * stride]
        if bits == 8:
            colors = data[14 + size:place]
            rows.append([rgba([colors[4 * i + c] * 257 for c in (2, 1, 0)]) for i in line[:width]])
        else:
            step = bits // 8
            rows.append([rgba([line[x * step + c] * 257 for c in ((2, 1, 0, 3) if step == 4 else (2, 1, 0))]) for x in range(width)])
    return width, height, rows[::-1], 8


def read_pam(data):
    lines, place, numbers = [], 0, {}
    while True:
        end = data.index(b"\n", place)
        line, place = data[place:end], end + 1
        if line.startswith(b"#"):
            continue
        lines.append(line)
        if lines[0] == b"P7":
            words = line.split()
            if len(words) > 1:
                numbers[words[0]] = words[1]
            if line == b"ENDHDR":
                width, height, channels, top = (int(numbers[name]) for name in (b"WIDTH", b"HEIGHT", b"DEPTH", b"MAXVAL"))
                break
        elif len(lines) == 3:
            width, height, top, channels = *map(int, lines[1].split()), int(lines[2]), 1 if lines[0] == b"P5" else 3
            break
    depth = 8 if top == 255 else 16
    stride = width * channels * depth // 8
    return width, height, [unpacked(data[place + y * stride:place + (y + 1) * stride], channels, depth, ">") for y in range(height)], depth


def read_qoi(data):
    width, height, channels = struct.unpack(">IIB", data[4:13])
    seen, pixel, pixels, place = [(0, 0, 0, 0)] * 64, (0, 0, 0, 255), [], 14
    while len(pixels) < width * height:
        tag = data[place]
        place, (r, g, b, a) = place + 1, pixel
        if tag == 0xFE:
            pixel, place = (*data[place:place + 3], a), place + 3
        elif tag == 0xFF:
            pixel, place = tuple(data[place:place + 4]), place + 4
        elif tag < 0x40:
            pixel = seen[tag]
        elif tag < 0x80:
            pixel = ((r + (tag >> 4 & 3) - 2) & 255, (g + (tag >> 2 & 3) - 2) & 255, (b + (tag & 3) - 2) & 255, a)
        elif tag < 0xC0:
            change = (tag & 63) - 32
            pixel = ((r + change + (data[place] >> 4) - 8) & 255, (g + change) & 255, (b + change + (data[place] & 15) - 8) & 255, a)
            place += 1
        else:
            pixels += [pixel] * (tag & 63)
        seen[(pixel[0] * 3 + pixel[1] * 5 + pixel[2] * 7 + pixel[3] * 11) % 64] = pixel
        pixels.append(pixel)
    rows = [[tuple(sample * 257 for sample in p) for p in pixels[y * width:(y + 1) * width]] for y in range(height)]
    return width, height, rows, 8


def read_by_pillow(data):
    image = Pillow.open(io.BytesIO(data)).convert("RGBA")
    raw = image.tobytes()
    return *image.size, [unpacked(raw[y * image.width * 4:(y + 1) * image.width * 4], 4, 8, ">") for y in range(image.height)], 8


def read_by_avifdec(data):
    with tempfile.TemporaryDirectory() as folder:
        source, result = os.path.join(folder, "a.avif"), os.path.join(folder, "a.png")
        with open(source, "wb") as file:
            file.write(data)
        subprocess.run(["avifdec", source, result], check=True, capture_output=True, timeout=300)
        with open(result, "rb") as file:
            return read_png(file.read())


def read_ico(data):
    """The largest picture of an icon: its pixels with 32 bits, or those of its PNG file."""
    entries = [struct.unpack("<BBBBHHII", data[6 + 16 * n:22 + 16 * n]) for n in range(struct.unpack("<H", data[4:6])[0])]
    _, _, _, _, _, _, size, place = max(entries, key=lambda entry: (entry[0] or 256) * (entry[1] or 256))
    data = data[place:place + size]
    if data.startswith(b"\x89PNG"):
        return read_png(data)
    _, width, height, _, bits = struct.unpack("<IiiHH", data[:16])
    assert bits == 32
    height //= 2
    rows = [data[40 + y * width * 4:40 + (y + 1) * width * 4] for y in reversed(range(height))]
    rows = [[tuple(s * 257 for s in (r[x + 2], r[x + 1], r[x], r[x + 3])) for x in range(0, width * 4, 4)] for r in rows]
    return width, height, rows, 8


def icon_pictures(data, folder):
    """The pictures of an icon as each program sees them: columns, rows, and bytes of red, green, blue and alpha."""
    path = os.path.join(folder, "icon.ico")
    with open(path, "wb") as file:
        file.write(data)
    seen = {}
    image = Pillow.open(path)
    seen["Pillow"] = [(*size, image.ico.getimage(size).convert("RGBA").tobytes()) for size in sorted(image.ico.sizes())]
    magick = shutil.which("convert", path="/usr/bin")
    if magick:
        names = subprocess.run(["identify", "-format", "%w %h\n", path], check=True, capture_output=True, text=True, timeout=300).stdout.split("\n")
        sizes = [tuple(map(int, name.split())) for name in names if name]
        seen["ImageMagick"] = [
            (*size, subprocess.run([magick, f"ico:{path}[{number}]", "-depth", "8", "rgba:-"], check=True, capture_output=True, timeout=300).stdout)
            for number, size in enumerate(sizes)]
    if shutil.which("icotool"):
        subprocess.run(["icotool", "-x", "-o", folder, path], check=True, capture_output=True, timeout=300)
        images = [Pillow.open(os.path.join(folder, name)).convert("RGBA") for name in os.listdir(folder) if name.startswith("icon_")]
        seen["icotool"] = [(*image.size, image.tobytes()) for image in images]
    for name in os.listdir(folder):
        os.remove(os.path.join(folder, name))
    return {program: sorted(pictures) for program, pictures in seen.items()}


def visible(pictures):
    """The pictures without the colors of transparent pixels, which programs read differently."""
    return [
        (width, height, b"".join(raw[at:at + 4] if raw[at + 3] else b"\0\0\0\0" for at in range(0, len(raw), 4)))
        for width, height, raw in pictures]


def is_rough(rows):
    """Whether adjacent pixels differ so much that colors of half the size, as AVIF stores them, differ as well."""
    steps = [abs(a - b) for row in rows for p, q in zip(row, row[1:]) for a, b in zip(p, q)]
    return sum(steps) / max(1, len(steps)) > 257 * 8


READERS = {"ico": read_ico, "png": read_png, "tiff": read_tiff, "bmp": read_bmp, "ppm": read_pam, "pam": read_pam, "qoi": read_qoi}


class Result:
    """A file that was written, with what it says of its pixels."""

    def __init__(self, data, target):
        self.target, self.bytes, self.orientation, self.density = target, data, 1, None
        found = None
        if target == "png":
            for name, contents in png_chunks(data):
                if name in (b"iCCP", b"zTXt"):
                    self.bytes += zlib.decompress(contents[contents.index(b"\0") + 2:])
                if name == b"eXIf":
                    found = contents
                if name == b"pHYs":
                    self.density = tuple(n * 0.0254 for n in struct.unpack(">II", contents[:8]))
        elif target == "jpg":
            if data[13] == 1:
                self.density = struct.unpack(">HH", data[14:18])
        elif target == "bmp":
            perMeter = struct.unpack("<ii", data[38:46])
            self.density = tuple(n * 0.0254 for n in perMeter) if min(perMeter) > 0 else None
        if found is None and target in ("jpg", "webp", "heic", "avif", "tiff"):
            at = min([at for at in (data.find(b"II*\0"), data.find(b"MM\0*")) if at >= 0], default=None)
            found = data[at:] if at is not None else None
        if found:
            tags = directory(found)
            self.orientation = tags.get(274, (1,))[0]
            if 282 in tags and self.density is None:
                self.density = (tags[282][0], tags[283][0])

    def pixels(self, data):
        reader = READERS.get(self.target) or (read_by_pillow if self.target in ("jpg", "webp") else None)
        if self.target == "avif" and shutil.which("avifdec"):
            reader = read_by_avifdec
        return reader(data) if reader else None


# ---- Comparing

class Witness:
    def __init__(self, program, folder, only):
        self.program, self.folder, self.only = program, folder, only
        self.failures, self.checks, self.compared = {}, 0, 0

    def fail(self, name, document, message):
        if not self.only or self.only in f"{name}: {message}":
            self.failures.setdefault(f"{name}: {message}", document)

    def run(self, generator, number, copies):
        documents = {}
        for extension, make in MAKERS.items():
            for copy in range(copies):
                document = Document(generator)
                path = os.path.join(self.folder, f"{number}-{extension}-{copy}.{extension}")
                with open(path, "wb") as file:
                    file.write(make(document))
                document.source, document.path = extension, path
                documents[path] = document
        for target in TARGETS:
            out = os.path.join(self.folder, f"{number}-to-{target}")
            inputs = [path for path, document in documents.items() if document.source != target or target not in ("heic", "ico")]
            kind = {"heic": "public.heic", "avif": "public.avif", "ico": "com.microsoft.ico", "ppm": "public.pbm", "pam": "io.proffer.portable-arbitrary-map", "qoi": "io.proffer.qoi"}.get(target, target)
            strips = generator.random() < 0.2
            run = subprocess.run(
                [self.program, "convert", *inputs, "--to", kind, "--into", out, "--json"] + ["--strip"] * strips, capture_output=True, timeout=300)
            try:
                results = [json.loads(line) for line in run.stdout.splitlines()][:-1]
            except ValueError:
                self.fail(target, None, f"no report: {run.stderr[-300:]}")
                continue
            for report in results:
                document = documents[report["source"]]
                name = f"{document.source} to {target}" + ", stripped" * strips
                if report["result"] != "converted":
                    if report["result"] != "unchanged":
                        self.fail(name, document, f"{report['result']}: {report}"[:400])
                    continue
                with open(os.path.join(self.folder, report["path"]), "rb") as file:
                    self.compare(name, document, target, file.read(), report["losses"])

    def compare(self, name, document, target, data, losses):
        self.checks += 1
        counts = {}
        for loss in losses:
            counts[loss["kind"]] = counts.get(loss["kind"], 0) + loss["count"]
        result = Result(data, target)
        if name.endswith("stripped"):
            for feature, kind, _, mark, _ in document.features:
                if kind == "metadata" and mark and mark in result.bytes:
                    self.fail(name, document, f"{feature} is still there")
        missing = {}
        present = {group for _, _, group, mark, _ in document.features if mark and mark in result.bytes}
        for feature, kind, group, mark, count in document.features:
            if mark and mark in result.bytes:
                continue
            # Animated WebP is written with all its frames.
            if kind == "animation" and target == "webp" and data.count(b"ANMF") > count:
                continue
            groups = missing.setdefault(kind, {})
            # What is missing of a thing of which a part is there has to be counted by itself.
            groups.setdefault(feature if group in present else group, []).append((feature, count))
        if document.density and (not result.density or not all(abs(a - b) <= 0.01 * b + 0.51 for a, b in zip(self.seen(result), self.seen(document)))):
            missing.setdefault("metadata", {})["density"] = [("density", 1)]
        for kind, groups in missing.items():
            least = sum(max(1, max(count for _, count in group)) for group in groups.values())
            if counts.get(kind, 0) < least:
                self.fail(name, document, f"{counts.get(kind, 0)} {kind} counted, and lost are {', '.join(sorted(groups))}; counted is {losses}")
        most = sum(count for group in missing.get("metadata", {}).values() for _, count in group)
        if counts.get("metadata", 0) > most:
            self.fail(name, document, f"{counts['metadata']} metadata counted, and lost are {sorted(missing.get('metadata', {}))}; counted is {losses}")
        for kind in ("animation", "pages"):
            if counts.get(kind, 0) > 0 and kind not in missing:
                self.fail(name, document, f"{kind} counted, and nothing of it is lost")
        self.compare_pixels(name, document, target, result, data, counts)

    def without_margins(self, name, document, rows, data):
        """The rows of an icon without its margins, which must be transparent; all programs must see the same pictures."""
        with tempfile.TemporaryDirectory() as folder:
            seen = {program: visible(pictures) for program, pictures in icon_pictures(data, folder).items()}
        for program, pictures in seen.items():
            if pictures != next(iter(seen.values())):
                self.fail(name, document, f"{program} sees other pictures than {next(iter(seen))}")
        wanted = turned(document.rows(), document.orientation)
        left, top = (len(rows[0]) - len(wanted[0])) // 2, (len(rows) - len(wanted)) // 2
        inner = [row[left:left + len(wanted[0])] for row in rows[top:top + len(wanted)]]
        if sum(p[3] for row in rows for p in row) != sum(p[3] for row in inner for p in row):
            self.fail(name, document, "the margins are not transparent")
        return inner

    @staticmethod
    def seen(thing):
        """A density as a viewer sees it."""
        return thing.density[::-1] if thing.orientation >= 5 else thing.density

    def compare_pixels(self, name, document, target, result, data, counts):
        decoded = result.pixels(data)
        if decoded is None:
            return
        self.compared += 1
        width, height, rows, depth = decoded
        if target == "ico":
            rows = self.without_margins(name, document, rows, data)
        wanted, rows = turned(document.rows(), document.orientation), turned(rows, result.orientation if target in ("jpg", "tiff") else 1)
        if target not in ("jpg", "tiff") and result.orientation != 1:
            self.fail(name, document, "the pixels are turned, and their orientation is said to be another")
        if (len(rows), len(rows[0])) != (len(wanted), len(wanted[0])):
            self.fail(name, document, "the sides are exchanged")
            return
        if counts.get("alpha") and all(p[3] == 65535 for row in rows for p in row):
            wanted = [[tuple((s * p[3] + 65535 * (65535 - p[3]) + 32767) // 65535 for s in p[:3]) + (65535,) for p in row] for row in wanted]
        if depth == 8:
            rounded = [[tuple((s + 128) // 257 * 257 for s in p) for p in row] for row in wanted]
            if rounded != wanted and "bit depth" not in counts and not counts.get("alpha"):
                self.fail(name, document, "bits of samples are gone, and none are counted")
            wanted = rounded
        if target == "avif" and is_rough(wanted):
            return
        differences = [abs(a - b) for one, other in zip(wanted, rows) for p, q in zip(one, other) for a, b in zip(p, q)]
        mean, most = sum(differences) / len(differences) / 257, max(differences) / 257
        # Blending and rounding are two steps in either order.
        allowed = (8, 80) if target in ("jpg", "avif") else (2, 8) if document.is_near else (0.6, 1.01) if counts.get("alpha") else (0, 0)
        if mean > allowed[0] or most > allowed[1]:
            self.fail(name, document, f"pixels differ by {mean:.2f} of 255, at most by {most:.2f}")


def main():
    arguments, seconds, seed, only, keep, program = sys.argv[1:], 0, None, None, None, None
    while arguments:
        word = arguments.pop(0)
        if word == "--seconds":
            seconds = float(arguments.pop(0))
        elif word == "--seed":
            seed = int(arguments.pop(0))
        elif word == "--only":
            only = arguments.pop(0)
        elif word == "--keep":
            keep = arguments.pop(0)
        else:
            program = os.path.abspath(word)
    seed = seed if seed is not None else random.randrange(1 << 32)
    with tempfile.TemporaryDirectory() as folder:
        for target in ["heic", "avif"]:
            test = [program, "convert", os.path.join(FIXTURES, "png", "rgb-8.png"), "--to", "public." + target, "-o", os.path.join(folder, "a." + target)]
            written = subprocess.run(test, capture_output=True, text=True, timeout=300)
            if written.returncode != 0:
                print(f"images: {target.upper()} is not written: {written.stderr.strip()}", file=sys.stderr)
                sys.exit(2)
    generator = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        witness = Witness(program, folder, only)
        number, end = 0, time.monotonic() + seconds
        while number == 0 or time.monotonic() < end:
            number += 1
            witness.run(generator, number, 12)
            for name, document in witness.failures.items():
                if keep and document and os.path.exists(document.path):
                    os.makedirs(keep, exist_ok=True)
                    os.replace(document.path, os.path.join(keep, os.path.basename(document.path)))
                    print("kept", document.path, name)
            for base, _, names in os.walk(folder):
                for name in names:
                    os.remove(os.path.join(base, name))
    for key in sorted(witness.failures)[:40]:
        print(key)
    print(f"{witness.checks} conversions of images, {witness.compared} with pixels compared, {len(witness.failures)} wrong; seed {seed}")
    sys.exit(1 if witness.failures else 0)


main()
