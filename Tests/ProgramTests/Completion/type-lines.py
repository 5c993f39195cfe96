#!/usr/bin/env python3
"""Types command lines, each with a tab, into an interactive shell in a pseudo-terminal, and prints what the terminal shows.

usage: type-lines.py SHELL    with the program's folder first on PATH

Standard input is a JSON array of pairs: a line, and the texts that are expected after its tab. The output is a JSON array of what
was shown after each line. A line is left as soon as all of its texts are shown; a second tab is typed if they are not
shown after a moment.
"""
import fcntl, json, os, pty, re, select, signal, struct, sys, termios, time

shell = sys.argv[1]
lines = json.load(sys.stdin)
commands = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}
# Each ends with a text that the line itself does not contain.
setup = {
    "bash": "PS1='ready$ '; bind 'set show-all-if-ambiguous on'; bind 'set page-completions off'; "
            "bind 'set bell-style none'; source <(proffer completions bash); echo set-$((1 + 1))",
    "zsh": "PS1='ready$ '; LISTMAX=10000; autoload -Uz compinit; compinit -u -D; source <(proffer completions zsh); "
           "echo set-$((1 + 1))",
    "fish": "function fish_prompt; echo 'ready$ '; end; proffer completions fish | source; echo set-(math 1 + 1)",
}

pid, terminal = pty.fork()
if pid == 0:
    os.environ["TERM"] = "xterm"
    os.environ["COLUMNS"], os.environ["LINES"] = "120", "200"
    os.execvp(commands[shell][0], commands[shell])

fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 200, 120, 0, 0))
shown = b""


def text():
    """What is shown, without the sequences that move and color it."""
    decoded = shown.decode(errors="replace")
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]|\x1b[=>]|\x1b\][^\x07]*\x07|\r|\x0f", "", decoded)


def read(until, limit):
    """Reads until a condition holds, and returns whether it did before the time was over."""
    global shown
    deadline = time.monotonic() + limit
    while not until():
        rest = deadline - time.monotonic()
        if rest <= 0:
            return False
        if not select.select([terminal], [], [], rest)[0]:
            continue
        try:
            piece = os.read(terminal, 1 << 16)
        except OSError:
            sys.exit(f"{shell} ended: {text()}")
        shown += piece
        # What shells ask a terminal, and one that is like xterm answers.
        if b"\x1b[c" in piece or b"\x1b[0c" in piece:
            os.write(terminal, b"\x1b[?1;2c")
        if b"\x1b[6n" in piece:
            os.write(terminal, b"\x1b[1;1R")
    return True


def type_line(keys):
    global shown
    shown = b""
    os.write(terminal, keys)


def has_prompt(after=""):
    return re.search(re.escape(after) + r".*ready\$ ?", text(), re.DOTALL) is not None


# A shell may discard what is typed before its first prompt.
read(lambda: re.search(r"[$%#>] ?$", text()) is not None, 600)
type_line(setup[shell].encode() + b"\n")
if not read(lambda: has_prompt("set-2"), 600):
    sys.exit(f"{shell} is not ready: {text()}")
answers = []
for line, expected in lines:
    type_line(line.encode() + b"\t")
    found = lambda: all(words in text() for words in expected)
    if not read(found, 1):
        os.write(terminal, b"\t")
        read(found, 600)
    # What comes with the last of the texts belongs to the answer.
    read(lambda: False, 0.1)
    answers.append(text())
    # An interruption leaves the line, and a list of candidates first.
    type_line(b"\x03")
    if not read(has_prompt, 2):
        os.write(terminal, b"\x03")
        read(has_prompt, 600)
os.kill(pid, signal.SIGKILL)
json.dump(answers, sys.stdout)
