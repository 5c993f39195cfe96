#!/usr/bin/env python3
"""Compares how the program, LibreOffice and python-pptx or odfpy read presentations.

Usage: slides.py PROFFER [--documents FOLDER] [--suite FOLDER] [--only TEXT] [--verbose] [--slow N]
       slides.py PROFFER --hostile [--only TEXT] [--slow N] [--verbose]
       slides.py --reader library [--documents FOLDER] [--only TEXT] [--verbose]

Makes the presentations of slide_documents.py, or reads those of the folder --documents; --suite adds your own below a
folder. Compares the titles in their order, words with those of notes, list items with their levels, cells with their
spans, addresses of links, and the number of pictures. If the others agree, the program must agree too; if they differ,
with the one that the table SETTLED names, or with either. The plain text and the Markdown must have all words of the
page. The losses that slide_documents.py expects must be counted. The program must refuse encrypted presentations with an
error message. With --reader library, python-pptx or odfpy takes the place of the program, and only LibreOffice is compared.

With --hostile, converts each hostile presentation with a limit on time and memory, and checks the expected outcome.
--slow multiplies the seconds, for builds that are not optimized. --verbose lists all losses and settled differences.

LibreOffice's Impress and what slide_documents.py needs must be installed. Ends with 1 if something failed, and with 2 if
something is missing.
"""

import os, re, shutil, subprocess, sys, tempfile, warnings
from collections import Counter
import slide_documents
from attacks import attack
from comparisons import differences, order_differences
from office_program import Program, words_of
from office_readings import markdown_words, tokens
from slide_hostile import HOSTILE, make_hostile
from slide_readings import *

ENDINGS = (".pptx", ".ppsx", ".potx", ".pptm", ".ppsm", ".potm", ".odp", ".otp", ".fodp")
OFFICE, LIBRARY = "LibreOffice", "library"
# Where the others differ, which is right: names of presentations, aspect (or *), pattern of the key, program ("" if none is),
# rule. Part 1 and 3 are those of ISO/IEC 29500, ODF is part 3 of OpenDocument 1.3.
SETTLED = [
    ("alternates.pptx", "words", "chosen|fallback", "", "part 3, AlternateContent: the choice if its namespaces are understood, else the fallback"),
    ("alternates.pptx", "words", "", OFFICE, "part 3, AlternateContent: its text is in the slide once"),
    ("breaks.pptx", "words", "77|number", LIBRARY, "part 1 §21.1.2.2.4 fld: the stored text is the text"),
    ("pictures.pptx", "links", "", LIBRARY, "part 1 §21.1.2.3.5 hlinkClick: also of a picture"),
    ("made-shapes.odp", "words", "1|7", LIBRARY, "ODF §7.3, text:page-number: the stored text is the text"),
    ("made-*odp", "titles", "", LIBRARY, "ODF §19, presentation:class"),
    ("odf-slides.odp", "titles", "", LIBRARY, "ODF §19, presentation:class"),
]


def office_readings(paths, folder):
    """Returns LibreOffice's flat presentation of each presentation that it opens."""
    results = {}
    for start in range(0, len(paths), 40):
        names = {}
        inside, outside = (os.path.join(folder, f"{name}-{start}") for name in ("in", "out"))
        os.makedirs(inside)
        for number, path in enumerate(paths[start:start + 40]):
            shutil.copy(path, os.path.join(inside, f"{number:04}{os.path.splitext(path)[1]}"))
            names[f"{number:04}"] = path
        command = ["soffice", f"-env:UserInstallation=file://{folder}/profile", "--headless", "--convert-to", "fodp", "--outdir", outside]
        try:
            subprocess.run(command + sorted(os.path.join(inside, name) for name in os.listdir(inside)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=400)
        except subprocess.TimeoutExpired:
            print("LibreOffice did not end in 400 seconds", file=sys.stderr)
        for number, path in names.items():
            result = os.path.join(outside, f"{number}.fodp")
            if os.path.exists(result):
                with open(result, encoding="utf-8") as file:
                    results[path] = OpenSlides(file.read())
    return results


def library_reading(path):
    """Returns the reading of python-pptx or odfpy, or None if it cannot open the presentation."""
    try:
        if path.endswith((".odp", ".otp")):
            from odf.opendocument import load
            return OpenSlides(load(path).xml())
        if path.endswith(".fodp"):
            with open(path, encoding="utf-8") as file:
                return OpenSlides(file.read())
        return PointReading(path)
    except Exception as error:
        return None if "encrypted" in path or not isinstance(error, (TypeError, AttributeError)) else print(f"{path}: {error!r}")


def compare(options):
    folder, documents = options["scratch"], options["documents"]
    if not documents:
        documents = os.path.join(folder, "documents")
        missing = slide_documents.make(documents)
        if missing:
            print(missing)
    paths, own = [], {name: losses for name, _, _, losses in slide_documents.lines()}
    for root in [documents, options["suite"]]:
        for base, _, names in os.walk(root or "/nonexistent"):
            paths += [os.path.join(base, name) for name in names if name.endswith(ENDINGS) and options["only"] in name]
    paths.sort()
    office, pages = office_readings(paths, folder), {}
    if options["program"]:
        program = Program(options["program"], folder)
        pages, marks, plains = (program.convert(paths, kind) for kind in ("html", "md", "txt"))
    cases, counts, kinds = [], Counter(), Counter()
    for path in paths:
        name, flaws, told = os.path.basename(path), [], []
        library = library_reading(path)
        others = {title: reading for title, reading in ((OFFICE, office.get(path)), (LIBRARY, library)) if reading is not None}
        if options["program"]:
            report, page = pages[path]
            told = report.get("losses", [])
            reading = SlidePage(page) if page is not None else None
        else:
            report, reading = {"message": "not readable or encrypted"}, library
            others.pop(LIBRARY, None)
        if "encrypted" in name:
            if reading is not None:
                flaws.append("it is encrypted and was converted")
            elif not re.search("encrypt|password", words_of(report), re.I):
                flaws.append(f"its refusal does not say that it is encrypted: {words_of(report)[:200]}")
        elif reading is None:
            flaws.append(f"not converted: {words_of(report)[:200]}")
        else:
            if others:
                flaws += differences(name, reading, others, SETTLED, ASPECTS, cases)
                flaws += order_differences(name, "titles", reading.titles, {title: other.titles for title, other in others.items()}, SETTLED, cases)
            if options["program"]:
                if re.search("LibreOffice|soffice|pandoc", " ".join(report["plan"]["steps"])):
                    flaws.append("another program has read it")
                for title, text in (("plain text", Counter(tokens(plains[path][1] or ""))), ("Markdown", markdown_words(marks[path][1] or ""))):
                    lacking = reading.words - text
                    if lacking:
                        flaws.append(f"the {title} lacks words: {' '.join(sorted(lacking))[:200]}")
                flaws += [f"no loss is counted of {pattern}" for pattern in own.get(name, ()) if not any(re.search(pattern, f"{loss['kind']} {loss['detail']}", re.I) for loss in told)]
        kinds.update(f"{loss['kind']}: {loss['detail']}" for loss in told)
        counts["failed" if flaws else "agreed"] += 1
        print(f"{'FAILED' if flaws else 'ok    '} {name}: {len(told)} losses" + "".join(f"\n    {flaw}" for flaw in flaws[:None if options["verbose"] else 12]))
        if options["verbose"]:
            for loss in told:
                print(f"    lost: {loss['kind']}, {loss['count']}, {loss['detail']}")
    if options["verbose"]:
        for name, aspect, shown, rule in cases:
            print(f"by rule: {name}, {aspect}, {shown}: {rule}")
    print(f"{len(paths)} presentations, {counts['agreed']} agreed, {counts['failed']} failed, {len(cases)} cases by a rule, {sum(kinds.values())} losses of {len(kinds)} kinds")
    return counts["failed"]


def main():
    options = {"documents": None, "suite": None, "only": "", "verbose": False, "hostile": False, "slow": 1.0, "program": None, "reader": None}
    arguments = sys.argv[1:]
    while arguments:
        word = arguments.pop(0)
        name = word.lstrip("-")
        if word in ("--verbose", "--hostile"):
            options[name] = True
        elif word in ("--documents", "--suite", "--only", "--slow", "--reader") and arguments:
            options[name] = float(arguments.pop(0)) if name == "slow" else arguments.pop(0)
        elif not word.startswith("-") and options["program"] is None:
            options["program"] = word
        else:
            sys.exit(__doc__)
    if (options["program"] is None) == (options["reader"] is None) or options["reader"] and options["hostile"]:
        sys.exit(__doc__)
    if shutil.which("soffice") is None and not options["hostile"]:
        print("missing: soffice; apt-get install libreoffice-impress-nogui")
        sys.exit(2)
    if not options["hostile"]:
        slide_documents.need_packages()
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as options["scratch"]:
        sys.exit(1 if (attack(options, HOSTILE, make_hostile, ("html", "txt")) if options["hostile"] else compare(options)) else 0)


main()
