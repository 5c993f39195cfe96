#!/usr/bin/env python3
"""Measures how many texts without a mark are read as they were written, beside uchardet where it is installed.

usage: encodings.py PROFFER TEXTS [--bytes N] [--count N] [--list]

TEXTS has lines LANGUAGE TAB TEXT, as language-models.py writes those that no model is made of. The texts of a language are
joined until they have N bytes (200) in each of its encodings, COUNT texts (40) of each. A text counts as read where its
characters are those that were written, whatever the encoding is called.
"""
import collections, os, shutil, subprocess, sys, tempfile, unicodedata

WESTERN = ["de", "fr", "es", "pt", "it", "sv", "da", "nb", "fi", "is", "ca"]
CENTRAL = ["pl", "cs", "sk", "hu", "ro", "hr", "sl"]
CYRILLIC = ["ru", "uk", "be", "bg", "sr", "mk"]
ENCODINGS = {
    "shift_jis": ["ja"], "euc_jp": ["ja"], "iso2022_jp": ["ja"], "cp949": ["ko"], "iso2022_kr": ["ko"], "gbk": ["zh-Hans"],
    "gb18030": ["zh-Hans"], "big5": ["zh-Hant"], "koi8_r": ["ru"], "koi8_u": ["uk"], "cp1250": CENTRAL,
    "cp1251": CYRILLIC, "cp1252": WESTERN, "cp1253": ["el"], "cp1254": ["tr"], "cp1255": ["he"],
    "cp1256": ["ar", "fa"], "cp1257": ["lt", "lv", "et"], "cp1258": ["vi"], "cp874": ["th"], "iso8859_2": CENTRAL,
    "iso8859_5": ["ru", "bg"], "iso8859_7": ["el"], "iso8859_9": ["tr"], "cp866": ["ru"], "mac_cyrillic": ["ru"],
    "utf_16_le": ["ja", "zh-Hans", "ko", "ru", "el", "he", "ar", "th", "de"],
    "utf_16_be": ["ja", "zh-Hans", "ko", "ru", "el", "he", "ar", "th", "de"],
    "utf_32_le": ["ja", "ru", "de"], "utf_32_be": ["ja", "ru", "de"], "utf_8": ["ja", "ru", "de"],
}
NAMES = {
    "shift_jis": "cp932", "euc-kr": "cp949", "uhc": "cp949", "euc-tw": "big5", "gb2312": "gbk", "tis-620": "cp874",
    "mac-cyrillic": "mac_cyrillic", "ascii": "utf-8", "unknown": "latin-1", "mac-centraleurope": "mac_latin2",
}


def samples(path, size, count):
    texts = collections.defaultdict(list)
    for line in open(path, encoding="utf-8"):
        language, text = line.rstrip("\n").split("\t", 1)
        texts[language].append(text)
    for encoding, languages in ENCODINGS.items():
        for language in languages:
            joined, number = b"", 0
            for text in texts[language]:
                if language == "fa":
                    text = text.replace("\u06cc", "\u064a")
                if language == "ro":
                    text = text.translate({0x219: 0x15F, 0x21B: 0x163, 0x218: 0x15E, 0x21A: 0x162})
                if language == "vi":
                    text = "".join(vietnamese(c) for c in text)
                try:
                    joined += text.encode(encoding) + "\n".encode(encoding)
                except UnicodeEncodeError:
                    continue
                if encoding.startswith("cp125") and sum(b >= 0x80 for b in joined) < 4:
                    joined = b""
                if len(joined) >= size:
                    yield encoding, language, joined
                    joined, number = b"", number + 1
                    if number == count:
                        break


def vietnamese(character):
    try:
        character.encode("cp1258")
        return character
    except UnicodeEncodeError:
        marks = unicodedata.normalize("NFD", character)
        tones = [mark for mark in marks if mark in "\u0300\u0309\u0303\u0301\u0323"]
        return unicodedata.normalize("NFC", "".join(m for m in marks if m not in tones)) + "".join(tones)


def by_uchardet(path, data):
    name = subprocess.run(["uchardet", path], capture_output=True, text=True).stdout.strip().lower()
    try:
        return name, data.decode(NAMES.get(name, name))
    except (LookupError, UnicodeDecodeError):
        return name, None


def by_proffer(program, path):
    run = subprocess.run(
        [program, "convert", path, "--from", "public.plain-text", "--to", "public.utf8-plain-text"], capture_output=True)
    return run.stderr.decode(), run.stdout.decode()


def main():
    arguments = sys.argv[1:]
    size, count, listed, places = 200, 40, False, []
    while arguments:
        word = arguments.pop(0)
        if word == "--bytes":
            size = int(arguments.pop(0))
        elif word == "--count":
            count = int(arguments.pop(0))
        elif word == "--list":
            listed = True
        else:
            places.append(word)
    program, texts = places
    witness = shutil.which("uchardet")
    right, total = collections.Counter(), collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "text.txt")
        for encoding, language, data in samples(texts, size, count):
            with open(path, "wb") as file:
                file.write(data)
            truth, key = data.decode(encoding), (encoding, language)
            total[key] += 1
            report, text = by_proffer(program, path)
            if text == truth:
                right["proffer", key] += 1
            elif listed:
                print(key, report.strip(), repr(truth[:60]))
            if witness and by_uchardet(path, data)[1] == truth:
                right["uchardet", key] += 1
    print(f"{'encoding':14}{'language':10}{'texts':>6}{'proffer':>9}{'uchardet':>10}")
    for encoding in ENCODINGS:
        for key in [key for key in total if key[0] == encoding]:
            shares = [100 * right[name, key] / total[key] for name in ("proffer", "uchardet")]
            print(f"{encoding:14}{key[1]:10}{total[key]:6}{shares[0]:8.0f}%{shares[1]:9.0f}%")
    for name in ("proffer", "uchardet") if witness else ("proffer",):
        print(name, f"{100 * sum(n for (who, _), n in right.items() if who == name) / sum(total.values()):.1f}%")


main()
