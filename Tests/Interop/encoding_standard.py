#!/usr/bin/env python3
"""Compares how proffer and Chromium decode every code of the encodings in the WHATWG's Encoding Standard.

usage: encoding_standard.py PROFFER [--only NAME] [--seed N] [--list] [--checksums]

Each code is on a line of its own: all pairs of a lead byte and a second byte, all sequences of three bytes in EUC-JP, all
sequences of four bytes in GB18030 that are in the first plane, and one in a hundred of the others. Lines of random bytes follow.
Every line must have the same characters in both, except the differences in DIFFERENCES, which are counted. Each U+FFFD must
be counted as lost. HZ and VISCII, which the standard lacks, are compared with Chromium's GBK and with iconv. --list prints each
line that differs. --checksums prints what TextEncodingTests.swift has for each encoding with two bytes per character.
"""
import argparse, base64, json, os, random, re, shutil, subprocess, sys, tempfile

SINGLE = """IBM866 ISO-8859-2 ISO-8859-3 ISO-8859-4 ISO-8859-5 ISO-8859-6 ISO-8859-7 ISO-8859-8 ISO-8859-10 ISO-8859-13
    ISO-8859-14 ISO-8859-15 ISO-8859-16 KOI8-R KOI8-U macintosh windows-874 windows-1250 windows-1251 windows-1252 windows-1253
    windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 x-mac-cyrillic""".split()
DOUBLE = ["Big5", "EUC-JP", "EUC-KR", "GBK", "gb18030", "Shift_JIS"]
OTHERS = ["ISO-2022-JP", "UTF-8", "UTF-16BE", "UTF-16LE"]

# What Chromium has for four codes of Big5, which are a letter and a combining mark in the standard.
TWO_CHARACTERS = {
    "\x93\udf04": "\u00ca\u0304", "\x93\udf0c": "\u00ca\u030c", "\xb3\udf04": "\u00ea\u0304", "\xb3\udf0c": "\u00ea\u030c"}

# Lines that proffer and Chromium read differently on purpose: after an invalid sequence that begins with 0x8F, Chromium reads
# the next character in the wrong table.
DIFFERENCES = {"EUC-JP": lambda line: re.search(rb"\x8f.+", line, re.DOTALL) and len(line) > 3}


def pairs(leads, trails):
    return [bytes([lead, trail]) for lead in leads for trail in trails]


def lines_of(name, generator):
    """The lines that are decoded in an encoding, without their ends."""
    upper, every = range(0x80, 0x100), [byte for byte in range(0x20, 0x100)]
    if name in SINGLE or name == "VISCII":
        return [bytes([byte]) for byte in range(1, 0x100) if byte not in (0x0A, 0x0D)]
    if name == "HZ":
        return [b"~{" + bytes([lead, trail]) + b"~}" for lead in range(0x21, 0x78) for trail in range(0x21, 0x7F)]
    if name == "ISO-2022-JP":
        inner = range(0x21, 0x7F)
        lines = [b"\x1b$" + kind + pair + b"\x1b(B" for kind in (b"B", b"@") for pair in pairs(inner, inner)]
        return lines + [b"\x1b(" + kind + bytes([byte]) + b"\x1b(B" for kind in (b"I", b"J") for byte in inner]
    if name.startswith("UTF"):
        lines = []
    else:
        lines = [bytes([lead]) for lead in upper] + pairs(upper, every)
    if name == "EUC-JP":
        lines += [b"\x8f" + pair for pair in pairs(range(0xA0, 0x100), range(0xA0, 0x100))]
    if name == "gb18030":
        for pointer in [*range(39_500), *range(39_500, 1_587_600, 100)]:
            pointer, fourth = divmod(pointer, 10)
            pointer, third = divmod(pointer, 126)
            first, second = divmod(pointer, 10)
            lines.append(bytes([first + 0x81, second + 0x30, third + 0x81, fourth + 0x30]))
    for _ in range(3000):
        count = generator.randint(1, 8)
        line = bytes(generator.choice([generator.choice(every), generator.choice(upper)]) for _ in range(count))
        if name == "UTF-16BE" or name == "UTF-16LE":
            units = [generator.choice([0xD800, 0xDC00, 0xE000, 0x4E00]) + generator.randint(0, 0x3FF) for _ in range(count)]
            line = b"".join(unit.to_bytes(2, "big" if name == "UTF-16BE" else "little") for unit in units)
            if b"\n" in line or b"\r" in line:
                continue
        lines.append(line)
    return lines


def end_of_line(name):
    return {"UTF-16BE": b"\0\n", "UTF-16LE": b"\n\0"}.get(name, b"\n")


def joined(name, lines):
    return b"".join(line + end_of_line(name) for line in lines)


def of_chromium(lines):
    """The lines as Chromium decodes them, by the names of their encodings."""
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not program:
        sys.exit("encoding_standard: chromium is missing")
    encoded = {name: [base64.b64encode(line + end_of_line(name)).decode() for line in lines[name]] for name in lines}
    page = """<!doctype html><meta charset=utf-8><pre id=out></pre><script>
        const texts = %s, results = {};
        for (const name in texts) {
          // Chromium's decoder of EUC-JP keeps state from one text to the next, so each line has its own.
          results[name] = texts[name].map(line =>
            new TextDecoder(name, { ignoreBOM: true }).decode(Uint8Array.from(atob(line), c => c.charCodeAt(0))));
        }
        const text = JSON.stringify(results);
        let escaped = "";
        for (let i = 0; i < text.length; i++) {
          const unit = text.charCodeAt(i);
          escaped += unit > 126 || text[i] == "<" || text[i] == "&" ? "\\\\u" + unit.toString(16).padStart(4, "0") : text[i];
        }
        document.getElementById("out").textContent = "BEGIN" + escaped + "END";
        </script>""" % json.dumps(encoded)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "page.html")
        with open(path, "w") as file:
            file.write(page)
        run = subprocess.run(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--user-data-dir=" + folder + "/data",
             "--dump-dom", "file://" + path], capture_output=True, text=True, timeout=300)
    found = re.search(r"<pre id=\"out\">BEGIN(.*?)END</pre>", run.stdout, re.DOTALL)
    if not found:
        sys.exit("encoding_standard: chromium printed no result: " + run.stderr[-500:])
    results = json.loads(found[1].replace("&gt;", ">").replace("&amp;", "&"))
    results = {name: [line.removesuffix("\n") for line in results[name]] for name in results}
    for wrong, right in TWO_CHARACTERS.items():
        results["Big5"] = [text.replace(wrong, right) for text in results.get("Big5", [])]
    return results


def of_proffer(proffer, name, text):
    """The text as proffer decodes it, and the number of characters that it counts as lost."""
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "out")
        run = subprocess.run(
            [proffer, "convert", "-", "--from", "text/plain;charset=" + name, "--to", "public.utf8-plain-text", "--json", "-o",
             path], input=text, capture_output=True)
        if run.returncode != 0:
            sys.exit(f"encoding_standard: {name}: {run.stderr.decode()}")
        report = json.loads(run.stdout.splitlines()[0])
        with open(path, "rb") as file:
            return file.read().decode(), sum(loss["count"] for loss in report["losses"])


def checksum(data):
    """The FNV-1a checksum of 64 bits."""
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return value


def spelled(text):
    return " ".join("%04X" % ord(character) for character in text)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.splitlines()[2].removeprefix("usage: "))
    parser.add_argument("proffer")
    parser.add_argument("--only")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--checksums", action="store_true")
    arguments = parser.parse_args()
    if arguments.checksums:
        codes = pairs(range(0x81, 0xFF), range(0x40, 0xFF))
        for name, texts in of_chromium({name: codes for name in DOUBLE}).items():
            print(name, "%016X" % checksum("".join(text + "\n" for text in texts).encode()))
        return 0
    names = [name for name in SINGLE + DOUBLE + OTHERS + ["HZ", "VISCII"] if arguments.only in (None, name)]
    lines = {name: lines_of(name, random.Random(f"{arguments.seed} {name}")) for name in names}
    expected = of_chromium({name: lines[name] for name in names if name not in ("HZ", "VISCII")})
    if "HZ" in names:
        upper = [bytes(byte | 0x80 for byte in line[2:4]) for line in lines["HZ"]]
        expected["HZ"] = [re.sub("[\ue000-\uf8ff]", "\ufffd", text) for text in of_chromium({"GBK": upper})["GBK"]]
    if "VISCII" in names:
        run = subprocess.run(
            ["iconv", "-f", "VISCII", "-t", "UTF-8"], input=joined("", lines["VISCII"]), capture_output=True, check=True)
        expected["VISCII"] = run.stdout.decode().split("\n")[:-1]
    wrong = 0
    for name in names:
        text, loss_count = of_proffer(arguments.proffer, name, joined(name, lines[name]))
        ours, theirs = text.split("\n")[:-1], expected[name]
        if len(ours) != len(lines[name]):
            print(f"{name}: {len(lines[name])} lines are read as {len(ours)}")
            wrong += 1
            continue
        others = [place for place, line in enumerate(lines[name]) if ours[place] != theirs[place]]
        allowed = [place for place in others if DIFFERENCES.get(name, lambda _: False)(lines[name][place])]
        others = [place for place in others if place not in set(allowed)]
        # GB18030 has a code for U+FFFD itself.
        lost = text.count("\ufffd") - lines[name].count(b"\x84\x31\xa4\x37")
        if arguments.list:
            for place in others:
                print(f"  {name} {lines[name][place].hex()}: {spelled(ours[place])} should be {spelled(theirs[place])}")
        count = len(lines[name])
        print(f"{name}: {count} lines, {len(others)} differ, {len(allowed)} differ on purpose, {loss_count} of {lost} losses")
        wrong += len(others) + (loss_count != lost)
    print("all as in the standard" if wrong == 0 else f"{wrong} are wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
