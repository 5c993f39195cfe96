#!/usr/bin/env python3
"""Compares how the program, LibreOffice and pandoc read Word and OpenDocument files.

Usage: office.py PROFFER [--documents FOLDER] [--suite FOLDER] [--only TEXT] [--verbose] [--slow N]
       office.py PROFFER --hostile [--only TEXT] [--slow N]

Makes the documents of office_documents.py, or reads those of the folder --documents; --suite adds your own documents
below a folder. Compares words, headings with their levels, list items with their levels and labels, cells with their
spans, addresses of links, formatted words, and the numbers of pictures and notes. If LibreOffice and pandoc agree, the
program must agree too. If they differ, the program must agree with the one that the table SETTLED names with the rule of
the standard, or with either if the table has no entry. The table RULES has the cases in which the program is right and
both others are wrong. Two forms of a document must read the same. The Markdown and the plain text must have all words
of the page. The program must refuse encrypted documents with an error message.

With --hostile, converts each hostile document with a limit on time and memory, and checks the expected outcome. --slow
multiplies the seconds, for builds that are not optimized. --verbose lists all losses and all cases of RULES.

LibreOffice's Writer, pandoc, and what office_documents.py needs must be installed. Ends with 1 if something failed, and
with 2 if something is missing.
"""

import base64, fnmatch, os, re, shutil, subprocess, sys, tempfile
from collections import Counter
import office_documents
from attacks import attack
from office_program import Program, words_of
from office_hostile import HOSTILE, make_hostile
from office_parts import OASIS, write_package
from office_readings import *
from xml.etree import ElementTree

ENDINGS = (".docx", ".dotx", ".docm", ".dotm", ".odt", ".ott", ".fodt")
# Where the two others differ, which of them is right: names of documents, aspect (or * for all but formats), pattern of the
# key, program, rule.
# Part 1 and 3 are those of ISO/IEC 29500, ODF is part 3 of OpenDocument 1.3. The first line that fits is the one.
OFFICE, PANDOC = "LibreOffice", "pandoc"
SETTLED = [
    ("alternates.docx", "words", "", OFFICE, "part 3, AlternateContent: the first choice whose namespaces are understood, else the fallback"),
    ("controls.docx", "words", "custom|wrapped", OFFICE, "part 1 §17.5.1, customXml: its contents are those of the document"),
    ("direction.docx", "words", "漢字|אבג|overridden", OFFICE, "part 1 §17.3.2.3 bdo, §17.3.2.8 dir, §17.3.3.25 ruby: their contents are text"),
    ("*fields.docx", "words", "neverended", PANDOC, "part 1 §17.16.18 fldChar: a field that never ends is no field, and its words are text"),
    ("*fields.docx", "words", "stored", PANDOC, "part 1 §17.16.18 fldChar: the stored result is the text"),
    ("*fields.docx", "words", "outerresult|hiddeninner", OFFICE, "part 1 §17.16.18 fldChar: a field in the codes of another one is not text"),
    ("*fields.docx", "words", "simpleresult", OFFICE, "part 1 §17.16.19 fldSimple: its contents are the result"),
    ("*fields.docx", "words", "pressme", OFFICE, "part 1 §17.16.5, MACROBUTTON: the text of the button is in the codes"),
    ("links.docx", "words", "", OFFICE, "part 1 §17.16.19 fldSimple: its contents are the result"),
    ("links.docx", "links", "", OFFICE, "part 1 §17.16.5, HYPERLINK: also in several pieces, nested, and in fldSimple"),
    ("characters-styles.docx", "formats", "plainly|'child'|grandchild|direct", OFFICE, "part 1 §17.7.2: the properties of styles and of those that they are based on"),
    ("styles.odt", "formats", "", OFFICE, "ODF §16.2: the properties of a style and of its parents"),
    ("streamed.docx", "words", "", OFFICE, "as links.docx"),
    ("*fields.docx", "headings", "contents", OFFICE, "part 1 §17.3.1.20 outlineLvl: 9 is body text, also against the style that it is based on"),
    ("headings.docx", "headings", "", OFFICE, "part 1 §17.3.1.20 outlineLvl: the level, and not the name of the style, makes a heading"),
    ("macros.docm", "headings", "", OFFICE, "as headings.docx"),
    ("office-styles.do*", "headings", "", OFFICE, "part 1 §17.3.1.20 outlineLvl: of the paragraph itself"),
    ("hidden.docx", "words", "webhidden", PANDOC, "part 1 §17.3.2.44 webHidden: is only hidden in the view of web pages"),
    ("hidden.docx", "words", "", OFFICE, "part 1 §17.3.2.41 vanish: is not shown; of a style too, unless the run says otherwise"),
    ("office-direction.*", "words", "concealed", OFFICE, "part 1 §17.3.2.41 vanish; ODF §20, text:display"),
    ("lists-labels.docx", "labels", "outer|letters", OFFICE, "part 1 §17.9.11 lvlText: the numbers of the levels that it names"),
    ("lists-restarts.docx", "labels", "then shallow", PANDOC, "part 1 §17.9.10 lvlRestart: the number of a level does not depend on deeper ones"),
    ("without-styles.docx", "labels", "then shallow", PANDOC, "as lists-restarts.docx"),
    ("lists-restarts.docx", "items", "deep first", "", "no rule: a list of HTML has no levels without the ones above"),
    ("without-styles.docx", "items", "deep first", "", "as lists-restarts.docx"),
    ("lists-restarts.docx", "*", "", OFFICE, "part 1 §17.9.1 abstractNum: the numbers are counted in it, and several num go on; §17.9.3 ilvl: a level without the ones above"),
    ("without-styles.docx", "*", "", OFFICE, "as lists-restarts.docx"),
    ("lists-styles.docx", "*", "", OFFICE, "part 1 §17.9.3 ilvl and §17.9.18 numId are inherited each by itself; §17.9.21 numStyleLink"),
    ("notes.docx", "items", "", OFFICE, "part 1 §17.11: a note has paragraphs as the body has"),
    ("other-places.docx", "items", "", OFFICE, "as notes.docx"),
    ("page-*.docx", "*", "", OFFICE, "part 1 §17.9.18 numId; §20.4 anchor: pictures that text flows around are pictures"),
    ("page-*.dotx", "*", "", OFFICE, "as page-*.docx"),
    ("symbols.docx", "words", "stop|return|position", OFFICE, "part 1 §17.3.3.4 cr, §17.3.3.23 ptab: separate words"),
    ("tables-rows.docx", "words", "", OFFICE, "part 1 §17.4, tblGrid: what is missing there is no reason to drop cells; customXml around rows"),
    ("macros-template.dotm", "words", "", OFFICE, "as tables-rows.docx"),
    ("tables-rows.docx", "cells", "wide three|r2 wide", PANDOC, "part 1 §17.4.17 gridSpan"),
    ("tables-rows.docx", "cells", "'b[23]'|nogrid|merged left|custom|content in control|'last'", OFFICE, "part 1 §17.4, gridBefore, hMerge, customXml: cells are at their places in the grid"),
    ("tables-spans.docx", "cells", "", OFFICE, "part 1 §17.4, tblHeader: only the first rows without a gap are heads, and no row moves"),
    ("*text-boxes.docx", "*", "", OFFICE, "part 3, AlternateContent: a text box is in the document once, with its paragraphs, lists and tables"),
    ("office-boxes.*", "words", "", OFFICE, "part 3, AlternateContent; ODF §10.4.3 draw:text-box"),
    ("boxes.odt", "*", "", OFFICE, "ODF §10.4.3 draw:text-box, §10.3 shapes, §5.4 text:section: their paragraphs are those of the document"),
    ("direction.odt", "words", "漢字", OFFICE, "ODF §6.4 text:ruby"),
    ("fields.odt", "words", "^[a-z]", OFFICE, "ODF §7: the contents of a field are its shown text; §8: of an index too"),
    ("headings.odt", "*", "", OFFICE, "ODF §5.4 text:section"),
    ("hidden.odt", "words", "", OFFICE, "ODF §20, text:display"),
    ("links.odt", "counts", "", OFFICE, "ODF §6.1.8 text:a: a picture in a link is a picture"),
    ("lists.odt", "labels", "after the empty", OFFICE, "ODF §5.3.3 text:list-item: the first line of an item has the number, and an item without a line has none"),
    ("lists.odt", "*", "", OFFICE, "ODF §5.3: text:start-value, text:continue-numbering, text:continue-list, text:list-header, text:numbered-paragraph"),
    ("notes.odt", "*", "", OFFICE, "ODF §6.3: a note has lists too"),
    ("office-lists.*", "*", "", OFFICE, "ODF §5.3: text:start-value, text:continue-numbering"),
    ("office-sections.odt", "words", "open|section", OFFICE, "ODF §5.4 text:section"),
    ("office-contents.odt", "words", "^[a-z]", OFFICE, "ODF §8: the text of an index is in its body"),
    ("office-tables.odt", "*", "", OFFICE, "ODF §9.1: header rows are rows, and tables may be in cells"),
    ("page-tables.odt", "*", "", OFFICE, "ODF §9.1: header rows are rows, cells over several columns"),
    ("page-pictures.o*", "counts", "", OFFICE, "ODF §6.1.8 text:a: a picture in a link is a picture"),
    ("pictures.odt", "words", "", OFFICE, "ODF §10.4.3 draw:text-box: the caption in a frame"),
    ("tables.odt", "*", "", OFFICE, "ODF §9.1: header rows, table:number-columns-repeated, spans, tables, lists and headings in cells"),
]
# Names of documents, aspect, pattern of the key, and the rule that says that the program is right against both others.
RULES = [
    ("*", "headings", r"^\(1, '(title words|this is the title|contents)'", "no rule: a paragraph in the style Title is a heading of level 1"),
    ("office-styles.*", "formats", "'bold', 'words'", "no rule: a paragraph in the style Title is a heading of level 1"),
    ("characters-styles.docx", "formats", "toggled", "part 1 §17.7.3: what the paragraph's and the character's style both set is not set"),
    ("direction.odt", "formats", "bold", "ODF §20, style:font-weight-complex: for scripts that need it"),
    ("styles.odt", "formats", "child", "ODF §16.2: the properties of a style and of its parents"),
    ("embedded.docx", "words", "", "part 1 §21.4 diagrams: their words are in the part of the data; the words of a graphic stand for it"),
    ("diagram.docx", "words", "", "part 1 §21.4 diagrams: their words are in the part of the data"),
    ("fields.docx", "words", "^(1|2|f)'?$", "part 1 §17.16.5, EQ: the formula is in the codes"),
    ("fields.odt", "words", r"\d|chaptername|storedtitle", "ODF §7: the contents of a field are its shown text, as they were stored"),
    ("referenceToChapter.odt", "words", "", "ODF §7: the contents of a reference are its shown text, as they were stored"),
    ("office-contents.odt", "words", r"^\d+$", "ODF §7: the contents of a field are its shown text, as they were stored"),
    ("hidden.docx", "*", "hidden|row|'?y'?", "part 1 §17.4, hidden: a row that is hidden"),
    ("hidden.odt", "words", "", "ODF §7, text:hidden-paragraph: the paragraph is hidden"),
    ("links.odt", "links", "other", "ODF part 2: addresses in a package are relative to it as to a folder"),
    ("lists-levels.docx", "labels", "letter bb", "no rule: letters after z are those of HTML, and are counted"),
    ("lists-styles.docx", "*", "deeper by hand", "no rule: a list of HTML has no levels without the ones above, and numbers with them are counted"),
    ("lists.odt", "*", "no label|no suffix|in all", "no rule: a level without a label has no items"),
    ("lists.odt", "labels", "only inner", "no rule: an item that only holds a list has a number in HTML"),
    ("orderedListHeader.odt", "labels", "great up here", "no rule: an item that only holds a list has a number in HTML"),
    ("lists-labels.docx", "*", "", "no rule: numbers that HTML has no kind for are text, and are counted"),
    ("lists-levels.docx", "*", "level [678]", "no rule: numbers that HTML has no kind for are text, and are counted"),
    ("template.dotx", "*", "level [678]", "as lists-levels.docx"),
    ("*lists-restarts.docx", "labels", "inner c", "part 1 §17.9.10 lvlRestart: 0 is never"),
    ("without-styles.docx", "labels", "inner c", "part 1 §17.9.10 lvlRestart: 0 is never"),
    ("lists-styles.docx", "*", "linked", "part 1 §17.9.23 pStyle: the level is the one that names the style"),
    ("minimal-names.docx", "*", "third", "part 2: names of parts are the same in other letters' case"),
    ("*notes.docx", "counts", "notes", "part 1 §17.11: there is no note with this number, which is counted"),
    ("other-places.docx", "counts", "notes", "as notes.docx"),
    ("*math.*", "words", "", "no rule: formulas are linear text, and are counted"),
    ("formula.odt", "words", "", "no rule: formulas are linear text, and are counted"),
    ("picture*", "words", "missing", "no rule: the words of a picture that is missing stand for it"),
    ("*pictures.docx", "counts", "pictures", "no rule: a picture that is missing is counted"),
    ("tables.odt", "cells", r"'e\d'", "ODF §9.1, table:number-rows-repeated"),
    ("tables.odt", "*", "group|of rows|^(a|in|of|rows)$", "ODF §9.1, table:table-row-group: its rows are rows of the table"),
    ("paragraph_insertion_deletion.docx", "words", "split|paragraph", "part 1 §17.13.5: a deleted mark joins two paragraphs"),
    ("text_in_shape_format.docx", "words", "", "part 1 §17.16.18 fldChar: the stored result is the text"),
]


class Others:
    """The readings of LibreOffice and pandoc."""

    def __init__(self, folder):
        self.folder = folder

    def office(self, paths):
        """Returns LibreOffice's flat text and plain text of each document that it opens."""
        results = {path: [None, None] for path in paths}
        for index, (kind, ending) in enumerate((("fodt:OpenDocument Text Flat XML", "fodt"), ("txt:Text (encoded):UTF8", "txt"))):
            for start in range(0, len(paths), 60):
                names = {}
                inside, outside = (os.path.join(self.folder, f"{name}-{ending}-{start}") for name in ("in", "out"))
                os.makedirs(inside)
                for number, path in enumerate(paths[start:start + 60]):
                    copy = os.path.join(inside, f"{number:04}{os.path.splitext(path)[1]}")
                    shutil.copy(path, copy)
                    names[number] = path
                command = ["soffice", f"-env:UserInstallation=file://{self.folder}/profile", "--headless", "--convert-to", kind, "--outdir", outside]
                try:
                    subprocess.run(command + sorted(os.path.join(inside, name) for name in os.listdir(inside)), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=400)
                except subprocess.TimeoutExpired:
                    print("LibreOffice did not end in 400 seconds", file=sys.stderr)
                for number, path in names.items():
                    result = os.path.join(outside, f"{number:04}.{ending}")
                    if os.path.exists(result):
                        with open(result, encoding="utf-8-sig") as file:
                            results[path][index] = file.read()
        return results

    def pandoc(self, path):
        """Returns pandoc's syntax tree, or None if pandoc cannot read the document."""
        form = "docx" if path.endswith(("x", "m")) else "odt"
        if path.endswith(".fodt"):
            path = self.packaged(path)
        try:
            run = subprocess.run(["pandoc", "-f", form, "-t", "json", path], capture_output=True, timeout=300)
        except subprocess.TimeoutExpired:
            return None
        return run.stdout.decode() if run.returncode == 0 else None

    def packaged(self, path):
        """Converts a flat text to a package, because pandoc cannot read flat texts."""
        root = ElementTree.parse(path).getroot()
        office = "{" + OASIS + "office:1.0}"
        parts = {child.tag.removeprefix(office): child for child in root}
        pictures = {}
        for image in root.iter("{" + OASIS + "drawing:1.0}image"):
            for data in image.findall(office + "binary-data"):
                name = f"Pictures/{len(pictures)}.png"
                pictures[name] = base64.b64decode(data.text or "")
                image.remove(data)
                image.set("{http://www.w3.org/1999/xlink}href", name)

        def part(name, *kept):
            made = ElementTree.Element(office + name, {office + "version": "1.3"})
            made.extend(parts[child] for child in kept if child in parts)
            return ElementTree.tostring(made, "utf-8", xml_declaration=True)
        result = os.path.join(self.folder, "packaged.odt")
        write_package(result, {
            "mimetype": b"application/vnd.oasis.opendocument.text", "content.xml": part("document-content", "font-face-decls", "automatic-styles", "body"),
            "styles.xml": part("document-styles", "font-face-decls", "styles", "automatic-styles", "master-styles"), "meta.xml": part("document-meta", "meta"), **pictures,
            "META-INF/manifest.xml": f'<manifest:manifest xmlns:manifest="{OASIS}manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/></manifest:manifest>'.encode()})
        return result


def without_numbers(headings, theirs):
    """Returns headings without their numbers, which are not text in the other readings."""
    known, found = set().union(*theirs), Counter()
    for (level, text), count in headings.items():
        words = text.split()
        shorter = [(level, " ".join(words[skipped:])) for skipped in range(min(5, len(words)))]
        found[next((heading for heading in shorter if heading in known), (level, text))] += count
    return found


def differences(name, program, office, pandoc, cases):
    """Returns the differences between the program and the others; differences that a rule explains go to `cases`."""
    others = [reading for reading in (office, pandoc) if reading is not None]
    if not others:
        return
    for aspect in ASPECTS:
        mine, theirs = program.aspect(aspect), [other.aspect(aspect) for other in others]
        if aspect == "headings":
            mine = without_numbers(mine, theirs)
        keys = set(mine).union(*theirs)
        if aspect == "labels":
            # Lines that were not found in the plain text, or are in cells.
            unknown = {text for _, text, label in program.items if label is None} | program.celled
            keys = {key for key in keys if key[1] not in unknown}
        for key in sorted(keys, key=str):
            allowed = {other[key] for other in theirs}
            if len(allowed) > 1:
                right = next((witness for names, which, pattern, witness, _ in SETTLED if fnmatch.fnmatch(name, names)
                              and (which == aspect or which == "*" and aspect != "formats") and re.search(pattern, str(key))), None)
                allowed = {theirs[right == PANDOC][key]} if right else allowed
            if mine[key] in allowed:
                continue
            if aspect == "words" and mine[key] > max(allowed):
                # The text of a label that the page has no list for.
                if mine[key] <= max(allowed) + getattr(office, "label_words", Counter())[key]:
                    continue
            if aspect == "words" and min(allowed) <= mine[key] <= max(allowed):
                continue
            if aspect == "labels" and not any(text == key[1] for other in theirs for _, text in other):
                continue
            shown = f"{key}: program {mine[key]}, " + ", ".join(f"{title} {other.aspect(aspect)[key]}" for title, other in (("LibreOffice", office), ("pandoc", pandoc)) if other is not None)
            rule = next((rule for names, which, pattern, rule in RULES if fnmatch.fnmatch(name, names) and which in ("*", aspect) and re.search(pattern, str(key))), None)
            if rule:
                cases.append((name, aspect, shown, rule))
            else:
                yield f"{aspect}: {shown}"
        if aspect in ("headings", "items", "cells"):
            totals = [sum(other.values()) for other in theirs]
            if not min(totals) <= sum(mine.values()) <= max(totals) and not any(fnmatch.fnmatch(name, names) and which in ("*", aspect) for names, which, _, _ in RULES):
                yield f"{aspect}: in all, program {sum(mine.values())}, others {totals}"


def compare(options):
    folder = options["scratch"]
    documents = options["documents"]
    if not documents:
        documents = os.path.join(folder, "documents")
        missing = office_documents.make(documents)
        if missing:
            print(missing)
    paths = []
    for root in [documents, options["suite"]]:
        for base, _, names in os.walk(root or "/nonexistent"):
            paths += [os.path.join(base, name) for name in names if name.endswith(ENDINGS) and options["only"] in name and not name.endswith(".lo.fodt")]
    paths.sort()
    own = office_documents.sources()
    program, others = Program(options["program"], folder), Others(folder)
    pages, marks, plains = (program.convert(paths, kind) for kind in ("html", "md", "txt"))
    office = others.office(paths)
    readings, cases, counts, losses = {}, [], Counter(), Counter()
    for path in paths:
        name, (report, page) = os.path.basename(path), pages[path]
        flaws = []
        if "encrypted" in name:
            if page is not None:
                flaws.append("it is encrypted and was converted")
            elif not re.search("encrypt|password", words_of(report), re.I):
                flaws.append(f"its refusal does not say that it is encrypted: {words_of(report)[:200]}")
        elif page is None:
            flaws.append(f"not converted: {words_of(report)[:200]}")
        else:
            steps = " ".join(report["plan"]["steps"])
            if "pandoc" in steps or "LibreOffice" in steps or "soffice" in steps:
                flaws.append("another program has read it")
            reading = readings[path] = PageReading(page)
            plain, marked = plains[path][1] or "", marks[path][1] or ""
            reading.find_labels(plain)
            flat, text = office[path]
            libreoffice = OpenReading(flat) if flat else None
            if libreoffice:
                libreoffice.find_labels(text or "")
            tree = others.pandoc(path)
            if name not in own:
                flaws += differences(name, reading, libreoffice, TreeReading(tree) if tree else None, cases)
            for title, found in (("plain text", Counter(tokens(plain))), ("Markdown", markdown_words(marked))):
                # The words of a picture may stand at a word without a space.
                joined = "".join(found)
                lacking = {word for word in reading.words - found if word not in joined or found[word] == 0 and len(word) < 3}
                if lacking:
                    flaws.append(f"the {title} lacks words: {' '.join(sorted(lacking))[:200]}")
            source = os.path.join(os.path.dirname(path), own.get(name, ""))
            if name in own and source in readings:
                flaws += [f"not as {own[name]}: {aspect}" for aspect in ASPECTS if readings[source].aspect(aspect) != reading.aspect(aspect) and "without-styles" not in name]
            if not libreoffice and not tree:
                counts["without another witness"] += 1
        told = report.get("losses", [])
        losses.update(f"{loss['kind']}: {loss['detail']}" for loss in told)
        counts["failed" if flaws else "agreed"] += 1
        print(f"{'FAILED' if flaws else 'ok    '} {name}: {len(told)} losses" + "".join(f"\n    {flaw}" for flaw in flaws[:None if options["verbose"] else 12]))
        if options["verbose"]:
            for loss in told:
                print(f"    lost: {loss['kind']}, {loss['count']}, {loss['detail']}")
    if options["verbose"]:
        for name, aspect, shown, rule in cases:
            print(f"by rule: {name}, {aspect}, {shown}: {rule}")
    print(f"{len(paths)} documents, {counts['agreed']} agreed, {counts['failed']} failed, {counts['without another witness']} that only the program reads, "
          f"{len(cases)} cases by a rule, {sum(losses.values())} losses of {len(losses)} kinds")
    return counts["failed"]


def main():
    options = {"documents": None, "suite": None, "only": "", "verbose": False, "hostile": False, "slow": 1.0, "program": None}
    arguments = sys.argv[1:]
    while arguments:
        word = arguments.pop(0)
        name = word.lstrip("-")
        if word in ("--verbose", "--hostile"):
            options[name] = True
        elif word in ("--documents", "--suite", "--only", "--slow") and arguments:
            options[name] = float(arguments.pop(0)) if name == "slow" else arguments.pop(0)
        elif not word.startswith("-") and options["program"] is None:
            options["program"] = word
        else:
            sys.exit(__doc__)
    if options["program"] is None:
        sys.exit(__doc__)
    missing = [tool for tool in ("soffice", "pandoc") if shutil.which(tool) is None and not options["hostile"]]
    if missing:
        print(f"missing: {', '.join(missing)}; apt-get install libreoffice-writer-nogui pandoc python3-uno")
        sys.exit(2)
    if not options["hostile"]:
        office_documents.need_packages()
    with tempfile.TemporaryDirectory() as options["scratch"]:
        sys.exit(1 if (attack(options, HOSTILE, make_hostile, ("html", "txt")) if options["hostile"] else compare(options)) else 0)


main()
