"""Determines the dependencies of the steps of .ci/long.

A step names paths, and targets of Package.swift in the form `@NAME`, in which `*` matches any characters. A target stands for its sources,
the sources of all targets that it depends on, and the manifest rows of these targets. Therefore, a step does not depend on manifest rows of
other targets.

Results are saved separately for each fuzzer and each mutant. A fuzzer or mutant depends on the files that it reaches in its target, on the
targets that these files import, and on the paths outside of the target that these files name. Reaching is defined in the same way for both:

- A file reaches another file if it mentions the name of a type, function or value that the other file declares, or of a type that the other
  file extends. Comment lines are ignored.
- If a file extends a type of another module, the names are those of the members in the extension. Conformances, initializers, subscripts
  and operators are used without a name. Therefore, a file is always included if it declares an operator, or if it adds one of the others to
  a type of another module.

For a fuzzer, the start is the types that its entry mentions in `FuzzerProgram` or in a similar list. The fuzzer also depends on the rest of
`FuzzerProgram`, without the entries of the fuzzers. For a mutant, the start is the files that declare a suite of its test filter. The
mutant also depends on its own file, on the target of the file that it changes, and on the programs that the tests run. If a mutant has a
command instead of tests, it depends on all sources and tests.

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
    """Raised with a message that ends the run, for example if a dependency cannot be determined."""


def output_of(*words, **options):
    result = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, **options)
    if result.returncode != 0:
        raise Problem(f"{' '.join(words)} failed: {result.stderr.decode(errors='replace').strip()}")
    return result.stdout


class Tree:
    """The current files of a clone, including uncommitted files. Files that Git ignores are not included.

    If a mutant is applied to a file, the tree contains the original file, which `mutations.py` will restore.
    """

    def __init__(self, root):
        self.root = root
        self.known = {}

    def digests(self):
        """The digests of all files by path. A digest covers the mode and the content."""
        # In a container, another user may own the clone.
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
                # The file was deleted, and the deletion is not committed.
                continue
            found[name] = self.known[name][1]
            original, changed = mutated.get(name, (None, None))
            if changed is not None and found[name] == self.digest_of(status.st_mode, changed.encode()):
                found[name] = self.digest_of(status.st_mode, original.encode())
        return found

    def mutated(self):
        """The original and the changed content of each file to which a mutant is applied."""
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
    """The paths and other facts that a step or part depends on."""

    def __init__(self, paths=(), facts=()):
        self.paths, self.facts = set(paths), list(facts)

    def add(self, other):
        self.paths |= other.paths
        self.facts += other.facts

    def files(self, digests):
        """The digests of all files at or below these paths. `digests` must be sorted by path."""
        found, names = {}, list(digests)
        for path in self.paths:
            # The paths below a folder are consecutive. They end before the folder's name with "0", the character after "/".
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
        # If this variable is set, the manifest omits test targets.
        environment = {name: value for name, value in os.environ.items() if name != "PROFFER_TEST_MODULES"}
        package = json.loads(output_of("swift", "package", "dump-package", cwd=root, env=environment))
        self.targets = {target["name"]: target for target in package.pop("targets")}
        # The products, the path of the clone and the name of the package do not affect the compilation of a target.
        for key in ("products", "packageKind", "name"):
            package.pop(key, None)
        self.package = package

    def folder(self, name):
        target = self.targets[name]
        return target.get("path") or ("Tests/" if target["type"] == "test" else "Sources/") + name

    def imports(self, name):
        """The direct dependencies of a target, including plugins."""
        target = self.targets[name]
        entries = target.get("dependencies", []) + (target.get("pluginUsages") or [])
        names = {value[0] for entry in entries for value in entry.values()}
        return names & set(self.targets)

    def below(self, names):
        """The given targets and all their direct and indirect dependencies."""
        found, rest = set(), set(names)
        while rest:
            name = rest.pop()
            found.add(name)
            rest |= self.imports(name) - found
        return found

    def row(self, name, without=()):
        return json.dumps({key: value for key, value in self.targets[name].items() if key not in without}, sort_keys=True)

    def dependencies(self, names):
        """The folders and manifest rows of the given targets and of all targets that they depend on."""
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
# The attributes and modifiers before a declaration.
BEFORE = (
    r"^( {0,2})(?:@\w+(?:\(.*?\))?\s+)*"
    r"(?:(?:public|package|internal|private|fileprivate|final|indirect|nonisolated(?:\(unsafe\))?)\s+)*")
# A path outside of the target, in the form that tests and fuzzers use.
OUTSIDE = re.compile(r'(?:fixtures|\.github|\.ci|(?<=["/])(?:Sources|Tests)(?=["/]))(?:/[\w.+-]+)*|README\.md')


class SourceFile:
    """The names that a Swift file declares and mentions."""

    def __init__(self, text):
        self.code = "\n".join(line for line in text.splitlines() if not line.lstrip().startswith("//"))
        self.types = {name for _, name in re.findall(rf"{BEFORE}{TYPES}\s+(\w+)", self.code, re.MULTILINE)}
        # The type, head and body of each extension. The closing brace has the same indentation as the beginning.
        self.extensions = [place.groups()[1:] for place in re.finditer(
            rf"{BEFORE}extension\s+(\[|\w+)([^{{]*)(\{{[^\n]*\}}$|\{{.*?^\1\}})", self.code, re.MULTILINE | re.DOTALL)]
        self.values = set(re.findall(r"^(?:\w+(?:\(\w+\))?\s+)*(?:func|let|var)\s+(\w+)", self.code, re.MULTILINE))
        self.has_operators = bool(re.search(
            rf"^\s*(?:\w+\s+)*func\s+[^\w\s`]|{BEFORE}(?:(?:infix|prefix|postfix)\s+operator|precedencegroup)\b", self.code,
            re.MULTILINE))
        self.words = set(re.findall(r"\w+", self.code))
        self.imports = set(re.findall(r"^\s*(?:@\w+\s+|\w+\s+)*?import\s+(\w+)", self.code, re.MULTILINE))

    def declared(self, types):
        """The names that this file declares for other files, and whether other files can also use it without a name.

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
    """The Swift files of a target, with the names by which they reach one another."""

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
        """The given files, and all files that they or the given words reach."""
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
        """The paths outside of the target that files name. If the code composes a path, the result contains its first part."""
        found = set()
        for name in names:
            for place in OUTSIDE.finditer(self.files[name].code):
                path = place.group()
                while path not in self.places and "/" in path:
                    path = path.rpartition("/")[0]
                found |= {path} & self.places
        return found


class PackageFacts:
    """The dependencies of the steps of a package. The manifest is read again when it changes."""

    def __init__(self, root):
        self.tree = Tree(root)
        self.manifest_digest, self.loaded = None, None
        self.folders, self.folders_digests = {}, None

    def manifest(self, digests):
        if self.manifest_digest != digests.get("Package.swift"):
            self.loaded, self.manifest_digest = Manifest(self.tree.root), digests.get("Package.swift")
        return self.loaded

    def folder(self, place, digests, without=()):
        """The files of a target. They are read once for each tree."""
        if self.folders_digests != digests:
            self.folders, self.folders_digests = {}, digests
        if place not in self.folders:
            self.folders[place] = SourceFolder(self.tree, digests, place, without)
        return self.folders[place]

    def of_words(self, words, digests):
        """The dependencies for the words in a row of the table of steps."""
        found = Dependencies(word for word in words if not word.startswith("@"))
        for word in words:
            if word.startswith("@"):
                manifest = self.manifest(digests)
                found.add(manifest.dependencies(manifest.matching(word[1:])))
        return found

    def of_reached(self, manifest, digests, folder, reached):
        """The dependencies of files of a target.

        These are the files, the targets that they import, and the paths that the files or imported test support targets name.
        """
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
        """The dependencies of each fuzzer."""
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
        # The program names the lists of fuzzers in other files. These names must not make every fuzzer depend on these files.
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
            # Modules that the target may import do not affect a fuzzer if its files do not import them.
            dependencies.facts += [rest, entry, manifest.row("Fuzzers", without=("dependencies",))]
            found[fuzzer] = dependencies
        return found

    @staticmethod
    def entries(text):
        """The ranges and names of the fuzzers' entries. An entry is a pair of a name and a closure."""
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
        """The dependencies of each mutant."""
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
        """The dependencies of the tests that a filter selects."""
        found, selected = Dependencies(), False
        for suite in re.findall(r"\w+(?:Tests|Cases)\b", words):
            declared = False
            for target, folder in folders.items():
                files = {
                    name for declaration, names in folder.declaring.items() if suite in declaration for name in names}
                if files:
                    declared = selected = True
                    found.add(self.of_reached(manifest, digests, folder, folder.reached(files)))
                    # Tests can run the programs that their target depends on. They do not import these programs.
                    programs = {name for name in manifest.imports(target) if manifest.targets[name]["type"] == "executable"}
                    found.add(manifest.dependencies(programs))
                    found.facts.append(manifest.row(target))
                    # Tests read other files of their target at run time.
                    place = manifest.folder(target) + "/"
                    found.paths |= {name for name in digests if name.startswith(place) and not name.endswith(".swift")}
            # A filter can also name the target of a suite.
            if not declared and suite not in manifest.targets:
                raise Problem(f"{mutant}.mutant: no target of tests declares {suite}")
        if not selected:
            raise Problem(f"{mutant}.mutant: the filter {words} names no suite")
        return found
