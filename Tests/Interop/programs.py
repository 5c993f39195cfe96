#!/usr/bin/env python3
"""Converts with every external converter that is declared from the start and found, and looks at what came out.

Usage: programs.py PROGRAM

The samples are made by the programs themselves. Each pair of types that a program is declared for is converted, and
`file` says what the result is. Pictures keep their size, their first corner and, where the format can, what shows
through. Programs that are not found are named and left out; to have all: apt-get install imagemagick ffmpeg
librsvg2-bin pandoc libreoffice-writer-nogui file. Ends with 1 if an expectation failed, with 2 if nothing was found.
"""

import os, shutil, subprocess, sys, tempfile

# What `file --mime-type` calls the types that are written.
KINDS = {
    ".png": {"image/png"}, ".jpg": {"image/jpeg"}, ".tiff": {"image/tiff"}, ".gif": {"image/gif"},
    ".webp": {"image/webp"}, ".bmp": {"image/bmp", "image/x-ms-bmp"}, ".pdf": {"application/pdf"},
    ".wav": {"audio/x-wav"}, ".mp3": {"audio/mpeg"}, ".m4a": {"audio/x-m4a"}, ".flac": {"audio/flac"},
    ".mp4": {"video/mp4"}, ".webm": {"video/webm"}, ".html": {"text/html"}, ".rtf": {"text/rtf"},
    ".docx": {"application/vnd.openxmlformats-officedocument.wordprocessingml.document"},
    ".odt": {"application/vnd.oasis.opendocument.text"},
}
# Endings whose usual type is another one than the one that is written.
NAMES = {".m4a": "com.apple.m4a-audio"}
PICTURES = [".png", ".jpg", ".tiff", ".gif", ".webp", ".bmp"]
SOUNDS = [".wav", ".mp3", ".m4a", ".flac"]
FILMS = [".mp4", ".webm"]
PAGE = "<!DOCTYPE html><title>Page</title><h1>Heading</h1><p>Some <b>bold</b> words.</p>"
DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="30"><rect width="20" height="30" fill="red"/></svg>'


def run(*command):
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def made(*command):
    result = run(*command)
    if result.returncode:
        raise SystemExit(f"{command[0]} made no sample: {result.stderr.strip()}")


def page_samples():
    """Documents of a word processor, which are made of a page by the program under test."""
    open("page.html", "w").write(PAGE)
    return {"page.html": [".docx", ".odt"], "page.docx": [".html", ".pdf", ".rtf"], "page.odt": [".html", ".pdf", ".rtf"]}


def picture_samples():
    made("convert", "-size", "40x30", "xc:none", "-fill", "red", "-draw", "rectangle 20,0 39,29", "png:picture.png")
    for ending in PICTURES[1:] + [".heic"]:
        solid = ["-background", "white", "-alpha", "remove"] if ending in {".jpg", ".heic"} else []
        made("convert", "png:picture.png", *solid, f"{ending[1:]}:picture{ending}")
    return {f"picture{ending}": [other for other in PICTURES if other != ending] for ending in PICTURES + [".heic"]}


def sound_samples():
    made("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:duration=1", "sound.wav")
    for ending in SOUNDS[1:] + [".aiff"]:
        made("ffmpeg", "-v", "error", "-i", "sound.wav", f"sound{ending}")
    return {f"sound{ending}": [other for other in SOUNDS if other != ending] for ending in SOUNDS + [".aiff"]}


def film_samples():
    made("ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc=duration=1:size=64x48:rate=10", "film.mp4")
    for ending in FILMS[1:] + [".mov", ".avi"]:
        made("ffmpeg", "-v", "error", "-i", "film.mp4", f"film{ending}")
    return {f"film{ending}": [other for other in FILMS if other != ending] for ending in FILMS + [".mov", ".avi"]}


def drawing_samples():
    open("drawing.svg", "w").write(DRAWING)
    return {"drawing.svg": [".png", ".pdf"]}


def flaw(source, ending, out):
    """What is wrong with a result; None when nothing is."""
    kind = run("file", "--brief", "--mime-type", out).stdout.strip()
    if kind not in KINDS[ending]:
        return f"file says {kind}"
    if not source.startswith("picture") or shutil.which("convert") is None:
        return None
    size = run("convert", out + "[0]", "-format", "%wx%h", "info:").stdout
    if size != "40x30":
        return f"its size is {size}"
    pixel = subprocess.run(
        ["convert", out + "[0]", "-background", "lime", "-alpha", "remove", "-crop", "1x1+0+0", "-depth", "8", "rgb:-"],
        capture_output=True).stdout[:3]
    through = ending in {".png", ".webp", ".tiff"} and source in {"picture.png", "picture.webp", "picture.tiff"}
    wanted = (0, 255, 0) if through else (255, 255, 255)
    if ending == ".jpg" and any(abs(a - b) > 12 for a, b in zip(pixel, wanted)):
        return f"its first corner is {tuple(pixel)}"
    if through and any(abs(a - b) > 12 for a, b in zip(pixel, wanted)):
        return f"its first corner no longer shows through: {tuple(pixel)}"
    return None


def main():
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    program = os.path.abspath(sys.argv[1])
    needs = [
        (["convert"], picture_samples), (["rsvg-convert"], drawing_samples), (["ffmpeg"], sound_samples),
        (["ffmpeg"], film_samples), (["pandoc", "soffice"], page_samples),
    ]
    good, bad, found = 0, [], False
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for programs, samples in needs:
            missing = [name for name in programs if shutil.which(name) is None]
            if missing:
                print(f"left out: {', '.join(missing)} is not found")
                continue
            found = True
            for source, endings in samples().items():
                for ending in endings:
                    out = os.path.splitext(source)[0] + ending if source == "page.html" else f"from-{source}{ending}"
                    result = run(program, "convert", source, "--to", NAMES.get(ending, ending), "-o", out)
                    what = result.stderr.strip() if result.returncode else flaw(source, ending, out)
                    if what:
                        bad.append(f"{source} to {ending}: {what}")
                    else:
                        good += 1
    print(*bad, sep="\n", end="\n" if bad else "")
    print(f"{good} of {good + len(bad)} conversions came out as declared")
    sys.exit(2 if not found else 1 if bad else 0)


main()
