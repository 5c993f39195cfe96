import ProfferActions

/// Standard output for the bytes of a payload or of a conversion's result.
///
/// If it is a terminal that the command line does not name (`-o -`), only text is written, because other
/// bytes would change the terminal's state.
struct PayloadStream {
  private let isGuarded: Bool
  private let console: Console
  /// The remedy if bytes are refused.
  private static let remedy =
    "write them to a file with -o FILE, send them through a pipe, or print them anyway with -o -"

  /// - Parameter isNamed: whether the command line names standard output.
  init(on console: Console, isNamed: Bool) {
    self.console = console
    isGuarded = !isNamed && console.outputIsTerminal
  }

  /// Writes bytes unchanged.
  ///
  /// - Throws: a failure if the bytes are not text and would go to a terminal not named on the command line.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    if isGuarded, bytes.contains(where: PayloadStream.isControl) {
      throw ActionError.failure(
        "the bytes are not text, and standard output is a terminal; \(PayloadStream.remedy)")
    }
    try console.write(payload: bytes)
  }

  /// Whether a byte controls a terminal; the bytes of text in an ASCII-compatible encoding do not.
  private static func isControl(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0A, 0x0C, 0x0D: false
    default: byte < 0x20 || byte == 0x7F
    }
  }
}
