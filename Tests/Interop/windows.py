#!/usr/bin/env python3
"""Pictures of the windows of drag and catch on X11 and Wayland, and checks of what they show.

usage: windows.py PROFFER [--into FOLDER] [--only x11|wayland] [--short]

Starts an X server without a screen with a window manager (openbox), and a compositor without one (sway), and a settings portal that
says whether the desktop is dark. Opens both windows with one item, with thirty items, with names in Arabic and Chinese and with emoji, light and
dark, at the scales 1, 1.5 and 2, while something hovers and after a drop that failed, and takes a picture of each, which --into keeps.
Checks sizes, colors, that a change of the settings is followed, and that a window of 1,000 rows opens as fast as one with a single row.
With --short, makes one picture, on X11 unless --only names Wayland; the picture in README is made with --short --only wayland. Runs with the system's Python, which has Pillow.
"""
import argparse, io, os, pwd, re, shutil, signal, subprocess, sys, tempfile

from PIL import Image, ImageGrab, ImageStat

import desktop
from desktop import GUARD, becomes, check

NAMES = ["notes.md", "رحلة إلى روما.html", "旅行计划.txt", "🏔️ Berge & 👩‍👩‍👧.png", "a very long name of a file that does not fit into the window at all.rtf"]
ROW, FOOTER, ZONE, WIDTH = 64, 44, 124, 420


class Settings:
    """The settings portal on a session bus of its own."""

    def __init__(self, display):
        self.display = display
        folder = os.path.join(display.folder, "settings")
        os.makedirs(folder, mode=0o700)
        if display.user:
            os.chown(folder, display.user.pw_uid, display.user.pw_gid)
        script = os.path.join(display.folder, "settings_portal.py")
        shutil.copy(os.path.join(os.path.dirname(os.path.abspath(__file__)), "settings_portal.py"), script)
        os.chmod(script, 0o644)
        address = f"unix:path={folder}/socket"
        display.environment["DBUS_SESSION_BUS_ADDRESS"] = address
        self.bus = display.start("dbus-daemon", "--session", "--nofork", f"--address={address}", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        becomes(lambda: os.path.exists(f"{folder}/socket"))
        self.portal = display.start(
            "/usr/bin/python3", script, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        line = self.portal.stdout.readline()
        if line != b"ready\n":
            raise SystemExit(f"windows: the settings portal did not start: {self.portal.stderr.read().decode()}")

    def set(self, line):
        self.portal.stdin.write(line.encode() + b"\n")
        self.portal.stdin.flush()
        self.portal.stdout.readline()

    def stop(self):
        for process in (self.portal, self.bus):
            process.terminate()
            process.wait()


class X11(desktop.X11):
    """An X server with a window manager."""
    screen = "1600x1400"

    def begin(self):
        super().begin()
        self.manager = self.start("openbox", stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        becomes(lambda: self.manager.poll() is not None or b"window id" in self.run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK")[1])
        if self.manager.poll() is not None:
            raise SystemExit("windows: openbox did not start")

    def set_scale(self, scale):
        self.run("xrdb", "-nocpp", "-merge", "-", input=f"Xft.dpi: {round(96 * scale)}\n".encode())

    def grab(self):
        return ImageGrab.grab(xdisplay=self.environment["DISPLAY"])

    def area(self, name):
        """The left, upper, right and lower edge of a window in pixels, without its frame; None where there is none."""
        window = self.window(f"^{name}$")
        if not window:
            return None
        # xdotool counts the frame of a window manager twice.
        text = self.run("xwininfo", "-id", window)[1].decode()
        x, y, width, height = (int(re.search(rf"{name}: +(-?\d+)", text)[1]) for name in (
            "Absolute upper-left X", "Absolute upper-left Y", "Width", "Height"))
        return x, y, x + width, y + height

    def place(self, name, x, y):
        found = super().place(name, x, y)
        window = self.window(f"^{name}$")
        if window:
            self.pointer("windowfocus", window)
        return found

    def press(self, name, key):
        self.pointer("windowfocus", "--sync", self.window(f"^{name}$"), "key", key)


class Wayland(desktop.Wayland):
    """A compositor whose screen can be scaled; positions of the pointer are in pixels, areas of windows as well."""

    screen = "1800x1400"
    scale = 1

    def set_scale(self, scale):
        self.scale = scale
        self.run("swaymsg", "output", "*", "scale", str(scale))
        self.rest(0.3)

    def grab(self):
        status, output, errors = self.run("grim", "-t", "png", "-")
        if status:
            raise SystemExit(f"windows: grim failed: {errors.decode()}")
        return Image.open(io.BytesIO(output)).convert("RGB")

    def area(self, name):
        found = self.rectangle(f"^{name}$") if self.window(f"^{name}$") else None
        return found and tuple(round(value * self.scale) for value in found)

    def press(self, name, key):
        # The window needs a moment to use the keyboard that wtype makes.
        self.run("wtype", "-s", "300", "-k", key)


class Session:
    def __init__(self, display, folder):
        self.display, self.folder, self.settings = display, folder, Settings(display)
        for name in NAMES:
            source = os.path.join(desktop.FIXTURES, "photo.png" if name.endswith(".png") else "notes.md")
            with open(source, "rb") as file:
                display.write(name, file.read())
        for number in range(30):
            display.write(f"item {number}.txt", b"x" * 10 ** (number % 7))

    def open(self, command, *arguments):
        """Starts a command and waits for its window."""
        process = self.display.start(
            self.display.proffer, command, "--timeout", str(GUARD), *arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if not self.display.place(f"proffer {command}", *self.display.PLACES[command]):
            os.killpg(process.pid, signal.SIGKILL)
            check(f"{self.display.name}: {command} shows a window", False, *process.communicate())
        return process

    def close(self, *processes):
        for process in processes:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
            process.communicate()
        for number in self.display.owners():
            os.kill(number, signal.SIGKILL)

    def picture(self, command):
        self.display.rest(0.3)
        area = self.display.area(f"proffer {command}")
        return self.display.grab().crop(area) if area else None

    def changed(self, command, holds):
        """The first picture of a window for which a condition holds; the last one if there is none."""
        last = []

        def is_found():
            last[:] = [self.picture(command)]
            return holds(last[0])

        becomes(is_found)
        return last[0]

    def keep(self, name, picture):
        if self.folder and picture:
            picture.save(os.path.join(self.folder, f"{self.display.name}-{name}.png"))

    def brightness(self, picture):
        return ImageStat.Stat(picture.convert("L")).median[0]

    # MARK: Cases

    def names(self, scales=(1, 1.5, 2)):
        """Names in several scripts, light and dark, at each scale."""
        for scale in scales:
            self.display.set_scale(scale)
            for theme, number in (("light", 2), ("dark", 1)):
                self.settings.set(f"scheme {number}")
                process = self.open("drag", "--stay", "--", *NAMES)
                picture = self.picture("drag")
                self.keep(f"drag-names-{theme}-{scale}", picture)
                expected = (round(WIDTH * scale), round((5 * ROW + FOOTER) * scale))
                check(f"{self.display.name}: the window has its size at scale {scale}, {theme}", picture and all(
                    abs(one - other) <= 1 for one, other in zip(picture.size, expected)), picture and picture.size, expected)
                if picture:
                    check(f"{self.display.name}: the window is {theme} at scale {scale}", (self.brightness(picture) > 128) == (theme == "light"))
                    check(f"{self.display.name}: the names are drawn at scale {scale}, {theme}", len(set(picture.getdata())) > 200)
                self.close(process)
        self.display.set_scale(1)

    def settings_are_followed(self):
        self.settings.set("scheme 2")
        process = self.open("drag", "--stay", "notes.md")
        before = self.picture("drag")
        self.settings.set("scheme 1")
        self.settings.set("accent 0.9 0.3 0.1")
        def has_accent(picture):
            return any(red > 180 and blue < 120 and green < 160 for red, green, blue in (pixel[:3] for pixel in picture.getdata()))

        after = self.changed("drag", lambda picture: self.brightness(picture) < 128 and has_accent(picture))
        check(f"{self.display.name}: a change of the settings is followed", self.brightness(before) > 128 > self.brightness(after))
        check(f"{self.display.name}: the accent color is used", not has_accent(before) and has_accent(after))
        self.keep("drag-one-accent", after)
        self.settings.set("scheme 2")
        self.close(process)

    def many(self):
        process = self.open("drag", "--stay", "--", *(f"item {number}.txt" for number in range(30)))
        first = self.picture("drag")
        self.keep("drag-thirty", first)
        self.display.press("proffer drag", "End")
        last = self.changed("drag", lambda picture: picture.tobytes() != first.tobytes())
        self.keep("drag-thirty-end", last)
        check(f"{self.display.name}: the End key scrolls to the last row", first.tobytes() != last.tobytes())
        self.display.press("proffer drag", "Escape")
        becomes(lambda: process.poll() is not None)
        check(f"{self.display.name}: Escape closes the window", process.poll() == 1, process.poll())
        self.close(process)

    def hovering(self, theme):
        self.settings.set("scheme 1" if theme == "dark" else "scheme 2")
        name = "inbox" if theme == "light" else "dark inbox"
        inbox = self.display.path(name)
        catch = self.open("catch", "--stay", "--into", name)
        self.keep(f"catch-idle-{theme}", self.picture("catch"))
        drag = self.open("drag", "--stay", "--", *NAMES)
        display = self.display
        source, target = display.area("proffer drag"), display.area("proffer catch")
        scale = (source[2] - source[0]) / WIDTH
        begin = (source[0] + 100, source[1] + round((5 * ROW + FOOTER / 2) * scale))
        end = (target[0] + 100, target[1] + round(ZONE / 2 * scale))
        idle = self.picture("catch")
        display.move(*begin)
        display.button(True)
        for step in range(1, 21):
            display.move(*(round(a + (b - a) * step / 20) for a, b in zip(begin, end)))
            display.rest(0.03)
        hovered = self.changed("catch", lambda picture: picture.tobytes() != idle.tobytes())
        shown = display.grab().crop((min(source[0], target[0]), target[1], max(source[2], target[2]), source[3]))
        self.keep(f"hovering-{theme}", shown)
        check(f"{display.name}: the window changes while something hovers, {theme}", hovered.tobytes() != idle.tobytes())
        display.button(False)
        arrived = becomes(lambda: os.path.isdir(inbox) and sorted(os.listdir(inbox)) == sorted(NAMES))
        check(f"{display.name}: what was dropped arrived, {theme}", arrived)
        picture = self.picture("catch")
        self.keep(f"catch-arrived-{theme}", picture)
        # A window keeps its size; the rows are below the part for drops.
        check(f"{display.name}: what arrived is shown, {theme}", picture.tobytes() != idle.tobytes())
        self.close(drag, catch)
        return shown

    def failing(self):
        self.settings.set("scheme 2")
        catch = self.open("catch", "--stay", "--into", "no folder")
        self.display.write("no folder", b"a file")
        drag = self.open("drag", "notes.md")
        source, target = self.display.area("proffer drag"), self.display.area("proffer catch")
        self.display.drag((source[0] + 100, source[1] + 20), (target[0] + 100, target[1] + ZONE // 2))
        def has_error(picture):
            return sum(pixel[0] > 140 and pixel[1] < 60 and pixel[2] < 60 for pixel in picture.getdata()) > 50

        picture = self.changed("catch", has_error)
        self.keep("catch-error", picture)
        check(f"{self.display.name}: an error is shown in the window", has_error(picture))
        self.close(drag, catch)

    def copying(self):
        """Enter copies the selected row; the copy is pasted after the window was closed, until another program copies."""
        process = self.open("drag", "notes.txt", "notes.md")
        self.display.press("proffer drag", "Down")
        self.display.press("proffer drag", "Return")
        self.display.rest(0.5)
        self.keep("drag-copied", self.picture("drag"))
        self.display.press("proffer drag", "Escape")
        try:
            status = process.wait(timeout=GUARD)
        except subprocess.TimeoutExpired:
            status = "the command did not end"
        check(f"{self.display.name}: a window in which rows were copied ends well", status == 0, status)
        status, pasted, errors = self.display.tool("paste")
        check(f"{self.display.name}: a copied row is pasted after its window", pasted == self.display.bytes("notes.txt"), status, pasted[:200], errors)
        self.display.offer("text/plain", b"other")
        check(f"{self.display.name}: the copy ends when another program copies", self.display.owners_end(), self.display.owners())
        self.close(process)

    def opens_fast(self):
        os.makedirs(self.display.path("many"), exist_ok=True)
        names = [f"many/{number}.txt" for number in range(1000)]
        for name in names:
            self.display.write(name, b"text")
        seconds = {}
        for count in (1, 1000, 1, 1000, 1, 1000):
            process = self.display.start(
                self.display.proffer, "drag", "--timeout", str(GUARD), *names[:count], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            check(f"{self.display.name}: a window of {count} rows opens", self.display.window("^proffer drag$"))
            with open(f"/proc/{process.pid}/stat") as stat:
                ticks = sum(map(int, stat.read().rsplit(")", 1)[1].split()[11:13]))
            seconds[count] = min(ticks / os.sysconf("SC_CLK_TCK"), seconds.get(count, GUARD))
            self.close(process)
            while self.display.window("^proffer drag$", 0.05):
                pass
        print(f"        {self.display.name}: 1 row {seconds[1]:.3f} s of processor time, 1,000 rows {seconds[1000]:.3f} s")
        check(f"{self.display.name}: a window of 1,000 rows takes at most 0.2 s more processor time than one with a row", seconds[1000] - seconds[1] < 0.2, seconds)

    def without_fonts(self):
        self.display.write("fonts.conf", b'<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>')
        self.display.environment["FONTCONFIG_FILE"] = self.display.path("fonts.conf")
        process = self.open("drag", "notes.md", "notes.txt")
        picture = self.picture("drag")
        self.keep("drag-plain", picture)
        check(f"{self.display.name}: without a font, the window has text", picture and len(set(picture.getdata())) > 2)
        self.display.press("proffer drag", "Escape")
        try:
            errors = process.communicate(timeout=GUARD)[1].decode()
        except subprocess.TimeoutExpired:
            errors = "the window did not close"
        check(f"{self.display.name}: a note names the package once", errors.count("libpangocairo-1.0-0") == 1, errors)
        del self.display.environment["FONTCONFIG_FILE"]
        self.close(process)


def run(kind, proffer, folder, is_short):
    user = pwd.getpwnam("nobody") if kind is Wayland and os.getuid() == 0 else None
    with tempfile.TemporaryDirectory() as base:
        os.chmod(base, 0o755)
        display = kind(proffer, base, user)
        session = None
        try:
            display.begin()
            session = Session(display, folder)
            if is_short:
                # The picture of the README.
                if kind is Wayland:
                    display.set_scale(2)
                return session.hovering("light")
            session.names()
            session.hovering("light")
            session.hovering("dark")
            session.settings_are_followed()
            session.many()
            session.failing()
            session.without_fonts()
            session.copying()
            session.opens_fast()
        finally:
            if session:
                session.settings.stop()
            display.stop()


if __name__ == "__main__":
    desktop.under_guard()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("proffer")
    parser.add_argument("--into")
    parser.add_argument("--only", choices=["x11", "wayland"])
    parser.add_argument("--short", action="store_true")
    arguments = parser.parse_args()
    if arguments.into:
        os.makedirs(arguments.into, exist_ok=True)
    for kind in (X11, Wayland):
        if kind.name in ([arguments.only] if arguments.only else ["x11"] if arguments.short else ["x11", "wayland"]):
            run(kind, arguments.proffer, arguments.into, arguments.short)
    if desktop.failures:
        raise SystemExit(f"{len(desktop.failures)} checks failed")
