import ProfferActions

/// Standard output for the bytes of a payload, or the result of a conversion.
///
/// Where it is a terminal and the command line does not name it (`-o -`), only text is written: other bytes would change
/// the terminal's state.
struct PayloadStream {
  private let isGuarded: Bool
  private let console: Console
  /// What to do instead, where bytes are refused.
  private static let remedy =
    "write them to a file with -o FILE, send them through a pipe, or print them anyway with -o -"

  /// - Parameter isNamed: whether the command line names standard output.
  init(on console: Console, isNamed: Bool) {
    self.console = console
    isGuarded = !isNamed && console.outputIsTerminal
  }

  /// Writes bytes as they are.
  ///
  /// - Throws: a failure where they are not text and a terminal would get them unasked.
  func write(_ bytes: UnsafeRawBufferPointer) throws {
    if isGuarded, bytes.contains(where: PayloadStream.isControl) {
      throw ActionError.failure(
        "the bytes are not text, and standard output is a terminal; \(PayloadStream.remedy)")
    }
    try console.write(payload: bytes)
  }

  /// Whether a byte controls a terminal; bytes of text in any encoding that ASCII is a part of do not.
  private static func isControl(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0A, 0x0C, 0x0D: false
    default: byte < 0x20 || byte == 0x7F
    }
  }
}
