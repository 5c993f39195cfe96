#!/usr/bin/env python3
"""Makes Word and OpenDocument files with every feature of the formats, by python-docx, odfpy and LibreOffice.

Usage: office_documents.py [--hostile] FOLDER | --list

--hostile makes the hostile documents instead. --list prints the table: the name of each document, the program that
makes it, and its features; for hostile documents also the expectation, seconds, megabytes and attack.
The Python packages `python-docx` and `odfpy` are needed (`pip install python-docx odfpy`), and for the documents of
LibreOffice `soffice` and a Python with `uno`; without these, its documents are omitted with a message. Ends with 2 if
the packages are missing.
"""

import importlib.util, os, shutil, subprocess, sys
from office_hostile import HOSTILE, make_hostile
from office_uno import OFFICE_DOCUMENTS

MISSING = [package for module, package in (("docx", "python-docx"), ("odf", "odfpy")) if importlib.util.find_spec(module) is None]
if not MISSING:
    from office_open import OPEN_DOCUMENTS, make_open
    from office_word import WORD_DOCUMENTS, make_word


def need_packages():
    if MISSING:
        print(f"missing: {', '.join(MISSING)}; install with: pip install {' '.join(MISSING)}", file=sys.stderr)
        sys.exit(2)


def table():
    """Returns the name, program and features of each document."""
    for name, program, features, _ in WORD_DOCUMENTS:
        yield name if "." in name else name + ".docx", program, features
    for name, program, features, _ in OPEN_DOCUMENTS:
        yield name if "." in name else name + ".odt", program, features
    for name, program, features, (_, endings) in OFFICE_DOCUMENTS:
        for ending in endings:
            yield f"{name}.{ending}", program, features


def sources():
    """Returns documents with the same content as another document in another form; both must read the same."""
    return {name: source[0] + ending for table, ending in ((WORD_DOCUMENTS, ".docx"), (OPEN_DOCUMENTS, ".odt"))
            for name, _, _, source in table if isinstance(source, tuple)}


def python_with_uno():
    """Returns a Python with access to LibreOffice: this one or the system's."""
    for program in (sys.executable, "/usr/bin/python3"):
        if os.path.exists(program) and subprocess.run([program, "-c", "import uno"], capture_output=True).returncode == 0:
            return program
    return None


def make(folder):
    """Makes all documents in a folder, and returns messages about missing programs."""
    need_packages()
    os.makedirs(folder, exist_ok=True)
    for _ in make_word(folder):
        pass
    for _ in make_open(folder):
        pass
    python = python_with_uno()
    if python is None or shutil.which("soffice") is None:
        return "LibreOffice's documents are left out: soffice or python3-uno is missing"
    agent = os.path.join(os.path.dirname(os.path.abspath(__file__)), "office_uno.py")
    run = subprocess.run([python, agent, folder], capture_output=True, text=True, timeout=300)
    return run.stderr.strip()[-500:] if run.returncode else ""


def main():
    arguments = sys.argv[1:]
    if arguments == ["--list"]:
        need_packages()
        for line in table():
            print("\t".join(line))
        for name, expectation, seconds, megabytes, about, _ in HOSTILE:
            print(f"{name}\t{expectation}\t{seconds} s\t{megabytes} MB\t{about}")
    elif len(arguments) == 2 and arguments[0] == "--hostile":
        os.makedirs(arguments[1], exist_ok=True)
        print(sum(1 for _ in make_hostile(arguments[1])), "hostile documents")
    elif len(arguments) == 1 and not arguments[0].startswith("-"):
        missing = make(arguments[0])
        print(len([name for name in os.listdir(arguments[0]) if not name.startswith(".")]), "documents")
        if missing:
            print(missing, file=sys.stderr)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
