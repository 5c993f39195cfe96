#!/usr/bin/env python3
"""Writes the umbrella with prefixed names, and checks that it is up to date.

usage: umbrellas.py [--write]

`Proffer` re-exports whole modules. Some of their types have names that other modules declare as well: `View`, `Table`,
`Image`. If a file imports two modules with one name, the name is ambiguous, and `Proffer.View` does not help, because the
umbrella declares nothing itself. `ProfferPrefixed` re-exports the same modules without these names, and declares each of
them with the prefix `Proffer`.

A name gets the prefix if it is a single word, or if it is in `GENERAL`: names that SwiftUI, AppKit, UIKit or System declare, and
names that are as general. `Transferable` keeps its name, because it is Apple's on purpose.

The names are those of the last debug build (`swift build`). Without --write the check fails where the file differs.
"""

import argparse
import os
import re
import sys
import tempfile
import textwrap

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "Tests", "Documentation"))

import documentation  # noqa: E402

PLACE = os.path.join("Sources", "ProfferPrefixed", "ProfferPrefixed.swift")
# Names of SwiftUI, AppKit, UIKit and System, and names that are as general.
GENERAL = {
    "CollectionView", "DragSession", "DropDelegate", "DropInfo", "DropOperation", "DropProposal", "DropSession",
    "FileName", "FilePath", "FileTime", "ListView", "TableView", "TextAttachment", "TextElement", "TextField",
    "TextView",
}
# Names that are Apple's on purpose.
KEPT = {"Transferable"}
KINDS = {
    "swift.class": "class", "swift.struct": "struct", "swift.enum": "enum", "swift.protocol": "protocol",
    "swift.typealias": "typealias", "swift.func": "func", "swift.var": "var",
}


def is_general(name):
    return name not in KEPT and (name in GENERAL or re.fullmatch(r"[A-Z][a-z]+", name) is not None)


def declarations(module, modules, folder):
    """The kind of each name that a module declares at its top level, and the first line of its comment."""
    graphs = os.path.join(folder, module)
    os.mkdir(graphs)
    documentation.extract(module, modules, graphs)
    found, aliased = {}, {}
    for declaration in documentation.declarations(graphs):
        # A file of the form MODULE@OTHER.symbols.json extends the types of another module.
        if "." not in declaration.path and declaration.kind in KINDS:
            summary = declaration.text.split("\n\n")[0].replace("\n", " ")
            found[declaration.path] = KINDS[declaration.kind], re.split(r"(?<=[.;:])\s", summary)[0]
            alias = re.search(r"typealias \w+ = (\w+)$", declaration.source)
            if alias:
                aliased[declaration.path] = alias.group(1)
    for name, target in aliased.items():
        # The compiler wants the kind of the type that an alias stands for.
        if target in found:
            found[name] = found[target][0], found[name][1]
    return found


def text(names_of):
    """The source of the umbrella, for the names of each module."""
    split = {module for module, names in names_of.items() if any(map(is_general, names))}
    lines = [
        "// The umbrella without general names; written by Tests/Structure/umbrellas.py --write.",
        "//",
        "// A program that declares or imports a `View`, a `Table` or an `Image` of its own imports this module instead of",
        "// `Proffer`. The types with general names have the prefix `Proffer` here: `ProfferView`, `ProfferTable`.",
    ]
    whole, single, aliases = [], [], []
    for module, names in sorted(names_of.items()):
        if module not in split:
            whole.append(f"@_exported public import {module}")
            continue
        # Needed for the aliases; members of the types are visible through the imports of single names.
        whole.append(f"public import {module}")
        for name, (kind, summary) in sorted(names.items()):
            if is_general(name):
                summary = re.sub(r"``(.*?)``", r"`\1`", summary).rstrip(".;:")
                aliases.append((name, module, summary))
            else:
                single.append(f"@_exported public import {kind} {module}.{name}")
    lines += whole + [""] + single + [""]
    for name, module, summary in aliases:
        comment = f"`{name}` of `{module}`: {summary[0].lower() + summary[1:]}."
        lines += textwrap.wrap(comment, 106, initial_indent="/// ", subsequent_indent="/// ")
        lines += [f"public typealias Proffer{name} = {name}", ""]
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("--write", action="store_true")
    arguments = parser.parse_args()
    modules = os.path.join(
        documentation.run(["swift", "build", "--package-path", ROOT, "--show-bin-path"]).strip(), "Modules")
    with tempfile.TemporaryDirectory() as folder:
        names_of = {module: declarations(module, modules, folder) for module in documentation.reexported(ROOT)}
    new = text(names_of)
    path = os.path.join(ROOT, PLACE)
    old = ""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            old = file.read()
    count = sum(map(is_general, (name for names in names_of.values() for name in names)))
    print(f"{sum(map(len, names_of.values()))} names in {len(names_of)} modules, {count} of them with a prefix")
    if arguments.write:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(new)
    elif old != new:
        added = sorted(set(new.split("\n")) - set(old.split("\n")))
        gone = sorted(set(old.split("\n")) - set(new.split("\n")))
        print("\n".join(["+ " + line for line in added] + ["- " + line for line in gone]))
        raise SystemExit(f"umbrellas: {PLACE} is not up to date; run Tests/Structure/umbrellas.py --write")


if __name__ == "__main__":
    main()
