#!/usr/bin/env python3
"""Runs a command in a pseudo terminal that shows pictures, plays the terminal, and prints as JSON what came of it.

usage: pictures.py CASE FOLDER COMMAND [ARGUMENT…]

CASE is words joined by commas: `kitty` or `sixel` for what the terminal has, `apart` to send each byte of an answer by itself,
`silent` to answer nothing, `keys` to type between answers, `pixels` for a device that knows its size in pixels, `cells` for a
terminal that says the size of its characters, `hangup` to go away after the question. Each picture is decoded here and written
to FOLDER: what came as PNG as it is, anything else as PAM.
"""
import base64, fcntl, json, os, pty, re, select, signal, struct, sys, termios, time

case, folder, command = set(sys.argv[1].split(",")), sys.argv[2], sys.argv[3:]
text, asked, during, pictures, faults = b"", [], [], [], []
chunks = {"keys": None, "data": b""}

pid, master = pty.fork()
if pid == 0:
    # The modes are read before the command runs.
    os.read(0, 1)
    os.execv(command[0], command)


def modes():
    return termios.tcgetattr(master)[:4]


def say(answer):
    answer = answer.encode()
    pieces = [answer[i:i + 1] for i in range(len(answer))] if "apart" in case else [answer]
    for piece in pieces:
        os.write(master, piece)
        if "apart" in case:
            time.sleep(0.002)


def write_pam(path, width, height, pixels):
    with open(path, "wb") as file:
        file.write(b"P7\nWIDTH %d\nHEIGHT %d\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n" % (width, height) + pixels)


def found(kind, width, height, data):
    path = f"{folder}/picture{len(pictures) + 1}.{'png' if kind == 'png' else 'pam'}"
    if kind == "png":
        with open(path, "wb") as file:
            file.write(data)
    else:
        write_pam(path, width, height, data)
    pictures.append({"kind": kind, "width": width, "height": height, "file": os.path.basename(path)})


def take_kitty(body):
    """One chunk of kitty's protocol: keys, a semicolon, base64."""
    head, _, payload = body.partition(b";")
    keys = dict(pair.split("=", 1) for pair in head.decode().split(","))
    if keys.get("a") == "q":
        asked.append("kitty")
        during.append(modes())
        if "kitty" in case:
            say(f"\x1b_Gi={keys['i']};OK\x1b\\")
        return
    if len(payload) > 4096:
        faults.append(f"a chunk of {len(payload)} bytes")
    if keys.get("q") != "2":
        faults.append("an answer is wanted, which nobody reads")
    if chunks["keys"] is None:
        chunks["keys"], chunks["data"] = keys, b""
    elif set(keys) - {"m", "q"}:
        faults.append(f"a later chunk has the keys {sorted(keys)}")
    if keys.get("m") == "1" and len(payload) % 4:
        faults.append("a chunk that is cut inside four digits")
    chunks["data"] += payload
    if keys.get("m", "0") == "1":
        return
    keys, data = chunks["keys"], base64.b64decode(chunks["data"], validate=True)
    chunks["keys"] = None
    if keys.get("a") != "T":
        faults.append(f"the action {keys.get('a')}")
    if keys["f"] == "100":
        width, height = struct.unpack(">II", data[16:24])
        found("png", width, height, data)
    else:
        width, height = int(keys["s"]), int(keys["v"])
        if len(data) != width * height * 4:
            faults.append(f"{len(data)} bytes of samples for {width} x {height}")
        found("samples", width, height, data)


def take_sixel(head, body):
    """Decodes sixels; pixels that nothing draws stay transparent."""
    if head.split(b";")[1:2] != [b"1"]:
        faults.append("the background is drawn")
    raster = re.match(rb'"1;1;(\d+);(\d+)', body)
    width, height = int(raster[1]), int(raster[2])
    pixels, palette, color, x, y, count = bytearray(width * height * 4), {}, 0, 0, 0, 1
    for token in re.finditer(rb"#(\d+);2;(\d+);(\d+);(\d+)|#(\d+)|!(\d+)|([$\-])|([?-~])|(.)", body[raster.end():], re.S):
        define, red, green, blue, choose, repeat, move, sixel, other = token.groups()
        if define:
            palette[int(define)] = bytes(round(int(part) * 255 / 100) for part in (red, green, blue)) + b"\xff"
        elif choose:
            color = palette[int(choose)]
        elif repeat:
            count = int(repeat)
        elif move:
            x, y = 0, y + (6 if move == b"-" else 0)
        elif sixel:
            for _ in range(count):
                for row in range(6):
                    if sixel[0] - 63 >> row & 1:
                        if x >= width or y + row >= height:
                            faults.append(f"a pixel at {x}, {y + row} of {width} x {height}")
                            return
                        place = ((y + row) * width + x) * 4
                        pixels[place:place + 4] = color
                x += 1
            count = 1
        else:
            faults.append(f"{other} in sixels")
    if len(palette) > 256:
        faults.append(f"{len(palette)} colors")
    found("sixel", width, height, bytes(pixels))


def take(kind, body):
    if kind == b"_" and body.startswith(b"G"):
        take_kitty(body[1:])
    elif kind == b"P" and (match := re.match(rb"([\d;]*)q", body)):
        take_sixel(match[1], body[match.end():])
    elif kind == b"[":
        during.append(modes())
        asked.append(body.decode())
        if "keys" in case:
            say("q\x1b[A\x1b[<35;10;5M")
        if "silent" in case:
            return
        if body == b"c":
            say("\x1b[?62;4;22c" if "sixel" in case else "\x1b[?62;22;44c")
        elif body == b">q":
            say("\x1bP>|Played(1.0)\x1b\\")
        elif body == b"16t" and "cells" in case:
            say("\x1b[6;20;10t")


result = {}
before = modes()
pixels = (720, 384) if "pixels" in case else (0, 0)
fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, *pixels))
os.write(master, b"\n")
rest, status = b"", None
sequences = re.compile(
    rb"\x1b(?:(\[)([\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e])|([\]P_])((?:[^\x1b\x07]|\x1b(?!\\))*)(?:\x1b\\|\x07))", re.S)
deadline = time.monotonic() + 600
while time.monotonic() < deadline:
    ready, _, _ = select.select([master], [], [], 0.1)
    if ready:
        try:
            piece = os.read(master, 1 << 16)
        except OSError:
            break
        if not piece:
            break
        rest += piece
        while match := sequences.search(rest):
            text += rest[:match.start()]
            rest = rest[match.end():]
            take(match[1] or match[3], match[2] if match[1] else match[4])
            if "hangup" in case:
                os.close(master)
                _, status = os.waitpid(pid, 0)
                print(json.dumps({"status": os.waitstatus_to_exitcode(status)}))
                sys.exit()
    # What the command did is known when it has ended, before the terminal goes away.
    elif status is None:
        ended, ending = os.waitpid(pid, os.WNOHANG)
        if ended:
            status = ending
            break
try:
    result["restored"] = modes() == before
except termios.error:
    result["restored"] = None
if status is None:
    if time.monotonic() >= deadline:
        os.kill(pid, signal.SIGKILL)
    _, status = os.waitpid(pid, 0)
text += rest
if chunks["keys"] is not None:
    faults.append("the last chunk is missing")
result.update(
    status=os.waitstatus_to_exitcode(status), asked=asked, pictures=pictures, faults=faults,
    raw=bool(during) and all(mode != before for mode in during),
    shown=text.decode(errors="replace").replace("\r\n", "\n").lstrip("\n"))
print(json.dumps(result))
