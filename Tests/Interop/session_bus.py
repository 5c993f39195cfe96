"""A session bus with the real document portal on it, and a client of its own for what gdbus cannot do: passing files.

As a program, `session_bus.py FILE...` registers files with the portal of the session, prints the key, and keeps the transfer until
its standard input ends.
"""
import os, shutil, socket, struct, subprocess, sys, time

PORTAL = "/usr/libexec/xdg-document-portal"
SERVICE = "org.freedesktop.portal.Documents"
OBJECT = "/org/freedesktop/portal/documents"
TRANSFERS = "org.freedesktop.portal.FileTransfer"


class SessionBus:
    """A bus and the portal, as programs of a desktop's user; `environment` has the address."""

    def __init__(self, desktop):
        self.desktop = desktop
        self.runtime = os.path.join(desktop.folder, "bus")
        os.makedirs(self.runtime, mode=0o700)
        if desktop.user:
            os.chown(self.runtime, desktop.user.pw_uid, desktop.user.pw_gid)
        self.address = f"unix:path={self.runtime}/socket"
        self.processes = []
        # The user may not be able to read this file where it is.
        self.script = os.path.join(desktop.folder, "session_bus.py")
        shutil.copy(__file__, self.script)
        os.chmod(self.script, 0o644)
        self.log = os.path.join(self.runtime, "log")

    def start(self):
        """Why the portal does not run; None where it does."""
        desktop = self.desktop
        desktop.environment["DBUS_SESSION_BUS_ADDRESS"] = self.address
        self.processes.append(desktop.start(
            "dbus-daemon", "--session", "--nofork", f"--address={self.address}", stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL))
        if not self.becomes(lambda: os.path.exists(f"{self.runtime}/socket")):
            return "the bus does not begin"
        # It writes there, and looks for a folder of the session's.
        before = desktop.environment.get("XDG_RUNTIME_DIR")
        desktop.environment["XDG_RUNTIME_DIR"] = self.runtime
        with open(self.log, "wb") as log:
            self.processes.append(desktop.start("stdbuf", "-oL", PORTAL, "-v", stdout=log, stderr=log))
        if before is None:
            del desktop.environment["XDG_RUNTIME_DIR"]
        else:
            desktop.environment["XDG_RUNTIME_DIR"] = before
        # Without FUSE it owns its name for a moment, and ends.
        self.becomes(lambda: self.processes[-1].poll() is not None or self.is_mounted())
        if self.processes[-1].poll() is None and b"true" in self.call("org.freedesktop.DBus", "/", "org.freedesktop.DBus.NameHasOwner", SERVICE)[1]:
            return None
        return f"the portal does not run: {self.written()}"

    def is_mounted(self):
        # The mount belongs to the user of the desktop; nobody else may look into it.
        with open("/proc/mounts", encoding="utf-8") as mounts:
            return any(line.split()[1] == f"{self.runtime}/doc" for line in mounts)

    def written(self):
        with open(self.log) as log:
            return log.read()

    def call(self, destination, path, method, *arguments):
        return self.desktop.run(
            "gdbus", "call", "--session", "--timeout", "600", "--dest", destination, "--object-path", path, "--method", method, *arguments)

    def files(self, key):
        """The status of RetrieveFiles, and what it prints: the paths as GVariant text."""
        status, output, errors = self.call(SERVICE, OBJECT, f"{TRANSFERS}.RetrieveFiles", key, "{}")
        return status, (output or errors).decode()

    def register(self, *paths):
        """The process that keeps a transfer of files, and its key."""
        process = self.desktop.start(
            "python3", self.script, *paths, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        return process, process.stdout.readline().strip()

    def stop_portal(self):
        self.end(self.processes.pop())

    @staticmethod
    def end(process):
        """Ends a process. The portal can deadlock after SIGTERM, so it is killed if it does not end."""
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def stop(self):
        while self.processes:
            self.end(self.processes.pop())
        if self.is_mounted():
            # A portal that was killed leaves its mount.
            subprocess.run(["umount", "--lazy", f"{self.runtime}/doc"], check=False)
        self.desktop.environment.pop("DBUS_SESSION_BUS_ADDRESS", None)
        shutil.rmtree(self.runtime, ignore_errors=True)

    @staticmethod
    def becomes(condition, limit=600):
        end = time.monotonic() + limit
        while not condition():
            if time.monotonic() > end:
                return False
            time.sleep(0.02)
        return True


class Client:
    """Calls with values that are marshalled by hand."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.socket.settimeout(600)
        user = str(os.getuid()).encode().hex().encode()
        for line, answer in ((b"\0AUTH EXTERNAL " + user, b"OK"), (b"NEGOTIATE_UNIX_FD", b"AGREE_UNIX_FD")):
            self.socket.sendall(line + b"\r\n")
            assert self.socket.recv(4096).startswith(answer)
        self.socket.sendall(b"BEGIN\r\n")
        self.serial, self.unread = 0, b""
        self.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello", "", b"")

    @staticmethod
    def padded(data, alignment):
        return data + bytes(-len(data) % alignment)

    @staticmethod
    def text(text):
        return struct.pack("<I", len(text.encode())) + text.encode() + b"\0"

    def call(self, destination, path, interface, member, signature, body, files=()):
        """The values of the answer as bytes."""
        self.serial += 1
        fields = b""
        for code, kind, value in ((1, b"o", path), (2, b"s", interface), (3, b"s", member), (6, b"s", destination)):
            fields = self.padded(fields, 8) + bytes([code, 1]) + kind + b"\0" + self.text(value)
        if signature:
            fields = self.padded(fields, 8) + bytes([8, 1]) + b"g\0" + bytes([len(signature)]) + signature.encode() + b"\0"
        if files:
            fields = self.padded(fields, 8) + bytes([9, 1]) + b"u\0" + struct.pack("<I", len(files))
        head = b"l\1\0\1" + struct.pack("<III", len(body), self.serial, len(fields)) + fields
        socket.send_fds(self.socket, [self.padded(head, 8) + body], files)
        while True:
            kind, answered, values = self.message()
            if kind in (2, 3) and answered == self.serial:
                assert kind == 2, values
                return values

    def message(self):
        def have(count):
            while len(self.unread) < count:
                self.unread += self.socket.recv(65536) or sys.exit("the bus has ended")
        have(16)
        body, _, fields = struct.unpack("<III", self.unread[4:16])
        start = (16 + fields + 7) // 8 * 8
        have(start + body)
        message, self.unread = self.unread[:start + body], self.unread[start + body:]
        place, answered = message.find(b"\5\1u\0", 16, start), 0
        if place >= 0:
            answered = struct.unpack("<I", message[place + 4:place + 8])[0]
        return message[1], answered, message[start:]


def main(paths):
    client = Client(os.environ["DBUS_SESSION_BUS_ADDRESS"].removeprefix("unix:path="))
    options = bytes(8)
    values = client.call(SERVICE, OBJECT, TRANSFERS, "StartTransfer", "a{sv}", options)
    key = values[4:-1].decode()
    files = [os.open(path, os.O_PATH) for path in paths]
    body = Client.padded(Client.text(key), 4) + struct.pack("<I", 4 * len(files))
    body += b"".join(struct.pack("<I", place) for place in range(len(files)))
    body = Client.padded(body + bytes(4), 8)
    client.call(SERVICE, OBJECT, TRANSFERS, "AddFiles", "saha{sv}", body, files)
    print(key, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1:])
