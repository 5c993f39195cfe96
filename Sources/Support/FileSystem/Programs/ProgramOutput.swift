/// The result of a short program that was run to its end.
///
/// The program's input and output are unnamed files, so that neither side can block the other.
package struct ProgramOutput: Sendable {
  /// How the program ended; nil if the program was killed because it exceeded the time limit.
  package let end: StartedProgram.End?
  /// The bytes of the program's standard output.
  package let output: [UInt8]
  /// The bytes of the program's standard error.
  package let errors: [UInt8]

  /// Whether the program exited with status 0.
  package var isSuccess: Bool { end == .exited(0) }

  /// The maximum length in bytes, for the output and for the errors separately.
  private static let mostByteCount: UInt64 = 1 << 20
  /// The environment variable that identifies the processes of the program.
  private static let variable = "PROFFER_STARTED"

  /// Runs a program without a shell.
  ///
  /// - Parameters:
  ///   - environment: the environment of the program.
  ///   - input: the bytes of the program's standard input.
  ///   - folder: the folder for temporary files, which is also the program's working directory.
  ///   - limit: the time after which the program is killed.
  /// - Throws: if the program cannot be started, or a temporary file cannot be used.
  package init(
    of program: FilePath, arguments: [String], environment: [String: String],
    input: [UInt8] = [], in folder: FilePath, within limit: Duration
  ) throws {
    let given = try OpenFile.unnamed(in: folder)
    // Writing at an offset does not move the current position, so the program reads from the beginning.
    try input.withUnsafeBytes { try given.write($0, at: 0) }
    let (written, reported) = (try OpenFile.unnamed(in: folder), try OpenFile.unnamed(in: folder))
    var environment = environment
    environment[Self.variable] = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let started = try StartedProgram(
      program, arguments: arguments, environment: environment, knownBy: Self.variable, in: folder,
      input: given, output: written, errors: reported, mostByteCount: Self.mostByteCount, isOnly: false)
    let deadline = ContinuousClock.now + limit
    while !started.hasEnded, .now < deadline { SystemCalls.sleep(milliseconds: 2) }
    let isInTime = started.hasEnded
    let end = started.finish()
    self.end = isInTime ? end : nil
    output = try Self.contents(of: written)
    errors = try Self.contents(of: reported)
  }

  private static func contents(of file: OpenFile) throws(FileSystemError) -> [UInt8] {
    try file.bytes(at: 0, count: Int(min(file.status().byteCount, mostByteCount)))
  }
}
