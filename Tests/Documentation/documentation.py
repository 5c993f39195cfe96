#!/usr/bin/env python3
"""Checks the documentation of the public declarations, and builds it.

usage: documentation.py [--list] [--self-test] [--output FOLDER]

A public declaration has a comment of more than one word. One that is called has its parameters, its result and its errors in
it. A method that implements the requirement of a protocol, or overrides another, has the documentation of that one. The
check fails above zero, and prints each place.

The targets in `.spi.yml`, for the Swift Package Index, are the library products.

Then `docc convert` builds the catalogue `Sources/Proffer/Proffer.docc` with the declarations that the umbrella re-exports;
a warning fails the check as well. `--output` keeps what it built. `--list` prints the declarations instead, one a line.
`--self-test` shows that a declaration without documentation is found.

The declarations are read from the modules of the last debug build (`swift build`).
"""

import argparse
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CATALOGUE = os.path.join("Sources", "Proffer", "Proffer.docc")
CALLABLE = {
    "swift.func", "swift.init", "swift.method", "swift.type.method", "swift.subscript", "swift.type.subscript"}


def run(command, **options):
    result = subprocess.run(command, capture_output=True, text=True, **options)
    if result.returncode != 0:
        raise SystemExit(f"documentation: {' '.join(command)} failed\n{result.stdout}{result.stderr}")
    return result.stdout


def reexported(root):
    """The modules that `import Proffer` gives."""
    with open(os.path.join(root, "Sources", "Proffer", "Proffer.swift")) as umbrella:
        return re.findall(r"^@_exported public import (\w+)", umbrella.read(), re.M)


def library_products(root):
    """The names of the library products, each a module of that name."""
    package = json.loads(run(["swift", "package", "--package-path", root, "dump-package"]))
    return [product["name"] for product in package["products"] if "library" in product["type"]]


def indexed_targets(root):
    """The targets whose documentation the Swift Package Index builds."""
    with open(os.path.join(root, ".spi.yml")) as file:
        return re.findall(r"^ +- (\w+)$", file.read().split("documentation_targets:")[1], re.M)


def extract(module, modules, folder, exported=()):
    """Writes the symbol graphs of a module, with those of the modules that it re-exports."""
    target = json.loads(run(["swift", "-print-target-info"]))["target"]["unversionedTriple"]
    command = [
        "swift", "symbolgraph-extract", "-module-name", module, "-I", modules, "-target", target,
        "-minimum-access-level", "public", "-skip-synthesized-members", "-output-dir", folder]
    # What a module imports of C has its map beside the modules.
    for module_map in sorted(glob.glob(os.path.join(modules, os.pardir, "*.build", "module.modulemap"))):
        command += ["-Xcc", "-fmodule-map-file=" + module_map]
    if exported:
        command.append("-experimental-allowed-reexported-modules=" + ",".join(exported))
    run(command)


class Declaration:
    """A public declaration and what its comment lacks."""

    def __init__(self, symbol, inherits):
        self.identifier = symbol["identifier"]["precise"]
        self.kind = symbol["kind"]["identifier"]
        self.path = ".".join(symbol["pathComponents"])
        self.text = "\n".join(line["text"] for line in symbol.get("docComment", {}).get("lines", []))
        self.source = "".join(part["spelling"] for part in symbol.get("declarationFragments", []))
        self.inherits = inherits
        signature = symbol.get("functionSignature", {})
        self.parameters = [p.get("internalName", p["name"]) for p in signature.get("parameters", [])]
        self.result = "".join(part["spelling"] for part in signature.get("returns", []))
        location = symbol["location"]
        path = location["uri"].split("/Sources/", 1)
        self.place = f"{'Sources/' + path[1] if len(path) == 2 else path[0]}:{location['position']['line'] + 1}"

    def has(self, pattern):
        return re.search(r"^\s*- " + pattern + r"\s*:", self.text, re.M | re.I) is not None

    @property
    def throws(self):
        """Whether it throws itself; a parameter that throws does not count."""
        outside, depth = "", 0
        for character in self.source:
            depth += character in "(["
            outside += character if depth == 0 else ""
            depth -= character in ")]"
        return re.search(r"\bthrows\b", outside.split("->")[0]) is not None

    def faults(self):
        if self.kind == "swift.extension":
            return []
        words = len(self.text.split())
        if words < 2 and not (self.inherits and words == 0):
            return ["no comment" if words == 0 else "a comment of one word"]
        if self.kind not in CALLABLE or self.inherits:
            return []
        faults = [
            f"parameter {name}" for name in self.parameters
            if name and not self.has("(parameter )?" + re.escape(name))]
        if self.result not in ("", "()", "Void") and self.kind != "swift.init" and not self.has("returns?"):
            faults.append("result")
        if self.throws and not self.has("throws"):
            faults.append("errors")
        return faults


def declarations(folder):
    """The declarations in the symbol graphs of a folder, each once, in the order of their places."""
    found = {}
    for name in sorted(os.listdir(folder)):
        with open(os.path.join(folder, name)) as file:
            graph = json.load(file)
        inheriting = {
            relation["source"] for relation in graph["relationships"]
            if relation["kind"] in ("overrides", "defaultImplementationOf") or "sourceOrigin" in relation}
        for symbol in graph["symbols"]:
            identifier = symbol["identifier"]["precise"]
            if "location" in symbol and "::SYNTHESIZED::" not in identifier:
                found.setdefault(identifier, Declaration(symbol, identifier in inheriting))
    return sorted(found.values(), key=lambda declaration: declaration.place)


def convert(graphs, output):
    """Builds the catalogue; fails on a warning."""
    result = subprocess.run(
        ["docc", "convert", CATALOGUE, "--additional-symbol-graph-dir", graphs, "--output-dir", output,
         "--fallback-display-name", "Proffer", "--fallback-bundle-identifier", "Proffer"],
        cwd=ROOT, capture_output=True, text=True)
    text = result.stdout + result.stderr
    if result.returncode != 0 or re.search(r"^(warning|error):", text, re.M):
        print(text)
        raise SystemExit("documentation: docc convert has warnings")


def self_test():
    """A module with five faults and one declaration that has none."""
    source = """
        /// A thing with parts.
        public struct Thing {
          /// Name.
          public var name = ""
          public var size = 0
          /// Makes a thing of a name.
          public init(named name: String) { self.name = name }
          /// Reads the thing.
          ///
          /// - Parameter text: the text.
          public func read(_ text: String) throws -> Int { text.count }
          /// Calls a function.
          ///
          /// - Parameter body: the function, which may throw.
          /// - Returns: its result.
          public func call(_ body: () throws -> Int) -> Int { (try? body()) ?? 0 }
        }
        """
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "Sample.swift")
        with open(path, "w") as file:
            file.write(source)
        graphs = os.path.join(folder, "graphs")
        os.mkdir(graphs)
        run(["swiftc", "-emit-module", "-parse-as-library", "-module-name", "Sample", path, "-o",
             os.path.join(folder, "Sample.swiftmodule")])
        extract("Sample", folder, graphs)
        found = {fault for declaration in declarations(graphs) for fault in declaration.faults()}
    expected = {"a comment of one word", "no comment", "parameter name", "result", "errors"}
    if found != expected:
        raise SystemExit(f"documentation: the self-test found {sorted(found)}, not {sorted(expected)}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--output")
    arguments = parser.parse_args()
    if arguments.self_test:
        return self_test()
    modules = os.path.join(run(["swift", "build", "--package-path", ROOT, "--show-bin-path"]).strip(), "Modules")
    exported = reexported(ROOT)
    with tempfile.TemporaryDirectory() as folder:
        umbrella, others = os.path.join(folder, "umbrella"), os.path.join(folder, "others")
        for graphs in (umbrella, others):
            os.mkdir(graphs)
        extract("Proffer", modules, umbrella, exported)
        products = library_products(ROOT)
        if indexed_targets(ROOT) != products:
            raise SystemExit(f"documentation: .spi.yml should list {', '.join(products)}")
        for product in products:
            if product != "Proffer" and product not in exported:
                extract(product, modules, others)
        known = {declaration.identifier: declaration for graphs in (umbrella, others) for declaration in declarations(graphs)}
        if arguments.list:
            for declaration in known.values():
                print(f"{declaration.place}\t{declaration.path}\t{declaration.source}")
            return
        faulty = [(declaration, declaration.faults()) for declaration in known.values()]
        faulty = [(declaration, faults) for declaration, faults in faulty if faults]
        for declaration, faults in faulty:
            print(f"{declaration.place}: {declaration.path} does not document: {', '.join(faults)}")
        callable_count = sum(declaration.kind in CALLABLE for declaration in known.values())
        print(f"{len(known)} public declarations, {callable_count} of them callable; {len(faulty)} without documentation")
        if faulty:
            raise SystemExit(1)
        convert(umbrella, arguments.output or os.path.join(folder, "output"))


if __name__ == "__main__":
    main()
