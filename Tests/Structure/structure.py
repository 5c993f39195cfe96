#!/usr/bin/env python3
"""Checks that folders are layers: which folder uses which, by the compiler's own index.

usage: structure.py [--write] [--self-test] [--root FOLDER] [--store FOLDER] [--built-in FOLDER]

A folder uses another where a file in it names a declaration of the other; a module uses another where a file in it imports
the other. The check fails on a circle between folders of
a module, on a circle between modules, and where the picture in CONTRIBUTING differs from the code: an arrow of the code
that is not drawn, or a drawn arrow that the code does not have. `--write` draws the picture; a circle fails it as well.

The index is that of the last debug build (`swift build`, `swift test`). `--root` names the package and `--store` the
index, `--built-in` the package's folder at the time of the build, for a build that was made elsewhere. `--self-test` shows on a small package that an upward reference is found.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import textwrap
from collections import defaultdict

import index_store

PAGE = os.path.join(".github", "CONTRIBUTING.md")
BEGIN, END = "<!-- structure: written by Tests/Structure/structure.py --write -->", "<!-- end of structure -->"
ARROW = " → "


IMPORT = re.compile(r"^\s*(?:@?\w+(?:\([^)]*\))? +)*import +(?:(?:struct|class|enum|protocol|func|var|let|typealias) +)?(\w+)")


class Module:
    """A target below `Sources`: its name, its folder below `Sources`, and what the manifest lets it import."""

    def __init__(self, name, path, dependencies):
        self.name, self.path, self.dependencies = name, path, dependencies


def modules_of(root):
    """The targets of the package that have their sources below `Sources`."""
    manifest = subprocess.run(
        ["swift", "package", "--package-path", root, "dump-package"], capture_output=True, text=True)
    if manifest.returncode != 0:
        raise SystemExit(f"structure: the manifest cannot be read\n{manifest.stderr}")
    modules = []
    for target in json.loads(manifest.stdout)["targets"]:
        path = target.get("path") or os.path.join("Sources", target["name"])
        if path.startswith("Sources/") and target["type"] in ("regular", "executable"):
            dependencies = [dependency["byName"][0] for dependency in target["dependencies"] if "byName" in dependency]
            modules.append(Module(target["name"], path[len("Sources/"):].rstrip("/"), dependencies))
    return modules


class Graph:
    """The arrows between modules, and between the folders of each module, with one example reference for each."""

    def __init__(self):
        # (module, folder) → the folders that it uses; the arrows between modules have an empty module name.
        self.nodes = defaultdict(set)
        self.arrows = {}

    def add_node(self, scope, node):
        self.nodes[scope].add(node)

    def add_arrow(self, scope, user, used, example=None):
        self.add_node(scope, user)
        self.add_node(scope, used)
        self.arrows.setdefault((scope, user, used), []).append(example)

    def used_by(self, scope, user):
        return {used for (s, u, used) in self.arrows if s == scope and u == user}

    def circles(self, scope):
        """The sets of nodes that reach each other."""
        reach = {node: self.reachable(scope, node) for node in self.nodes[scope]}
        found = {
            frozenset([node] + [other for other in reach[node] if node in reach[other]])
            for node in self.nodes[scope] if node in reach[node]}
        return sorted(sorted(circle) for circle in found)

    def reachable(self, scope, start):
        seen, open_nodes = set(), [start]
        while open_nodes:
            for used in self.used_by(scope, open_nodes.pop()):
                if used not in seen:
                    seen.add(used)
                    open_nodes.append(used)
        return seen

    def lowest_first(self, scope):
        """The nodes so that each comes after all that it uses; of several, those that use fewest levels first."""
        levels = {}

        def level(node, above=()):
            if node not in levels:
                below = [level(used, (*above, node)) for used in self.used_by(scope, node) if used not in above]
                levels[node] = 1 + max(below, default=-1)
            return levels[node]

        return sorted(self.nodes[scope], key=lambda node: (level(node), node))


def imports_in(root, files):
    """Each import in the files: the file, its line, and the module."""
    for file in files:
        with open(os.path.join(root, "Sources", file), encoding="utf-8") as source:
            for number, line in enumerate(source, 1):
                found = IMPORT.match(line)
                if found:
                    yield file, number, found.group(1)


def graph_of(modules, files, references, imports):
    """The graph of folders, from references between files below `Sources`, and of modules, from their imports."""
    graph = Graph()
    by_depth = sorted(modules, key=lambda module: -len(module.path))

    def place(file):
        for module in by_depth:
            if file.startswith(module.path + "/"):
                return module, os.path.dirname(file[len(module.path) + 1:]) or "."
        return None, None

    for file in files:
        module, folder = place(file)
        if module:
            graph.add_node("", module.name)
            graph.add_node(module.name, folder)
    for reference in references:
        user, user_folder = place(reference.user)
        used, used_folder = place(reference.definer)
        if user is None or used is None:
            continue
        if user is used and user_folder != used_folder:
            graph.add_arrow(user.name, user_folder, used_folder, reference)
    names = {module.name for module in modules}
    for file, line, imported in imports:
        user, _ = place(file)
        if user and imported in names and imported != user.name:
            graph.add_arrow(
                "", user.name, imported, index_store.Reference(file, line, "import", f"the module {imported}"))
    return graph


def picture(modules, graph):
    """The arrows as text: modules lowest first, each with its folders lowest first."""
    paths = {module.name: module.path for module in modules}

    def line(indentation, name, used):
        text = indentation + name + (ARROW + ", ".join(used) if used else "")
        return textwrap.wrap(
            text, width=110, subsequent_indent=indentation + "      ", break_long_words=False,
            break_on_hyphens=False)

    lines = []
    order = graph.lowest_first("")
    for name in order:
        used = graph.used_by("", name)
        lines += line("", paths[name], [other for other in order if other in used])
        folders = graph.lowest_first(name)
        if folders != ["."]:
            for folder in folders:
                used = graph.used_by(name, folder)
                lines += line("  ", folder, [other for other in folders if other in used])
    return "\n".join(lines)


def drawn_arrows(text, names):
    """The arrows of a picture; `names` has the name of each module by its folder."""
    joined = []
    for line in text.splitlines():
        if line.startswith("      ") and joined:
            joined[-1] += " " + line.strip()
        elif line.strip():
            joined.append(line)
    arrows, module = set(), ""
    for line in joined:
        name, _, used = line.strip().partition(ARROW)
        if line.startswith("  "):
            scope = module
        else:
            module = names.get(name, os.path.basename(name))
            scope, name = "", module
        arrows |= {(scope, name, other.strip()) for other in used.split(",") if other.strip()}
    return arrows


def split_page(page):
    """The text before the picture, the picture without its fence, and the text after it."""
    before, begin, rest = page.partition(BEGIN)
    block, end, after = rest.partition(END)
    if not begin or not end:
        raise SystemExit(f"structure: {PAGE} has no block between '{BEGIN}' and '{END}'")
    return before, "\n".join(line for line in block.splitlines() if line.strip() not in ("", "```")), after


def described(scope, user, used):
    return f"{user}{ARROW}{used}" + (f" in {scope}" if scope else " between modules")


def at(reference):
    return f"Sources/{reference.user}:{reference.line} uses '{reference.name}' of {reference.definer}"


def dependency_messages(modules, graph):
    """What the manifest lets a module import though no file does."""
    return [
        f"the manifest lets {module.name} import {other}, but no file does"
        for module in modules for other in module.dependencies if other not in graph.used_by("", module.name)]


def circle_messages(graph):
    """What is wrong with each circle: its arrows, and a reference for each."""
    messages = []
    for scope in sorted(graph.nodes):
        for circle in graph.circles(scope):
            messages.append(f"circle {'in ' + scope if scope else 'between modules'}: " + ", ".join(circle))
            for (arrow_scope, user, used), examples in sorted(graph.arrows.items()):
                if arrow_scope == scope and user in circle and used in circle:
                    messages.append(f"  {user}{ARROW}{used} ({len(examples)}): {at(examples[0])}")
    return messages


def difference_messages(graph, drawn):
    """Where the picture and the code differ."""
    messages = []
    for arrow in sorted(set(graph.arrows) - drawn):
        scope, user, used = arrow
        messages.append(f"{described(*arrow)} is not drawn in {PAGE}")
        messages += [f"  {at(example)}" for example in graph.arrows[arrow][:5]]
        if len(graph.arrows[arrow]) > 5:
            messages.append(f"  and {len(graph.arrows[arrow]) - 5} more")
    for arrow in sorted(drawn - set(graph.arrows)):
        messages.append(f"{described(*arrow)} is drawn in {PAGE}, but no file needs it")
    return messages


def graph_of_package(root, store, built_in=None):
    modules = modules_of(root)
    references, files = index_store.references(
        store, os.path.join(root, "Sources"), built_in and os.path.join(built_in, "Sources"))
    expected = sum(
        name.endswith(".swift") for _, _, names in os.walk(os.path.join(root, "Sources")) for name in names)
    if len(files) < expected:
        raise SystemExit(
            f"structure: the index has {len(files)} of {expected} files; build everything with `swift build` first")
    return modules, graph_of(modules, files, references, imports_in(root, files))


def check(root, store, write=False, built_in=None):
    """The messages of a check; empty where all is well."""
    modules, graph = graph_of_package(root, store, built_in)
    messages = circle_messages(graph) + dependency_messages(modules, graph)
    path = os.path.join(root, PAGE)
    with open(path, encoding="utf-8") as file:
        before, drawn, after = split_page(file.read())
    if write:
        with open(path, "w", encoding="utf-8") as file:
            file.write(f"{before}{BEGIN}\n\n```\n{picture(modules, graph)}\n```\n\n{END}{after}")
    else:
        messages += difference_messages(graph, drawn_arrows(drawn, {module.path: module.name for module in modules}))
        if messages:
            messages.append("an arrow that should be there is drawn by Tests/Structure/structure.py --write")
    return messages


# --- Self-test -------------------------------------------------------------------------------------------------------

SAMPLE = {
    "Package.swift": """\
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(name: "sample", targets: [.target(name: "Sample", path: "Sources/Area/Sample")])
        """,
    "Sources/Area/Sample/Model/Item.swift": "struct Item { var name = \"\" }\n",
    "Sources/Area/Sample/Loading/Loader.swift": "struct Loader { func load() -> Item { Item() } }\n",
    "Sources/Area/Sample/Coding/Coder.swift": "struct Coder { var loader = Loader() }\n",
    PAGE: f"# Contributing\n\n{BEGIN}\n{END}\n",
}


def self_test():
    """Builds a small package and checks it as it is, with an arrow that is not drawn, and with an upward reference."""
    with tempfile.TemporaryDirectory() as root:
        root = os.path.realpath(root)

        def put(name, text):
            path = os.path.join(root, name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "w", encoding="utf-8") as file:
                file.write(textwrap.dedent(text))

        def messages(write=False):
            built = subprocess.run(
                ["swift", "build", "--package-path", root], capture_output=True, text=True)
            if built.returncode != 0:
                raise SystemExit(f"structure: the sample does not build\n{built.stdout}{built.stderr}")
            return check(root, store_of(root), write)

        def expect(condition, what, messages):
            if not condition:
                raise SystemExit("structure: self-test: " + what + "\n" + "\n".join(messages))

        for name, text in SAMPLE.items():
            put(name, text)
        found = messages(write=True)
        expect(not found, "layers are refused", found)
        found = messages()
        expect(not found, "the picture that was written does not match", found)

        # Coding → Model is downward, but is not drawn.
        put("Sources/Area/Sample/Coding/Text.swift", "func text(of item: Item) -> String { item.name }\n")
        found = messages()
        expect(
            any("Coding → Model in Sample is not drawn" in text for text in found)
            and not any("circle" in text for text in found), "an arrow that is not drawn is accepted", found)
        found = messages(write=True)
        expect(not found, "an arrow that is drawn is refused", found)

        # Model → Coding points up.
        put("Sources/Area/Sample/Model/Upward.swift", "\nextension Item { static let coder = Coder() }\n")
        found = messages()
        expect(
            any("circle in Sample: Coding, Loading, Model" in text for text in found)
            and any("Model/Upward.swift:2 uses 'Coder' of Area/Sample/Coding/Coder.swift" in text for text in found),
            "an upward reference is accepted", found)
        expect(messages(write=True), "an upward reference is accepted when the picture is written", [])
        print("structure: an upward reference and an arrow that is not drawn are found")


def store_of(root):
    """The folder of the debug build, which has the index."""
    shown = subprocess.run(
        ["swift", "build", "--package-path", root, "--show-bin-path"], capture_output=True, text=True, check=True)
    return os.path.join(shown.stdout.strip(), "index", "store")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--write", action="store_true", help=f"draw the picture in {PAGE}")
    parser.add_argument("--self-test", action="store_true", help="show on a small package that faults are found")
    parser.add_argument("--root", help="the package; default: the one this script is in")
    parser.add_argument("--store", help="the index; default: that of the last debug build")
    parser.add_argument("--built-in", metavar="FOLDER", help="where the package was when it was built")
    arguments = parser.parse_args()
    if arguments.self_test:
        return self_test()
    root = os.path.realpath(
        arguments.root or os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", ".."))
    messages = check(root, arguments.store or store_of(root), arguments.write, arguments.built_in)
    if messages:
        raise SystemExit("\n".join("structure: " + message for message in messages))
    print("structure: the picture in CONTRIBUTING is redrawn" if arguments.write
          else "structure: folders and modules are layers, as CONTRIBUTING draws them")


if __name__ == "__main__":
    sys.exit(main())
