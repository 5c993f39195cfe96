#!/usr/bin/env python3
"""Pastes a large file offered by `proffer copy`, xclip and wl-copy.

  clipboard.py [--check] [--megabytes N] [--rounds N] PROFFER

Offers N megabytes (200 by default) of bytes and of text with each program in turn, and pastes them twice with xclip on an X server
without a screen, and with wl-paste on a compositor without one. Prints, for the first and the second paste, the ratio of the time to
that of the neighbour (medians of the rounds), and the peak of proffer's anonymous memory. Every paste is compared with the file.
With --check the exit status is 1 if a ratio is above 1.3 or the memory above 64 MiB.
"""
import argparse, hashlib, os, statistics, subprocess, sys, time

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Interop"))
from pair_sessions import Session, becomes, end

RATIO, MEMORY = 1.3, 64
SELECTION = ["-selection", "clipboard"]
KINDS = {"bytes": ("large.bin", "application/octet-stream"), "text": ("large.txt", "text/plain;charset=utf-8")}


def owners(desktop, protocol, path, name):
    """The commands that offer a file, the other tool first."""
    neighbor = {"x11": ["xclip", "-quiet", *SELECTION, "-t", name, "-i", path], "wayland": ["wl-copy", "--foreground", "-t", name]}
    return {"neighbour": neighbor[protocol], "proffer": [desktop.proffer, "copy", "--foreground", path]}


def pasting(protocol, name):
    return {"x11": ["xclip", *SELECTION, "-o", "-t", name], "wayland": ["wl-paste", "--no-newline", "-t", name]}[protocol]


def offered(protocol):
    return {"x11": ["xclip", *SELECTION, "-o", "-t", "TARGETS"], "wayland": ["wl-paste", "--list-types"]}[protocol]


def anonymous_memory(process):
    with open(f"/proc/{process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("RssAnon")) / 1024


def run(desktop, command):
    """Runs a program and returns its output and time."""
    start = time.monotonic()
    process = desktop.start(*command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    output = process.communicate(timeout=120)[0]
    return output, time.monotonic() - start


def pastes(session, protocol, kind, program, name, path, digest):
    """The times of two pastes of one offer, and the memory of the owner."""
    desktop = session.desktop
    with open(path, "rb") as file:
        owner = desktop.start(*owners(desktop, protocol, path, name)[program], stdin=file, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        isOffered = becomes(lambda: name in run(desktop, offered(protocol))[0].decode().split("\n"), 60)
        if not isOffered:
            sys.exit(f"{program} does not offer {name} on {protocol}")
        times, memory = [], 0
        for _ in range(2):
            output, seconds = run(desktop, pasting(protocol, name))
            if hashlib.sha256(output).digest() != digest:
                sys.exit(f"{program} on {protocol}: the paste of {kind} has {len(output)} bytes, and is not the file")
            times.append(seconds)
            memory = max(memory, anonymous_memory(owner))
        return times, memory
    finally:
        end(owner)


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("program")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--megabytes", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    size = arguments.megabytes * 1_000_000
    isGood = True
    for protocol in ("x11", "wayland"):
        session = Session(protocol, os.path.abspath(arguments.program))
        try:
            session.begin()
            for kind, (file_name, name) in KINDS.items():
                path = session.desktop.path(file_name)
                line = "a line of text with an ä and a number 12345\n".encode()
                contents = os.urandom(size) if kind == "bytes" else (line * (size // len(line) + 1))[:size // len(line) * len(line)]
                with open(path, "wb") as file:
                    file.write(contents)
                session.give(path)
                digest = hashlib.sha256(contents).digest()
                del contents
                times, memory = {"neighbour": [], "proffer": []}, 0
                for _ in range(arguments.rounds):
                    for program in times:
                        both, used = pastes(session, protocol, kind, program, name, path, digest)
                        times[program].append(both)
                        if program == "proffer":
                            memory = max(memory, used)
                for place, word in enumerate(("first", "second")):
                    medians = {program: statistics.median(each[place] for each in rounds) for program, rounds in times.items()}
                    ratio = medians["proffer"] / medians["neighbour"]
                    isGood = isGood and ratio <= RATIO
                    print(f"{protocol:8} {kind:6} {word:7} {ratio:5.2f}  ({medians['proffer']:.3f} s, {medians['neighbour']:.3f} s)", flush=True)
                isGood = isGood and memory <= MEMORY
                print(f"{protocol:8} {kind:6} memory  {memory:5.1f} MiB", flush=True)
        finally:
            session.stop()
    sys.exit(arguments.check and not isGood)


main()
