#!/usr/bin/env bash
# address.sh [--seconds N] [FUZZER...]: runs fuzzers under AddressSanitizer and LeakSanitizer, and fails on a report.
#
# Without names these are the fuzzers of images, whose libraries are in C; each runs for N seconds, 300 by default. Built into
# .build/address beside the ordinary build.
set -euo pipefail
cd "$(dirname "$0")/../.."

seconds=300
if [ "${1:-}" = --seconds ]; then seconds=$2; shift 2; fi
if (($# == 0)); then set -- own-images gif png jpeg webp webp-animations tiff heif avif; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# x265, by which libheif encodes, keeps some memory of each encoder, and dav1d, by which it decodes, of damaged pictures.
printf 'leak:%s\n' libx265 libdav1d > "$work/leaks"
export LSAN_OPTIONS="suppressions=$work/leaks:print_suppressions=0 ${LSAN_OPTIONS:-}"
# Memory that cannot be had is an answer of the libraries' own; memory that is kept back for reports counts as taken.
export ASAN_OPTIONS="allocator_may_return_null=1:quarantine_size_mb=32 ${ASAN_OPTIONS:-}"

# First a fault, which must be reported: without that, silence would not mean anything.
cat > "$work/fault.swift" <<'END'
import Foundation
let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
if CommandLine.arguments.count > 1 { bytes.deallocate() }
bytes[0] = UInt8(CommandLine.arguments.count)
print(CommandLine.arguments.count > 1 ? bytes[0] : 0)
END
# The linker says of each function of the sanitizer that it is not exported.
swiftc -sanitize=address "$work/fault.swift" -o "$work/fault" 2> "$work/log" || { cat "$work/log"; exit 1; }
if "$work/fault" again > /dev/null 2> "$work/log" || ! grep -q heap-use-after-free "$work/log"; then
  echo "AddressSanitizer does not report a fault on this machine"
  exit 1
fi

swift build --sanitize=address --scratch-path .build/address --product Fuzzers 2>&1 | tail -n 1
fuzzers=$(swift build --sanitize=address --scratch-path .build/address --show-bin-path)/Fuzzers
failed=0
for fuzzer in "$@"; do "$fuzzers" "$fuzzer" --seconds "$seconds" || failed=1; done
exit $failed
