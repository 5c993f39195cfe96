#!/usr/bin/env python3
"""Types a command line and a tab into an interactive shell in a pseudo-terminal, and prints what the terminal shows.

usage: type-line.py SHELL LINE    with the program's folder first on PATH
"""
import os, pty, re, select, signal, sys, time

shell, line = sys.argv[1:]
commands = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
setup = {
    "bash": "PS1='ready$ '; bind 'set show-all-if-ambiguous on'; bind 'set page-completions off'; "
            "bind 'set bell-style none'; source <(proffer completions bash)",
    "zsh": "PS1='ready$ '; LISTMAX=10000; autoload -Uz compinit; compinit -u -D; source <(proffer completions zsh)",
    "fish": "function fish_prompt; echo 'ready$ '; end; proffer completions fish | source",
}

pid, terminal = pty.fork()
if pid == 0:
    os.environ["TERM"] = "xterm"
    os.environ["COLUMNS"], os.environ["LINES"] = "120", "200"
    os.execvp(commands[shell][0], commands[shell])

import fcntl, struct, termios
fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 200, 120, 0, 0))
shown = b""


def read(until=None, quiet=0.7, limit=20):
    """Reads until a text is shown, or nothing has been shown for a moment."""
    global shown
    start = len(shown)
    deadline = time.monotonic() + limit
    while time.monotonic() < deadline:
        ready, _, _ = select.select([terminal], [], [], quiet)
        if ready:
            try:
                piece = os.read(terminal, 1 << 16)
            except OSError:
                return
            if not piece:
                return
            shown += piece
            # What shells ask a terminal, and one that is like xterm answers.
            if b"\x1b[c" in piece or b"\x1b[0c" in piece:
                os.write(terminal, b"\x1b[?1;2c")
            if b"\x1b[6n" in piece:
                os.write(terminal, b"\x1b[1;1R")
        elif until is None or until in shown[start:]:
            return


read()
os.write(terminal, setup[shell].encode() + b"\n")
read(until=b"ready$ ")
shown = b""
os.write(terminal, line.encode() + b"\t")
read(quiet=1.5)
os.write(terminal, b"\t")
read(quiet=1.5)
os.kill(pid, signal.SIGKILL)
text = shown.decode(errors="replace")
print(re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|\x1b\][^\x07]*\x07|\r|\x0f", "", text))
