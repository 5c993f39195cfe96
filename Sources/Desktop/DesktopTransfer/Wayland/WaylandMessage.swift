import ProfferFileSystem

/// A message between a program and a Wayland compositor: an object, an opcode, and arguments (Source: Wayland
/// protocol, chapter 4, wire format).
struct WaylandMessage {
  let object: UInt32
  let opcode: UInt16
  private let arguments: HostOrderReader

  /// Reads the first message in a buffer; returns nil if the message is incomplete.
  ///
  /// - Returns: the message and its length in bytes. Length 0 means that the message violates the protocol.
  static func first(of bytes: ArraySlice<UInt8>) -> (message: WaylandMessage, byteCount: Int)? {
    guard bytes.count >= 8 else { return nil }
    let head = HostOrderReader(bytes.prefix(8))
    let word = head.word(at: 4)
    let byteCount = Int(word >> 16)
    guard byteCount >= 8 else {
      return (WaylandMessage(object: head.word(at: 0), opcode: 0, arguments: head), 0)
    }
    guard bytes.count >= byteCount else { return nil }
    let message = WaylandMessage(
      object: head.word(at: 0), opcode: UInt16(truncatingIfNeeded: word),
      arguments: HostOrderReader(bytes.prefix(byteCount).dropFirst(8)))
    return (message, byteCount)
  }

  /// Returns the number at an offset in the arguments.
  func word(at offset: Int) -> UInt32 { arguments.word(at: offset) }

  /// Returns the text at an offset in the arguments, and the offset after the text; nil if the text is not
  /// UTF-8 or exceeds the message.
  func text(at offset: Int) -> (text: String, end: Int)? {
    let count = Int(arguments.word(at: offset))
    let end = offset + 4 + (count + 3) / 4 * 4
    guard count > 0, end <= arguments.count else { return nil }
    guard let text = String(validating: arguments.slice(offset + 4, count - 1), as: UTF8.self) else {
      return nil
    }
    return (text, end)
  }

  /// Encodes a message.
  static func bytes(to object: UInt32, _ opcode: UInt16, _ arguments: [Argument] = []) -> [UInt8] {
    var body = HostOrderWriter()
    for argument in arguments {
      switch argument {
      case .word(let word): body.add(word)
      case .text(let text):
        body.add(UInt32(text.utf8.count + 1))
        body.add(text.utf8)
        body.add(UInt8(0))
        body.pad()
      }
    }
    var head = HostOrderWriter()
    head.add(object)
    head.add(UInt32(8 + body.bytes.count) << 16 | UInt32(opcode))
    return head.bytes + body.bytes
  }

  /// An argument in the bytes of a message.
  ///
  /// Streams are passed separately.
  enum Argument {
    case word(UInt32)
    case text(String)
  }
}
