import ProfferActions

/// Standard output for the bytes of a payload or of the result of a conversion.
///
/// If standard output is a terminal, and `-o -` does not explicitly select it, only text is written. Other
/// bytes could change the state of the terminal.
struct PayloadStream {
  private let isGuarded: Bool
  private let console: Console
  /// The advice in the error message if bytes are not written.
  private static let remedy =
    "write them to a file with -o FILE, send them through a pipe, or print them anyway with -o -"

  /// - Parameter isNamed: whether the command line selects standard output explicitly.
  init(on console: Console, isNamed: Bool) {
    self.console = console
    isGuarded = !isNamed && console.outputIsTerminal
  }

  /// Writes bytes unchanged.
  ///
  /// - Throws: ``ActionError`` if the bytes are not text, and standard output is a terminal that was not
  ///   selected explicitly.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    if isGuarded, bytes.contains(where: PayloadStream.isControl) {
      throw ActionError.failure(
        "the bytes are not text, and standard output is a terminal; \(PayloadStream.remedy)")
    }
    try console.write(payload: bytes)
  }

  /// Returns whether a byte can control a terminal.
  ///
  /// Text in an ASCII-compatible encoding has no such bytes.
  private static func isControl(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0A, 0x0C, 0x0D: false
    default: byte < 0x20 || byte == 0x7F
    }
  }
}
