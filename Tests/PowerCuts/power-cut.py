#!/usr/bin/env python3
"""Cuts the power as a command returns, and looks for what the command promised.

usage: power-cut.py PROFFER [--file-systems ext4,xfs,btrfs] [--works NAME,...] [--rounds N] [--short]

Each command works on a file system in an image. The image is copied at the moment the command returns, without bringing
anything to the disk: the copy holds what had reached the device then. The copy is mounted, which replays its journal, and
what the command promised must be there whole: bundles verify and load, files have their bytes, and of a move each item is
at its source or at its destination. With --short, each command is tried once on ext4.

Ends with 1 when something is lost. Ends with 0 and says so where this user may not mount.
"""
import argparse, hashlib, os, random, shutil, subprocess, sys, tempfile

SIZES = {"ext4": 64 << 20, "btrfs": 128 << 20, "xfs": 320 << 20}
MAKERS = {"ext4": ["mkfs.ext4", "-q", "-F"], "btrfs": ["mkfs.btrfs", "-q", "-f"], "xfs": ["mkfs.xfs", "-q", "-f"]}
# Images lie in memory where that can be: what the program waits for is then its own file system alone.
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
PATH = "/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin"


class Unavailable(Exception):
    """This machine or user lacks what a power cut needs."""


class Lost(Exception):
    """Something that a command promised is not there."""


def system(*words):
    run = subprocess.run(words, capture_output=True, text=True, env={"PATH": PATH, "LC_ALL": "C"})
    if run.returncode != 0:
        raise Unavailable(f"{' '.join(words)}: {run.stderr.strip() or run.returncode}")


def available(kind):
    """Why no image of this kind can be mounted here; None where one can."""
    if shutil.which(MAKERS[kind][0], path=PATH) is None:
        return f"{MAKERS[kind][0]} is not installed"
    with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
        try:
            Image(kind, folder).close()
        except Unavailable as reason:
            return str(reason)
    return None


class Image:
    """A mounted file system in a file."""

    def __init__(self, kind, folder, copy_of=None):
        self.kind = kind
        self.file = f"{folder}/{'after' if copy_of else 'before'}.image"
        # The copy is mounted where the first was: journals of drops name files by their paths.
        self.path = f"{folder}/disk"
        os.makedirs(self.path, exist_ok=True)
        if copy_of:
            shutil.move(copy_of, self.file)
        else:
            with open(self.file, "wb") as file:
                file.truncate(SIZES[kind])
            system(*MAKERS[kind], self.file)
        system("mount", "-o", "loop", self.file, self.path)

    def cut(self, to):
        """Copies what has reached the device, which the mounted file system knows nothing of."""
        system("cp", "--sparse=always", self.file, to)

    def settle(self):
        system("sync", "-f", self.path)

    def close(self):
        system("umount", self.path)
        os.remove(self.file)


def content(seed, count):
    return random.Random(seed).randbytes(count)


# What the commands begin with, by name. Sizes on both sides of what file systems keep in their directories.
SOURCES = {"a.txt": b"hello", "b.html": b"<p>b</p>", "c.bin": content(1, 5000), "large.bin": content(2, 300_000),
           "album/one.txt": b"one", "album/inner/two.bin": content(3, 70_000)}


class Scene:
    """The folder that a command works in, and the program."""

    def __init__(self, proffer, root):
        self.proffer, self.root = proffer, root

    def path(self, name):
        return f"{self.root}/{name}"

    def write(self, name, data):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "wb") as file:
            file.write(data)

    def run(self, *words, status=0):
        environment = {"PATH": PATH, "LC_ALL": "C.UTF-8", "HOME": self.path("home"), "TMPDIR": self.path("tmp"),
                       "XDG_STATE_HOME": self.path("state")}
        run = subprocess.run([self.proffer, *words], cwd=self.root, env=environment, capture_output=True, timeout=600)
        if run.returncode != status:
            raise Lost(f"proffer {' '.join(words)} ended with {run.returncode}: {run.stderr.decode().strip()}")
        return run.stdout

    def prepare(self):
        os.makedirs(self.path("tmp"))
        for name, data in SOURCES.items():
            self.write(f"src/{name}", data)
        self.run("pack", "src/a.txt", "src/c.bin", "src/large.bin", "-o", "old.dragbundle")
        self.run("pack", "src/b.html", "-o", "other.dragbundle")
        self.run("pack", "src/album", "-o", "album.dragbundle")
        self.run("pack", "--folder", "src/a.txt", "src/large.bin", "-o", "layout")
        self.run("pack", "--in-place", "src/a.txt", "--in-place", "src/large.bin", "-o", "places.dragbundle")
        os.makedirs(self.path("full"))
        self.write("full/large.bin", b"old")

    # What is looked for after the cut.

    def expect_file(self, name, data):
        try:
            with open(self.path(name), "rb") as file:
                found = file.read()
        except OSError as error:
            raise Lost(f"{name}: {error.strerror}") from error
        if found != data:
            raise Lost(f"{name} has {len(found)} bytes that are not the {len(data)} that were written")

    def expect_bundle(self, name, *payloads):
        """A bundle that verifies and has exactly these payloads, one for each item."""
        self.run("verify", name)
        digests = []
        shutil.rmtree(self.path("seen"), ignore_errors=True)
        self.run("unpack", name, "--into", "seen")
        for folder, _, files in os.walk(self.path("seen")):
            for file in files:
                with open(f"{folder}/{file}", "rb") as opened:
                    digests.append(hashlib.sha256(opened.read()).hexdigest())
        expected = sorted(hashlib.sha256(data).hexdigest() for data in payloads)
        if sorted(digests) != expected:
            raise Lost(f"{name} holds {len(digests)} payloads that are not the {len(expected)} expected")

    def payloads(self, name):
        """The bytes of all files of a bundle, or none where it is not there."""
        if not os.path.exists(self.path(name)):
            return []
        shutil.rmtree(self.path("seen"), ignore_errors=True)
        self.run("verify", name)
        self.run("unpack", name, "--into", "seen")
        return [open(f"{folder}/{file}", "rb").read() for folder, _, files in os.walk(self.path("seen"))
                for file in files]

    def expect_no_leftovers(self, folder="."):
        """The next command in a folder removes what the cut left there."""
        self.run("pack", "src/a.txt", "-o", f"{folder}/next.dragbundle")
        left = [name for name in os.listdir(self.path(folder)) if ".proffer-" in name]
        if left:
            raise Lost(f"{folder} has {left}")


A, B, C, LARGE = (SOURCES[name] for name in ["a.txt", "b.html", "c.bin", "large.bin"])
ALBUM = [SOURCES["album/one.txt"], SOURCES["album/inner/two.bin"]]


def moved_into_folder(scene):
    """Each item is in the bundle or in the folder; the folder's files are whole."""
    inside = scene.payloads("old.dragbundle")
    for name, data in [("a.txt", A), ("c.bin", C), ("large.bin", LARGE)]:
        if data not in inside:
            scene.expect_file(f"out/{name}", data)


def moved_into_bundle(scene):
    inside = scene.payloads("old.dragbundle") + scene.payloads("other.dragbundle")
    for name, data in [("a.txt", A), ("c.bin", C), ("large.bin", LARGE)]:
        if data not in inside:
            raise Lost(f"{name} is in neither bundle")


def in_files(scene, *names):
    for name in names:
        scene.expect_file(name, SOURCES[name.split("/", 1)[1]])


# Each work: the commands before it (all of which is on the disk), the command, and what must be there after the cut.
WORKS = {
    "pack": ([], ["pack", "src/a.txt", "src/large.bin", "-o", "new"],
             lambda s: s.expect_bundle("new", A, LARGE)),
    "pack-force": ([], ["pack", "--force", "src/b.html", "-o", "old.dragbundle"],
                   lambda s: s.expect_bundle("old.dragbundle", B)),
    "pack-folder": ([], ["pack", "--folder", "src/a.txt", "src/album", "-o", "new"],
                    lambda s: s.expect_bundle("new", A, *ALBUM)),
    "pack-folder-force": ([], ["pack", "--folder", "--force", "src/b.html", "-o", "layout"],
                          lambda s: (s.expect_bundle("layout", B), s.expect_no_leftovers())),
    "add": ([], ["add", "old.dragbundle", "src/b.html"],
            lambda s: s.expect_bundle("old.dragbundle", A, C, LARGE, B)),
    "add-to-folder": ([], ["add", "layout", "src/b.html"], lambda s: s.expect_bundle("layout", A, LARGE, B)),
    "remove": ([], ["remove", "old.dragbundle", "1"], lambda s: s.expect_bundle("old.dragbundle", C, LARGE)),
    "reorder": ([], ["reorder", "old.dragbundle", "3", "1"],
                lambda s: s.expect_bundle("old.dragbundle", A, C, LARGE)),
    "rename": ([], ["rename", "old.dragbundle", "1", "renamed"],
               lambda s: s.expect_bundle("old.dragbundle", A, C, LARGE)),
    "retype": ([], ["retype", "old.dragbundle", "1.1", "public.data"],
               lambda s: s.expect_bundle("old.dragbundle", A, C, LARGE)),
    "merge": ([], ["merge", "old.dragbundle", "other.dragbundle", "-o", "new"],
              lambda s: s.expect_bundle("new", A, C, LARGE, B)),
    "split": ([], ["split", "old.dragbundle", "--into", "parts"],
              lambda s: (s.expect_bundle("parts/a.dragbundle", A), s.expect_bundle("parts/c.dragbundle", C),
                         s.expect_bundle("parts/large.dragbundle", LARGE), s.expect_no_leftovers("parts"))),
    "unpack": ([], ["unpack", "old.dragbundle", "--into", "deep/er/out"],
               lambda s: in_files(Scene(s.proffer, s.path("deep/er")), "out/a.txt", "out/c.bin", "out/large.bin")),
    "unpack-folder": ([], ["unpack", "album.dragbundle", "--into", "out"],
                      lambda s: in_files(s, "out/album/one.txt", "out/album/inner/two.bin")),
    "unpack-force": ([], ["unpack", "--force", "old.dragbundle", "--into", "full"],
                     lambda s: in_files(s, "full/a.txt", "full/c.bin", "full/large.bin")),
    "load": ([], ["load", "old.dragbundle", "--item", "3", "--type", "public.data", "-o", "new.bin"],
             lambda s: s.expect_file("new.bin", LARGE)),
    "load-force": ([], ["load", "--force", "old.dragbundle", "--item", "3", "--type", "public.data", "-o", "full"],
                   lambda s: s.expect_file("full/large.bin", LARGE)),
    "load-folder": ([], ["load", "album.dragbundle", "--type", "public.folder", "-o", "new"],
                    lambda s: (s.expect_file("new/one.txt", ALBUM[0]), s.expect_file("new/inner/two.bin", ALBUM[1]))),
    "convert": ([], ["convert", "src/b.html", "--to", "public.plain-text", "-o", "new.txt"],
                lambda s: s.expect_file("new.txt", b"b")),
    "convert-package": ([], ["convert", "src/b.html", "--to", "com.apple.rtfd", "-o", "new.rtfd"],
                        lambda s: s.run("convert", "new.rtfd", "--to", "public.plain-text")),
    "repair": ([], ["verify", "other.dragbundle", "--repair", "new"], lambda s: s.expect_bundle("new", B)),
    "drop-into-folder": ([], ["drop", "old.dragbundle", "--into", "out"],
                         lambda s: in_files(s, "out/a.txt", "out/c.bin", "out/large.bin")),
    "drop-into-bundle": ([], ["drop", "old.dragbundle", "--into", "other.dragbundle"],
                         lambda s: s.expect_bundle("other.dragbundle", B, A, C, LARGE)),
    "move-into-folder": ([], ["drop", "--operation", "move", "old.dragbundle", "--into", "out"], moved_into_folder),
    "move-into-bundle": ([], ["drop", "--operation", "move", "old.dragbundle", "--into", "other.dragbundle"],
                         moved_into_bundle),
    "undo-move-into-folder": ([["drop", "--operation", "move", "old.dragbundle", "--into", "out"]], ["undo"],
                              moved_into_folder),
    "undo-move-into-bundle": (
        [["drop", "--operation", "move", "old.dragbundle", "--into", "other.dragbundle"]], ["undo"],
        lambda s: (s.expect_bundle("old.dragbundle", A, C, LARGE), s.expect_bundle("other.dragbundle", B))),
    "undo-after-the-cut": ([], ["drop", "--operation", "move", "old.dragbundle", "--into", "other.dragbundle"],
                           lambda s: (s.run("undo"), s.expect_bundle("old.dragbundle", A, C, LARGE),
                                      s.expect_bundle("other.dragbundle", B))),
}


def attempt(proffer, kind, name, folder):
    """Does one work and cuts the power; raises Lost when something is gone."""
    before, command, check = WORKS[name]
    image = Image(kind, folder)
    try:
        scene = Scene(proffer, image.path)
        scene.prepare()
        for words in before:
            scene.run(*words)
        image.settle()
        scene.run(*command)
        image.cut(f"{folder}/cut.image")
    finally:
        image.close()
    copy = Image(kind, folder, copy_of=f"{folder}/cut.image")
    try:
        check(Scene(proffer, copy.path))
    finally:
        copy.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("proffer")
    parser.add_argument("--file-systems", default="ext4,xfs,btrfs")
    parser.add_argument("--works", default=",".join(WORKS))
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--short", action="store_true")
    words = parser.parse_args()
    proffer = os.path.realpath(words.proffer)
    kinds = ["ext4"] if words.short else words.file_systems.split(",")
    lost = 0
    for kind in kinds:
        reason = available(kind)
        if reason:
            print(f"power cuts on {kind} are not tried: {reason}")
            continue
        count = 0
        for name in words.works.split(",") * words.rounds:
            with tempfile.TemporaryDirectory(dir=MEMORY) as folder:
                count += 1
                try:
                    attempt(proffer, kind, name, folder)
                except Lost as error:
                    lost += 1
                    print(f"LOST on {kind} after {name}: {error}")
                except subprocess.TimeoutExpired as error:
                    lost += 1
                    print(f"LOST on {kind} after {name}: {error.cmd} took more than a minute")
        print(f"{kind}: {count} power cuts")
    sys.exit(1 if lost else 0)


if __name__ == "__main__":
    main()
