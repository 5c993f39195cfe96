#!/usr/bin/env python3
"""Writes the language models by which encodings are detected, from message catalogues in gettext's form.

usage: language-models.py FOLDER... [--write SOURCES] [--held-out FILE]

This is a generator of source files, not a check. Neither .ci/run nor .ci/long runs it, because it needs message catalogues of many
packages. The step `encodings` of .ci/long checks what it generates.

FOLDER holds catalogues as `LANGUAGE/LC_MESSAGES/NAME.mo`, as /usr/share/locale does. The tables in the sources are made of
the translations in these packages of Debian 12: wesnoth-1.16-data and freeciv-data, whose texts are prose, and the
catalogues of the programs in /usr/share/locale. --write writes LanguageModels+*.swift in that folder. --held-out writes
every tenth message, which no model is made of, as lines LANGUAGE TAB TEXT.

A model of an alphabet is the probability of each letter after each other one; a model of ideographs and syllables the
probability of each character. Letters are folded to lower case, all that is no letter is one class, and so is every letter
that the language does not use. Costs are negative natural logarithms, a third of a unit a level.
"""
import collections, glob, math, os, re, struct, sys, unicodedata, zlib

LATIN = {
    "en": ["en_GB"], "de": ["de"], "fr": ["fr"], "es": ["es"], "pt": ["pt_BR", "pt"], "it": ["it"], "nl": ["nl"],
    "sv": ["sv"], "da": ["da"], "nb": ["nb", "nb_NO"], "fi": ["fi"], "is": ["is"], "ca": ["ca"], "pl": ["pl"],
    "cs": ["cs"], "sk": ["sk"], "hu": ["hu"], "ro": ["ro"], "hr": ["hr", "sr@latin"], "sl": ["sl"], "et": ["et"],
    "lt": ["lt"], "lv": ["lv"], "tr": ["tr"], "vi": ["vi"],
}
OTHER = {
    "ru": ["ru"], "uk": ["uk"], "be": ["be"], "bg": ["bg"], "sr": ["sr"], "mk": ["mk"], "el": ["el"], "he": ["he"],
    "ar": ["ar"], "fa": ["fa"], "th": ["th"],
}
CHARACTERS = {"ja": ["ja"], "ko": ["ko"], "zh-Hans": ["zh_CN"], "zh-Hant": ["zh_TW"]}
CHARACTER_COUNT = {"ja": 1600, "ko": 1300, "zh-Hans": 2000, "zh-Hant": 2000}

LEVELS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
HIGHEST = 28


def messages(path):
    """The pairs of a catalogue."""
    data = open(path, "rb").read()
    order = "<" if data[:4] == b"\xde\x12\x04\x95" else ">"
    count, originals, translations = struct.unpack(order + "III", data[8:20])
    for index in range(count):
        pair = []
        for table in (originals, translations):
            length, offset = struct.unpack(order + "II", data[table + 8 * index : table + 8 * index + 8])
            pair.append(data[offset : offset + length])
        if pair[0]:
            yield pair


def cleaned(text):
    text = re.sub(r"<[^>]*>|&[a-z]+;|https?://\S+|%\(\w+\)\w|%[-+ 0-9.$]*[a-zA-Z]+|\$[\w|]+|\{[^}]*\}|[\\~/][\w./-]+", " ", text)
    return re.sub(r"\s+", " ", text.replace("\0", " ").replace("_", "")).strip()


def texts(folders, names, native):
    """The translations of a language: those to learn from and those held out."""
    learned, held_out, seen = [], [], set()
    for folder in folders:
        for name in names:
            for path in sorted(glob.glob(os.path.join(folder, name, "LC_MESSAGES", "*.mo"))):
                try:
                    pairs = list(messages(path))
                except (struct.error, OSError):
                    continue
                for original, translation in pairs:
                    if (original == translation and names != ["en_GB"]) or len(translation) < 24 or translation in seen:
                        continue
                    seen.add(translation)
                    try:
                        text = cleaned(unicodedata.normalize("NFC", translation.decode("utf-8")))
                    except UnicodeDecodeError:
                        continue
                    if sum(map(native, text)) * 2 < sum(map(str.isalpha, text)):
                        continue
                    (held_out if zlib.crc32(translation) % 10 == 0 else learned).append(text)
    return learned, held_out


def spelled(language, text):
    """The text as the encodings of the language have it."""
    if language == "fa":
        return text.replace("\u06cc", "\u064a").replace("\u06c0", "\u0647")
    if language == "ro":
        return text.translate({0x219: 0x15F, 0x21B: 0x163, 0x218: 0x15E, 0x21A: 0x162})
    if language != "vi":
        return text
    result = ""
    for character in text:
        try:
            character.encode("cp1258")
        except UnicodeEncodeError:
            marks = unicodedata.normalize("NFD", character)
            tones = [mark for mark in marks if mark in "\u0300\u0309\u0303\u0301\u0323"]
            rest = "".join(mark for mark in marks if mark not in tones)
            character = unicodedata.normalize("NFC", rest) + "".join(tones)
        result += character
    return result


def is_letter(character):
    return unicodedata.category(character)[0] in "LM"


def alphabet_model(language, learned, latin):
    letters = collections.Counter(c for text in learned for c in spelled(language, text).lower() if is_letter(c))
    total = sum(letters.values())
    alphabet = [c for c, n in letters.items() if n > total * 0.00003 and (latin or ord(c) >= 0x80)]
    if language == "en":
        alphabet = []
    if latin:
        alphabet += [c for c in "abcdefghijklmnopqrstuvwxyz" if c not in alphabet]
        alphabet = [c for c in alphabet if ord(c) < 0x250 or 0x300 <= ord(c) < 0x330]
    else:
        alphabet = [c for c in alphabet if ord(c) >= 0x370]
    alphabet.sort()
    classes = {c: i + 1 for i, c in enumerate(alphabet)}
    size = len(alphabet) + 1
    pairs = [[0] * size for _ in range(size)]
    for text in learned:
        before = 0
        for c in spelled(language, text).lower() + " ":
            now = classes.get(c, None if is_letter(c) else 0)
            if now is None:
                before = 0
                continue
            if before or now:
                pairs[before][now] += 1
            before = now
    rows = []
    for row in pairs:
        whole = sum(row) + 0.5 * size
        costs = [min(HIGHEST, round(-3 * math.log((n + 0.5) / whole))) for n in row]
        floor = max(costs)
        text, run = LEVELS[floor], 0
        for cost in costs + [None]:
            if cost == floor and run < 26:
                run += 1
                continue
            if run:
                text += chr(96 + run)
                run = 0
            if cost == floor:
                run = 1
            elif cost is not None:
                text += LEVELS[cost]
        rows.append(text)
    return "".join(alphabet), rows, total


def character_model(language, learned):
    counts = collections.Counter(c for text in learned for c in text if ord(c) >= 0x80)
    total = sum(counts.values())
    groups = collections.defaultdict(list)
    for c, n in counts.most_common(CHARACTER_COUNT[language]):
        groups[round(-3 * math.log(n / total))].append(c)
    return groups, total


def wrapped(words, width=104):
    lines, line = [], ""
    for word in words:
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = line + " " + word if line else word
    return lines + [line]


def swift(name, title, entries):
    body = "\n".join("    " + line for line in entries)
    return f'''// Generated by Tests/Generators/language-models.py, which names the sources; do not edit.

extension LanguageModels {{
  /// {title}
  static let {name} = #"""
{body}
    """#
}}
'''


def main():
    arguments, folders, sources, held = sys.argv[1:], [], None, None
    while arguments:
        word = arguments.pop(0)
        if word == "--write":
            sources = arguments.pop(0)
        elif word == "--held-out":
            held = open(arguments.pop(0), "w", encoding="utf-8")
        else:
            folders.append(word)
    for table, title, languages, latin in (
        ("latin", "The languages of Latin letters.", LATIN, True),
        ("otherAlphabets", "The languages of other alphabets.", OTHER, False),
    ):
        entries = []
        for language, names in languages.items():
            learned, held_out = texts(folders, names, (lambda c: True) if latin else (lambda c: ord(c) >= 0x370 and c.isalpha()))
            alphabet, rows, total = alphabet_model(language, learned, latin)
            # Marks that combine stand after a dotted circle each, so that the line shows them.
            shown = "".join("\u25cc" + c if unicodedata.combining(c) or unicodedata.category(c) == "Mn" else c for c in alphabet)
            print(language, total, len(alphabet), shown, len("".join(rows)), file=sys.stderr)
            entries += [f"= {language} {shown}"] + wrapped(rows)
            if held:
                held.writelines(f"{language}\t{text}\n" for text in held_out)
        if sources:
            open(os.path.join(sources, f"LanguageModels+{table[0].upper()}{table[1:]}.swift"), "w").write(swift(table, title, entries))
    entries = []
    for language, names in CHARACTERS.items():
        learned, held_out = texts(folders, names, lambda c: ord(c) >= 0x2E80)
        groups, total = character_model(language, learned)
        print(language, total, file=sys.stderr)
        entries.append(f"= {language}")
        for level in sorted(groups):
            characters = "".join(sorted(groups[level]))
            entries += [f"{level} {characters[i:i + 50]}" for i in range(0, len(characters), 50)]
        if held:
            held.writelines(f"{language}\t{text}\n" for text in held_out)
    if sources:
        path = os.path.join(sources, "LanguageModels+Characters.swift")
        open(path, "w").write(swift("characters", "The languages of ideographs and syllables.", entries))


main()
