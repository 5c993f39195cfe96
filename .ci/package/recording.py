#!/usr/bin/env python3
"""Draws the terminal of the README: runs commands with the real program in a copy of `fixtures` and writes an SVG.

usage: recording.py PROFFER OUTPUT.svg [--check]

Each command is typed and its output follows; a reader who wants less motion sees the whole terminal at once. With --check
nothing is written, and the exit status is 1 when OUTPUT.svg is not what the program prints today.
"""

import html
import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))

COMMANDS = [
    "proffer convert config.json --to plist -o config.plist",
    "proffer pack --new-item --name 'Trip notes' notes.rtf notes.html notes.txt --new-item photo.png -o trip.dragbundle",
    "proffer list trip.dragbundle",
    "proffer best trip.dragbundle --item 1 --accept html,txt --explain",
    "proffer load trip.dragbundle --item 1 --type txt -o - | head -n 1",
]

COLUMNS = 118
ADVANCE, LINE, MARGIN, BAR = 7.83, 18, 16, 30
SECONDS_A_KEY, SECONDS_A_COMMAND = 0.02, 1.2


def lines(program):
    """The lines of the terminal: each a pair of whether it is a command, and its text."""
    result = []
    with tempfile.TemporaryDirectory() as folder:
        work, programs = os.path.join(folder, "fixtures"), os.path.join(folder, "bin")
        shutil.copytree(os.path.join(ROOT, "fixtures"), work)
        os.mkdir(programs)
        os.symlink(os.path.realpath(program), os.path.join(programs, "proffer"))
        environment = {"PATH": f"{programs}:/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "HOME": folder,
                       "COLUMNS": str(COLUMNS)}
        for command in COMMANDS:
            run = subprocess.run(["bash", "-c", command], cwd=work, env=environment, text=True,
                                 stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
            if run.returncode != 0:
                raise SystemExit(f"recording: {command} ended with {run.returncode}: {run.stdout}")
            result.append((True, command))
            for line in run.stdout.splitlines():
                while len(line) > COLUMNS:
                    result.append((False, line[:COLUMNS]))
                    line = line[COLUMNS:]
                result.append((False, line))
    return result


def drawing(terminal):
    """The SVG of a terminal."""
    width = round(2 * MARGIN + COLUMNS * ADVANCE)
    height = BAR + 2 * MARGIN + LINE * len(terminal)
    moment, texts = 0.5, []
    for index, (is_command, text) in enumerate(terminal):
        if is_command:
            moment += 0 if index == 0 else SECONDS_A_COMMAND
        y = BAR + MARGIN + LINE * index + 13
        prompt = '<tspan class="prompt">$ </tspan>' if is_command else ""
        style = f' class="{"command" if is_command else "output"}" style="animation-delay:{moment:.2f}s"'
        texts.append(f'<text xml:space="preserve" x="{MARGIN}" y="{y}"{style}>{prompt}{html.escape(text, quote=False)}</text>')
        moment += SECONDS_A_KEY * len(text) if is_command else 0.04
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">
<title>A terminal with five commands of proffer and what they print</title>
<style>
text {{ font: 13px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #d5dbe3; white-space: pre; animation: appear .01s both; }}
.command {{ fill: #ffffff; }}
.prompt {{ fill: #6fc38c; }}
@keyframes appear {{ from {{ opacity: 0; }} to {{ opacity: 1; }} }}
@media (prefers-reduced-motion: reduce) {{ text {{ animation: none; }} }}
</style>
<rect width="{width}" height="{height}" rx="8" fill="#1e2430"/>
<circle cx="18" cy="16" r="5" fill="#e0655a"/><circle cx="36" cy="16" r="5" fill="#e3b341"/><circle cx="54" cy="16" r="5" fill="#5cb870"/>
{chr(10).join(texts)}
</svg>
"""


def main():
    words = [word for word in sys.argv[1:] if word != "--check"]
    if len(words) != 2:
        raise SystemExit(__doc__.splitlines()[2])
    program, output = words
    text = drawing(lines(program))
    if "--check" not in sys.argv:
        with open(output, "w", encoding="utf-8") as file:
            file.write(text)
        return
    with open(output, encoding="utf-8") as file:
        if file.read() != text:
            raise SystemExit(f"recording: {output} is not what the program prints; draw it again")


if __name__ == "__main__":
    main()
