#!/usr/bin/env bash
# thread.sh [--quick] [FILTER]: runs the tests of the library's modules under ThreadSanitizer, and fails on a report.
#
# Built into .build/thread and .build/thread-clients beside the ordinary build, which takes about fifteen minutes on two cores
# the first time. The tests take ten minutes; `--quick` runs those of the modules that start loads, drags and drops, in half a
# minute. A FILTER runs the suites that match it. Tests that start the program, or other programs, over and over are not
# among them: what runs there is another process.
set -euo pipefail
cd "$(dirname "$0")/../.."

concurrent="ItemProviders|Pasteboards|AppKitNames|UIKitNames|SwiftUINames|DesktopPasteboard|DragAndDrop|DragScripts|FolderDrops|SeedCode|KeyedArchives|Conversions|ByteTools|DesktopTransfer"
others="FileSystem|JSONText|PropertyLists|ZipArchives|UniformTypes|TypeDiscovery|ProviderBundles|Formats"
filter="^($concurrent|$others)Tests\."
case ${1:-} in
  --quick) filter="^($concurrent)Tests\." ;;
  ?*) filter=$1 ;;
esac

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A report ends the run with a status of its own.
export TSAN_OPTIONS="exitcode=66 ${TSAN_OPTIONS:-}"

# First a race, which must be reported: without that, silence would not mean anything.
cat > "$work/race.swift" <<'END'
import Dispatch
final class Counter: @unchecked Sendable { var count = 0 }
let counter = Counter()
let group = DispatchGroup()
for _ in 0..<4 { DispatchQueue.global().async(group: group) { for _ in 0..<100_000 { counter.count += 1 } } }
group.wait()
print(counter.count)
END
swiftc -sanitize=thread "$work/race.swift" -o "$work/race"
if "$work/race" > /dev/null 2> "$work/race.log"; then
  echo "ThreadSanitizer does not report a race on this machine"
  exit 1
fi
grep -q "WARNING: ThreadSanitizer" "$work/race.log"

log=$work/tests.log
run() {
  if ! swift test --sanitize=thread "$@" > "$log" 2>&1; then
    grep -A 40 "WARNING: ThreadSanitizer" "$log" || grep -E '✘|error:' "$log" || tail -n 40 "$log"
    exit 1
  fi
  grep -E "Test run with [1-9][0-9]* tests? " "$log"
}

run --scratch-path .build/thread --explicit-target-dependency-import-check error --filter "$filter" --skip ExternalConverter
if [ -z "${1:-}" ]; then
  # UIKit's names and the umbrella, as a package that uses them has them.
  run --package-path Tests/Clients --scratch-path .build/thread-clients
fi
