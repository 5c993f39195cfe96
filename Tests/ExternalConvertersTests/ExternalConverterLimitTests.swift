import ExternalConverters
import Foundation
import ProfferConversions
import TestSupport
import Testing

/// External converters that do not end, do not stop writing, or leave processes or files behind.
@Suite struct ExternalConverterLimitTests {
  /// A folder with a shell script as the program; the script records process IDs in the file `pids` beside
  /// it.
  private struct Script {
    let folder: TemporaryFolder
    let path: String

    init(_ lines: String) async throws {
      folder = try TemporaryFolder()
      path = try await folder.writeScript("here=$(dirname \"$0\")\n" + lines, to: "program")
    }

    /// The error message of a run, or what it made.
    func run(
      limit: Duration = HangLimit.duration, sizeLimit: UInt64 = 1 << 22
    ) throws -> String {
      let program = ExternalConverter(
        "the script", reads: ["public.html"], writes: ["public.plain-text"],
        command: ["program", "{input}", "{output}", "{folder}"], timeLimit: limit, sizeLimit: sizeLimit)
      let converter = program.converter(
        program: path, searchPath: "/usr/bin:/bin", temporaryFolder: folder.path)
      let plan = try ConversionRegistry(CoderSet().joined(with: [converter]))
        .plan(from: ["public.html"], to: "public.plain-text")
      do {
        let result = try plan.run(
          on: RepresentationSource(Data("<p>text".utf8), typeIdentifier: "public.html"))
        return "made " + String(decoding: result.data, as: UTF8.self)
      } catch let error as CoderError {
        return error.message
      }
    }

    /// The recorded processes that are still running.
    func survivors() throws -> [String] {
      guard try folder.names().contains("pids") else { return ["no process was noted"] }
      return String(decoding: try folder.read("pids"), as: UTF8.self).split(separator: "\n").map(String.init)
        .filter { process in
          // An ended process that was not reaped has the state Z.
          guard let line = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
            let state = line[(line.lastIndex(of: ")") ?? line.startIndex)...].split(separator: " ")
              .dropFirst().first
          else { return false }
          return state != "Z" && state != "X"
        }
    }

    /// The files in the folder, except the program and the test's own records.
    func leftovers() throws -> [String] {
      try folder.names().filter { !["program", "pids", "given"].contains($0) }
    }
  }

  @Test(arguments: [
    // A child in the program's group, one in its own session, and an orphan in its own session.
    "sh -c 'echo $$ >> \"$1\"; exec sleep 1000' sh \"$here/pids\" & sleep 1000",
    "setsid sh -c 'echo $$ >> \"$1\"; exec sleep 1000' sh \"$here/pids\" & sleep 1000",
    "sh -c 'setsid sh -c \"echo \\$\\$ >> \\\"\\$1\\\"; exec sleep 1000\" sh \"$1\" &' sh \"$here/pids\" & sleep 1000",
    // A chain of sessions; each starts the next and exits.
    """
    cat > "$3/next" <<'END'
    if [ $1 -gt 0 ]; then setsid sh "$0" $(($1 - 1)) "$2" & else echo $$ >> "$2"; exec sleep 1000; fi
    END
    sh "$3/next" 5 "$here/pids"
    sleep 1000
    """,
    // A child without the program's environment.
    "env -i setsid sh -c 'echo $$ >> \"$1\"; exec sleep 1000' sh \"$here/pids\" & sleep 1000",
    // Many children.
    """
    for number in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
      setsid sh -c 'echo $$ >> "$1"; while :; do sleep 1000; done' sh "$here/pids" &
    done
    sleep 1000
    """,
  ])
  func descendantsOfAProgramAreEndedWithIt(lines: String) async throws {
    let script = try await Script(lines)
    let hasBegun = try HangLimit.passes { limit in
      let message = try script.run(limit: limit)
      expect(message.contains("longer than"), "\(message)")
      try expectEqual(script.leftovers(), [])
      // On a machine with much other work, the time may end before the children have recorded themselves.
      return try script.folder.names().contains("pids")
    }
    expect(hasBegun)
    try expectEqual(script.survivors(), [])
  }

  @Test(arguments: [
    "yes", "yes >&2", "yes > \"$2\"", "yes > \"$3/other\"",
    "number=0; while :; do head -c 300000 /dev/zero > \"$3/$number\"; number=$((number + 1)); done",
    "setsid yes > \"$2\" & sleep 1000",
    // The program is ended even if it ignores the system's limit.
    "trap '' XFSZ; while :; do head -c 3000000 /dev/zero > \"$3/a\"; cp \"$3/a\" \"$3/b\"; done",
  ])
  func aProgramThatWritesTooMuchIsEnded(lines: String) async throws {
    let script = try await Script(lines)
    let message = try script.run()
    expect(message.contains("wrote more than 4194304 bytes"), "\(message)")
    try expectEqual(script.leftovers(), [])
  }

  @Test(arguments: [
    "(echo $$; exec sleep 1000) & echo $! >> \"$here/pids\"; printf words > \"$2\"",
    "setsid sleep 1000 & echo $! >> \"$here/pids\"; printf words > \"$2\"",
    "setsid sh -c 'echo $$ >> \"$1\"; exec sleep 1000' sh \"$here/pids\" > \"$3/own\" 2>&1 & sleep 0.5; printf words > \"$2\"",
  ])
  func aResultIsReadOnceTheProgramHasEnded(lines: String) async throws {
    let script = try await Script(lines)
    // The processes that the program leaves have its standard output for longer than the limit.
    #expect(try script.run() == "made words")
    try expectEqual(script.survivors(), [])
    try expectEqual(script.leftovers(), [])
  }

  @Test(arguments: [
    "mkfifo \"$2\"", "ln -s /etc/passwd \"$2\"", "mkdir \"$2\"", "ln -s loop \"$2\"",
  ])
  func onlyRegularFilesAreResults(lines: String) async throws {
    let script = try await Script(lines)
    #expect(try script.run().hasPrefix("the script succeeded but wrote no file"))
    try expectEqual(script.leftovers(), [])
  }

  @Test func theLastErrorLineIsReportedPrintably() async throws {
    let script = try await Script(
      "head -c 3000000 /dev/zero | tr '\\0' x >&2; printf '\\nno \\033[31m\\302\\233 font\\n' >&2; exit 1")
    let message = try script.run()
    expectEqual(message, #"the script failed with status 1: no \x1b[31m\u{9b} font"#)
  }

  @Test func aProgramHasNoOtherOpenFilesAndTheUsualSignals() async throws {
    let script = try await Script(
      """
      for file in /proc/self/fd/*; do case $(readlink $file) in */fd|/proc/*|'') ;; *) echo ${file##*/};; esac; done > "$2"
      grep -h SigIgn /proc/self/status >> "$2"
      """)
    let message = try script.run()
    // The shell has the result open as standard output, and its own script on another descriptor.
    expect(message.hasPrefix("made 0\n1\n2\n"), "\(message)")
    expectAtMost(message.split(separator: "\n").count, 5, "\(message)")
    let ignored = try require(
      message.split(separator: "\t").last.flatMap { UInt64($0.dropLast(), radix: 16) })
    expectEqual(ignored & (1 << 12 | 1 << 24), 0, "SIGPIPE and SIGXFSZ")
  }
}
