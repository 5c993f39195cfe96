"""What the steps of .ci/long depend on.

A step names paths, and targets of Package.swift as `@NAME` (with `*` for any letters). A target stands for its sources, those of all
targets below it, and the rows of these targets in the manifest. So a step does not depend on a part of the manifest that only
concerns other targets.

The fuzzers and the mutants are remembered one by one. Each depends on the files of its target that it reaches, on the targets below
those that these files import, and on the paths outside of the target that they name. The rule of reaching is the same for both:

- A file reaches each file that declares or extends a type, or declares a function or value, which the first file mentions anywhere but
  in a line of comment.
- For an extension of a type of another module, the names are those of its members. Every file is included whose extension of such a type
  adds a conformance, an initializer or a subscript, and every file that declares an operator, because these are used without a name.

A fuzzer starts at the types that its entry in `FuzzerProgram` or in a similar list mentions. It also depends on `FuzzerProgram` without
the entries of the fuzzers. A mutant starts at the files that declare a suite which its filter names. It also depends on its own file, on
the file that it changes with its target, and on the programs that the tests run. A mutant with a command in place of tests depends on
all sources and tests.
"""

import bisect
import fnmatch
import hashlib
import json
import os
import re
import stat
import subprocess


class Problem(Exception):
    """A dependency that cannot be found out; the run ends with this message."""


def output_of(*words, **options):
    result = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    if result.returncode != 0:
        raise Problem(f"{' '.join(words)} failed: {result.stderr.decode(errors='replace').strip()}")
    return result.stdout


class Tree:
    """The files of a clone as they are now: committed or not, but without those that Git ignores.

    While a mutant is applied to a file, its content is the one that `mutations.py` will restore.
    """

    def __init__(self, root):
        self.root = root
        self.known = {}

    def digests(self):
        """The digest of each file's mode and content, by its path."""
        # The owner of the clone in a container may be another user.
        names = output_of(
            "git", "-c", f"safe.directory={self.root}", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=self.root)
        found, mutated = {}, self.mutated()
        for name in sorted(set(map(os.fsdecode, names.split(b"\0"))) - {""}):
            path = os.path.join(self.root, name)
            try:
                status = os.lstat(path)
                state = (status.st_mode, status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)
                if self.known.get(name, (None,))[0] != state:
                    self.known[name] = (state, self.digest(path, status.st_mode))
            except FileNotFoundError:
                # Deleted without a commit.
                continue
            found[name] = self.known[name][1]
            original, changed = mutated.get(name, (None, None))
            if changed is not None and found[name] == self.digest_of(status.st_mode, changed.encode()):
                found[name] = self.digest_of(status.st_mode, original.encode())
        return found

    def mutated(self):
        """The files to which mutants are applied: what they were, and what they are."""
        try:
            with open(os.path.join(self.root, ".build", "mutations.json"), encoding="utf-8") as file:
                return json.load(file)
        except FileNotFoundError:
            return {}

    @staticmethod
    def digest_of(mode, content):
        return ("program " if mode & 0o100 else "file ") + hashlib.sha256(content).hexdigest()

    def digest(self, path, mode):
        if stat.S_ISLNK(mode):
            return "link " + hashlib.sha256(os.fsencode(os.readlink(path))).hexdigest()
        if not stat.S_ISREG(mode):
            raise Problem(f"{path} is neither a file nor a symbolic link")
        with open(path, "rb") as file:
            return self.digest_of(mode, file.read())

    def text(self, name):
        with open(os.path.join(self.root, name), encoding="utf-8") as file:
            return file.read()


class Dependencies:
    """Paths, and facts that are no file."""

    def __init__(self, paths=(), facts=()):
        self.paths, self.facts = set(paths), list(facts)

    def add(self, other):
        self.paths |= other.paths
        self.facts += other.facts

    def files(self, digests):
        """The part of the tree, whose paths are sorted, that these paths contain."""
        found, names = {}, list(digests)
        for path in self.paths:
            # Paths below a folder follow one another, as "0" is the letter after "/".
            below = names[bisect.bisect_left(names, path + "/"):bisect.bisect_left(names, path + "0")]
            if path in digests:
                below.append(path)
            if not below:
                raise Problem(f"a dependency has no file: {path}")
            found.update((name, digests[name]) for name in below)
        return found

    def digest(self, digests):
        lines = sorted(self.facts) + sorted(f"{name}\0{digest}" for name, digest in self.files(digests).items())
        return hashlib.sha256("\n".join(lines).encode(errors="surrogateescape")).hexdigest()[:20]


class Manifest:
    """The targets of Package.swift."""

    def __init__(self, root):
        # The variable would leave targets of tests out.
        environment = {name: value for name, value in os.environ.items() if name != "PROFFER_TEST_MODULES"}
        package = json.loads(output_of("swift", "package", "dump-package", cwd=root, env=environment))
        self.targets = {target["name"]: target for target in package.pop("targets")}
        # The products, the path of the clone and the name of the package do not change what a target is compiled to.
        for key in ("products", "packageKind", "name"):
            package.pop(key, None)
        self.package = package

    def folder(self, name):
        target = self.targets[name]
        return target.get("path") or ("Tests/" if target["type"] == "test" else "Sources/") + name

    def imports(self, name):
        """The targets that a target may import, and the plugins that it uses."""
        target = self.targets[name]
        entries = target.get("dependencies", []) + (target.get("pluginUsages") or [])
        names = {value[0] for entry in entries for value in entry.values()}
        return names & set(self.targets)

    def below(self, names):
        """Targets and all that they depend on."""
        found, rest = set(), set(names)
        while rest:
            name = rest.pop()
            found.add(name)
            rest |= self.imports(name) - found
        return found

    def row(self, name, without=()):
        return json.dumps({key: value for key, value in self.targets[name].items() if key not in without}, sort_keys=True)

    def dependencies(self, names):
        """The dependencies of targets: of themselves and all below them."""
        targets = self.below(names)
        return Dependencies(
            [self.folder(name) for name in targets],
            [json.dumps(self.package, sort_keys=True)] + [self.row(name) for name in targets])

    def matching(self, pattern):
        names = fnmatch.filter(self.targets, pattern)
        if not names:
            raise Problem(f"Package.swift has no target {pattern}")
        return names

    def target_of(self, path):
        names = [name for name in self.targets if path.startswith(self.folder(name) + "/")]
        if not names:
            raise Problem(f"{path} belongs to no target")
        return max(names, key=lambda name: len(self.folder(name)))


TYPES = r"(?:struct|class|enum|protocol|actor|typealias)"
# The text before a declaration: attributes and modifiers.
BEFORE = (
    r"^( {0,2})(?:@\w+(?:\(.*?\))?\s+)*"
    r"(?:(?:public|package|internal|private|fileprivate|final|indirect|nonisolated(?:\(unsafe\))?)\s+)*")
# A path outside of a target, as tests and fuzzers name it.
OUTSIDE = re.compile(r'(?:fixtures|\.github|\.ci|(?<=["/])(?:Sources|Tests)(?=["/]))(?:/[\w.+-]+)*|README\.md')


class SourceFile:
    """The names that a Swift file declares and mentions."""

    def __init__(self, text):
        self.code = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("//"))
        self.types = {name for _, name in re.findall(rf"{BEFORE}{TYPES}\s+(\w+)", self.code, re.MULTILINE)}
        # The extensions by type, each with its head and body; the brace that closes one is indented as its beginning.
        self.extensions = [place.groups()[1:] for place in re.finditer(
            rf"{BEFORE}extension\s+(\[|\w+)([^{{]*)(\{{[^\n]*\}}$|\{{.*?^\1\}})", self.code, re.MULTILINE | re.DOTALL)]
        self.values = set(re.findall(r"^(?:\w+(?:\(\w+\))?\s+)*(?:func|let|var)\s+(\w+)", self.code, re.MULTILINE))
        self.has_operators = bool(re.search(
            rf"^\s*(?:\w+\s+)*func\s+[^\w\s`]|{BEFORE}(?:(?:infix|prefix|postfix)\s+operator|precedencegroup)\b", self.code,
            re.MULTILINE))
        self.words = set(re.findall(r"\w+", self.code))
        self.imports = set(re.findall(r"^\s*(?:@\w+\s+|\w+\s+)*?import\s+(\w+)", self.code, re.MULTILINE))

    def declared(self, types):
        """The names by which other files use this one, and whether they can also use it without a name.

        - Parameter types: the types that the target declares.
        """
        names, is_nameless = self.types | self.values, self.has_operators
        for type_name, head, body in self.extensions:
            if type_name in types:
                names.add(type_name)
            elif ":" in head or re.search(r"\b(?:init|subscript|callAsFunction)\b", body):
                is_nameless = True
            else:
                names |= set(re.findall(r"\b(?:func|let|var|typealias|struct|class|enum|case)\s+`?(\w+)", body))
        return names, is_nameless


class SourceFolder:
    """The Swift files of a target, and how they reach one another."""

    def __init__(self, tree, digests, folder, without=()):
        self.files = {
            name: SourceFile(tree.text(name)) for name in digests
            if name.startswith(folder + "/") and name.endswith(".swift") and name not in without}
        self.places = {"/".join(name.split("/")[:count]) for name in digests for count in range(1, name.count("/") + 2)}
        types = set().union(*(file.types for file in self.files.values()))
        self.always, self.declaring = set(), {}
        for name, file in self.files.items():
            words, is_nameless = file.declared(types)
            if is_nameless:
                self.always.add(name)
            for word in words:
                self.declaring.setdefault(word, set()).add(name)

    def reached(self, names=(), words=()):
        """The files that these files and words reach, with themselves."""
        found, rest = set(), set(names) | self.always
        for word in words:
            rest |= self.declaring.get(word, set())
        while rest:
            name = rest.pop()
            found.add(name)
            for word in self.files[name].words & self.declaring.keys():
                rest |= self.declaring[word] - found
        return found

    def outside(self, names):
        """The paths outside of the target that files name; where a path is put together, its beginning."""
        found = set()
        for name in names:
            for place in OUTSIDE.finditer(self.files[name].code):
                path = place.group()
                while path not in self.places and "/" in path:
                    path = path.rpartition("/")[0]
                found |= {path} & self.places
        return found


class PackageFacts:
    """The dependencies of the steps of a package, whose manifest is read again when it changes."""

    def __init__(self, root):
        self.tree = Tree(root)
        self.manifest_digest, self.loaded = None, None
        self.folders, self.folders_digests = {}, None

    def manifest(self, digests):
        if self.manifest_digest != digests.get("Package.swift"):
            self.loaded, self.manifest_digest = Manifest(self.tree.root), digests.get("Package.swift")
        return self.loaded

    def folder(self, place, digests, without=()):
        """The files of a target, which are read once for a tree."""
        if self.folders_digests != digests:
            self.folders, self.folders_digests = {}, digests
        if place not in self.folders:
            self.folders[place] = SourceFolder(self.tree, digests, place, without)
        return self.folders[place]

    def of_words(self, words, digests):
        """The dependencies that the table of the steps names."""
        found = Dependencies(word for word in words if not word.startswith("@"))
        for word in words:
            if word.startswith("@"):
                manifest = self.manifest(digests)
                found.add(manifest.dependencies(manifest.matching(word[1:])))
        return found

    def of_reached(self, manifest, digests, folder, reached):
        """What files of a target depend on: themselves, the targets that they import, and paths that they or the support of the tests
        name."""
        below = manifest.below(set().union(*(folder.files[name].imports for name in reached)) & set(manifest.targets))
        found = Dependencies(reached | folder.outside(reached))
        found.add(manifest.dependencies(below))
        for name in below:
            if manifest.folder(name).startswith("Tests/"):
                support = self.folder(manifest.folder(name), digests)
                found.paths |= support.outside(support.files)
        return found

    # MARK: Fuzzers

    def fuzzers(self, digests):
        """The fuzzers, and what each depends on."""
        manifest = self.manifest(digests)
        place = manifest.folder("Fuzzers")
        program, main = f"{place}/FuzzerProgram.swift", f"{place}/main.swift"
        folder = self.folder(place, digests, without=(program, main))
        entries, rest = {}, ""
        for name in [program, *sorted(folder.files)]:
            text = self.tree.text(name)
            if re.search(r"\bEntry\b", text):
                for start, end, fuzzer in reversed(self.entries(text)):
                    entries[fuzzer] = text[start:end]
                    text = text[:start] + text[end:]
            if name == program:
                rest = text
        # The lists of fuzzers in other files are not a use of these files by every fuzzer.
        common = {word for word in SourceFile(rest).words if not word.endswith("Fuzzer") or word == "Fuzzer"}
        found = {}
        for fuzzer, entry in sorted(entries.items()):
            reached = folder.reached(words=common | set(re.findall(r"\w+", entry)))
            dependencies = self.of_reached(manifest, digests, folder, reached)
            dependencies.paths.add(main)
            if "folder" in entry:
                dependencies.paths.add("fixtures")
            if any(".addingCases(" in self.tree.text(name) for name in reached):
                dependencies.paths.add("Tests/Cases")
            # The other modules that the target may import do not change what is compiled.
            dependencies.facts += [rest, entry, manifest.row("Fuzzers", without=("dependencies",))]
            found[fuzzer] = dependencies
        return found

    @staticmethod
    def entries(text):
        """The places and names of the entries of fuzzers, which are pairs of a name and a closure."""
        found = []
        for place in re.finditer(r'\(\s*"([a-z0-9-]+)",\s*\{', text):
            depth, quoted, index = 0, False, place.start()
            while True:
                letter = text[index]
                if quoted and letter == "\\":
                    index += 1
                elif letter == '"':
                    quoted = not quoted
                elif not quoted:
                    depth += (letter == "(") - (letter == ")")
                index += 1
                if depth == 0:
                    break
            found.append((place.start(), index, place.group(1)))
        return found

    # MARK: Mutants

    def mutants(self, digests):
        """The mutants, and what each depends on."""
        manifest = self.manifest(digests)
        folders = {
            name: self.folder(manifest.folder(name), digests)
            for name, target in manifest.targets.items() if target["type"] == "test"}
        found = {}
        for path in digests:
            if not (path.startswith("Tests/Mutations/") and path.endswith(".mutant")):
                continue
            name = os.path.basename(path)[:-len(".mutant")]
            head = self.tree.text(path).split("-----\n")[0]
            fields = dict(line.split(": ", 1) for line in head.strip().splitlines())
            dependencies = Dependencies([path, "Tests/Mutations/mutations.py", fields["file"]])
            dependencies.add(manifest.dependencies([manifest.target_of(fields["file"])]))
            if "case" in fields:
                dependencies.paths.add("Tests/Cases")
            if "test" in fields:
                dependencies.add(self.of_filter(name, fields["test"], manifest, digests, folders))
            else:
                dependencies.paths |= {"Sources", "Tests", "Package.swift", ".github"}
            found[name] = dependencies
        return found

    def of_filter(self, mutant, words, manifest, digests, folders):
        """What the tests that a filter selects depend on."""
        found, selected = Dependencies(), False
        for suite in re.findall(r"\w+(?:Tests|Cases)\b", words):
            declared = False
            for target, folder in folders.items():
                files = {
                    name for declaration, names in folder.declaring.items() if suite in declaration for name in names}
                if files:
                    declared = selected = True
                    found.add(self.of_reached(manifest, digests, folder, folder.reached(files)))
                    # Tests run the programs that their target depends on, without an import.
                    programs = {name for name in manifest.imports(target) if manifest.targets[name]["type"] == "executable"}
                    found.add(manifest.dependencies(programs))
                    found.facts.append(manifest.row(target))
                    # Files that are not Swift are read at run time.
                    place = manifest.folder(target) + "/"
                    found.paths |= {name for name in digests if name.startswith(place) and not name.endswith(".swift")}
            # A filter may name the target of a suite too.
            if not declared and suite not in manifest.targets:
                raise Problem(f"{mutant}.mutant: no target of tests declares {suite}")
        if not selected:
            raise Problem(f"{mutant}.mutant: the filter {words} names no suite")
        return found
