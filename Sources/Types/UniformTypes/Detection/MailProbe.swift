/// Mail: a message by the fields of its header, a mailbox by the line before them.
struct MailProbe {
  private let data: PrefixBytes

  init(_ data: PrefixBytes) { self.data = data }

  private static let fields: Set<String> = [
    "from", "to", "cc", "subject", "date", "message-id", "received", "return-path", "mime-version",
    "delivered-to",
    "reply-to", "sender", "dkim-signature", "content-type",
  ]

  var matches: [SignatureMatch] {
    let isMailbox = data.has("From ")
    let start = isMailbox ? data.firstIndex(of: UInt8(ascii: "\n"), from: 0).map { $0 + 1 } : 0
    guard let start else { return [] }
    let fieldCount = knownFieldCount(from: start)
    if isMailbox, fieldCount >= 2 {
      return [
        SignatureMatch(
          "public.data", mimeType: "application/mbox", .likely, "mailbox line and header fields of a message",
          agreedByteCount: 8)
      ]
    }
    guard fieldCount >= 3 else { return [] }
    return [SignatureMatch("com.apple.mail.email", .likely, "header fields of a message", agreedByteCount: 8)]
  }

  /// How many fields that only mail has stand before the first line that is no field.
  private func knownFieldCount(from start: Int) -> Int {
    var count = 0
    var line = start
    while line < data.count {
      let end = data.firstIndex(of: UInt8(ascii: "\n"), from: line) ?? data.count
      defer { line = end + 1 }
      // A line that begins with white space continues the field before it.
      if data[line] == 0x20 || data[line] == 0x09 { continue }
      var colon = line
      while colon < end, (0x21...0x7E).contains(data[colon]), data[colon] != UInt8(ascii: ":") { colon += 1 }
      guard colon > line, colon < end, data[colon] == UInt8(ascii: ":") else { break }
      if Self.fields.contains(data.text(at: line, count: min(colon - line, 32)).lowercased()) { count += 1 }
    }
    return count
  }
}
