#!/usr/bin/env python3
"""Runs a command in a pseudo terminal, plays the terminal, and prints as JSON what came of it.

usage: terminal.py CASE COMMAND [ARGUMENT…]

CASE is `clipboard` (all types, OSC 5522), `long-name` (the same with a type of 5,000 bytes), `text` (OSC 52, as foot has
it), `konsole` (OSC 52 without a request to read: everything is text to copy), or the name of a signal, which the command
gets while it waits for the clipboard. The terminal's modes are compared before, during and after.
"""
import base64, fcntl, json, os, pty, re, select, signal, struct, sys, termios, time

case, command = sys.argv[1], sys.argv[2:]
clipboard = {"text/html": b"<b>hi</b>", "text/plain": b"hi"}
if case == "long-name":
    clipboard["application/x-" + "n" * 5000] = b"more"
# The terminals with text only, and what they say of themselves.
versions = {"text": "foot(1.27.0)", "konsole": "Konsole 24.12.0"}
written, aliases, shown = {}, {}, b""
during = []

pid, master = pty.fork()
if pid == 0:
    # The modes are read before the command runs.
    os.read(0, 1)
    os.execv(command[0], command)


def modes():
    return termios.tcgetattr(master)[:4]


def say(text):
    os.write(master, text.encode())


def command_of(body):
    """Plays the clipboard of all types."""
    head, _, payload = body.partition(";")
    values = dict(pair.split("=", 1) for pair in head.split(":"))
    mime = base64.b64decode(values.get("mime", "")).decode()
    data = base64.b64decode(payload)
    number = f":id={values['id']}" if "id" in values else ""
    if values["type"] == "read":
        during.append(modes())
        if case.startswith("SIG") and not interrupt():
            return
        say(f"\x1b]5522;type=read:status=OK{number}\x1b\\")
        names = data.decode().split()
        answers = {".": " ".join(clipboard).encode() + b"\n"} if names == ["."] else {
            name: clipboard[name] for name in names if name in clipboard}
        for name, value in answers.items():
            name = base64.b64encode(name.encode()).decode()
            say(f"\x1b]5522;type=read:status=DATA:mime={name}{number};{base64.b64encode(value).decode()}\x1b\\")
        say(f"\x1b]5522;type=read:status=DONE{number}\x1b\\")
    elif values["type"] == "write":
        during.append(modes())
        command_of.number = number
    elif values["type"] == "wdata" and mime:
        written[mime] = written.get(mime, b"") + data
    elif values["type"] == "wdata":
        say(f"\x1b]5522;type=write:status=DONE{command_of.number}\x1b\\")
    elif values["type"] == "walias":
        for name in data.decode().split():
            aliases[name] = mime


def interrupt():
    """Sends the signal; after a suspension the command goes on and is answered."""
    if case == "SIGINT":
        os.write(master, b"\x03")
        return False
    os.kill(pid, getattr(signal, case))
    if case != "SIGTSTP":
        return False
    os.waitpid(pid, os.WUNTRACED)
    result["suspended"] = modes() == before
    os.kill(pid, signal.SIGCONT)
    deadline = time.monotonic() + 600
    while modes() == before and time.monotonic() < deadline:
        time.sleep(0.01)
    result["resumed"] = modes() == during[0]
    return True


def take(sequence):
    if sequence == "[c":
        say("\x1b[?62;52;c")
    elif sequence == "[?5522$p":
        say(f"\x1b[?5522;{0 if case in versions else 2}$y")
    elif sequence == "[>q" and case in versions:
        say(f"\x1bP>|{versions[case]}\x1b\\")
    elif sequence.startswith("]5522;"):
        command_of(sequence[6:])
    elif sequence.startswith("]52;"):
        during.append(modes())
        if sequence.endswith(";?") and case != "konsole":
            say(f"\x1b]52;c;{base64.b64encode(b'hi').decode()}\x1b\\")
        else:
            written["OSC 52"] = base64.b64decode(sequence.split(";")[2] + "===")


result = {"suspended": None, "resumed": None}
before = modes()
fcntl.ioctl(master, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
os.write(master, b"\n")
rest = b""
sequences = re.compile(rb"\x1b(\[[\x30-\x3f]*[\x20-\x2f]*[\x40-\x7e]|\][^\x1b\x07]*(?:\x1b\\|\x07))", re.S)
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
            shown += rest[:match.start()]
            rest = rest[match.end():]
            take(match[1].rstrip(b"\x07").removesuffix(b"\x1b\\").decode())
    # What the command did is known when it has ended, before the terminal goes away.
    ended, status = os.waitpid(pid, os.WNOHANG)
    if ended:
        break
else:
    os.kill(pid, signal.SIGKILL)
    ended, status = os.waitpid(pid, 0)
if not ended:
    _, status = os.waitpid(pid, 0)
try:
    result["restored"] = modes() == before
except termios.error:
    result["restored"] = None
try:
    while select.select([master], [], [], 0.1)[0]:
        rest += os.read(master, 1 << 16)
except OSError:
    pass
shown += sequences.sub(b"", rest)
result["status"] = os.waitstatus_to_exitcode(status)
result["raw"] = bool(during) and all(modes != before for modes in during)
result["shown"] = shown.decode(errors="replace").replace("\r\n", "\n").lstrip("\n")
result["written"] = {name: value.decode(errors="replace") for name, value in written.items()}
result["aliases"] = aliases
print(json.dumps(result))
