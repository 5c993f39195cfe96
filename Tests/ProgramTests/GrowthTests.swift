import Foundation
import TestSupport
import Testing

/// Checks that the work grows linearly with the size of the input, not with its square.
///
/// For work done by the system, system calls are counted: their number does not depend on other processes.
@Suite(.waits) struct GrowthTests {
  /// The system calls and bytes of a command.
  private struct Cost {
    /// The number of calls on files.
    let calls: Int
    /// The number of bytes read from files and from folder listings.
    let byteCount: Int
  }

  /// A command, and the preparation of its input for a given size.
  struct Work: Sendable, CustomTestStringConvertible {
    let name: String
    /// A line of Python that makes the file or folder `input` of size `n`.
    let input: String
    /// A shell line that prepares the command; it is not measured.
    var preparation = "true"
    let command: String
    let size: Int
    /// Whether the paths in the bundle grow with the size; if so, the bundle grows with its square.
    var isDeep = false

    var testDescription: String { name }
  }

  private static let works = [
    Work(
      name: "drop of files", input: "files('source', n)", preparation: "$proffer pack --each source -o input",
      command: "drop input --into out", size: 200),
    Work(
      name: "drop of empty items", input: "manifest('input', ['{\"representations\":[]}'] * n)",
      command: "drop input --into out", size: 400),
    Work(
      name: "undo", input: "files('source', n)",
      preparation: "$proffer pack --each source -o input && $proffer drop input --into out > told",
      command: "undo", size: 200),
    Work(
      name: "unpack of deep folders", input: "deep('source', n)",
      preparation: "$proffer pack source -o input", command: "unpack input --into out", size: 250,
      isDeep: true),
    Work(
      name: "drop of deep folders", input: "deep('source', n)",
      preparation: "$proffer pack source -o input", command: "drop input --into out", size: 250, isDeep: true),
    Work(
      name: "convert of items", input: "files('source', n)",
      preparation: "$proffer pack --each source -o input", command: "convert input --to html --into out",
      size: 100),
    Work(
      name: "convert of items of one name", input: "sameNames('source', n)",
      preparation: "$proffer pack --each source -o input",
      command: "convert input --to html --into out", size: 100),
    Work(
      name: "convert of files", input: "files('source', n)",
      command: "convert -r source --to html --into out",
      size: 100),
    Work(
      name: "unpack of files", input: "files('source', n)",
      preparation: "$proffer pack --each source -o input", command: "unpack input --into out", size: 200),
  ]

  private static let maker = """
    import os, zipfile

    def files(folder, count):
        os.mkdir(folder)
        for number in range(count):
            with open(f"{folder}/note {number}.md", "w") as file:
                file.write(f"# Note {number}\\n")

    def sameNames(folder, count):
        for number in range(count):
            os.makedirs(f"{folder}/{number}")
            with open(f"{folder}/{number}/note.md", "w") as file:
                file.write(f"# Note {number}\\n")

    def deep(folder, depth):
        # Paths grow with the depth, so that each folder is made in the one before.
        os.mkdir(folder)
        start = os.getcwd()
        os.chdir(folder)
        for number in range(depth):
            with open("file", "w") as file:
                file.write(f"{number}\\n")
            os.mkdir("d")
            os.chdir("d")
        os.chdir(start)

    def manifest(path, items):
        with zipfile.ZipFile(path, "w") as archive:
            def add(name, text):
                archive.writestr(zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0)), text)
            add("mimetype", "application/vnd.proffer.dragbundle+zip")
            add("manifest.json", '{"version":1,"items":[' + ",".join(items) + "]}")

    """

  private func cost(of work: Work, size: Int) async throws -> Cost {
    let fixture = try ProgramFixture()
    try fixture.write(Self.maker + "n = \(size)\n" + work.input + "\n", to: "make.py")
    let run = try await fixture.shell(
      """
      export XDG_STATE_HOME=$PWD/state
      python3 make.py && \(work.preparation) || exit 9
      strace -f -o calls -e trace=%file,%desc $proffer \(work.command) > told 2> told.error
      status=$?
      test $status -le 1 || { cat told.error; exit $status; }
      # Waiting and waking are by chance. A call that another thread interrupts has two lines.
      grep -vE 'epoll|eventfd|timerfd|poll\\(|resumed>' calls | wc -l
      grep -E '(read|pread64|getdents64)[( ].* = [0-9]+$' calls | awk '{ sum += $NF } END { print sum + 0 }'
      """)
    try requireEqual(run.status, 0, "\(run.text)\(run.errorText)")
    let numbers = run.text.split(separator: "\n").compactMap { Int($0) }
    try requireEqual(numbers.count, 2, "\(run.text)")
    return Cost(calls: numbers[0], byteCount: numbers[1])
  }

  @Test(
    .requires(.trace),
    arguments: works)
  func twiceTheInputTakesTwiceTheSystemCallsAndBytes(work: Work) async throws {
    let size = Repetitions.areLong ? work.size : work.size / 2
    let once = try await cost(of: work, size: size)
    let twice = try await cost(of: work, size: 2 * size)
    expectAtMost(Double(twice.calls), 2.2 * Double(once.calls), "\(once.calls) and \(twice.calls) calls")
    if work.isDeep { return }
    // The names of a folder are read in blocks, some of which may be read twice.
    expectAtMost(
      Double(twice.byteCount), 2.5 * Double(once.byteCount),
      "\(once.byteCount) and \(twice.byteCount) bytes")
  }

  @Test(.requires(.trace))
  func aDropTakesAtMostTwiceTheSystemCallsOfUnpacking() async throws {
    func work(_ command: String) -> Work {
      Work(
        name: command, input: "files('source', n)", preparation: "$proffer pack --each source -o input",
        command: "\(command) input --into out", size: 200)
    }
    let drop = try await cost(of: work("drop"), size: 200)
    let unpack = try await cost(of: work("unpack"), size: 200)
    expectAtMost(drop.calls, 2 * unpack.calls, "\(drop.calls) and \(unpack.calls) calls")
  }

  /// The processor time of work that makes no system calls.
  ///
  /// Before the fix, four times the items took sixteen times as long. The shortest of three times counts,
  /// because other work only adds to the time.
  @Test func fourTimesTheEmptyItemsAreDroppedInFourTimesTheTime() async throws {
    func time(of count: Int) async throws -> Double {
      let fixture = try ProgramFixture()
      let input = "manifest('input', ['{\"representations\":[]}'] * \(count))\n"
      try fixture.write(Self.maker + input, to: "make.py")
      let run = try await fixture.shell(
        """
        export XDG_STATE_HOME=$PWD/state TIMEFORMAT=%U
        python3 make.py || exit 9
        for round in 1 2 3; do
          time $proffer drop input --into out > told 2> told.error
        done 2>&1 | sort -n | head -n 1
        """)
      return try require(Double(run.text.filter { $0 != "\n" }), "\(run.text)\(run.errorText)")
    }
    let (few, many) = (try await time(of: 5000), try await time(of: 20_000))
    expectAtMost(many, 8 * max(few, 0.05), "\(few) s and \(many) s")
  }
}
