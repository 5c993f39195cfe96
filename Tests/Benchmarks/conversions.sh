#!/usr/bin/env bash
# Times conversions, alternating proffer and the programs that are used for the same work today.
#
#   conversions.sh [--check] [--rounds N] [--megabytes N] PROFFER
#
# PROFFER is the program, a release build. Prints a line for each conversion: the median of each program's times and
# how many times as fast proffer is. Times are processor times, which other work on the machine disturbs least.
# Then a line for each pair of HTML, Markdown and RTF with a document of 10 MB: the megabytes that proffer converts in a
# second of processor time, counted on the larger of the document and the result, beside pandoc and html2markdown.
# Spreadsheets of 1,000,000 cells become CSV beside ssconvert and, without a target, python-calamine.
# With --check the exit status is 1 when a target is missed. Missing programs are installed by apt-get where that is
# allowed, and otherwise named and skipped.
set -euo pipefail
export LC_ALL=C.UTF-8
samples=$(dirname "$(realpath "${BASH_SOURCE[0]}")")/spreadsheet_samples.py

check=0 rounds=5 megabytes=2 proffer=
while (($#)); do
  case $1 in
    -h | --help) sed -n '2,12s/^# \{0,1\}//p' "$0"; exit 0 ;;
    --check) check=1 ;;
    --rounds) rounds=$2; shift ;;
    --megabytes) megabytes=$2; shift ;;
    -*) sed -n '2,12s/^# \{0,1\}//p' "$0" >&2; exit 64 ;;
    *) proffer=$1 ;;
  esac
  shift
done
if [[ -n $proffer ]]; then proffer=$(realpath "$proffer"); fi
if [[ -z $proffer || ! -x $proffer ]]; then
  echo "name the program to measure: conversions.sh .build/release/proffer" >&2
  exit 64
fi

for program in pandoc unrtf cmark-gfm html2markdown:python3-html2text ssconvert:gnumeric; do
  command -v "${program%:*}" >/dev/null && continue
  if ((EUID == 0)); then apt-get install -y -qq "${program#*:}" >/dev/null 2>&1 || true; fi
  command -v "${program%:*}" >/dev/null || echo "${program%:*} is not installed and is skipped"
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# A document with many elements, repeated: headings, emphasis, links, lists, quotations and code.
elements() { awk -v bytes="$1" 'BEGIN {
  for (i = 1; size < bytes; i++) {
    part = sprintf("## Part %d of *the* text\n\nSome words with **strong**, *soft* and `code` ones, and a " \
      "[link](https://example.org/%d \"title\").\nA second line, \\*escaped\\*, with an &eacute; and a – dash.\n\n" \
      "- one\n- two\n  1. two and a half\n  2. nearly three\n- three\n\n> Said somebody, %d times.\n\n" \
      "    code in a block\n\n", i, i, i % 7)
    printf "%s", part
    size += length(part)
  }
}'; }
elements $((megabytes * 1000000)) >text.md
# Prose with long paragraphs and code in fences.
awk -v bytes=$((megabytes * 1000000)) 'BEGIN {
  for (i = 1; size < bytes; i++) {
    part = sprintf("Each line of a paragraph as long as this one has several words, and some of them are `code`, such as\n" \
      "`name --option %d`, which a reader types. Where two lines stand together they are one paragraph, and what is *meant*\n" \
      "stands out. A [place](https://example.org/a/longer/path/%d.html) is named in passing, and the rest is words that mean\n" \
      "nothing more than they say, for as long as the paragraph goes on.\n\n```swift\nfunc part%d(of text: String) -> [String] {\n" \
      "  let words = text.split(separator: \" \")\n  return words.filter { $0.count > %d && $0 != \"&\" }\n}\n```\n\n", i, i, i, i % 9)
    printf "%s", part
    size += length(part)
  }
}' >prose.md
cmark-gfm --to html text.md >body.html 2>/dev/null || pandoc -f commonmark -t html text.md >body.html
{ echo '<!DOCTYPE html><meta charset="utf-8"><title>Text</title>'; cat body.html; } >text.html
if command -v pandoc >/dev/null; then pandoc -s -f html -t rtf text.html -o text.rtf; fi

# A book of 300 pages, 130,000 words, as pandoc writes it for Word and LibreOffice: 2 MB of document.xml.
awk 'BEGIN {
  for (chapter = 1; chapter <= 30; chapter++) {
    printf "# Chapter %d\n\n", chapter
    for (i = 1; i <= 42; i++) {
      printf "The %dth paragraph of this chapter has about one hundred words, and a few of them are *soft* or **strong**. ", i
      printf "It was written to be read by programs that measure how long a reader needs for a whole book, so that it says "
      printf "nothing new; still it has [a link](https://example.org/%d/%d), commas, and sentences of ", chapter, i
      printf "different lengths. Some are short. Others go on for a while, as the sentences of old novels did, before they "
      printf "come to an end that was in sight from the first word, and the next one begins at once without a pause.\n\n"
      if (i % 7 == 0) printf "- first of the items\n- second of the items\n    - a smaller one\n- last of the items\n\n"
      if (i % 21 == 0) printf "| name | count |\n|------|------:|\n| a    | %d |\n| b    | %d |\n\n", i, chapter
    }
  }
}' >book.md
for type in docx odt; do pandoc -f markdown book.md -o "book.$type"; done

# A note: the time is that of the start.
awk 'BEGIN {
  printf "{\\rtf1\\ansi\\deff0{\\fonttbl{\\f0 Helvetica;}}\\f0\\fs24 "
  for (i = 0; i < 20; i++) printf "Some \\b bold\\b0  words and \\i soft\\i0  ones. "
  printf "\\par}"
}' >small.rtf

# seconds COMMAND… : the processor time of a command without its output.
seconds() {
  local TIMEFORMAT='%3U %3S' times
  times=$( { time "$@" >/dev/null 2>&1; } 2>&1) || return 1
  awk '{ printf "%.4f", $1 + $2 }' <<<"$times"
}

median() { sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }

missed=0
# compare NAME TARGET OTHER… -- OURS… : the target is the speed of ours as a multiple of the other, or “none”.
compare() {
  local name=$1 target=$2; shift 2
  local -a other=() ours=()
  while [[ $1 != -- ]]; do other+=("$1"); shift; done
  shift
  ours=("$@")
  command -v "${other[0]}" >/dev/null || return 0
  if ! seconds "${ours[@]}" >/dev/null; then
    printf '%-34s ours fails\n' "$name"
    missed=1
    return 0
  fi
  if ! seconds "${other[@]}" >/dev/null; then
    printf '%-34s %s fails\n' "$name" "${other[0]}"
    return 0
  fi
  : >a.times; : >b.times
  for ((round = 0; round < rounds; round++)); do
    { seconds "${ours[@]}"; echo; } >>a.times
    { seconds "${other[@]}"; echo; } >>b.times
  done
  local a b
  a=$(median <a.times) b=$(median <b.times)
  local verdict
  verdict=$(awk -v a="$a" -v b="$b" -v t="$target" 'BEGIN { print (t == "none" || b / a >= t) ? "pass" : "MISS" }')
  [[ $verdict == pass ]] || missed=1
  awk -v n="$name" -v p="${other[0]}" -v a="$a" -v b="$b" -v t="$target" -v v="$verdict" 'BEGIN {
    printf "%-24s ours %7.3f s  %-9s %7.3f s  %6.2f × as fast  target: %s  %s\n", n, a, p, b, b / a, t == "none" ? t : t " ×", v }'
}

html=public.html markdown=net.daringfireball.markdown plain=public.utf8-plain-text rtf=public.rtf
row() { # NAME TARGET INPUT TYPE OTHER…
  local name=$1 target=$2 input=$3 type=$4; shift 4
  [[ -e $input ]] || return 0
  # Without a PATH, so that ours runs no external converter. All print to a stream, since ours flushes a file to the disk.
  compare "$name" "$target" "$@" -- env PATH=/nowhere "$proffer" convert "$input" --to "$type"
}

# With the extensions of GitHub, which ours reads.
gfm=(cmark-gfm -e table -e strikethrough -e autolink -e tasklist -e footnotes)
row 'Markdown to HTML' 1 text.md $html "${gfm[@]}" text.md
row 'Markdown prose to HTML' 1 prose.md $html "${gfm[@]}" prose.md
row 'Markdown to HTML' 5 text.md $html pandoc -f commonmark -t html text.md
row 'Markdown to RTF' 5 text.md $rtf pandoc -s -f commonmark -t rtf text.md
row 'HTML to Markdown' 5 text.html $markdown pandoc -f html -t commonmark text.html
row 'HTML to text' 5 text.html $plain pandoc -f html -t plain text.html
row 'HTML to RTF' 5 text.html $rtf pandoc -s -f html -t rtf text.html
row 'RTF to HTML' 3 text.rtf $html unrtf --html text.rtf
row 'RTF of 1 KB to HTML' 0.3 small.rtf $html unrtf --html small.rtf
row 'Word to Markdown' 10 book.docx $markdown pandoc -f docx -t commonmark book.docx
row 'OpenDocument to Markdown' 10 book.odt $markdown pandoc -f odt -t commonmark book.odt
row 'Markdown to Word' 5 book.md org.openxmlformats.wordprocessingml.document pandoc -f markdown -t docx -o - book.md
row 'Markdown to OpenDocument' 5 book.md org.oasis-open.opendocument.text pandoc -f markdown -t odt -o - book.md
row 'RTF to HTML' 5 text.rtf $html pandoc -f rtf -t html text.rtf
row 'RTF to text' 1 text.rtf $plain unrtf --text text.rtf
row 'RTF to Markdown' 5 text.rtf $markdown pandoc -f rtf -t commonmark text.rtf

# ---- spreadsheets

# sheet NAME INPUT : half of ssconvert's processor time; python-calamine, which is a reader in Rust, writes with Python's own writer.
sheet() {
  local name=$1 input=$2
  python3 "$samples" "$input"
  row "$name" 2 "$input" $csv ssconvert --export-type=Gnumeric_stf:stf_csv "$input" fd://1
  row "$name" none "$input" $csv calamine "$input"
  rm "$input"
}
csv=public.comma-separated-values-text
if python3 -c 'import python_calamine' 2>/dev/null; then
  calamine() {
    python3 -c 'import csv, sys
from python_calamine import CalamineWorkbook
csv.writer(sys.stdout).writerows(CalamineWorkbook.from_path(sys.argv[1]).get_sheet_by_index(0).to_python())' "$1"
  }
fi
sheet 'Excel to CSV' mixed.xlsx
sheet 'Excel numbers to CSV' numbers.xlsx
sheet 'Excel rows to CSV' rows.xlsx
sheet 'Calc to CSV' mixed.ods

# ---- throughput

# throughput INPUT TO TYPE OTHER… : OTHER is a program that writes the same type, measured once because it is slow.
# The target is $speed megabytes in a second.
speed=15
throughput() {
  local input=$1 to=$2 type=$3 time bytes other=; shift 3
  : >a.times
  for ((round = 0; round < rounds; round++)); do
    { seconds env PATH=/nowhere "$proffer" convert "$input" --to "$type" -o "result.$to" --force; echo; } >>a.times
  done
  time=$(median <a.times)
  bytes=$(stat -c %s "$input" "result.$to" | sort -n | tail -1)
  if (($#)) && command -v "$1" >/dev/null; then other="$1 $(seconds "$@") s"; fi
  local verdict
  verdict=$(awk -v a="$time" -v b="$bytes" -v s="$speed" 'BEGIN { print (b / 1e6 / a >= s) ? "pass" : "MISS" }')
  [[ $verdict == pass ]] || missed=1
  awk -v n="$input to $to" -v a="$time" -v b="$bytes" -v s="$speed" -v o="$other" -v v="$verdict" 'BEGIN {
    printf "%-24s ours %7.3f s  %5.1f MB/s  target: %d MB/s  %s  %s\n", n, a, b / 1e6 / a, s, v, o }'
}

elements 10000000 >long.md
"$proffer" convert long.md --to $html -o long.html --force 2>/dev/null
"$proffer" convert long.md --to $rtf -o long.rtf --force 2>/dev/null
for input in long.md long.html long.rtf; do
  from=${input#*.}
  case $from in md) from=commonmark ;; esac
  throughput $input html $html pandoc -f $from -t html $input
  case $from in
    html) throughput $input md $markdown html2markdown $input ;;
    *) throughput $input md $markdown pandoc -f $from -t commonmark $input ;;
  esac
  throughput $input rtf $rtf pandoc -s -f $from -t rtf $input
done

# ---- structured values

# rate NAME TARGET INPUT TYPE : the megabytes of the input that are converted in a second of processor time.
rate() {
  local name=$1 target=$2 input=$3 type=$4
  : >a.times
  for ((round = 0; round < rounds; round++)); do
    { seconds env PATH=/nowhere "$proffer" convert "$input" --to "$type" -o result.out --force; echo; } >>a.times
  done
  local verdict time bytes
  time=$(median <a.times) bytes=$(stat -c %s "$input")
  verdict=$(awk -v a="$time" -v b="$bytes" -v t="$target" 'BEGIN { print (b / 1e6 / a >= t) ? "pass" : "MISS" }')
  [[ $verdict == pass ]] || missed=1
  awk -v n="$name" -v a="$time" -v b="$bytes" -v t="$target" -v v="$verdict" 'BEGIN {
    printf "%-24s ours %7.3f s  %5.1f MB/s  target: %d MB/s  %s\n", n, a, b / 1e6 / a, t, v }'
}

# Records with texts, numbers, lists and nested mappings.
awk 'BEGIN {
  for (i = 1; size < 10000000; i++) {
    part = sprintf("- id: %d\n  name: \"item %d\"\n  email: user%d@example.org\n  score: %.3f\n  active: true\n" \
      "  note: several words in a line that is as long as most\n  tags:\n    - one\n    - '"'it''s two'"'\n" \
      "  address:\n    street: %d Main Street\n    place:\n      lat: %.5f\n      lon: -%.5f\n" \
      "  ports: [80, 443, 8080]\n  # a comment\n  updated: 2024-01-%02d\n", i, i, i, i / 7, i % 99, i % 90 / 7, i % 80 / 3, i % 28 + 1)
    printf "%s", part
    size += length(part)
  }
}' >records.yaml
rate 'YAML to JSON' 20 records.yaml public.json

# ---- settings

speed=20
# A lock file, and the settings of many services with numbers, dates and lists.
awk 'BEGIN {
  print "version = 3"
  for (i = 1; size < 10000000; i++) {
    part = sprintf("\n[[package]]\nname = \"crate-%d\"\nversion = \"%d.%d.0\"\nsource = \"registry+https://example.org/index\"\n" \
      "checksum = \"%064d\"\ndependencies = [\n \"crate-%d\",\n \"crate-%d\",\n]\n", i, i % 7, i % 13, i, i / 2, i / 3)
    printf "%s", part
    size += length(part)
  }
}' >lock.toml
awk 'BEGIN {
  for (i = 1; size < 10000000; i++) {
    part = sprintf("\n# Service %d\n[services.s%d]\nname = \"service %d\"\nenabled = true\nport = %d\nratio = %.4f\n" \
      "start = 2024-01-%02dT10:30:00Z\nweights = [%d, %d, 3, 4, 5.5, 6.25]\n\n[services.s%d.limits]\nmemory = \"%d MiB\"\n" \
      "cpu = { cores = %d, share = 0.5 }\n", i, i, i, 8000 + i % 1000, i % 97 / 97, i % 28 + 1, i, i * 7, i, i % 64, i % 8)
    printf "%s", part
    size += length(part)
  }
}' >settings.toml
for input in lock.toml settings.toml; do
  throughput $input json public.json python3 -c 'import json, sys, tomllib
json.dump(tomllib.load(open(sys.argv[1], "rb")), sys.stdout, default=str, indent=2)' $input
done

((check == 0 || missed == 0))
