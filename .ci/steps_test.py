"""Tests of steps.py and dependencies.py in a small repository whose steps only log their calls. `steps.py --self-test` runs them."""

import contextlib
import glob
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time

from dependencies import PackageFacts

HERE = os.path.dirname(os.path.realpath(__file__))
LONG = '''
steps="
one | | a folder
other | | unrelated
lacking | processors=100000 | a
leaving | | a
changing | | a
optional | PROFFER_SELF_TEST_SUITE | a
fuzzers | | by-fuzzer
"
note() { echo "$1" >> "$NOTES"; }
# A comment.
set -euo pipefail
run_one() { note one; printf '\\377\\n'; echo "the last line"; }
run_other() { note other; }
run_lacking() { note lacking; }
run_leaving() { env -i setsid sleep 987 > /dev/null & note leaving; }
run_changing() { note changing; echo "$RANDOM$RANDOM" > a; }
run_optional() { note "optional ${PROFFER_SELF_TEST_SUITE:-}"; }
run_fuzzers() {
  local name
  for name; do
    note "$name ${PROFFER_TRY_SECONDS:-600}"
    echo "$name: begins"
    if [ -e "$HINDRANCE/$name-waits" ]; then sleep 986; fi
    if [ -e "$HINDRANCE/$name-fails" ]; then echo "$name: FOUND"; continue; fi
    echo "$name: 7 inputs"
    echo "$name" >&3
  done
}
if [ "${BASH_SOURCE[0]}" = "$0" ]; then exec python3 .ci/steps.py "$@"; fi
'''
MANIFEST = {
    "name": "small", "products": [], "packageKind": {}, "toolsVersion": {"_version": "6.2.0"}, "targets": [
        {"name": "Low", "type": "regular", "path": "Sources/Low", "dependencies": []},
        {"name": "Alpha", "type": "regular", "path": "Sources/Alpha", "dependencies": [{"byName": ["Low", None]}]},
        {"name": "Beta", "type": "regular", "path": "Sources/Beta", "dependencies": []},
        {"name": "AlphaTests", "type": "test", "dependencies": [{"byName": ["Alpha", None]}, {"byName": ["Tool", None]}]},
        {"name": "Tool", "type": "executable", "path": "Sources/Tool", "dependencies": [{"byName": ["Beta", None]}]},
        {"name": "Fuzzers", "type": "executable", "path": "Tests/Fuzzers", "dependencies": [
            {"byName": ["Alpha", None]}, {"byName": ["Beta", None]}]},
    ]}
FILES = {
    "a": "1", "unrelated": "1", "folder/inner": "1", "fixtures/f": "1", ".gitignore": ".build/\n", "Package.swift": "// 1",
    "manifest.json": json.dumps(MANIFEST),
    ".ci/long": LONG, ".ci/tools": "#!/bin/sh\n", "Tests/Mutations/mutations.py": "",
    "Sources/Low/Low.swift": "", "Sources/Alpha/Alpha.swift": "", "Sources/Beta/Beta.swift": "", "Sources/Tool/main.swift": "",
    "Tests/Fuzzers/main.swift": "FuzzerProgram.run()\n",
    "Tests/Fuzzers/FuzzerProgram.swift": 'enum FuzzerProgram {\n  typealias Entry = (String, () -> any Fuzzer)\n'
    '  let all: [Entry] = [\n    ("alpha", { AlphaFuzzer() }),\n    ("beta", { folder in BetaFuzzer(folder, ")") }),\n'
    '    ("gamma", { GammaFuzzer() }),\n  ]\n}\n',
    "Tests/Fuzzers/Fuzzer.swift": "protocol Fuzzer {}\n",
    "Tests/Fuzzers/AlphaFuzzer.swift": "import Alpha\n\nstruct AlphaFuzzer: Fuzzer { let shape = [1].doubled }\n",
    "Tests/Fuzzers/Doubled.swift": "extension [Int] {\n  func f() {\n  }\n  var doubled: [Int] { self + self }\n}\n",
    "Tests/Fuzzers/BetaFuzzer.swift": "import Beta\n\n/// As AlphaFuzzer.\nstruct BetaFuzzer: Fuzzer {}\n",
    "Tests/Fuzzers/GammaFuzzer.swift": "struct GammaFuzzer: Fuzzer {}\n",
    "Tests/AlphaTests/AlphaTests.swift": "import Alpha\n\nstruct AlphaTests {\n  @Test func f() { read(\"fixtures/f\") }\n}\n",
    "Tests/AlphaTests/data": "1", "Tests/AlphaTests/OtherTests.swift": "struct OtherTests {}\n",
    "Tests/Mutations/m.mutant": "rule: r\nfile: Sources/Low/Low.swift\ntest: AlphaTests/f\n-----\na\n-----\nb\n",
}


class Repository:
    """A clone with steps, its own results folder, and a fake `swift` that prints the manifest."""

    def __init__(self, folder, place="clone"):
        self.base, self.root = folder, os.path.join(folder, place)
        self.environment = {
            "PATH": os.path.join(folder, "bin") + ":" + os.environ["PATH"], "HOME": folder, "NOTES": os.path.join(folder, "notes"),
            "HINDRANCE": folder, "PROFFER_LONG_STATE": os.path.join(folder, "state")}

    def make(self):
        os.makedirs(os.path.join(self.base, "bin"))
        with open(os.path.join(self.base, "bin", "swift"), "w", encoding="utf-8") as file:
            file.write('#!/bin/sh\nif [ "$1" = package ]; then cat manifest.json; else echo version 1; fi\n')
        os.chmod(file.name, 0o755)
        for name, text in FILES.items():
            self.write(name, text)
        for name in ("steps.py", "machine.py", "dependencies.py"):
            shutil.copy(os.path.join(HERE, name), os.path.join(self.root, ".ci"))
        os.chmod(os.path.join(self.root, ".ci", "tools"), 0o755)
        self.git("init", "-q", ".")
        self.commit()

    def write(self, name, text):
        path = os.path.join(self.root, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)

    def git(self, *words):
        subprocess.run(
            ["git", "-c", "user.name=n", "-c", "user.email=e", *words], cwd=self.root, env=self.environment, check=True,
            stdout=subprocess.DEVNULL)

    def commit(self):
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "m")

    def start(self, *words, **variables):
        return subprocess.Popen(
            ["bash", ".ci/long", *words], cwd=self.root, env={**self.environment, **variables}, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, errors="replace")

    def long(self, *words, status=0, **variables):
        """Runs .ci/long. Returns the log of the steps and the output."""
        with contextlib.suppress(FileNotFoundError):
            os.remove(self.environment["NOTES"])
        process = self.start(*words, **variables)
        output, _ = process.communicate(timeout=120)
        assert process.returncode == status, f"{words} ended with {process.returncode}:\n{output}"
        return self.notes(), output

    def notes(self):
        with contextlib.suppress(FileNotFoundError):
            with open(self.environment["NOTES"], encoding="utf-8") as file:
                return file.read().splitlines()
        return []


def running(command):
    """Whether a process with this command is running."""
    for name in filter(str.isdigit, os.listdir("/proc")):
        with contextlib.suppress(OSError):
            with open(f"/proc/{name}/cmdline", "rb") as file:
                if file.read().replace(b"\0", b" ").decode().strip() == command:
                    return True
    return False


def wait_for(condition):
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline, "waited for a minute"
        time.sleep(0.05)


def facts_of(clone):
    os.environ["PATH"] = clone.environment["PATH"]
    return PackageFacts(clone.root)


def steps_are_remembered_by_content(folder):
    clone = Repository(folder)
    clone.make()
    assert clone.long("one")[0] == ["one"]
    notes, output = clone.long("one")
    assert notes == [] and "one has passed for these files" in output, output
    assert clone.long("one", "--again")[0] == ["one"]
    clone.write("unrelated", "2")
    assert clone.long("one", "other")[0] == ["other"]
    clone.commit()
    assert clone.long("one")[0] == []
    for change in (
        lambda: clone.write("a", "2"), lambda: clone.write("folder/new", "1"), lambda: os.remove(f"{clone.root}/folder/new"),
        lambda: os.chmod(f"{clone.root}/a", 0o755), lambda: clone.write(".ci/long", LONG.replace("note one;", "note one; true;")),
    ):
        change()
        # After a change is reverted, the earlier results are valid again.
        expected = [] if change.__code__.co_names[0] == "os" and "remove" in change.__code__.co_names else ["one"]
        assert clone.long("one")[0] == expected, change.__code__.co_names
    clone.write(".ci/long", LONG.replace("# A comment.", "# Another comment.").replace("note one;", "note one; true;"))
    assert clone.long("one")[0] == []
    clone.commit()
    # The results are also valid in a fresh clone of the same tree.
    clone.git("clone", "-q", clone.root, f"{folder}/second")
    assert Repository(folder, "second").long("one")[0] == []
    # A step depends on the variables that it uses.
    assert clone.long("optional")[0] == ["optional "]
    assert clone.long("optional", PROFFER_SELF_TEST_SUITE="x")[0] == ["optional x"]
    assert clone.long("optional")[0] == []


def failures_are_told(folder):
    clone = Repository(folder)
    clone.make()
    notes, output = clone.long("lacking", status=1)
    assert notes == [] and "lacks 100000 processors" in output, output
    listed = clone.long("--list")[1].splitlines()
    assert [line.split(" ")[0] for line in listed] == ["one", "other", "lacking", "leaving", "changing", "optional", "fuzzers"], listed
    assert "100000 processors" in listed[2] and "PROFFER_SELF_TEST_SUITE" in listed[5], listed
    # If a file changes during the run, the pass is not saved.
    for _ in range(2):
        notes, output = clone.long("changing")
        assert notes == ["changing"] and "files changed: a" in output, output
    notes, output = clone.long("leaving")
    assert "ended: sleep 987" in output and not running("sleep 987"), output
    clone.write(".ci/long", LONG.replace("run_other() {", "run_other() { false;"))
    clone.long("one", "other", status=1)
    _, report = clone.long("--report", "one", "other", status=1)
    assert "one: passed for this tree on" in report and "    the last line" in report and "other: failed for this tree" in report, report
    clone.write("a", "2")
    assert "one: not run for this tree; passed for another one" in clone.long("--report", "one", status=1)[1]
    clone.long("nothing", status=64)
    clone.long("one", "--part", "1/2", status=64)
    clone.write(".ci/long", LONG.replace("one | | a folder", "one | no-package | a folder"))
    assert "one needs no-package" in clone.long("--list", status=64)[1]
    clone.write(".ci/long", LONG.replace("one | | a folder", "one | | a missing"))
    assert "a dependency has no file: missing" in clone.long("one", status=64)[1]


def parts_are_remembered_one_by_one(folder):
    clone = Repository(folder)
    clone.make()
    # The result of a shorter trial run is not saved.
    for _ in range(2):
        assert clone.long("fuzzers", PROFFER_TRY_SECONDS="1")[0] == ["alpha 1", "beta 1", "gamma 1"]
    # The run is first killed and then interrupted during the second part.
    hindrance = f"{folder}/beta-waits"
    for number, status in ((signal.SIGKILL, -9), (signal.SIGINT, 130)):
        with open(hindrance, "w", encoding="utf-8"):
            pass
        process = clone.start("fuzzers", "--again")
        wait_for(lambda: running("sleep 986") and glob.glob(f"{folder}/state/fuzzers/alpha/*.json"))
        if number == signal.SIGINT:
            clone.long("one", status=64)
        process.send_signal(number)
        process.communicate(timeout=60)
        assert process.returncode == status, process.returncode
        os.remove(hindrance)
        if number == signal.SIGKILL:
            assert running("sleep 986")
            assert "ends a process of a run that was killed: sleep 986" in clone.long("one")[1]
        assert not running("sleep 986")
        _, report = clone.long("--report", "fuzzers", status=1)
        assert "fuzzers: 1 of 3 passed" in report and "alpha: 7 inputs" in report and "not run: beta gamma" in report, report
    with open(f"{folder}/gamma-fails", "w", encoding="utf-8"):
        pass
    notes, output = clone.long("fuzzers", status=1)
    assert notes == ["beta 600", "gamma 600"] and "not passed: gamma" in output, output
    assert "gamma: failed for this tree" in clone.long("--report", "fuzzers", status=1)[1]
    os.remove(f"{folder}/gamma-fails")
    assert clone.long("fuzzers")[0] == ["gamma 600"]
    assert clone.long("fuzzers")[0] == []
    assert clone.long("fuzzers/beta", "--again")[0] == ["beta 600"]
    parts = [clone.long("fuzzers", "--again", "--part", f"{number}/2")[0] for number in (1, 2)]
    assert parts == [["alpha 600", "gamma 600"], ["beta 600"]], parts


def parts_depend_on_what_they_reach(folder):
    clone = Repository(folder)
    clone.make()
    everything = ["alpha", "beta", "gamma"]
    facts, known = facts_of(clone), {}

    def repeated():
        digests = facts.tree.digests()
        now = {name: dependencies.digest(digests) for name, dependencies in facts.fuzzers(digests).items()}
        changed = [name for name in now if now[name] != known.get(name)]
        known.update(now)
        return changed

    assert repeated() == everything
    program = FILES["Tests/Fuzzers/FuzzerProgram.swift"]
    for name, text, expected in (
        ("Sources/Low/Low.swift", "2", ["alpha"]), ("Sources/Beta/Beta.swift", "2", ["beta"]), ("fixtures/f", "2", ["beta"]),
        ("Tests/Fuzzers/GammaFuzzer.swift", FILES["Tests/Fuzzers/GammaFuzzer.swift"] + "// 2\n", ["gamma"]),
        ("Tests/Fuzzers/AlphaFuzzer.swift", FILES["Tests/Fuzzers/AlphaFuzzer.swift"] + "// 2\n", ["alpha"]),
        ("Tests/Fuzzers/Doubled.swift", FILES["Tests/Fuzzers/Doubled.swift"] + "// 2\n", ["alpha"]),
        ("Tests/Fuzzers/Fuzzer.swift", "protocol Fuzzer {}\n// 2\n", everything),
        ("Tests/Fuzzers/FuzzerProgram.swift", program.replace("GammaFuzzer()", "GammaFuzzer(1)"), ["gamma"]),
        ("Tests/Fuzzers/FuzzerProgram.swift", program.replace("let all", "let every"), everything),
        ("Tests/AlphaTests/AlphaTests.swift", "", []),
        # A change to a target's manifest row affects the fuzzers that reach the target.
        ("manifest.json", FILES["manifest.json"].replace('"path": "Sources/Low"', '"exclude": [], "path": "Sources/Low"'), ["alpha"]),
        ("manifest.json", FILES["manifest.json"].replace("6.2.0", "6.3.0"), everything),
    ):
        clone.write(name, text)
        # The manifest is read again when its file changes.
        clone.write("Package.swift", text)
        assert repeated() == expected, (name, text, expected)


def mutants_depend_on_what_their_tests_reach(folder):
    clone = Repository(folder)
    clone.make()
    facts = facts_of(clone)
    digests = facts.tree.digests()
    files = set(facts.mutants(digests)["m"].files(digests))
    assert files == {
        "Sources/Low/Low.swift", "Sources/Alpha/Alpha.swift", "Sources/Tool/main.swift", "Sources/Beta/Beta.swift",
        "Tests/AlphaTests/AlphaTests.swift", "Tests/AlphaTests/data", "fixtures/f", "Tests/Mutations/m.mutant",
        "Tests/Mutations/mutations.py"}, files
    # An applied mutant does not change the digests of the tree.
    clone.write("Sources/Low/Low.swift", "mutated")
    assert facts.tree.digests() != digests
    clone.write(".build/mutations.json", json.dumps({"Sources/Low/Low.swift": ["", "mutated"]}))
    assert facts.tree.digests() == digests
    clone.write("Sources/Low/Low.swift", "edited")
    assert facts.tree.digests() != digests


def main():
    for test in (
        steps_are_remembered_by_content, failures_are_told, parts_are_remembered_one_by_one, parts_depend_on_what_they_reach,
        mutants_depend_on_what_their_tests_reach,
    ):
        with tempfile.TemporaryDirectory() as folder:
            test(folder)
    print("steps.py finds what it should")
    return 0
