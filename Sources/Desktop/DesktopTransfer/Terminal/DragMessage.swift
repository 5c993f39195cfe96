import ByteTools
import Foundation

/// A message of the protocol for drags in terminals (OSC 72): a type, numbers under one-letter keys, and a
/// payload.
struct DragMessage: Equatable {
  /// The message type; empty for a later chunk of the previous message.
  let type: String
  private let values: [Character: Int]
  var payload: [UInt8]
  /// Whether more chunks of the message follow.
  let goesOn: Bool
  /// Whether the message marks the end of a value.
  ///
  /// Such a message has no payload.
  private(set) var isEnd: Bool

  /// Reads the text after `ESC ] 72 ;`, ignoring unknown keys; returns nil if the text is not a valid
  /// message.
  init?(_ body: [UInt8]) {
    let end = body.firstIndex(of: UInt8(ascii: ";")) ?? body.endIndex
    guard end <= 256 else { return nil }
    var type = ""
    var values: [Character: Int] = [:]
    for pair in String(decoding: body[..<end], as: UTF8.self).split(separator: ":") {
      guard pair.dropFirst().first == "=", let key = pair.first else { return nil }
      let text = pair.dropFirst(2)
      if key == "t" {
        guard text.utf8.count == 1 else { return nil }
        type = String(text)
      } else if "mioxyXY".contains(key) {
        guard let number = Int32(text) else { return nil }
        values[key] = Int(number)
      }
    }
    goesOn = values["m"] == 1
    isEnd = !goesOn && end >= body.count - 1 && !type.isEmpty
    (self.type, self.values, payload) = (type, values, Array(body[min(end + 1, body.endIndex)...]))
  }

  /// The number under a key; 0 if the key is missing.
  subscript(key: Character) -> Int { values[key] ?? 0 }

  /// Returns whether the message has a number under a key.
  func has(_ key: Character) -> Bool { values[key] != nil }

  /// The words of the payload, which is a space-separated list.
  var words: [String] { String(decoding: payload, as: UTF8.self).split(separator: " ").map(String.init) }

  /// The name and the complete text of an error, such as `EPERM: no gesture`.
  var failure: (name: String, text: String) {
    let text = String(decoding: payload.prefix(1024), as: UTF8.self)
    let name = text.prefix { $0 != ":" }
    return (String(name), text)
  }

  /// Returns a message with the type and keys of this message, and with the payload of the next chunk.
  fileprivate func piece(_ next: DragMessage) -> DragMessage {
    DragMessage(type: type, values: values, payload: next.payload, goesOn: next.goesOn)
  }

  private init(type: String, values: [Character: Int], payload: [UInt8], goesOn: Bool) {
    isEnd = false
    (self.type, self.values, self.payload, self.goesOn) = (type, values, payload, goesOn)
  }
}

/// Assembles messages from chunks.
///
/// Only the first chunk of a message has the type and the keys.
struct DragMessageAssembly {
  /// The maximum number of bytes of a list.
  ///
  /// Longer lists are dropped. Values can be longer, because they are processed in chunks.
  private static let listByteCount = 1 << 20

  private var open: DragMessage?
  private var list: [UInt8] = []
  private var carry: [UInt8] = []

  /// Processes the next chunk.
  ///
  /// A complete list is returned as one message. A value is returned in chunks of decoded bytes.
  ///
  /// - Returns: the list or chunk, with the type and keys of its message; nil for an invalid message, or if a
  ///   list is incomplete.
  mutating func next(_ body: [UInt8]) -> DragMessage? {
    guard var message = DragMessage(body) else { return nil }
    if message.type.isEmpty {
      guard let open else { return nil }
      message = open.piece(message)
    } else {
      (list, carry) = ([], [])
    }
    open = message.goesOn ? message : nil
    guard ["r", "k", "e", "p"].contains(message.type) else {
      list += message.payload
      guard !message.goesOn, list.count <= DragMessageAssembly.listByteCount else { return nil }
      message.payload = list
      return message
    }
    // A value is a single base64 text, and its chunks may be cut at any position.
    var text = carry + message.payload
    carry = []
    if message.goesOn, text.last != UInt8(ascii: "=") {
      carry = text.suffix(text.count & 3)
      text.removeLast(carry.count)
    }
    guard let bytes = Base64.tolerantlyDecoded(text[...]) else { return nil }
    message.payload = bytes
    return message
  }
}

/// Sends values as drag messages.
///
/// A value is a single base64 text without padding, sent in chunks.
struct DragMessageWriter {
  /// The maximum number of bytes in a chunk.
  ///
  /// In base64, this is 4096 characters, the limit of a message.
  private static let pieceByteCount = 3072

  let device: TerminalDevice

  func message(_ metadata: String, _ text: some Sequence<UInt8> = []) {
    let bytes = Array(text)
    device.command(72, metadata, bytes.isEmpty ? [] : [UInt8(ascii: ";")] + bytes)
  }

  /// Sends a list or other text in chunks.
  func list(_ metadata: String, _ text: String) {
    var rest = Array(text.utf8)[...]
    var head = metadata + ":"
    repeat {
      let piece = rest.prefix(4096)
      rest = rest.dropFirst(4096)
      message("\(head)m=\(rest.isEmpty ? 0 : 1)", piece)
      head = ""
    } while !rest.isEmpty
  }

  /// Sends a value and the end of the value.
  ///
  /// - Parameters:
  ///   - end: the keys of the end message, if they differ from `metadata`.
  ///   - goesOn: called after each chunk; if it returns false, the value ends early.
  func value(
    _ metadata: String, endingWith end: String? = nil, _ data: Data,
    while goesOn: () throws -> Bool = { true }
  ) throws {
    var rest = data
    var head = metadata + ":"
    while !rest.isEmpty {
      // kitty 0.48 rejects a message of exactly four base64 characters, which encode up to three bytes.
      let isShort = rest.count - DragMessageWriter.pieceByteCount == 3
      let piece = rest.prefix(DragMessageWriter.pieceByteCount - (isShort ? 3 : 0))
      rest = rest.dropFirst(piece.count)
      let text = piece.withUnsafeBytes { Base64.unpadded($0) }
      if text.count == 4 {
        message("\(head)m=1", text[..<2])
        message("m=0", text[2...])
      } else {
        message("\(head)m=\(rest.isEmpty ? 0 : 1)", text)
      }
      head = ""
      try device.makeRoom()
      if try !goesOn() {
        if !rest.isEmpty { message("m=0") }
        return
      }
    }
    message("\(end ?? metadata):m=0")
  }
}
