import ByteTools
import Foundation

/// A message of the protocol for drags in terminals (OSC 72): a type, numbers under keys of one letter, and a payload.
struct DragMessage: Equatable {
  /// What the message is about; empty for a later piece of the message before.
  let type: String
  private let values: [Character: Int]
  var payload: [UInt8]
  /// Whether more pieces of the message follow.
  let goesOn: Bool
  /// Whether it is the end of a value: a message of its own without a payload.
  private(set) var isEnd: Bool

  /// Reads what follows `ESC ] 72 ;`, without the keys that are not known; nil where it is not a message.
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

  /// The number under a key; 0 where there is none.
  subscript(key: Character) -> Int { values[key] ?? 0 }

  /// Whether there is a number under a key.
  func has(_ key: Character) -> Bool { values[key] != nil }

  /// The words of the payload, which is a list with spaces between.
  var words: [String] { String(decoding: payload, as: UTF8.self).split(separator: " ").map(String.init) }

  /// The name and the words of an error, such as `EPERM: no gesture`.
  var failure: (name: String, text: String) {
    let text = String(decoding: payload.prefix(1024), as: UTF8.self)
    let name = text.prefix { $0 != ":" }
    return (String(name), text)
  }

  /// The message with the payload of its next piece.
  fileprivate func piece(_ next: DragMessage) -> DragMessage {
    DragMessage(type: type, values: values, payload: next.payload, goesOn: next.goesOn)
  }

  private init(type: String, values: [Character: Int], payload: [UInt8], goesOn: Bool) {
    isEnd = false
    (self.type, self.values, self.payload, self.goesOn) = (type, values, payload, goesOn)
  }
}

/// Puts the pieces of messages together: later ones have only the payload.
struct DragMessageAssembly {
  /// The most bytes of a list; longer payloads are data, which is taken piece by piece.
  private static let listByteCount = 1 << 20

  private var open: DragMessage?
  private var list: [UInt8] = []
  private var carry: [UInt8] = []

  /// The next piece with the keys of its message; a list comes when it is whole, and data as bytes.
  ///
  /// - Returns: nil for what is not a message, or not yet.
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
    // A message is a base64 text of its own, whose pieces may be cut anywhere.
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

/// Sends values as messages for drags: one base64 text without padding, in pieces.
struct DragMessageWriter {
  /// What becomes 4096 letters, the most that a message may have.
  private static let pieceByteCount = 3072

  let device: TerminalDevice

  func message(_ metadata: String, _ text: some Sequence<UInt8> = []) {
    let bytes = Array(text)
    device.command(72, metadata, bytes.isEmpty ? [] : [UInt8(ascii: ";")] + bytes)
  }

  /// Sends a list or words in pieces.
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

  /// Sends a value and its end.
  ///
  /// - Parameters:
  ///   - end: the keys of the end, where these are not all.
  ///   - goesOn: called after each piece; false ends the value early.
  func value(
    _ metadata: String, endingWith end: String? = nil, _ data: Data,
    while goesOn: () throws -> Bool = { true }
  ) throws {
    var rest = data
    var head = metadata + ":"
    while !rest.isEmpty {
      // kitty 0.48 refuses a message of exactly four letters, which are three bytes.
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
