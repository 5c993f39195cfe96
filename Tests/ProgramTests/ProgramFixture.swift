import Foundation
import JSONText
import TestSupport
import Testing

/// The built program and a fresh folder to run it in.
struct ProgramFixture {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The program that is tested: the one next to the tests that are running, or the one that `PROFFER_TEST_PROGRAM` names.
  static let program: String = {
    if let named = ProcessInfo.processInfo.environment["PROFFER_TEST_PROGRAM"] { return named }
    let tests =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
      ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: tests).deletingLastPathComponent().appendingPathComponent("proffer").path
  }()

  /// The folder with the documents that everybody may read.
  static let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("fixtures").path

  static func fixture(_ name: String) -> String { "\(fixtures)/\(name)" }

  static func bytes(ofFixture name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: fixture(name))))
  }

  /// Writes a file, and the folders above it.
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
    let usual = ["PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TMPDIR": folder.path]
    return try await TestTimes.recording {
      try await ProgramRun.run(
        ProgramFixture.program, arguments, in: folder.path,
        environment: usual.merging(environment) { _, new in new }, input: input)
    }
  }

  /// Runs the program in the folder and requires that all went well.
  @discardableResult
  func succeed(_ arguments: String...) async throws -> ProgramRun {
    let run = try await run(arguments)
    try #require(run.status == 0, "\(arguments): \(run.errorText)")
    return run
  }

  /// Runs a shell script in the folder, with the program as `$proffer` and the documents in `$fixtures`.
  func shell(_ script: String) async throws -> ProgramRun {
    try await TestTimes.recording(isWanted: script.contains("$proffer")) {
      try await ProgramRun.run(
        "/bin/bash", ["-c", script], in: folder.path,
        environment: [
          "PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TMPDIR": folder.path,
          "proffer": ProgramFixture.program, "fixtures": ProgramFixture.fixtures,
        ])
    }
  }

  /// Packs the usual two items: notes in three forms, and a picture.
  @discardableResult
  func packTrip(_ more: String...) async throws -> ProgramRun {
    let run = try await command(
      ["pack", "--item", "--name", "Trip notes"]
        + ["notes.rtf", "notes.html", "notes.txt"].map(ProgramFixture.fixture)
        + ["--item", ProgramFixture.fixture("photo.png")] + more + ["-o", "trip.dragbundle"])
    try #require(run.status == 0, "\(run.errorText)")
    return run
  }
}

extension ProgramRun {
  /// The objects of an array that is a member of the JSON on standard output.
  func jsonObjects(_ key: String) throws -> [[String: Any]] {
    try #require((try json() as? [String: Any])?[key] as? [[String: Any]])
  }

  /// The objects on standard output, each in a line of its own.
  func jsonLines() throws -> [JSONNode] {
    try output.split(separator: UInt8(ascii: "\n")).map { try JSONNode.parse(Array($0)) }
  }

  /// The first object on standard output, or all of it where it is a document and not a result.
  func json() throws -> Any {
    let isResult = output.starts(with: Array("{\"proffer\"".utf8))
    let line = isResult ? output.prefix { $0 != UInt8(ascii: "\n") } : output[...]
    return try JSONSerialization.jsonObject(with: Data(line))
  }

  /// The objects of a command of several inputs, without the totals.
  func jsonInputs() throws -> [JSONNode] {
    let lines = try jsonLines()
    try #require(lines.last?["totals"] != nil, "\(text)")
    return lines.dropLast()
  }

  /// Whether the program said one line of its own on standard error.
  var hasOneErrorLine: Bool {
    errorText.hasPrefix("proffer: ") && errorText.hasSuffix("\n")
      && errorText.dropLast().allSatisfy { $0 != "\n" }
  }
}

/// What is left when a program is stopped or refused in the middle.
extension ProgramFixture {
  /// Names of what writers had not finished, and of what they had set aside.
  func leftovers() throws -> [String] {
    try folder.names().filter { $0.contains(".proffer-") && !$0.contains(".proffer-partial/") }
  }

  /// How many items a bundle has, which must be whole.
  func itemCount(_ bundle: String, _ comment: Comment? = nil) async throws -> Int {
    let verification = try await command("verify", bundle)
    try #require(verification.status == 0, "\(verification.text)\(verification.errorText) \(comment ?? "")")
    let list = try #require(try await done("list", bundle, "--json").jsonLines().first)
    return try #require(list["items"]?.elements ?? list.elements).count
  }

  /// What happens to the program at a chosen call.
  enum Fault: Hashable {
    /// It is killed at the call; of a transfer half of the bytes arrive.
    case kill
    /// The call gives an error.
    case failure(Int32)
    /// The call and all later ones that are counted give an error.
    case failureThatLasts(Int32)

    fileprivate func plan(atCall call: Int) -> String {
      switch self {
      case .kill: "kill:\(call)"
      case .failure(let number): "once:\(call):\(number)"
      case .failureThatLasts(let number): "broken:\(call):\(number)"
      }
    }
  }

  /// Runs the program with a fault at a call, counted from 1; without one where it makes fewer calls.
  ///
  /// - Parameter names: the beginnings of the names of the functions whose calls count; nil counts all that change
  ///   something.
  func run(
    _ arguments: [String], _ fault: Fault, atCall call: Int, of names: [String]? = nil,
    environment: [String: String] = [:]
  ) async throws -> ProgramRun {
    let interruption = try await CallInterruption.environment(
      plan: fault.plan(atCall: call), names: names, in: folder, report: "/dev/null")
    return try await run(arguments, environment: environment.merging(interruption) { _, new in new })
  }

  /// Calls a function with 1, 2 and so on, until it says that the program was not killed at that call any more.
  ///
  /// - Parameter attempt: runs the program, looks at what is left, and gives back the run.
  /// - Returns: how many calls there were.
  @discardableResult
  func atEveryKill(_ attempt: (_ call: Int) async throws -> ProgramRun) async throws -> Int {
    var call = 1
    while try await attempt(call).status == -SIGKILL {
      call += 1
      try #require(call < 10_000, "the program never came to its end")
    }
    return call - 1
  }

  /// Writes small files with different contents, and one that takes a moment, into a folder `sources`.
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
  /// Whether the program failed as it promises to: with status 2 and one line that names the culprit.
  func isRefusal(naming culprit: String) -> Bool {
    status == 2 && hasOneErrorLine && errorText.contains(culprit)
  }
}
