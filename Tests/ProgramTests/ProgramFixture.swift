import Foundation
import JSONText
import TestSupport
import Testing

/// The built program and a fresh folder in which to run it.
struct ProgramFixture {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The program under test: the one next to the running tests, or the one in `PROFFER_TEST_PROGRAM`.
  static let program: String = {
    if let named = ProcessInfo.processInfo.environment["PROFFER_TEST_PROGRAM"] { return named }
    let tests =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("proffer").path
  }()

  /// The folder with the public sample documents.
  static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("fixtures").path

  static func fixture(_ name: String) -> String { "\(fixtures)/\(name)" }

  static func bytes(ofFixture name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: fixture(name))))
  }

  /// Writes a file, and creates its parent folders.
  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  func write(_ bytes: [UInt8], to name: String) throws {
    let path = URL(fileURLWithPath: folder.path(name))
    try FileManager.default.createDirectory(
      at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: path)
  }

  /// Runs the program in the folder.
  func run(
    _ arguments: String..., input: [UInt8]? = nil, environment: [String: String] = [:]
  ) async throws -> ProgramRun {
    try await run(arguments, input: input, environment: environment)
  }

  func run(
    _ arguments: [String], input: [UInt8]? = nil, environment: [String: String] = [:]
  ) async throws -> ProgramRun {
    let usual = ["PATH": ProgramRun.searchPath, "LC_ALL": "C.UTF-8", "TMPDIR": folder.path]
    return try await TestTimes.recording {
      try await ProgramRun.run(
        ProgramFixture.program, arguments, in: folder.path,
        environment: usual.merging(environment) { _, new in new }, input: input)
    }
  }

  /// Runs the program in the folder and requires that it succeeds.
  @discardableResult
  func succeed(_ arguments: String...) async throws -> ProgramRun {
    let run = try await run(arguments)
    try requireEqual(run.status, 0, "\(arguments): \(run.errorText)")
    return run
  }

  /// Runs a shell script in the folder, with the program as `$proffer` and the documents in `$fixtures`.
  func shell(_ script: String) async throws -> ProgramRun {
    try await TestTimes.recording(isWanted: script.contains("$proffer")) {
      try await ProgramRun.run(
        "/bin/bash", ["-c", script], in: folder.path,
        environment: [
          "PATH": ProgramRun.searchPath, "LC_ALL": "C.UTF-8", "TMPDIR": folder.path,
          "proffer": ProgramFixture.program, "fixtures": ProgramFixture.fixtures,
        ])
    }
  }

  /// Packs the usual two items: notes in three forms, and a picture.
  @discardableResult
  func packTrip(_ more: String...) async throws -> ProgramRun {
    let run = try await command(
      ["pack", "--new-item", "--name", "Trip notes"]
        + ["notes.rtf", "notes.html", "notes.txt"].map(ProgramFixture.fixture)
        + ["--new-item", ProgramFixture.fixture("photo.png")] + more + ["-o", "trip.dragbundle"])
    try requireEqual(run.status, 0, "\(run.errorText)")
    return run
  }
}

extension ProgramRun {
  /// The array of objects in a member of the JSON on standard output.
  func jsonObjects(_ key: String) throws -> [[String: Any]] {
    try #require((try json() as? [String: Any])?[key] as? [[String: Any]])
  }

  /// The objects on standard output, one per line.
  func jsonLines() throws -> [JSONNode] {
    try output.split(separator: UInt8(ascii: "\n")).map { try JSONNode.parse(Array($0)) }
  }

  /// The first object on standard output, or all of it if it is a document instead of a result.
  func json() throws -> Any {
    let isResult = output.starts(with: Array("{\"proffer\"".utf8))
    let line = isResult ? output.prefix { $0 != UInt8(ascii: "\n") } : output[...]
    return try JSONSerialization.jsonObject(with: Data(line))
  }

  /// The objects of a command with several inputs, without the totals.
  func jsonInputs() throws -> [JSONNode] {
    let lines = try jsonLines()
    try #require(lines.last?["totals"] != nil, "\(text)")
    return lines.dropLast()
  }

  /// Whether standard error has exactly one line, written by the program.
  var hasOneErrorLine: Bool {
    errorText.hasPrefix("proffer: ") && errorText.hasSuffix("\n")
      && errorText.dropLast().allSatisfy { $0 != "\n" }
  }
}

/// Leftovers of a program that was killed or failed.
extension ProgramFixture {
  /// The names of files that writers had not finished or had set aside.
  func leftovers() throws -> [String] {
    try folder.names().filter { $0.contains(".proffer-") && !$0.contains(".proffer-partial/") }
  }

  /// The number of items in a bundle, which must be intact.
  func itemCount(_ bundle: String, _ comment: Comment? = nil) async throws -> Int {
    let verification = try await command("verify", bundle)
    try requireEqual(verification.status, 0, "\(verification.text)\(verification.errorText) \(comment ?? "")")
    let list = try await require(done("list", bundle, "--json").jsonLines().first)
    return try require(list["items"]?.elements ?? list.elements).count
  }

  /// The effect on the program at a chosen call.
  enum Fault: Hashable {
    /// The process is killed at the call; if the call transfers data, half of the bytes are transferred.
    case kill
    /// The call returns an error.
    case failure(Int32)
    /// The call and all later counted calls return an error.
    case failureThatLasts(Int32)

    fileprivate func plan(atCall call: Int) -> String {
      switch self {
      case .kill: "kill:\(call)"
      case .failure(let number): "once:\(call):\(number)"
      case .failureThatLasts(let number): "broken:\(call):\(number)"
      }
    }
  }

  /// Runs the program with a fault at a call, counted from 1; no fault occurs if it makes fewer calls.
  ///
  /// - Parameter names: prefixes of the names of the functions that count; nil counts all that change
  ///   something.
  func run(
    _ arguments: [String], _ fault: Fault, atCall call: Int, of names: [String]? = nil,
    environment: [String: String] = [:]
  ) async throws -> ProgramRun {
    let interruption = try await CallInterruption.environment(
      plan: fault.plan(atCall: call), names: names, in: folder, report: "/dev/null")
    return try await run(arguments, environment: environment.merging(interruption) { _, new in new })
  }

  /// Calls a function with 1, 2 and so on, until the program is no longer killed at that call.
  ///
  /// - Parameter attempt: runs the program, checks its leftovers, and returns the run.
  /// - Returns: the number of calls.
  @discardableResult
  func atEveryKill(_ attempt: (_ call: Int) async throws -> ProgramRun) async throws -> Int {
    var call = 1
    while try await attempt(call).status == -SIGKILL {
      call += 1
      try #require(call < 10_000, "the program never came to its end")
    }
    return call - 1
  }

  /// Writes small files with different contents to a folder `sources`, and a large file that takes a moment.
  func writeSources(count: Int, largeByteCount: Int) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("sources"), withIntermediateDirectories: false)
    var generator = SeededGenerator(seed: 1)
    for number in 0..<count { try folder.write("file \(number)", to: "sources/\(number).txt") }
    let piece = generator.bytes(count: 1 << 16)
    let large = (0..<largeByteCount >> 16).flatMap { [UInt8(truncatingIfNeeded: $0)] + piece.dropFirst() }
    try folder.write(large, to: "sources/large.bin")
  }
}

extension ProgramRun {
  /// Whether the program failed as documented: with status 2 and one line that names the culprit.
  func isRefusal(naming culprit: String) -> Bool {
    status == 2 && hasOneErrorLine && errorText.contains(culprit)
  }
}
