/// A message of D-Bus (Source: D-Bus specification, "Message Format").
struct BusMessage: Sendable {
  /// The kind of a message.
  enum Kind: UInt8, Sendable {
    case call = 1
    case reply = 2
    case error = 3
    case signal = 4
  }

  /// The value of a header field in an outgoing message.
  enum FieldValue: Sendable {
    case text(String)
    case path(String)
    case signature(String)
    case number(UInt32)
  }

  /// The object that receives a call.
  struct Target: Sendable {
    let destination, path, interface: String

    /// The bus itself.
    static let bus = Target(
      destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus", interface: "org.freedesktop.DBus")
  }

  /// Options of a call.
  struct Flags: OptionSet, Sendable {
    let rawValue: UInt8
    /// The receiver must not reply.
    static let noReply = Flags(rawValue: 1)
    /// The bus must not start the receiving program.
    static let noStart = Flags(rawValue: 2)
  }

  /// The maximum number of bytes of an incoming message.
  ///
  /// The specification allows 128 MiB, but the paths of a hundred thousand files need only a tenth of that.
  static let byteLimit = 16 << 20
  /// The maximum number of bytes of the header fields.
  ///
  /// A name has at most 255 bytes, so this limit leaves ample room.
  private static let fieldLimit = 1 << 16
  /// The number of bytes before the header fields, including the size of the fields.
  private static let fixedByteCount = 16

  /// The kind of the message; nil for a kind that a later version of the protocol adds.
  ///
  /// Messages of such a kind are ignored.
  let kind: Kind?
  /// The serial of the call to which this message replies.
  let replySerial: UInt32?
  /// The name of the error.
  let errorName: String?
  /// The name of the signal.
  let member: String?
  /// The types of the values.
  let signature: String
  private let body: ArraySlice<UInt8>
  private let isBigEndian: Bool

  /// A reader for the values.
  var values: BusReader { BusReader(body, isBigEndian: isBigEndian) }

  // MARK: Writing

  /// Encodes a call.
  ///
  /// - Parameters:
  ///   - serial: the serial of the call, which the reply repeats.
  ///   - descriptorCount: the number of file descriptors that are sent with the call.
  static func call(
    _ member: String, on target: Target, _ values: BusWriter, serial: UInt32, flags: Flags = [],
    descriptorCount: Int = 0
  ) -> [UInt8] {
    var fields: [(code: UInt8, value: FieldValue)] = [
      (1, .path(target.path)), (2, .text(target.interface)), (3, .text(member)),
      (6, .text(target.destination)),
    ]
    if !values.signature.isEmpty { fields.append((8, .signature(values.signature))) }
    if descriptorCount > 0 { fields.append((9, .number(UInt32(descriptorCount)))) }
    var writer = BusWriter()
    for byte in [UInt8(ascii: "l"), Kind.call.rawValue, flags.rawValue, 1] { writer.put(byte) }
    writer.put(UInt32(values.bytes.count))
    writer.put(serial)
    writer.add(fields: fields)
    writer.pad(to: 8)
    return writer.bytes + values.bytes
  }

  // MARK: Reading

  /// The result of reading the first message of a connection's bytes.
  enum First {
    /// An incomplete message.
    case incomplete
    /// A message and its size in bytes.
    case message(BusMessage, byteCount: Int)
    /// Invalid bytes, or a message that exceeds the size limit. The associated text describes the problem.
    case invalid(String)
  }

  /// Reads the first message of the given bytes.
  static func first(of bytes: ArraySlice<UInt8>) -> First {
    guard bytes.count >= fixedByteCount else { return .incomplete }
    var head = BusReader(bytes.prefix(fixedByteCount), isBigEndian: bytes.first == UInt8(ascii: "B"))
    guard let order = head.byte(), [UInt8(ascii: "l"), UInt8(ascii: "B")].contains(order),
      let kind = head.byte(), kind != 0, head.byte() != nil, head.byte() == 1
    else { return .invalid("bytes that are not a message") }
    guard let bodyCount = head.number(), let serial = head.number(), serial != 0,
      let fieldCount = head.number()
    else { return .invalid("a message without a serial number") }
    let bodyStart = (fixedByteCount + Int(fieldCount) + 7) / 8 * 8
    let byteCount = bodyStart + Int(bodyCount)
    guard fieldCount <= fieldLimit, byteCount <= byteLimit else {
      return .invalid("a message of \(byteCount) bytes")
    }
    guard bytes.count >= byteCount else { return .incomplete }
    let whole = bytes.prefix(byteCount)
    guard let message = BusMessage(whole, bodyStart: bodyStart, isBigEndian: order == UInt8(ascii: "B"))
    else {
      return .invalid("a message whose header is not valid")
    }
    return .message(message, byteCount: byteCount)
  }

  /// Reads the header fields.
  private init?(_ bytes: ArraySlice<UInt8>, bodyStart: Int, isBigEndian: Bool) {
    var replySerial: UInt32?
    var (errorName, member): (String?, String?)
    var signature = ""
    var reader = BusReader(bytes.prefix(bodyStart), isBigEndian: isBigEndian)
    // The reader skips the first bytes, which are already parsed. The next value is the size of the fields.
    for _ in 0..<BusMessage.fixedByteCount - 4 { _ = reader.byte() }
    guard let end = reader.arrayEnd(of: 8) else { return nil }
    while reader.isBefore(end) {
      guard reader.align(to: 8), let code = reader.byte() else { return nil }
      switch code {
      case 3, 4:
        guard reader.signature() == "s", let text = reader.text() else { return nil }
        if code == 3 { member = text } else { errorName = text }
      case 5:
        guard reader.signature() == "u", let number = reader.number() else { return nil }
        replySerial = number
      case 8:
        guard reader.signature() == "g", let text = reader.signature() else { return nil }
        signature = text
      default: guard reader.skipVariant() else { return nil }
      }
    }
    guard reader.align(to: 8), reader.isAtEnd else { return nil }
    kind = Kind(rawValue: bytes[bytes.startIndex + 1])
    (self.replySerial, self.signature) = (replySerial, signature)
    (self.errorName, self.member) = (errorName, member)
    (body, self.isBigEndian) = (bytes.dropFirst(bodyStart), isBigEndian)
  }
}
