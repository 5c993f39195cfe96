import ProfferFileSystem

/// A message between a program and a Wayland compositor: an object, a number, and arguments (Source: Wayland protocol,
/// chapter 4, wire format).
struct WaylandMessage {
  let object: UInt32
  let opcode: UInt16
  private let arguments: HostOrderReader

  /// Reads the first message of some bytes; nil while it is not whole.
  ///
  /// - Returns: the message, and its length; a length below that of a head breaks the protocol.
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

  /// A number at a place of the arguments.
  func word(at offset: Int) -> UInt32 { arguments.word(at: offset) }

  /// A text at a place of the arguments, and the place after it; nil where it is not UTF-8 or does not fit.
  func text(at offset: Int) -> (text: String, end: Int)? {
    let count = Int(arguments.word(at: offset))
    let end = offset + 4 + (count + 3) / 4 * 4
    guard count > 0, end <= arguments.count else { return nil }
    guard let text = String(validating: arguments.slice(offset + 4, count - 1), as: UTF8.self) else {
      return nil
    }
    return (text, end)
  }

  /// A message as bytes.
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

  /// An argument; a stream goes beside the bytes.
  enum Argument {
    case word(UInt32)
    case text(String)
  }
}
