import ProfferFileSystem

/// The output streams of a run of the program: the standard streams of the process, or substitutes in a test.
struct ConsoleStreams: Sendable {
  /// Writes bytes to standard output.
  ///
  /// Throws `brokenPipe` if the reader has closed standard output. The program then ends without a message.
  var write: @Sendable (UnsafeRawBufferPointer) throws -> Void
  /// Writes bytes to standard error.
  var writeErrors: @Sendable ([UInt8]) -> Void
  /// Whether standard output is a terminal.
  var outputIsTerminal: Bool
  /// Whether standard error is a terminal.
  var errorsAreTerminal: Bool

  /// The standard streams of the process.
  static var process: ConsoleStreams {
    ConsoleStreams(
      write: { bytes in
        ProgressLine.eraseBeforeOutput()
        try OpenFile.standardOutput.writeNext(bytes)
      }, writeErrors: ProgressLine.writeErrors, outputIsTerminal: OpenFile.standardOutput.isTerminal,
      errorsAreTerminal: OpenFile.standardError.isTerminal)
  }
}
