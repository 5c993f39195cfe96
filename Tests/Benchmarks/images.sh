#!/usr/bin/env bash
# Times conversions of an image of 24 megapixels, alternating proffer and the tools of the libraries that it uses.
#
#   images.sh [--check] [--rounds N] PROFFER
#
# PROFFER is the program, a release build. Prints a line for each conversion: the median of each program's processor times,
# the ratio of the two, and the most anonymous memory that proffer took, as a multiple of the pixels. With --check the exit status is
# 1 when a target is missed: 1.3 times the time of the tools, and twice the pixels beside 16 MiB for the program. WebP's
# lossless encoder needs many times the pixels itself, so that the memory of cwebp is added there. Missing programs are
# installed by apt-get where that is allowed.
set -euo pipefail
export LC_ALL=C.UTF-8

check=0 rounds=3 proffer=
while (($#)); do
  case $1 in
    -h | --help) sed -n '2,11s/^# \{0,1\}//p' "$0"; exit 0 ;;
    --check) check=1 ;;
    --rounds) rounds=$2; shift ;;
    -*) sed -n '2,11s/^# \{0,1\}//p' "$0" >&2; exit 64 ;;
    *) proffer=$1 ;;
  esac
  shift
done
if [[ -n $proffer ]]; then proffer=$(realpath "$proffer"); fi
if [[ -z $proffer || ! -x $proffer ]]; then
  echo "name the program to measure: images.sh .build/release/proffer" >&2
  exit 64
fi

for program in djpeg:libjpeg-turbo-progs pnmtopng:netpbm cwebp:webp; do
  command -v "${program%:*}" >/dev/null && continue
  if ((EUID == 0)); then apt-get install -y -qq "${program#*:}" >/dev/null 2>&1 || true; fi
  command -v "${program%:*}" >/dev/null || { echo "${program%:*} is not installed"; exit 1; }
done

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"

# Waves of color with a little noise, which compress about as well as a photograph does.
python3 - > photo.ppm <<'END'
import math
import random
import sys

width, height = 6000, 4000
made = random.Random(1)
sys.stdout.buffer.write(b"P6\n%d %d\n255\n" % (width, height))
wave = [[int(110 + 100 * math.sin(x / (300 + 170 * color)) ) for color in range(3)] for x in range(2 * width)]
flat = bytes(value for pixel in wave for value in pixel)
for y in range(height):
    start = int(width / 2 * (1 + math.sin(y / 700))) * 3
    base = int.from_bytes(flat[start:start + 3 * width], "big")
    # Noise of three bits; no sum is above 255, so that no carry passes to the next sample.
    noise = int.from_bytes(made.randbytes(3 * width), "big") & int.from_bytes(b"\x07" * (3 * width), "big")
    sys.stdout.buffer.write((base + noise).to_bytes(3 * width, "big"))
END
cjpeg -quality 90 -sample 1x1 photo.ppm > photo.jpg
pnmtopng photo.ppm > photo.png 2>/dev/null
pixels=$((6000 * 4000 * 3))

# measure COMMAND: runs a command of the shell, and prints its processor time in seconds and the most anonymous memory of one of
# its processes in bytes, sampled every hundredth of a second: pages of a file that is mapped are the system's to take.
measure() {
  python3 - "$1" <<'END'
import os
import resource
import subprocess
import sys
import time


def anonymous(group):
    peak = 0
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            if os.getpgid(int(process)) != group:
                continue
            with open(f"/proc/{process}/status") as status:
                peak = max(peak, next((int(line.split()[1]) << 10 for line in status if line.startswith("RssAnon")), 0))
        except (FileNotFoundError, ProcessLookupError):
            pass
    return peak


process = subprocess.Popen(
    ["bash", "-o", "pipefail", "-c", sys.argv[1]], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    start_new_session=True)
peak = 0
while process.poll() is None:
    peak = max(peak, anonymous(process.pid))
    time.sleep(0.01)
if process.returncode:
    sys.exit(f"{sys.argv[1]} ends with {process.returncode}")
usage = resource.getrusage(resource.RUSAGE_CHILDREN)
print(f"{usage.ru_utime + usage.ru_stime:.3f} {peak}")
END
}

median() { sort -n | awk '{ a[NR] = $1 } END { print a[int((NR + 1) / 2)] }'; }
greatest() { sort -n | tail -n 1; }

missed=0
# compare NAME OURS OTHER MEMORY: the last is the target for memory, a multiple of the pixels, or `other`.
compare() {
  : >ours; : >other
  for ((round = 0; round < rounds; round++)); do
    measure "$2" >>ours
    measure "$3" >>other
  done
  local ours other memory limit
  ours=$(median <ours) other=$(median <other)
  memory=$(cut -d' ' -f2 ours | greatest)
  if [[ $4 == other ]]; then limit=$(($(cut -d' ' -f2 other | greatest) + 2 * pixels))
  else limit=$(($4 * pixels)); fi
  local verdict
  verdict=$(awk -v a="$ours" -v b="$other" -v m="$memory" -v l="$limit" \
    'BEGIN { print (a <= 1.3 * b && m <= l + (16 * 1048576)) ? "pass" : "MISS" }')
  [[ $verdict == pass ]] || missed=1
  awk -v n="$1" -v a="$ours" -v b="$other" -v m="$memory" -v l="$limit" -v p="$pixels" -v v="$verdict" 'BEGIN {
    printf "%-14s ours %7.3f s  tools %7.3f s  ratio %5.2f  memory %5.2f of %5.2f × the pixels  %s\n",
      n, a, b, a / b, m / p, l / p, v }'
}

# Without a PATH, so that ours runs no external converter.
ours() { echo "env PATH=/nowhere '$proffer' convert $1 --to $2"; }
compare 'JPEG to PNG' "$(ours photo.jpg public.png)" 'djpeg photo.jpg | pnmtopng' 2
compare 'PNG to JPEG' "$(ours photo.png public.jpeg)" 'pngtopnm photo.png | cjpeg -quality 90 -sample 1x1' 2
compare 'PNG to WebP' "$(ours photo.png org.webmproject.webp)" 'cwebp -quiet -lossless -exact photo.png -o -' other
compare 'with a quality' "$(ours photo.png org.webmproject.webp) --quality 75" 'cwebp -quiet -q 75 photo.png -o -' 2

((check == 0 || missed == 0))
