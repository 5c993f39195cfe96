#!/usr/bin/env python3
"""Measures how many unmarked texts are read correctly, compared with uchardet and chardet where these are installed.

usage: encodings.py PROFFER [TEXTS] [--check] [--list] [--bytes N] [--count N]

Without TEXTS, the texts are those of encoding-texts.txt, each tried in up to three encodings of its language. TEXTS has lines
LANGUAGE TAB TEXT, as language-models.py writes for texts used in no model. The texts of a language are then joined until
they have N bytes (200) in each of its encodings, COUNT texts (40) of each.

A text counts as read if its characters are correct, whatever the encoding is called and however its lines
end. A text of another language is read as Asian where it gets Chinese, Japanese or Korean characters. --list prints each text
that is not read, with what was read instead and the warning of the program. --check exits with 1 where less than 95 % of the
texts are read or one is read as Asian.
"""
import argparse, collections, itertools, json, os, shutil, subprocess, sys, tempfile, unicodedata

try:
    import chardet
except ImportError:
    chardet = None

OWN_TEXTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "encoding-texts.txt")
GOAL = 95
TRIES = 3

# The encodings of each language in encoding-texts.txt by their names in Python. The first one is always tried, and the others
# take turns from one text to the next.
LANGUAGES = {
    "en": "cp1252 cp437 mac_roman cp850", "de": "cp1252 mac_roman cp850 iso8859_15 cp437",
    "fr": "cp1252 mac_roman cp850 iso8859_15 cp437", "es": "cp1252 mac_roman cp850 iso8859_15 cp437",
    "pt": "cp1252 mac_roman cp850 iso8859_15", "it": "cp1252 mac_roman cp850 cp437", "nl": "cp1252 mac_roman cp850 cp437",
    "sv": "cp1252 mac_roman cp850 iso8859_15 cp437", "da": "cp1252 mac_roman cp850", "nb": "cp1252 mac_roman cp850",
    "fi": "cp1252 mac_roman cp850 iso8859_15 cp437", "is": "cp1252 cp850 iso8859_15",
    "pl": "cp1250 iso8859_2 cp852 mac_latin2 iso8859_16", "cs": "cp1250 iso8859_2 cp852 mac_latin2",
    "sk": "cp1250 iso8859_2 cp852 mac_latin2", "hu": "cp1250 iso8859_2 cp852 mac_latin2",
    "ro": "cp1250 iso8859_2 cp852 iso8859_16", "hr": "cp1250 iso8859_2 cp852", "sl": "cp1250 iso8859_2 cp852",
    "lt": "cp1257 iso8859_13 cp775 iso8859_4 mac_latin2", "lv": "cp1257 iso8859_13 cp775 iso8859_4 mac_latin2",
    "et": "cp1257 iso8859_13 cp775 iso8859_4 mac_latin2", "tr": "cp1254 iso8859_9 cp857 mac_turkish",
    "ru": "cp1251 koi8_r cp866 iso8859_5 mac_cyrillic cp855", "uk": "cp1251 koi8_u mac_cyrillic iso8859_5",
    "bg": "cp1251 iso8859_5 cp866 mac_cyrillic cp855", "sr": "cp1251 iso8859_5 mac_cyrillic cp855",
    "el": "cp1253 iso8859_7 cp737 mac_greek", "he": "cp1255 iso8859_8 cp862", "ar": "cp1256 iso8859_6", "th": "cp874 iso8859_11",
    "vi": "cp1258", "ja": "cp932 euc_jp iso2022_jp", "ko": "cp949 iso2022_kr", "zh-Hans": "gbk gb18030", "zh-Hant": "big5 gb18030",
}

WESTERN = ["de", "fr", "es", "pt", "it", "sv", "da", "nb", "fi", "is", "ca"]
CENTRAL = ["pl", "cs", "sk", "hu", "ro", "hr", "sl"]
CYRILLIC = ["ru", "uk", "be", "bg", "sr", "mk"]
# The languages of each encoding in a file TEXTS.
ENCODINGS = {
    "cp932": ["ja"], "euc_jp": ["ja"], "iso2022_jp": ["ja"], "cp949": ["ko"], "iso2022_kr": ["ko"], "gbk": ["zh-Hans"],
    "gb18030": ["zh-Hans"], "big5": ["zh-Hant"], "koi8_r": ["ru"], "koi8_u": ["uk"], "cp1250": CENTRAL,
    "cp1251": CYRILLIC, "cp1252": WESTERN, "cp1253": ["el"], "cp1254": ["tr"], "cp1255": ["he"],
    "cp1256": ["ar", "fa"], "cp1257": ["lt", "lv", "et"], "cp1258": ["vi"], "cp874": ["th"], "iso8859_2": CENTRAL,
    "iso8859_5": ["ru", "bg"], "iso8859_7": ["el"], "iso8859_9": ["tr"], "cp866": ["ru"], "mac_cyrillic": ["ru"],
    "utf_16_le": ["ja", "zh-Hans", "ko", "ru", "el", "he", "ar", "th", "de"],
    "utf_16_be": ["ja", "zh-Hans", "ko", "ru", "el", "he", "ar", "th", "de"],
    "utf_32_le": ["ja", "ru", "de"], "utf_32_be": ["ja", "ru", "de"], "utf_8": ["ja", "ru", "de"],
}

ASIAN_LANGUAGES = {"ja", "ko", "zh-Hans", "zh-Hant"}
ASIAN_ENCODINGS = {
    "shift_jis", "cp932", "euc-jp", "euc-kr", "uhc", "cp949", "johab", "gb2312", "gbk", "gb18030", "big5", "big5-hkscs", "euc-tw",
    "hz-gb-2312", "iso-2022-jp", "iso-2022-kr",
}
# Names of encodings that Python spells otherwise, or of which it has a larger form that web browsers use.
NAMES = {
    "shift_jis": "cp932", "euc-kr": "cp949", "uhc": "cp949", "euc-tw": "big5", "gb2312": "gbk", "tis-620": "cp874",
    "mac-cyrillic": "mac_cyrillic", "mac-centraleurope": "mac_latin2", "ascii": "utf-8", "unknown": "cp1252", "none": "cp1252",
}

Sample = collections.namedtuple("Sample", "kind language encoding data")


def is_dos(encoding):
    return encoding in ("cp437", "cp737", "cp775", "cp850", "cp852", "cp855", "cp857", "cp862", "cp866")


def records(path):
    """The records of encoding-texts.txt as language, kind and text."""
    language, kind, lines = None, None, []

    def finished():
        text = "\n".join(lines).strip("\n")
        if kind == "short":
            yield from ((language, kind, line) for line in text.split("\n"))
        elif kind:
            yield language, kind, text + "\n"

    for line in open(path, encoding="utf-8").read().split("\n"):
        if line.startswith("== "):
            yield from finished()
            _, language, kind = line.split()
            lines = []
        else:
            lines.append(line)
    yield from finished()


def encoded(text, language, encoding):
    """The bytes of a text in an encoding of its language; None if the encoding lacks a character."""
    if language == "fa":
        text = text.replace("\u06cc", "\u064a")
    if language == "ro" and encoding != "iso8859_16":
        text = text.translate({0x219: 0x15F, 0x21B: 0x163, 0x218: 0x15E, 0x21A: 0x162})
    if encoding == "cp1258":
        text = "".join(vietnamese(c) for c in text)
    try:
        return text.encode(encoding)
    except UnicodeEncodeError:
        return None


def vietnamese(character):
    """A character as Windows-1258 has it: the tones follow their letters."""
    try:
        character.encode("cp1258")
        return character
    except UnicodeEncodeError:
        marks = unicodedata.normalize("NFD", character)
        tones = [mark for mark in marks if mark in "\u0300\u0309\u0303\u0301\u0323"]
        return unicodedata.normalize("NFC", "".join(m for m in marks if m not in tones)) + "".join(tones)


def own_samples(path):
    """The texts of encoding-texts.txt in their encodings. Lines end as in the system of the encoding."""
    numbers = collections.Counter()
    for language, kind, text in records(path):
        encodings = LANGUAGES[language].split()
        if kind == "box":
            encodings = [encoding for encoding in encodings if is_dos(encoding)]
        elif kind == "name":
            encodings = [encoding for encoding in encodings if not is_dos(encoding) and not encoding.startswith("mac")]
        first, others = encodings[:1], encodings[1:]
        turn = numbers[language] * (TRIES - 1) % max(1, len(others))
        numbers[language] += 1
        tried = set()
        for encoding in first + others[turn:] + others[:turn]:
            end = "\r\n" if is_dos(encoding) else "\r" if encoding.startswith("mac") else "\n"
            data = encoded(text.replace("\n", end), language, encoding)
            # Where two encodings have the same bytes for a text, it is tried once.
            plain = encoded(text, language, encoding)
            if data and len(tried) < TRIES and plain not in tried:
                tried.add(plain)
                yield Sample(kind, language, encoding, data)


def joined_samples(path, size, count):
    """The texts of a file TEXTS, joined until they have the size."""
    texts = collections.defaultdict(list)
    for line in open(path, encoding="utf-8"):
        language, text = line.rstrip("\n").split("\t", 1)
        texts[language].append(text)
    for encoding, languages in ENCODINGS.items():
        for language in languages:
            data, number = b"", 0
            for text in texts[language]:
                piece = encoded(text + "\n", language, encoding)
                if piece is None:
                    continue
                data += piece
                if encoding.startswith("cp125") and sum(b >= 0x80 for b in data) < 4:
                    data = b""
                if len(data) >= size:
                    yield Sample("joined", language, encoding, data)
                    data, number = b"", number + 1
                    if number == count:
                        break


def by_proffer(program, paths, folder):
    """The program's text of each file, with its warnings."""
    read = {}
    for start in range(0, len(paths), 1000):
        run = subprocess.run(
            [program, "convert", "--json", *paths[start : start + 1000], "--from", "public.plain-text", "--to",
             "public.utf8-plain-text", "--into", folder], capture_output=True)
        for line in run.stdout.decode("utf-8", "replace").splitlines():
            try:
                report = json.loads(line)
            except ValueError:
                continue
            if "source" in report:
                text = open(report["path"], "rb").read().decode("utf-8", "replace") if report.get("path") else None
                read[report["source"]] = (" ".join(report.get("warnings", [])) or report.get("message", ""), text)
    return [read.get(path, ("no report", None)) for path in paths]


def by_uchardet(paths, samples):
    """uchardet's text of each file, with the name of the encoding."""
    names = []
    for start in range(0, len(paths), 1000):
        run = subprocess.run(["uchardet", *paths[start : start + 1000]], capture_output=True, text=True)
        names += [line.rsplit(": ", 1)[-1].strip() for line in run.stdout.splitlines()]
    return [named(name, sample.data) for name, sample in zip(names, samples)]


def by_chardet(samples):
    """chardet's reading of each text, with the name of the encoding."""
    return [named(str(chardet.detect(sample.data)["encoding"]), sample.data) for sample in samples]


def named(name, data):
    """A text in an encoding that a program has named."""
    name = name.lower()
    try:
        return name, data.decode(NAMES.get(name, name))
    except (LookupError, UnicodeDecodeError):
        return name, None


def normal(text):
    return None if text is None else unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))


def is_asian(name, text):
    """Whether a text has Chinese, Japanese or Korean characters, or could not be decoded in one of their encodings."""
    if text is None:
        return name in ASIAN_ENCODINGS
    return any("\u1100" <= c < "\u1200" or "\u2e80" <= c < "\ufb00" and c != "\uf8ff" or "\uff00" <= c < "\ufff0" for c in text)


def first_difference(text, other):
    """The first lines in which a text and another reading differ."""
    for line, instead in itertools.zip_longest(normal(text).split("\n"), (normal(other) or "").split("\n"), fillvalue=""):
        if line != instead:
            return line.strip()[:100], instead.strip()[:100]
    return "", ""


def table(samples, results, key):
    """Prints the share of texts that each program reads, by a key of the samples."""
    groups = collections.defaultdict(list)
    for index, sample in enumerate(samples):
        groups[key(sample)].append(index)
    for name, indices in groups.items():
        shares = "".join(f"{100 * sum(right[i] for i in indices) / len(indices):9.0f}%" for right, _ in results.values())
        print(f"{name:24}{len(indices):6}{shares}")
    print()


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("texts", nargs="?")
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--bytes", type=int, default=200)
    parser.add_argument("--count", type=int, default=40)
    arguments = parser.parse_args()
    if arguments.texts:
        samples = list(joined_samples(arguments.texts, arguments.bytes, arguments.count))
    else:
        samples = list(own_samples(OWN_TEXTS))
    truths = [normal(sample.data.decode(sample.encoding)) for sample in samples]

    with tempfile.TemporaryDirectory() as folder:
        paths = [os.path.join(folder, f"{index:05}.txt") for index in range(len(samples))]
        for path, sample in zip(paths, samples):
            with open(path, "wb") as file:
                file.write(sample.data)
        readings = {"proffer": by_proffer(arguments.program, paths, os.path.join(folder, "read"))}
        if shutil.which("uchardet"):
            readings["uchardet"] = by_uchardet(paths, samples)
        if chardet:
            readings["chardet"] = by_chardet(samples)

    results = {}
    for program, pairs in readings.items():
        right = [normal(text) == truth for (_, text), truth in zip(pairs, truths)]
        asian = [sample.language not in ASIAN_LANGUAGES and is_asian(*pair) for sample, pair in zip(samples, pairs)]
        results[program] = (right, asian)

    print(f"{'':24}{'texts':>6}" + "".join(f"{program:>10}" for program in results))
    table(samples, results, lambda sample: f"{sample.encoding} {sample.language}" if arguments.texts else sample.encoding)
    if not arguments.texts:
        table(samples, results, lambda sample: sample.language)
        table(samples, results, lambda sample: sample.kind)
        table(samples, results, lambda sample: "under 100 bytes" if len(sample.data) < 100 else "100 bytes and more")
        kinds = collections.Counter(kind for _, kind, _ in records(OWN_TEXTS))
        print(f"{sum(kinds.values())} texts ({', '.join(f'{kinds[kind]} {kind}' for kind in kinds)})", end=" ")
        print(f"in {len({sample.language for sample in samples})} languages, {len(samples)} in their encodings")
    for program, (right, asian) in results.items():
        share = 100 * sum(right) / len(samples)
        print(f"{program}: {sum(right)} of {len(samples)} right, {share:.1f} %; {sum(asian)} read as Asian by mistake")

    right, asian = results["proffer"]
    if arguments.list:
        for sample, (warning, text), good, wrong in zip(samples, readings["proffer"], right, asian):
            if not good:
                written, read = first_difference(sample.data.decode(sample.encoding), text)
                print(f"\n{sample.language} {sample.kind} {sample.encoding}{', read as Asian' if wrong else ''}: {warning}")
                print(f"    {written}\n    {read}")
    if arguments.check and (100 * sum(right) < GOAL * len(samples) or any(asian)):
        sys.exit(f"encodings.py: fewer than {GOAL} % are read, or some as Asian")


if __name__ == "__main__":
    main()
