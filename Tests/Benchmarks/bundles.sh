#!/usr/bin/env bash
# Measures commands on bundles, alternating proffer and the programs that are used for the same work today.
#
#   bundles.sh [--check] [--rounds N] [--mebibytes N] [--files N] [--many N] [--only WORD] PROFFER [FOLDER]
#
# PROFFER is the program, a release build; FOLDER is where to work, a new temporary folder by default. A large file of
# --mebibytes (1024) and --files (10000) small ones are packed and taken out again; bundles of --many (100000) items are
# opened. Where this user may mount, the large file is packed on XFS and btrfs as well. Everything is
# flushed to the disk: pack and load do that themselves, sync follows the others. Each line is the median of --rounds (5)
# rounds; ratios are the median of the rounds' ratios, and an absolute time is that of the fastest round. --only measures
# the sections whose name has the word: large, small, open, growth, start, types, memory, xfs, btrfs. With --check the exit
# status is 1 when a target is missed.
set -euo pipefail
export LC_ALL=C.UTF-8

usage() { sed -n '2,13s/^# \{0,1\}//p' "$0"; }

check=0 rounds=5 mebibytes=1024 files=10000 many=100000 only= proffer= place=
while (($#)); do
  case $1 in
    -h | --help) usage; exit 0 ;;
    --check) check=1 ;;
    --rounds) rounds=$2; shift ;;
    --mebibytes) mebibytes=$2; shift ;;
    --files) files=$2; shift ;;
    --many) many=$2; shift ;;
    --only) only=$2; shift ;;
    -*) usage >&2; exit 64 ;;
    *) if [[ -z $proffer ]]; then proffer=$1; else place=$1; fi ;;
  esac
  shift
done
if [[ -n $proffer ]]; then proffer=$(realpath "$proffer"); fi
if [[ -z $proffer || ! -x $proffer ]]; then
  echo "name the program to measure: bundles.sh .build/release/proffer" >&2
  exit 64
fi

missing=()
for program in zip unzip file python3; do command -v "$program" >/dev/null || missing+=("$program"); done
if ((${#missing[@]})); then
  if ((EUID == 0)); then DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${missing[@]}" >/dev/null; fi
  for program in "${missing[@]}"; do
    command -v "$program" >/dev/null || { echo "$program is needed" >&2; exit 2; }
  done
fi

folder=$(realpath "$(mktemp -d "${place:-${TMPDIR:-/tmp}}/bundles-XXXXXX")")
mounted=() memories=()
clean() {
  cd / || true
  rm -rf "${memories[@]}"
  for mount in "${mounted[@]}"; do umount "$mount" || true; done
  rm -rf "$folder"
}
trap clean EXIT
cd "$folder"
# Temporary files belong on the file system that is measured.
export TMPDIR=$folder

# ---- measuring

missed=0

# seconds COMMAND… : the time of a command without its output; pending writes are flushed first.
seconds() {
  local start end
  sync -f .
  start=$EPOCHREALTIME
  "$@" >/dev/null
  end=$EPOCHREALTIME
  awk -v a="$start" -v b="$end" 'BEGIN { printf "%.6f\n", b - a }'
}

# race COMMAND… : runs each command (a function without arguments) once to warm up and then once in each round.
# The function `before` removes the result of the last run and is not timed.
race() {
  local command round
  for ((round = 0; round <= rounds; round++)); do
    for command; do
      before "$command"
      if ((round == 0)); then
        seconds "$command" >/dev/null
        : >"$folder/$command.times"
      else
        seconds "$command" >>"$folder/$command.times"
      fi
    done
  done
}
before() { :; }

# verdict VALUE LIMIT : pass or MISS for a value with an upper limit; nothing without a limit.
verdict() {
  [[ -n $2 ]] || return 0
  awk -v v="$1" -v l="$2" 'BEGIN { print (v <= l) ? "pass" : "MISS" }'
}

# line NAME FIGURES VALUE UNIT LIMIT
line() {
  local word limit=
  word=$(verdict "$3" "$5")
  if [[ $word == MISS ]]; then missed=1; fi
  if [[ -n $5 ]]; then limit="target: at most $5"; fi
  printf '%-36s %-32s %8.3f %-6s %-22s %s\n' "$1" "$2" "$3" "$4" "$limit" "$word"
}

median() { sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }

# ratio NAME OURS OTHER LIMIT : the median of the ratios of the rounds of a race.
ratio() {
  local ours other value
  ours=$(median <"$folder/$2.times")
  other=$(median <"$folder/$3.times")
  value=$(paste "$folder/$2.times" "$folder/$3.times" | awk '{ print $1 / $2 }' | median)
  line "$1" "$(printf '%.3f s against %.3f s' "$ours" "$other")" "$value" × "$4"
}

# fastest NAME COMMAND LIMIT : milliseconds of the fastest round.
fastest() {
  local best
  best=$(sort -n <"$folder/$2.times" | awk 'NR == 1 { print $1 * 1000 }')
  line "$1" "$(printf 'median %.1f ms' "$(median <"$folder/$2.times" | awk '{ print $1 * 1000 }')")" "$best" ms "$3"
}

# section NAME : whether to measure a section; prints its heading.
section() {
  [[ -z $only || $1 == *"$only"* ]] || return 1
  printf '\n%s\n' "$2"
}

# random BYTES FILE : a file of bytes that no file system can compress.
random() { head -c "$1" /dev/urandom >"$2"; }

# small COUNT FOLDER LEAST MOST : files of random bytes and length, the same in each run.
small() {
  python3 - "$@" <<'PYTHON'
import os, random, sys
count, folder, least, most = int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
random.seed(6)
for number in range(count):
    part = f"{folder}/{number // 1000:03}"
    os.makedirs(part, exist_ok=True)
    with open(f"{part}/file-{number:06}.txt", "wb") as file:
        file.write(b"%08d" % number + random.randbytes(random.randint(least, most) - 8))
PYTHON
}

# ---- one large file

large_ours() { "$proffer" pack large.bin -o large.dragbundle; }
large_cp() { cp --reflink=never large.bin large.copy && sync large.copy; }
large_zip() { zip -0 -q large.zip large.bin && sync large.zip; }
large_tar() { tar cf large.tar large.bin && sync large.tar; }
large_unpack() { "$proffer" unpack large.dragbundle --into large.out && sync large.out/large.bin; }
large_load() { "$proffer" load large.dragbundle --type public.data -o large.loaded; }
large_unzip() { unzip -q large.dragbundle -d large.out && sync large.out/items/1/1/large.bin; }
large_verify() { "$proffer" verify large.dragbundle; }
large_test() { unzip -tq large.dragbundle; }

measure_large() {
  before() {
    case $1 in
      large_ours) rm -f large.dragbundle ;;
      large_cp | large_zip | large_tar) rm -f large.copy large.zip large.tar ;;
      large_unpack | large_unzip | large_load) rm -rf large.out large.loaded ;;
    esac
  }
  random $((mebibytes << 20)) large.bin
  race large_ours large_cp large_zip large_tar
  ratio "pack, against cp + sync" large_ours large_cp 1.3
  ratio "pack, against zip -0 + sync" large_ours large_zip 0.333
  ratio "pack, against tar cf + sync" large_ours large_tar ''
  rm -f large.copy large.zip large.tar
  race large_unpack large_unzip large_load
  ratio "unpack + sync, against unzip + sync" large_unpack large_unzip 1
  ratio "load, against unzip + sync" large_load large_unzip 1
  rm -rf large.out large.loaded
  race large_verify large_test
  ratio "verify, against unzip -t" large_verify large_test 1
  rm -rf large.*
}

# ---- many small files

small_ours() { "$proffer" pack --each small -o small.dragbundle; }
small_tar() { tar cf small.tar small && sync small.tar; }
small_zip() { zip -0 -q -r small.zip small && sync small.zip; }
small_unpack() { "$proffer" unpack small.dragbundle --into small.out && sync -f small.out; }
small_unzip() { unzip -q small.dragbundle -d small.out && sync -f small.out; }

measure_small() {
  before() {
    case $1 in
      small_ours) rm -f small.dragbundle ;;
      *) rm -rf small.tar small.zip small.out ;;
    esac
  }
  mkdir small
  small "$files" small 1024 16384
  race small_ours small_tar small_zip
  ratio "pack --each, against tar cf + sync" small_ours small_tar 1
  ratio "pack --each, against zip -0 + sync" small_ours small_zip 1
  race small_unpack small_unzip
  ratio "unpack + sync, against unzip + sync" small_unpack small_unzip 1
  rm -rf small small.*
}

# ---- opening

few_load() { "$proffer" load few.dragbundle --item $((files / 2)) --type public.plain-text -o -; }
many_load() { "$proffer" load many.dragbundle --item $((many / 2)) --type public.plain-text -o -; }
few_list() { "$proffer" list few.dragbundle; }
many_list() { "$proffer" list many.dragbundle; }
few_unzip_list() { unzip -l few.dragbundle; }
many_unzip_list() { unzip -l many.dragbundle; }
few_pack() { "$proffer" pack --each few -o few.packed; }
many_pack() { "$proffer" pack --each many -o many.packed; }

# growth NAME FEW MANY : the ratio of the times for an item with many and few; 1 is linear.
growth() {
  local value
  value=$(paste "$folder/$3.times" "$folder/$2.times" |
    awk -v f="$files" -v m="$many" '{ print ($1 / m) / ($2 / f) }' | median)
  line "$1" "$(printf '%.3f s, and %.3f s' "$(median <"$folder/$2.times")" "$(median <"$folder/$3.times")")" \
    "$value" × 1.3
}

measure_open() {
  before() {
    case $1 in few_pack | many_pack) rm -f few.packed many.packed ;; esac
  }
  mkdir few many
  small "$files" few 16 64
  small "$many" many 16 64
  "$proffer" pack --each few -o few.dragbundle
  "$proffer" pack --each many -o many.dragbundle
  race few_load many_load few_list few_unzip_list many_list many_unzip_list
  fastest "load one of $files items" few_load 25
  fastest "load one of $many items" many_load ''
  growth "load, an item: $files, $many" few_load many_load
  ratio "list of $files, against unzip -l" few_list few_unzip_list 4
  ratio "list of $many, against unzip -l" many_list many_unzip_list 4
  growth "list, an item: $files, $many" few_list many_list
  race few_pack many_pack
  growth "pack, an item: $files, $many" few_pack many_pack
  rm -rf few many few.* many.*
}

# ---- growth

# shape NAME COUNT PATH : a bundle of one shape that grows, or a folder to pack.
shape() {
  python3 - "$@" <<'PYTHON'
import json, os, sys, zipfile, zlib
name, count, path = sys.argv[1], int(sys.argv[2]), sys.argv[3]
entries = []

def stored(place, text):
    entries.append((place, text))
    return {"path": place, "byteCount": len(text), "crc32": f"{zlib.crc32(text.encode()):08x}"}

def item(number, **more):
    payload = stored(f"items/{number}/1/note.md", f"# Note {number}\n")
    return {"representations": [{"type": "net.daringfireball.markdown", "kind": "file", **payload, "name": "note.md"}], **more}

manifest = {"version": 1, "items": []}
if name == "depth":
    start = os.getcwd()
    os.mkdir(path)
    os.chdir(path)
    for number in range(count):
        with open("f", "w") as file:
            file.write(f"{number}\n")
        os.mkdir("d")
        os.chdir("d")
    os.chdir(start)
    sys.exit()
if name == "empty":
    manifest["items"] = [{"representations": []}] * count
elif name == "items":
    manifest["items"] = [item(number, name=f"note {number}") for number in range(1, count + 1)]
elif name == "names":
    manifest["items"] = [item(number) for number in range(1, count + 1)]
elif name == "representations":
    first = item(1)
    first["representations"] += [
        {"type": f"com.example.t{number}", "kind": "data", "promise": {"of": 0, "coder": "none"}} for number in range(1, count)]
    manifest["items"] = [first]
elif name == "declarations":
    manifest["items"] = [item(1)]
    manifest["types"] = [
        {"UTTypeIdentifier": f"com.example.t{number}", "UTTypeConformsTo": ["public.text"],
         "UTTypeTagSpecification": {"public.filename-extension": [f"x{number}"]}} for number in range(count)]
elif name == "previews":
    for number in range(1, count + 1):
        text = f"picture {number}"
        place = f"previews/{zlib.crc32(text.encode()):08x}-{len(text)}.png"
        preview = {"type": "public.png", **stored(place, text)}
        manifest["items"].append(item(number, preview=preview))
with zipfile.ZipFile(path, "w") as archive:
    def add(place, text):
        archive.writestr(zipfile.ZipInfo(place, (1980, 1, 1, 0, 0, 0)), text)
    add("mimetype", "application/vnd.proffer.dragbundle+zip")
    for place, text in entries:
        add(place, text)
    add("manifest.json", json.dumps(manifest, separators=(",", ":")))
PYTHON
}

# processor COMMAND… : the seconds of processor time of a command, of the program and of the kernel for it.
processor() {
  # A drop of items that have nothing has the status 1.
  { TIMEFORMAT='%U %S'; time "$@" >told 2>told.error || [[ $? == 1 ]]; } 2>&1 | awk '{ print $1 + $2 }'
}

# doubling SHAPE COUNT COMMAND… : the ratio of the processor times for an input and for one of half the size.
# INPUT in COMMAND stands for the path of the input. COMMAND writes below out. The names of members are whole paths, so
# a bundle of twice the depth is about four times as long: its ratio is that for twice the bytes. A ratio above the limit
# is measured up to two more times: other work on the machine slows single rounds, quadratic growth slows all of them.
doubling() {
  local shape=$1 count=$2 size round best=() bytes=() ratio
  shift 2
  for size in 1 2; do
    rm -rf source
    if [[ $shape == depth ]]; then
      shape depth $((count * size / 2)) source
      "$proffer" pack source -o shape-$size
      bytes[size]=$(stat -c %s shape-$size)
    else
      shape "$shape" $((count * size / 2)) shape-$size
      bytes[size]=$((size * count))
    fi
  done
  for ((round = 1; round <= 3 * rounds; round++)); do
    for size in 1 2; do
      rm -rf out
      best[size]=$(printf '%s\n' ${best[size]:-} "$(processor "$proffer" "${@//INPUT/shape-$size}")" | sort -n | head -n 1)
    done
    ratio=$(awk -v a="${best[1]}" -v b="${best[2]}" -v few="${bytes[1]}" -v many="${bytes[2]}" \
      'BEGIN { print b / (a > 0.02 ? a : 0.02) / (many / few / 2) }')
    if ((round % rounds == 0)) && [[ $(verdict "$ratio" 2.2) == pass ]]; then break; fi
  done
  line "$1, $shape: $((count / 2)), $count" "$(printf '%.2f s, and %.2f s' "${best[1]}" "${best[2]}")" "$ratio" × 2.2
  rm -rf shape-1 shape-2 source out told told.error
}

growth_drop() { "$proffer" drop growth.dragbundle --into growth.out; }
growth_unpack() { "$proffer" unpack growth.dragbundle --into growth.out; }
growth_empty() { "$proffer" drop empty.dragbundle --into growth.out 2>/dev/null || [[ $? == 1 ]]; }

measure_growth() {
  local memory
  before() { rm -rf growth.out; }
  export XDG_STATE_HOME=$PWD/state
  shape empty 40000 empty.dragbundle
  shape items 20000 growth.dragbundle
  race growth_empty growth_drop growth_unpack
  fastest "drop 40000 empty items" growth_empty 1000
  ratio "drop of 20000 files, against unpack" growth_drop growth_unpack 3
  rm -rf growth.* empty.dragbundle
  # Processor time is measured on tmpfs if possible: ext4 does not reuse the inodes of recently removed files, and
  # searching past those of the last round costs more than the program.
  if [[ -w /dev/shm ]]; then
    memory=$(mktemp -d /dev/shm/bundles-XXXXXX)
    memories+=("$memory")
    cd "$memory"
    export XDG_STATE_HOME=$PWD/state
  fi
  doubling empty 80000 drop INPUT --into out
  doubling empty 1000000 list INPUT
  doubling items 20000 drop INPUT --into out
  doubling items 20000 unpack INPUT --into out
  doubling items 20000 convert INPUT --to html --into out
  doubling names 20000 drop INPUT --into out
  doubling names 20000 unpack INPUT --into out
  doubling names 20000 convert INPUT --to html --into out
  doubling depth 1900 unpack INPUT --into out
  doubling depth 1900 drop INPUT --into out
  doubling depth 1900 verify INPUT
  doubling representations 10000 best INPUT --accept public.html
  doubling representations 10000 verify INPUT
  doubling declarations 10000 list INPUT
  doubling declarations 10000 verify INPUT
  doubling previews 40000 list INPUT
  doubling previews 40000 verify INPUT
  doubling previews 40000 unpack INPUT --into out
  cd "$folder"
}

# ---- a cold process

# times COUNT COMMAND… : runs a command COUNT times.
times() {
  local count=$1 i
  shift
  for ((i = 0; i < count; i++)); do "$@"; done
}
start_version() { times 50 ./program --version; }
start_conforms() { times 50 ./program type conforms public.html public.text; }
start_line() { times 50 ./copied-line; }

measure_start() {
  before() { :; }
  command -v swiftc >/dev/null || { echo 'skipped: swiftc is missing, which builds the program to compare with'; return 0; }
  # It links the same Foundation as the release build and prints one line with it.
  cat >line.swift <<'SWIFT'
import Foundation

FileHandle.standardOutput.write(Data("\(ProcessInfo.processInfo.processName) 0.2.0\n".utf8))
SWIFT
  swiftc -O -static-stdlib -Xlinker --gc-sections line.swift -o line 2>/dev/null
  # Installed programs are copies. A file as the linker wrote it can be in memory in smaller parts, so that the same
  # program takes 20 percent longer to start.
  cp "$proffer" program
  cp line copied-line
  race start_version start_conforms start_line
  ratio "--version, 50 times" start_version start_line 1.1
  ratio "type conforms, 50 times" start_conforms start_line 1.2
  rm -f line line.swift copied-line program
}

# ---- the types of files

types_ours() { "$proffer" type of types/*/*; }
types_file() { file types/*/*; }

measure_types() {
  before() { :; }
  local number
  mkdir types
  small 1000 types 1024 16384
  # Names without an extension, and first bytes of several types.
  number=0
  for path in types/*/*; do
    case $((number++ % 5)) in
      0) printf '\x89PNG\r\n\x1a\n\0\0\0\rIHDR' | dd of="$path" conv=notrunc status=none; mv "$path" "$path.png" ;;
      1) printf '%%PDF-1.4\n' | dd of="$path" conv=notrunc status=none; mv "$path" "${path%.txt}" ;;
      2) printf '<!DOCTYPE html><title>a</title>\n' >"$path"; mv "$path" "${path%.txt}.html" ;;
      3) printf 'some words\n' >"$path" ;;
      4) printf '{"a": 1}\n' >"$path"; mv "$path" "${path%.txt}" ;;
    esac
  done
  race types_ours types_file
  ratio "type of 1000 files, against file" types_ours types_file 1
  rm -rf types
}

# ---- memory

# peak COMMAND… : the peak of anonymous memory of the process, in KiB.
peak() {
  local most=0 name value rest pid
  "$@" >/dev/null &
  pid=$!
  while [[ -e /proc/$pid/status ]]; do
    while read -r name value rest; do
      if [[ $name == RssAnon: ]]; then
        if ((value > most)); then most=$value; fi
        break
      fi
    done 2>/dev/null </proc/$pid/status || true
  done
  wait "$pid"
  echo "$most"
}

# memory NAME LIMIT COMMAND… : the peak in MiB, and its limit.
memory() {
  local name=$1 limit=$2 kibibytes
  shift 2
  kibibytes=$(peak "$@")
  line "$name" "peak of RssAnon" "$(awk -v k="$kibibytes" 'BEGIN { print k / 1024 }')" MiB "$limit"
}

# measure_memory_of_edits NAME : the peaks while many.dragbundle is edited.
measure_memory_of_edits() {
  printf 'one more\n' >more.txt
  memory "rename in $1" 96 "$proffer" rename many.dragbundle 1 other
  memory "retype in $1" 96 "$proffer" retype many.dragbundle 1.1 com.example.other
  memory "add to $1" 96 "$proffer" add many.dragbundle more.txt
  memory "reorder $1" 96 "$proffer" reorder many.dragbundle 2
  memory "remove from $1" 96 "$proffer" remove many.dragbundle 1
  memory "merge $1" 96 "$proffer" merge many.dragbundle -o many.merged
  rm -f many.merged more.txt
}

measure_memory() {
  random $((mebibytes << 20)) large.bin
  mkdir many
  small "$many" many 16 64
  memory "pack $mebibytes MiB" 64 "$proffer" pack large.bin -o large.dragbundle
  memory "pack --folder $mebibytes MiB" 64 "$proffer" pack large.bin --folder -o large.layout
  memory "pack $mebibytes MiB to a pipe" 64 "$proffer" pack large.bin -o -
  memory "load $mebibytes MiB" 64 "$proffer" load large.dragbundle --type public.data -o large.loaded
  memory "load $mebibytes MiB to a pipe" 64 "$proffer" load large.dragbundle --type public.data -o -
  from_pipe() { exec "$proffer" load - --type public.data -o - < <(cat large.dragbundle); }
  memory "load $mebibytes MiB from a pipe" 64 from_pipe
  memory "unpack $mebibytes MiB" 64 "$proffer" unpack large.dragbundle --into large.out
  memory "verify $mebibytes MiB" 64 "$proffer" verify large.dragbundle
  memory "rename in $mebibytes MiB" 64 "$proffer" rename large.dragbundle 1 other
  memory "pack --each $many items" 96 "$proffer" pack --each many -o many.dragbundle
  memory "list $many items" 96 "$proffer" list many.dragbundle
  memory "list --json $many items" 96 "$proffer" list many.dragbundle --json
  memory "best of $many items" 96 "$proffer" best many.dragbundle --accept public.html --json
  memory "load one of $many items" 96 "$proffer" load many.dragbundle --item $((many / 2)) --type public.plain-text
  memory "verify $many items" 96 "$proffer" verify many.dragbundle
  memory "verify --json $many items" 96 "$proffer" verify many.dragbundle --json
  memory "unpack $many items" 96 "$proffer" unpack many.dragbundle --into many.out
  rm -rf many.out
  export XDG_STATE_HOME=$folder/state
  memory "drop $many items" 96 "$proffer" drop many.dragbundle --into many.out
  rm -rf many.out
  measure_memory_of_edits "$many items"
  memory "pack a folder of $many" 96 "$proffer" pack many -o many.dragbundle --force
  memory "list a folder of $many" 96 "$proffer" list many.dragbundle
  memory "verify a folder of $many" 96 "$proffer" verify many.dragbundle
  memory "unpack a folder of $many" 96 "$proffer" unpack many.dragbundle --into many.out
  rm -rf many.out
  memory "load a folder of $many" 96 "$proffer" load many.dragbundle --type public.folder -o many.out
  rm -rf many.out
  memory "drop a folder of $many" 96 "$proffer" drop many.dragbundle --into many.out
  rm -rf many.out
  measure_memory_of_edits "a folder of $many"
  rm -rf large.* many many.*
}

# ---- file systems that share extents

# written DEVICE : the bytes written to a device so far.
written() {
  sync -f .
  awk -v name="${1#/dev/}" '$3 == name { printf "%.0f\n", $10 * 512 }' /proc/diskstats
}

# writes NAME DEVICE LIMIT COMMAND… : the MiB that a command writes to a device.
writes() {
  local name=$1 device=$2 limit=$3 before after
  shift 3
  sync -f .
  before=$(written "$device")
  "$@" >/dev/null
  after=$(written "$device")
  line "$name" "written to the device" "$(awk -v b=$((after - before)) 'BEGIN { print b / 1048576 }')" MiB "$limit"
}

large_rename() { "$proffer" rename large.dragbundle 1 "name $RANDOM"; }
large_read() { dd if=large.bin of=/dev/null bs=1M status=none; }
large_clone() { cp --reflink=always large.bin large.copy && sync large.copy; }

# measure_mounted KIND
measure_mounted() {
  local kind=$1 device
  if ! command -v "mkfs.$kind" >/dev/null && ((EUID == 0)); then
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "${kind}progs" >/dev/null 2>&1 ||
      DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$kind-progs" >/dev/null 2>&1 || true
  fi
  command -v "mkfs.$kind" >/dev/null || { echo "skipped: there is no mkfs.$kind"; return 0; }
  truncate -s $((mebibytes * 5 + 1024))M "$kind.image"
  if [[ $kind == xfs ]]; then mkfs.xfs -q -m reflink=1 xfs.image; else mkfs.btrfs -q btrfs.image >/dev/null; fi
  mkdir "$kind"
  if ! mount -o loop "$kind.image" "$kind" 2>mount.message; then
    echo "skipped: $(cat mount.message)"
    return 0
  fi
  mounted+=("$folder/$kind")
  device=$(findmnt -n -o SOURCE "$kind")
  cd "$kind"
  before() {
    case $1 in
      large_ours) rm -f large.dragbundle ;;
      large_cp | large_clone) rm -f large.copy ;;
      large_unpack | large_load | large_unzip) rm -rf large.out large.loaded ;;
    esac
  }
  random $((mebibytes << 20)) large.bin
  writes "$kind: pack" "$device" $((mebibytes / 100 + 1)) large_ours
  writes "$kind: unpack" "$device" $((mebibytes / 100 + 1)) large_unpack
  writes "$kind: load" "$device" $((mebibytes / 100 + 1)) large_load
  writes "$kind: rename" "$device" $((mebibytes / 100 + 1)) large_rename
  writes "$kind: cp --reflink=never" "$device" '' large_cp
  race large_ours large_cp large_clone large_read
  ratio "$kind: pack, against cp + sync" large_ours large_cp 1
  ratio "$kind: pack, against a shared cp" large_ours large_clone ''
  ratio "$kind: pack, against reading once" large_ours large_read ''
  race large_unpack large_load large_unzip
  ratio "$kind: unpack + sync, against unzip" large_unpack large_unzip 1
  ratio "$kind: load, against unzip + sync" large_load large_unzip 1
  cd "$folder"
  umount "$kind"
  mounted=()
  rm -f "$kind.image"
}

printf '%s\n' "$(uname -sr), $(nproc) processors, $(findmnt -n -o FSTYPE -T .), load $(cut -d' ' -f1 /proc/loadavg)"
if section large "one file of $mebibytes MiB"; then measure_large; fi
if section small "$files files of 1 to 16 KiB"; then measure_small; fi
if section open "bundles of $files and $many items"; then measure_open; fi
if section growth "growth"; then measure_growth; fi
if section start "a cold process, against a static program that prints one line with Foundation"; then measure_start; fi
if section types "the types of files"; then measure_types; fi
if section memory "anonymous memory"; then measure_memory; fi
if section xfs "one file of $mebibytes MiB on XFS"; then measure_mounted xfs; fi
if section btrfs "one file of $mebibytes MiB on btrfs"; then measure_mounted btrfs; fi

((check == 0 || missed == 0))
