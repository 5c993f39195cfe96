#!/usr/bin/env python3
"""The witness of animations: what conversions of GIF and WebP change in the frames, the times or the number of repetitions.

usage: animations.py PROFFER [--seconds N] [--seed N] [--keep FOLDER]

Makes GIF files byte by byte, so that it knows each frame as a viewer shows it: tables of all sizes, interlace, transparency, all ways
of disposal, frames at any place, times, repetitions, comments, and compressed data in any valid form. Each is converted to WebP, GIF
and PAM, and animated WebP made by Pillow is converted to GIF and WebP. Pillow reads the results. Frames are equal where they are seen;
consecutive equal frames may be one. With gifsicle and gif2webp installed, files that they write are read as well. Ends with 2 if Pillow is missing.
"""
import io, json, os, random, shutil, struct, subprocess, sys, tempfile, time

try:
    from PIL import Image as Pillow
except ImportError:
    print("animations: Pillow is missing", file=sys.stderr)
    sys.exit(2)


def compressed(indexes, bits, generator):
    """LZW with clear codes at any place, with a table that stays full, or with literals alone."""
    clear, codes = 1 << bits, []
    manner = generator.choice(["plain", "full", "literals", "random"])
    table, size, following, prefix = {}, bits + 1, clear + 2, None
    out, held, count = bytearray(), 0, 0

    def emit(code):
        nonlocal held, count
        held |= code << count
        count += size
        while count >= 8:
            out.append(held & 255)
            held >>= 8
            count -= 8

    def reset():
        nonlocal table, size, following
        emit(clear)
        table, size, following = {}, bits + 1, clear + 2

    if generator.random() < 0.9:
        reset()
    sent = 0
    for index in indexes:
        if prefix is None:
            prefix = (index,)
            continue
        longer = prefix + (index,)
        if longer in table and manner != "literals":
            prefix = longer
            continue
        emit(table.get(prefix, prefix[0]))
        sent += 1
        if following < 4096:
            table[longer] = following
            if following == 1 << size and size < 12:
                size += 1
            following += 1
        prefix = (index,)
        if (following == 4096 and manner != "full") or (manner == "random" and generator.random() < 0.02):
            # A reader adds one more string before it reads the clear code.
            emit(table.get(prefix, prefix[0]))
            if following == 1 << size and size < 12:
                size += 1
            reset()
            prefix = None
    if prefix is not None:
        emit(table.get(prefix, prefix[0]))
        if following == 1 << size and size < 12:
            size += 1
    emit(clear + 1)
    if count:
        out.append(held & 255)
    return bytes(out)


def sub_blocks(data, generator):
    out, place = bytearray(), 0
    while place < len(data):
        step = generator.choice([255, 255, 1, 7, 254])
        part = data[place:place + step]
        out += bytes([len(part)]) + part
        place += step
    return bytes(out) + b"\0"


def made_gif(generator):
    """A file with its frames, as pairs of rows of RGBA and a time, and the number of times that it is played."""
    width, height = generator.randint(1, 40), generator.randint(1, 30)
    is_large = generator.random() < 0.1
    if is_large:
        width, height = 150, 120
    count = generator.choice([1, 1, 2, 3, 8])
    global_bits = generator.choice([None, 1, 2, 4, 8])

    def table(bits):
        return [tuple(generator.randrange(256) for _ in range(3)) for _ in range(1 << bits)]

    shared = table(global_bits) if global_bits else None
    data = bytearray(generator.choice([b"GIF89a", b"GIF89a", b"GIF87a"]))
    data += struct.pack("<HH", width, height) + bytes([(0x80 | global_bits - 1) if shared else 0, generator.randrange(1 << (global_bits or 1)), generator.choice([0, 49])])
    if shared:
        data += b"".join(map(bytes, shared))
    plays = 1
    if generator.random() < 0.6:
        repeats = generator.choice([0, 1, 5, 65535])
        plays = repeats + 1 if repeats else 0
        data += b"\x21\xff\x0b" + generator.choice([b"NETSCAPE2.0", b"ANIMEXTS1.0"]) + struct.pack("<BBHB", 3, 1, repeats, 0)
    canvas = [[(0, 0, 0, 0)] * width for _ in range(height)]
    frames = []
    for number in range(count):
        if generator.random() < 0.5:
            w, h, left, top = width, height, 0, 0
        else:
            w, h = generator.randint(1, width), generator.randint(1, height)
            left, top = generator.randint(0, width - w), generator.randint(0, height - h)
        bits = generator.choice([1, 3, 5, 8]) if shared is None or generator.random() < 0.4 else None
        colors = table(bits) if bits else shared
        index_bits = max(2, bits or global_bits)
        transparent = generator.randrange(len(colors)) if generator.random() < 0.6 else None
        disposal, delay = generator.choice([0, 1, 2, 3]), generator.choice([0, 1, 2, 10, 65535])
        has_control = transparent is not None or generator.random() < 0.8
        if not has_control:
            disposal = delay = 0
        if generator.random() < 0.2:
            data += b"\x21\xfe" + sub_blocks(b"a comment", generator)
        if has_control:
            data += bytes([0x21, 0xF9, 4, disposal << 2 | (transparent is not None)]) + struct.pack("<HBB", delay, transparent or 0, 0)
        interlaced = generator.random() < 0.3
        data += struct.pack("<BHHHHB", 0x2C, left, top, w, h, (0x80 | bits - 1 if bits else 0) | (0x40 if interlaced else 0))
        if bits:
            data += b"".join(map(bytes, colors))
        run, indexes = 0, []
        spread = generator.choice([1, 3, len(colors)])
        while len(indexes) < w * h:
            indexes += [generator.randrange(len(colors)) if spread > 1 else 0] * generator.choice([1, 1, 2, spread, 60])
        indexes = indexes[:w * h]
        rows = [indexes[y * w:(y + 1) * w] for y in range(h)]
        order = [y for start, step in ((0, 8), (4, 8), (2, 4), (1, 2)) for y in range(start, h, step)] if interlaced else range(h)
        stored = [index for y in order for index in rows[y]]
        data += bytes([index_bits]) + sub_blocks(compressed(stored, index_bits, generator), generator)
        before = [list(row) for row in canvas]
        for y in range(h):
            for x in range(w):
                if rows[y][x] != transparent:
                    canvas[top + y][left + x] = colors[rows[y][x]] + (255,)
        frames.append(([list(row) for row in canvas], delay * 10))
        if disposal == 2:
            for y in range(h):
                canvas[top + y][left:left + w] = [(0, 0, 0, 0)] * w
        elif disposal == 3:
            canvas = before
    return bytes(data) + b";", [(flattened(rows), ms) for rows, ms in frames], plays


def flattened(rows):
    return bytes(sample for row in rows for pixel in row for sample in pixel)


def made_webp(generator):
    width, height, count = generator.randint(1, 30), generator.randint(1, 30), generator.randint(1, 5)
    colors = [tuple(generator.randrange(256) for _ in range(3)) for _ in range(generator.choice([2, 20, 250]))]
    frames, times = [], []
    for _ in range(count):
        raw = b"".join(
            bytes(generator.choice(colors)) + (b"\xff" if generator.random() < 0.8 else b"\0") for _ in range(width * height))
        frames.append(Pillow.frombytes("RGBA", (width, height), raw))
        times.append(generator.choice([10, 40, 120, 1000]))
    plays = generator.choice([0, 1, 7])
    out = io.BytesIO()
    frames[0].save(out, "WEBP", save_all=True, append_images=frames[1:], duration=times, loop=plays, lossless=True, exact=True)
    return out.getvalue(), [(frame.tobytes(), ms) for frame, ms in zip(frames, times)], plays


def seen(raw):
    """Pixels as they are seen: transparent ones have no color."""
    out = bytearray(raw)
    for place in range(3, len(out), 4):
        if out[place] == 0:
            out[place - 3:place] = b"\0\0\0"
    return bytes(out)


def merged(frames):
    out = []
    for raw, ms in frames:
        raw = seen(raw)
        if out and out[-1][0] == raw:
            out[-1] = (raw, out[-1][1] + ms)
        else:
            out.append((raw, ms))
    return out


def by_pillow(data):
    image = Pillow.open(io.BytesIO(data))
    frames = []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        image.load()
        frames.append((image.convert("RGBA").tobytes(), int(image.info.get("duration", 0))))
    loop = image.info.get("loop")
    if image.format == "GIF":
        plays = 1 if loop is None else loop + 1 if loop else 0
    else:
        plays = 1 if loop is None else loop
    return frames, plays


def opaque_colors(raw):
    return {raw[place:place + 3] for place in range(0, len(raw), 4) if raw[place + 3]}


class Witness:
    def __init__(self, program, folder, keep):
        self.program, self.folder, self.keep = program, folder, keep
        self.failures, self.checks, self.full_tables = {}, 0, 0

    def fail(self, name, data, message):
        if name not in self.failures and self.keep:
            os.makedirs(self.keep, exist_ok=True)
            with open(os.path.join(self.keep, name.replace(" ", "-") + "." + name.split(" ")[0].lower()), "wb") as file:
                file.write(data)
        self.failures.setdefault(name, message)

    def convert(self, name, data, source, target):
        path, out = os.path.join(self.folder, "in." + source), os.path.join(self.folder, "out." + target)
        with open(path, "wb") as file:
            file.write(data)
        if os.path.exists(out):
            os.remove(out)
        kind = {"pam": "io.proffer.portable-arbitrary-map"}.get(target, target)
        run = subprocess.run([self.program, "convert", path, "--to", kind, "-o", out, "--json"], capture_output=True, timeout=300)
        if run.returncode != 0:
            self.fail(name, data, run.stderr.decode()[-300:])
            return None, {}
        counts = {}
        for loss in json.loads(run.stdout.splitlines()[0])["losses"]:
            counts[loss["kind"]] = counts.get(loss["kind"], 0) + loss["count"]
        with open(out, "rb") as file:
            return file.read(), counts

    def check(self, name, data, frames, plays, source, target):
        result, counts = self.convert(name, data, source, target)
        if result is None:
            return
        self.checks += 1
        if target == "pam":
            rows = Pam(result)
            if seen(rows.rgba) != seen(frames[0][0]):
                self.fail(name, data, "the first frame is not the same")
            # Pillow writes consecutive equal frames of WebP as one.
            count = getattr(Pillow.open(io.BytesIO(data)), "n_frames", 1) if source == "webp" else len(frames)
            if counts.get("animation", 0) != count - 1:
                self.fail(name, data, f"{counts} for {count} frames")
            return
        # A frame that is cleared needs a transparent color in its table, which 256 opaque colors leave no room for.
        if target == "gif" and set(counts) == {"colors"} and any(len(opaque_colors(raw)) > 255 for raw, _ in frames):
            self.full_tables += 1
            return
        if counts.get("animation") or counts.get("colors") or counts.get("precision"):
            self.fail(name, data, f"{counts} counted of a file without such losses")
        wanted, (found, found_plays) = merged(frames), by_pillow(result)
        found = merged(found)
        if [raw for raw, _ in wanted] != [raw for raw, _ in found]:
            first = next((at for at, (a, b) in enumerate(zip(wanted, found)) if a[0] != b[0]), min(len(wanted), len(found)))
            self.fail(name, data, f"frame {first} of {len(wanted)} is not the same, {len(found)} are read")
        elif len(wanted) > 1 and [ms for _, ms in wanted] != [ms for _, ms in found]:
            self.fail(name, data, f"times {[ms for _, ms in wanted]} are {[ms for _, ms in found]}")
        elif len(wanted) > 1 and min(plays, 65535) != min(found_plays, 65535):
            self.fail(name, data, f"played {plays} times is {found_plays}")

    def run(self, generator):
        data, frames, plays = made_gif(generator)
        for target in ("webp", "gif", "pam"):
            self.check(f"GIF to {target}", data, frames, plays, "gif", target)
        # It cuts the sum of the times of frames that it merges.
        if shutil.which("gifsicle") and all(ms < 655350 for _, ms in frames):
            run = subprocess.run(["gifsicle", generator.choice(["-O1", "-O3"]), "-"], input=data, capture_output=True)
            if run.returncode == 0 and not run.stderr:
                self.check("GIF of gifsicle to webp", run.stdout, frames, plays, "gif", "webp")
        if shutil.which("gif2webp"):
            path, out = os.path.join(self.folder, "frames.gif"), os.path.join(self.folder, "frames.webp")
            with open(path, "wb") as file:
                file.write(data)
            # It refuses files whose code table stays full.
            other = None
            if subprocess.run(["gif2webp", "-quiet", path, "-o", out], capture_output=True).returncode == 0:
                with open(out, "rb") as file:
                    other = file.read()
            # It forgets the flag of alpha where frames that are opaque do not cover the picture.
            if other and (Pillow.open(io.BytesIO(other)).mode == "RGBA" or all(raw[3::4] == b"\xff" * (len(raw) // 4) for raw, _ in frames)):
                theirs, their_plays = by_pillow(other)
                if [raw for raw, _ in merged(theirs)] != [raw for raw, _ in merged(frames)]:
                    self.fail("GIF as gif2webp sees it", data, "the frames are not those of this script")
                if max(ms for _, ms in merged(theirs)) <= 655350:
                    self.check("WEBP of gif2webp to gif", other, theirs, their_plays, "webp", "gif")
        data, frames, plays = made_webp(generator)
        for target in ("webp", "gif", "pam"):
            self.check(f"WEBP to {target}", data, frames, plays, "webp", target)


class Pam:
    def __init__(self, data):
        end = data.index(b"ENDHDR\n") + 7
        numbers = dict(line.split()[:2] for line in data[:end].splitlines() if len(line.split()) > 1)
        if data[:2] == b"P7":
            channels = int(numbers[b"DEPTH"])
        raw, out = data[end:], bytearray()
        for place in range(0, len(raw), channels):
            pixel = raw[place:place + channels]
            color = pixel[:3] if channels > 2 else pixel[:1] * 3
            out += color + (pixel[-1:] if channels % 2 == 0 else b"\xff")
        self.rgba = bytes(out)


def main():
    arguments, seconds, seed, keep, program = sys.argv[1:], 0, None, None, None
    while arguments:
        word = arguments.pop(0)
        if word == "--seconds":
            seconds = float(arguments.pop(0))
        elif word == "--seed":
            seed = int(arguments.pop(0))
        elif word == "--keep":
            keep = arguments.pop(0)
        else:
            program = os.path.abspath(word)
    seed = seed if seed is not None else random.randrange(1 << 32)
    generator = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        witness = Witness(program, folder, keep)
        rounds, end = 0, time.monotonic() + seconds
        while rounds < 40 or time.monotonic() < end:
            rounds += 1
            witness.run(generator)
    for name, message in sorted(witness.failures.items()):
        print(f"{name}: {message}")
    print(f"{witness.checks} conversions of animations, {witness.full_tables} with a color less, {len(witness.failures)} kinds wrong; seed {seed}")
    sys.exit(1 if witness.failures else 0)


main()
