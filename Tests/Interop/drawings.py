#!/usr/bin/env python3
"""The witness of SVG drawings: the pixels, the sizes, the counted losses and the isolation of conversions to PNG, WebP and PDF.

usage: drawings.py PROFFER [FOLDER] [--jobs N] [--seed N] [--keep FOLDER]

Makes drawings of known sizes (in pixels, in other units, in percent, or only a view box), with shapes at random places.
Each is converted at its own size, and with --draw-size to a larger and a smaller one. The pixels are those of rsvg-convert at 96 dpi at
the same size. WebP has the same pixels, and a PDF has the size of the drawing. Scripts, animations, links and pictures in other
files are counted, as the script counts them. A file beside the drawing, an entity, and a server of this script are never read.

Each SVG below the FOLDER is compared in the same way; if rsvg-convert fails, proffer prints one line. Ends with 2 if Pillow or
rsvg-convert is missing.
"""
import concurrent.futures, http.server, io, json, os, random, re, shutil, subprocess, sys, tempfile, threading

try:
    from PIL import Image
except ImportError:
    print("drawings: Pillow is missing", file=sys.stderr)
    sys.exit(2)
Image.MAX_IMAGE_PIXELS = None

XMLNS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'


def run(*words, timeout=120):
    return subprocess.run([str(word) for word in words], capture_output=True, timeout=timeout)


def pixels(data):
    """The size of a picture and its pixels; transparent ones have no color."""
    image = Image.open(io.BytesIO(data)).convert("RGBA")
    raw = bytearray(image.tobytes())
    for place in range(3, len(raw), 4):
        if raw[place] == 0:
            raw[place - 3:place] = b"\0\0\0"
    return image.size, bytes(raw)


def reference(path, size=None):
    """The picture that rsvg-convert draws; nil if it refuses the drawing."""
    fit = ["--keep-aspect-ratio", f"--width={size[0]}", f"--height={size[1]}"] if size else []
    with tempfile.TemporaryDirectory() as folder:
        # In a folder of its own no file is beside it.
        own = os.path.join(folder, "drawing.svg")
        shutil.copy(path, own)
        drawn = run("rsvg-convert", "--dpi-x=96", "--dpi-y=96", "--format=png", *fit, own)
    return drawn.stdout if drawn.returncode == 0 else None


class Witness:
    def __init__(self, program, keep):
        self.program, self.keep, self.faults, self.count, self.refused = program, keep, [], 0, 0

    def fail(self, path, message):
        self.faults.append(f"{os.path.basename(path)}: {message}")
        if self.keep:
            os.makedirs(self.keep, exist_ok=True)
            shutil.copy(path, self.keep)

    def convert(self, path, kind, *options):
        """The result with the numbers of losses, or the message of a refusal."""
        self.count += 1
        with tempfile.TemporaryDirectory() as folder:
            out = os.path.join(folder, "out." + kind)
            done = run(self.program, "convert", path, "--from", "public.svg-image", "--to", kind, "--json", "-o", out, *options)
            if done.returncode != 0:
                lines = done.stderr.decode(errors="replace").strip().splitlines()
                if len(lines) != 1 or done.returncode < 0:
                    self.fail(path, f"status {done.returncode} with {len(lines)} lines: {lines[:2]}")
                return None, done.stderr.decode(errors="replace").strip()
            losses = {}
            for loss in json.loads(done.stdout.splitlines()[0])["losses"]:
                name = loss.get("detail") or loss["kind"]
                losses[name] = losses.get(name, 0) + (loss["count"] or 0)
            with open(out, "rb") as file:
                return file.read(), losses

    def compare(self, path, size=None):
        """Compares a drawing with that of rsvg-convert, and returns the numbers of losses."""
        wanted = reference(path, size)
        made, losses = self.convert(path, "png", *(["--draw-size", f"{size[0]}x{size[1]}"] if size else []))
        if made is None or wanted is None:
            self.refused += 1
            if made is not None:
                self.fail(path, "rsvg-convert refuses it, but it is converted")
            elif wanted is not None and not re.search("compressed with gzip|the limit is", losses):
                self.fail(path, f"is refused: {losses}")
            return None
        if pixels(made) != pixels(wanted):
            self.fail(path, f"at {size or 'its own size'} the pixels are not those of rsvg-convert: {pixels(made)[0]} and {pixels(wanted)[0]}")
        return losses


def shapes(generator, width, height):
    """Shapes with the size of a drawing."""
    out = []
    for _ in range(generator.randint(1, 12)):
        x, y = generator.uniform(0, width), generator.uniform(0, height)
        color = "#%06x" % generator.randrange(1 << 24)
        opacity = generator.choice(["", f' fill-opacity="{generator.random():.2f}"'])
        out.append(generator.choice([
            f'<rect x="{x:.2f}" y="{y:.2f}" width="{generator.uniform(1, width):.2f}" height="{generator.uniform(1, height):.2f}" fill="{color}"{opacity}/>',
            f'<circle cx="{x:.2f}" cy="{y:.2f}" r="{generator.uniform(1, width / 2):.2f}" fill="{color}"{opacity}/>',
            f'<path d="M0 0 L{x:.2f} {y:.2f} Q{y:.2f} {x:.2f} {width} {height} Z" fill="none" stroke="{color}" stroke-width="{generator.uniform(0.5, 5):.1f}"/>',
            f'<g transform="rotate({generator.randrange(360)} {x:.2f} {y:.2f})"><text x="{x:.2f}" y="{y:.2f}" font-size="10" fill="{color}">words</text></g>']))
    return "".join(out)


def drawings(generator):
    """Drawings with their sizes in pixels."""
    for _ in range(6):
        width, height = generator.randint(5, 300), generator.randint(5, 300)
        content = shapes(generator, width, height)
        view = f'viewBox="0 0 {width} {height}"'
        yield f'<svg {XMLNS} width="{width}" height="{height}">{content}</svg>', (width, height)
        yield f"<svg {XMLNS} {view}>{content}</svg>", (width, height)
        yield f'<svg {XMLNS} width="50%" height="100%" {view}>{content}</svg>', (width, height)
        yield f'<svg {XMLNS} width="{width * 2}px" {view}>{content}</svg>', (width * 2, height * 2)
    for width, height, size in (("2in", "1in", (192, 96)), ("25.4mm", "5.08cm", (96, 192)), ("72pt", "6pc", (96, 96))):
        yield f'<svg {XMLNS} width="{width}" height="{height}">{shapes(generator, *size)}</svg>', size


def check_drawings(witness, folder, generator):
    for number, (text, size) in enumerate(drawings(generator)):
        path = os.path.join(folder, f"drawing-{number}.svg")
        with open(path, "w") as file:
            file.write(text)
        losses = witness.compare(path)
        if losses is None:
            witness.fail(path, "is refused")
            continue
        if any(losses.values()):
            witness.fail(path, f"{losses} counted of a drawing without losses")
        made, _ = witness.convert(path, "png")
        if pixels(made)[0] != size:
            witness.fail(path, f"its size is {pixels(made)[0]}, and it declares {size}")
        for scale in (generator.uniform(0.1, 0.9), generator.uniform(1.1, 4)):
            box = max(1, round(size[0] * scale)), max(1, round(size[1] * scale * generator.uniform(0.5, 2)))
            witness.compare(path, box)
            drawn, _ = witness.convert(path, "png", "--draw-size", f"{box[0]}x{box[1]}")
            (width, height), exact = pixels(drawn)[0], min(box[0] / size[0], box[1] / size[1])
            if abs(width - size[0] * exact) > 1 or abs(height - size[1] * exact) > 1:
                witness.fail(path, f"drawn into {box}, its size is {width} by {height}")
        if number % 4 == 0:
            check_formats(witness, path, size)


def check_formats(witness, path, size):
    webp, _ = witness.convert(path, "webp")
    if pixels(webp) != pixels(reference(path)):
        witness.fail(path, "the pixels of WebP are not those of rsvg-convert")
    fitted, message = witness.convert(path, "png", "--fit", "4x4")
    if fitted is None or max(pixels(fitted)[0]) != min(4, max(size)):
        witness.fail(path, f"--fit 4x4 makes {message if fitted is None else pixels(fitted)[0]}")
    pdf, _ = witness.convert(path, "pdf")
    if shutil.which("pdfinfo"):
        with tempfile.NamedTemporaryFile(suffix=".pdf") as file:
            file.write(pdf)
            file.flush()
            found = re.search(r"Page size: +([\d.]+) x ([\d.]+)", run("pdfinfo", file.name).stdout.decode())
            if not found or any(abs(float(found[n + 1]) - size[n] * 0.75) > 0.51 for n in (0, 1)):
                witness.fail(path, f"the page is {found and found[0]}, and the drawing has {size} pixels")


def check_losses(witness, folder):
    path = os.path.join(folder, "losses.svg")
    with open(path, "w") as file:
        file.write(
            f'<svg {XMLNS} width="40" height="40"><title>t</title><script>a()</script><defs><script>b()</script></defs>'
            '<rect width="9" height="9" fill="red" onclick="c()"><animate attributeName="x" to="5"/><set attributeName="y" to="1"/></rect>'
            '<style>@keyframes a { from { x: 0 } }</style><a href="https://example.org/"><text y="20">one</text></a>'
            '<a xlink:href="https://example.org/"><text y="30">two</text></a><image href="other.png" width="5" height="5"/></svg>')
    losses = witness.compare(path)
    wanted = {"links": 2, "scripts": 3, "animations": 3, "stored outside the drawing": 1}
    if losses is None or {name: count for name, count in losses.items() if count} != wanted:
        witness.fail(path, f"{losses} counted, and there are {wanted}")
    text, losses = witness.convert(path, "txt")
    if text is None or text.split() != [b"one", b"two"]:
        witness.fail(path, f"its text is {text}")


def check_isolation(witness, folder):
    """A picture beside the drawing, at an absolute path and on a server, and entities, none of which may be read."""
    asked = []

    class Server(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_error(404)

        do_HEAD = do_OPTIONS = do_GET

        def log_message(self, *words):
            pass

    server = http.server.HTTPServer(("127.0.0.1", 0), Server)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    picture = os.path.join(folder, "secret.png")
    Image.new("RGB", (40, 40), "red").save(picture)
    with open(os.path.join(folder, "secret.svg"), "w") as file:
        file.write(f'<svg {XMLNS} width="40" height="40"><rect id="r" width="40" height="40" fill="red"/></svg>')
    with open(os.path.join(folder, "secret.css"), "w") as file:
        file.write("rect { fill: red }")
    there = f"http://127.0.0.1:{server.server_port}"
    for number, content in enumerate(
        [f'<{tag} {name}="{place}" width="40" height="40"/>' for name in ("href", "xlink:href") for tag, place in [
            ("image", "secret.png"), ("image", f"file://{picture}"), ("image", picture), ("image", "../" + os.path.basename(folder) + "/secret.png"),
            ("image", f"{there}/a.png"), ("use", "secret.svg#r"), ("use", f"file://{folder}/secret.svg#r"), ("use", f"{there}/a.svg#r"),
            ("image", "secret.svg"), ("feImage", picture)]]
        + [f'<style>@import url("{place}"); rect {{ fill: white }}</style>' for place in ("secret.css", f"file://{folder}/secret.css", there + "/a.css")]
        + [f'<rect width="40" height="40" fill="url({place}#r)"/>' for place in ("secret.svg", there + "/a.svg")]
        + [f'<xi:include xmlns:xi="http://www.w3.org/2001/XInclude" href="{place}"/>' for place in ("secret.svg", f"file://{folder}/secret.svg")]
    ):
        path = os.path.join(folder, f"isolation-{number}.svg")
        with open(path, "w") as file:
            file.write(f'<svg {XMLNS} width="40" height="40"><rect width="40" height="40" fill="white"/>{content}</svg>')
        made, message = witness.convert(path, "png")
        if made is None:
            continue
        if b"\xff\0\0" in pixels(made)[1]:
            witness.fail(path, "another file is in the picture")
    entities = os.path.join(folder, "entities.svg")
    for declared in (f'<!ENTITY x SYSTEM "file://{folder}/secret.css">', f'<!ENTITY % y SYSTEM "{there}/a.dtd"> %y;', f'<!ENTITY x SYSTEM "{there}/a">'):
        with open(entities, "w") as file:
            file.write(f'<!DOCTYPE svg [{declared}]><svg {XMLNS} width="40" height="40"><text y="20">&x;</text></svg>')
        for kind in ("png", "txt"):
            made, message = witness.convert(entities, kind)
            if made and b"fill" in made:
                witness.fail(entities, "the entity of a file is in the text")
    server.shutdown()
    if asked:
        witness.fail(path, f"the server was asked for {asked[:3]}")


def check_refusals(witness, folder):
    """Drawings that are refused with one line, in a limited time."""
    hostile = {
        "empty": b"", "cut": f"<svg {XMLNS} width='9' height='9'><rect".encode(), "compressed": b"\x1f\x8b\x08\0\0\0\0\0\0\3",
        "large": f'<svg {XMLNS} width="30000" height="30000"/>'.encode(), "deep": (f"<svg {XMLNS}>" + "<g>" * 5000 + "</g>" * 5000 + "</svg>").encode(),
        "laughs": ('<!DOCTYPE svg [<!ENTITY a "ha">' + "".join(f'<!ENTITY {chr(98 + n)} "{("&" + chr(97 + n) + ";") * 10}">' for n in range(9))
                   + f']><svg {XMLNS} width="9" height="9"><text>&j;</text></svg>').encode(),
        "uses": (f'<svg {XMLNS} width="9" height="9"><defs><g id="a"><rect width="1" height="1"/></g>' + "".join(
            f'<g id="{chr(98 + n)}">' + f'<use xlink:href="#{chr(97 + n)}"/>' * 10 + "</g>" for n in range(9)) + '</defs><use xlink:href="#j"/></svg>').encode(),
    }
    for name, data in hostile.items():
        path = os.path.join(folder, f"refused-{name}.svg")
        with open(path, "wb") as file:
            file.write(data)
        made, _ = witness.convert(path, "png")
        if made is not None:
            witness.fail(path, "is not refused")
    path = os.path.join(folder, "drawing-0.svg")
    made, message = witness.convert(path, "png", "--draw-size", "900000x900000")
    if made is not None or "the limit is" not in message:
        witness.fail(path, f"drawn in 900000 by 900000 pixels: {message}")


def main():
    arguments, places, keep, seed, jobs = sys.argv[1:], [], None, None, os.cpu_count() or 1
    while arguments:
        word = arguments.pop(0)
        if word == "--keep":
            keep = arguments.pop(0)
        elif word == "--seed":
            seed = int(arguments.pop(0))
        elif word == "--jobs":
            jobs = int(arguments.pop(0))
        else:
            places.append(os.path.abspath(word))
    if not shutil.which("rsvg-convert"):
        print("drawings: rsvg-convert is missing", file=sys.stderr)
        sys.exit(2)
    program, folders = places[0], places[1:]
    seed = seed if seed is not None else random.randrange(1 << 32)
    witness = Witness(program, keep)
    with tempfile.TemporaryDirectory() as folder:
        check_drawings(witness, folder, random.Random(seed))
        check_losses(witness, folder)
        check_isolation(witness, folder)
        check_refusals(witness, folder)
    others = [os.path.join(parent, name) for place in folders for parent, _, names in sorted(os.walk(place)) for name in sorted(names)
              if name.lower().endswith((".svg", ".svgz"))]

    def compare(path):
        try:
            witness.compare(path)
        except subprocess.TimeoutExpired:
            witness.fail(path, "takes longer than 120 seconds")

    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        list(pool.map(compare, others))
    for fault in witness.faults:
        print(fault)
    print(f"{witness.count} conversions of drawings, {len(others)} of them others, {witness.refused} refused; {len(witness.faults)} wrong; seed {seed}")
    sys.exit(1 if witness.faults else 0)


main()
