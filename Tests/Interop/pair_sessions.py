"""Sessions for pairs.py: an X server or a compositor with the agents and programs that run in it."""
import contextlib, glob, json, os, pwd, queue, shutil, signal, socket, struct, subprocess, tempfile, threading, time

import desktop as desktop_script
from desktop import GUARD, becomes, processes

HERE = os.path.dirname(os.path.abspath(__file__))
# The Python of the system has the bindings of GTK, Qt and LibreOffice; the first one in PATH may be another.
PYTHON = "/usr/bin/python3"


class Failed(Exception):
    """A pair that does not work, with the details that explain it."""


def expect(holds, reason, *details):
    if not holds:
        raise Failed(reason, *details)


class Agent:
    """A process of pair_agents.py."""

    def __init__(self, session, kind, *arguments):
        self.session, self.kind = session, kind
        self.log = open(session.desktop.path(f"{kind}.log"), "w+b")
        self.process = session.desktop.start(
            PYTHON, "-X", "faulthandler", session.agents_path, kind, *arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log)
        self.answers = queue.Queue()
        threading.Thread(target=self.read, daemon=True).start()
        self.answer(GUARD)

    def read(self):
        for line in self.process.stdout:
            self.answers.put(json.loads(line))
        self.answers.put({"error": "the agent ended"})

    def answer(self, limit, meanwhile=None):
        end = time.monotonic() + limit
        while True:
            try:
                answer = self.answers.get(timeout=0.2 if meanwhile else limit)
                break
            except queue.Empty:
                if time.monotonic() > end:
                    errors = self.errors()
                    self.session.forget(self)
                    raise Failed(f"the agent for {self.kind} does not answer", errors) from None
                if meanwhile:
                    meanwhile()
        if isinstance(answer, dict) and "error" in answer:
            raise Failed(answer["error"], self.errors())
        return answer

    def ask(self, do, limit=2 * GUARD, meanwhile=None, **arguments):
        try:
            self.process.stdin.write(json.dumps({"do": do, **arguments}).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Failed(f"the agent for {self.kind} has ended", self.errors()) from None
        return self.answer(limit, meanwhile)

    def errors(self):
        self.log.seek(0)
        return self.log.read()[-600:].decode(errors="replace")

    def stop(self):
        if self.kind == "office":
            with contextlib.suppress(Failed):
                self.ask("terminate", 3)
            becomes(lambda: self.session.suite.poll() is not None, 5)
        end(self.process)
        self.log.close()


def end(process, limit=3):
    """Ends a program and the processes that it started."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(limit)
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe:
            with contextlib.suppress(OSError):
                pipe.close()


class Session:
    """A display with a session bus. Programs start when the first pair needs them, and end with the session."""

    def __init__(self, protocol, proffer, kind=None, agents="pair_agents.py"):
        """`kind` is another class of the display; `agents` is another script of agents, which may import pair_agents."""
        user = pwd.getpwnam("nobody") if os.getuid() == 0 else None
        self.protocol = protocol
        self.folder = tempfile.mkdtemp(prefix="pairs-")
        os.chmod(self.folder, 0o755)
        self.shared, self.processes, self.connections, self.sockets = {}, [], [], set()
        kind = kind or {"x11": desktop_script.X11, "wayland": desktop_script.Wayland}[protocol]
        self.desktop = kind(proffer, self.folder, user)
        self.agents_path = os.path.join(self.folder, agents)
        for name in {"pair_agents.py", agents}:
            shutil.copy(os.path.join(HERE, name), self.folder)
            os.chmod(os.path.join(self.folder, name), 0o644)
        fixtures = desktop_script.FIXTURES
        for name in os.listdir(fixtures):
            source, target = os.path.join(fixtures, name), self.desktop.path(name)
            if os.path.isdir(source) and name.endswith(".rtfd"):
                shutil.copytree(source, target)
            elif os.path.isfile(source) and not os.path.exists(target):
                shutil.copy(source, target)
            else:
                continue
            self.give(target)

    def give(self, path):
        """Makes the user of the desktop the owner of a file or folder."""
        if self.desktop.user:
            paths = [path] + [os.path.join(base, name) for base, folders, files in os.walk(path) for name in folders + files]
            for each in paths:
                os.chown(each, self.desktop.user.pw_uid, self.desktop.user.pw_gid)

    def begin(self):
        desktop = self.desktop
        desktop.environment |= {
            "GDK_BACKEND": self.protocol, "QT_QPA_PLATFORM": {"x11": "xcb"}.get(self.protocol, "wayland"), "GSK_RENDERER": "cairo",
            "GTK_A11Y": "none", "NO_AT_BRIDGE": "1", "GTK_USE_PORTAL": "0", "GVFS_DISABLE_FUSE": "1", "XDG_CONFIG_HOME": self.home("config"),
            "XDG_CACHE_HOME": self.home("cache"), "XDG_DATA_HOME": self.home("data"), "LC_ALL": "C.UTF-8",
        }
        for name in ("config", "cache", "data"):
            os.makedirs(self.home(name))
            self.give(self.home(name))
        desktop.begin()
        if self.protocol == "x11":
            self.connect()
            runtime = os.path.join(self.folder, "runtime")
            os.makedirs(runtime, mode=0o700)
            self.give(runtime)
            desktop.environment["XDG_RUNTIME_DIR"] = runtime
        bus = os.path.join(self.folder, "home", "bus")
        desktop.environment["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={bus}"
        self.program("dbus-daemon", "--session", "--nofork", f"--address=unix:path={bus}")
        expect(becomes(lambda: os.path.exists(bus)), "the session bus does not start")
        if self.protocol == "wayland":
            # Terminals and browsers need a keyboard to get the focus.
            self.program("wtype", "-s", "3600000")

    def connect(self):
        """Connects to the X server until the end of the session.

        The server resets itself, and refuses new clients meanwhile, when its last client ends."""
        connection = socket.socket(socket.AF_UNIX)
        connection.connect("/tmp/.X11-unix/X" + self.desktop.environment["DISPLAY"].removeprefix(":"))
        connection.sendall(struct.pack("<BxHHHHxx", ord("l"), 11, 0, 0, 0))
        expect(connection.recv(8)[:1] == b"\1", "the X server accepts no connection")
        self.connections.append(connection)

    def home(self, name):
        return os.path.join(self.desktop.home, name)

    def program(self, *command, **options):
        """Starts a program that ends with the session."""
        process = self.desktop.start(
            *command, **({"stdin": subprocess.DEVNULL, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL} | options))
        self.processes.append(process)
        return process

    def folder_for(self, name):
        """A new empty folder of the user."""
        path = self.desktop.path(name)
        shutil.rmtree(path, ignore_errors=True)
        os.makedirs(path)
        self.give(path)
        return path

    def once(self, name, make):
        """Starts what several pairs share."""
        if name not in self.shared:
            self.shared[name] = make()
        return self.shared[name]

    def forget(self, agent):
        """Ends an agent that hangs, so that the next pair starts a new one."""
        self.shared = {name: each for name, each in self.shared.items() if each is not agent}
        end(agent.process)
        if agent.kind == "office":
            end(self.suite)

    def agent(self, kind):
        agent = self.once(kind, lambda: Agent(self, kind))
        if self.protocol == "wayland":
            expect(self.desktop.window(f"^pairs {kind}$"), f"the window of {kind} does not appear")
            self.focus(f'title="^pairs {kind}$"')
        return agent

    def focus(self, criteria):
        self.desktop.run("swaymsg", f"[{criteria}] focus")

    def click(self, agent):
        """Clicks into the window of an agent. Wayland sets the clipboard only for a client that got an input event, and Qt on X11
        takes the time of the last event, which must not be older than the clipboard."""
        if self.protocol == "x11":
            window = self.desktop.window(f"^pairs {agent.kind}$")
            self.desktop.pointer("windowraise", window, "windowfocus", "--sync", window, "mousemove", "--window", window, 100, 20, "click", 1)
        else:
            left, upper, right, lower = self.desktop.rectangle(f"^pairs {agent.kind}$")
            self.desktop.move((left + right) // 2, (upper + lower) // 2)
            self.desktop.button(True)
            self.desktop.button(False)
        agent.ask("clicked")

    def office(self):
        def make():
            pipe = "pairs" + os.path.basename(self.folder).replace("-", "").replace("_", "")
            before = set(glob.glob("/tmp/OSL_PIPE_*"))
            self.suite = self.program("soffice", f"-env:UserInstallation=file://{self.home('office')}", "--norestore", "--nologo",
                         "--nofirststartwizard", f"--accept=pipe,name={pipe};urp;")
            agent = Agent(self, "office", pipe)
            # It leaves them when it is killed.
            self.sockets |= set(glob.glob("/tmp/OSL_PIPE_*")) - before
            return agent

        return self.once("office", make)

    def confirm(self):
        """Confirms the dialog in which LibreOffice asks how to import text."""
        windows = self.desktop.pointer("search", "--onlyvisible", "--name", "^(Text Import|Import Options).*")
        for window in windows:
            self.desktop.pointer("windowfocus", "--sync", window, "key", "Return")

    def copy(self, *arguments, **options):
        """Runs `proffer copy`, which must succeed."""
        status, _, errors = self.desktop.tool("copy", *arguments, **options)
        expect(status == 0, f"proffer copy ends with status {status}", errors.decode(errors="replace"))

    def paste(self, *arguments):
        """The output of `proffer paste`, which must succeed."""
        status, output, errors = self.desktop.tool("paste", *arguments)
        expect(status == 0, f"proffer paste ends with status {status}", errors.decode(errors="replace"), self.offered())
        return output

    def offered(self):
        """The names that the owner of the clipboard offers."""
        return "offered: " + " ".join(self.desktop.names())

    def key(self, keys, window=None):
        """Presses keys in a window of the X server, or in the focused window of the compositor."""
        if self.protocol == "x11":
            self.desktop.pointer(*(["windowfocus", "--sync", window] if window else []), "key", keys)
        else:
            *modifiers, key = keys.split("+")
            held = [word for modifier in modifiers for word in ("-M", modifier)]
            self.desktop.run("wtype", *held, "-k", key)

    def stop(self):
        for shared in self.shared.values():
            if hasattr(shared, "stop"):
                with contextlib.suppress(Exception):
                    shared.stop()
        for process in reversed(self.processes):
            end(process)
        self.desktop.stop()
        # Some programs were started on behalf of others, such as those that the session bus starts.
        for number in processes(self.folder):
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        for connection in self.connections:
            connection.close()
        for path in self.sockets:
            with contextlib.suppress(FileNotFoundError):
                os.remove(path)
        becomes(lambda: not list(processes(self.folder)), 5)
        with open("/proc/mounts", encoding="utf-8") as mounts:
            for path in (line.split()[1] for line in mounts if f" {self.folder}/" in line):
                # The document portal leaves its mount when it is killed.
                subprocess.run(["umount", "--lazy", path], check=False, stderr=subprocess.DEVNULL)
        shutil.rmtree(self.folder, ignore_errors=True)
