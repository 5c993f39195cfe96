"""A mouse for a Wayland compositor without one: a client of zwlr_virtual_pointer_v1, which sway and its relatives have."""
import socket, struct, time

LEFT = 0x110


class WaylandPointer:
    """A pointer that a program moves; the positions are pixels of the first screen."""

    def __init__(self, path, width, height):
        self.size = width, height
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(600)
        self.socket.connect(path)
        self.bytes, self.last, self.globals = b"", 1, {}
        self.registry = self.number()
        self.send(1, 1, self.registry)
        self.synchronize()
        manager, seat = self.bind("zwlr_virtual_pointer_manager_v1"), self.bind("wl_seat")
        self.pointer = self.number()
        self.send(manager, 0, seat, self.pointer)
        self.synchronize()

    def number(self):
        self.last += 1
        return self.last

    def send(self, target, opcode, *arguments):
        body = b""
        for argument in arguments:
            if isinstance(argument, str):
                text = argument.encode() + b"\0"
                body += struct.pack("=I", len(text)) + text + bytes(-len(text) % 4)
            else:
                body += struct.pack("=I", argument)
        self.socket.sendall(struct.pack("=II", target, (8 + len(body)) << 16 | opcode) + body)

    def bind(self, interface):
        target = self.number()
        self.send(self.registry, 0, self.globals[interface], interface, 1, target)
        return target

    def message(self):
        """The next message: object, number, arguments."""
        while len(self.bytes) < 8 or len(self.bytes) < struct.unpack_from("=I", self.bytes, 4)[0] >> 16:
            piece = self.socket.recv(65536)
            if not piece:
                raise SystemExit("wayland_pointer: the compositor closed the connection")
            self.bytes += piece
        target, word = struct.unpack_from("=II", self.bytes)
        body, self.bytes = self.bytes[8:word >> 16], self.bytes[word >> 16:]
        return target, word & 0xFFFF, body

    def synchronize(self):
        """Returns when the compositor has done everything that was sent."""
        callback = self.number()
        self.send(1, 0, callback)
        while True:
            target, opcode, body = self.message()
            if target == callback:
                return
            if target == 1 and opcode == 0:
                raise SystemExit(f"wayland_pointer: the compositor refused: {body[12:]}")
            if target == self.registry and opcode == 0:
                name, length = struct.unpack_from("=II", body)
                self.globals[body[8:7 + length].decode()] = name

    def now(self):
        return int(time.monotonic() * 1000) & 0xFFFFFFFF

    def move(self, x, y):
        self.send(self.pointer, 1, self.now(), int(x), int(y), *self.size)
        self.send(self.pointer, 4)
        self.synchronize()

    def button(self, is_pressed):
        self.send(self.pointer, 2, self.now(), LEFT, int(is_pressed))
        self.send(self.pointer, 4)
        self.synchronize()
