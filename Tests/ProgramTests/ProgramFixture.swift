import Foundation
import TestSupport
import Testing

/// The built program and a fresh folder to run it in.
struct ProgramFixture {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The program stands next to the tests that are running.
  static let program: String = {
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

  /// Runs the program in the folder.
  func run(
    _ arguments: String..., input: [UInt8]? = nil, environment: [String: String] = [:]
  ) throws -> ProgramRun {
    try run(arguments, input: input, environment: environment)
  }

  func run(
    _ arguments: [String], input: [UInt8]? = nil, environment: [String: String] = [:]
  ) throws -> ProgramRun {
    let usual = ["PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TMPDIR": folder.path]
    return try ProgramRun.run(
      ProgramFixture.program, arguments, in: folder.path,
      environment: usual.merging(environment) { _, new in new }, input: input)
  }

  /// Runs the program in the folder and requires that all went well.
  @discardableResult
  func succeed(_ arguments: String...) throws -> ProgramRun {
    let run = try run(arguments)
    try #require(run.status == 0, "\(arguments): \(run.errorText)")
    return run
  }

  /// Runs a shell script in the folder, with the program as `$proffer` and the documents in `$fixtures`.
  func shell(_ script: String) throws -> ProgramRun {
    try ProgramRun.run(
      "/bin/bash", ["-c", script], in: folder.path,
      environment: [
        "PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TMPDIR": folder.path,
        "proffer": ProgramFixture.program, "fixtures": ProgramFixture.fixtures,
      ])
  }

  /// Packs the usual two items: notes in three forms, and a picture.
  @discardableResult
  func packTrip(_ more: String...) throws -> ProgramRun {
    let run = try run(
      ["pack", "--item", "--name", "Trip notes"]
        + ["notes.rtf", "notes.html", "notes.txt"].map(ProgramFixture.fixture)
        + ["--item", ProgramFixture.fixture("photo.png")] + more + ["-o", "trip.dragbundle"])
    try #require(run.status == 0, "\(run.errorText)")
    return run
  }
}

extension ProgramRun {
  /// Standard output as JSON.
  func json() throws -> Any { try JSONSerialization.jsonObject(with: Data(output)) }

  /// Whether the program said one line of its own on standard error.
  var hasOneErrorLine: Bool {
    errorText.hasPrefix("proffer: ") && errorText.hasSuffix("\n")
      && errorText.dropLast().allSatisfy { $0 != "\n" }
  }
}
