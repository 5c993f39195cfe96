/// A format and the bytes that mark it.
struct FormatSignature: Sendable {
  let typeIdentifier: String
  let mimeType: String?
  let evidence: String
  let patterns: [SignaturePattern]
}

/// Bytes at fixed places, all of which must agree.
struct SignaturePattern: Sendable {
  struct Part: Sendable {
    let offset: Int
    /// The bytes, nil for any byte.
    var bytes: [UInt8?]
  }

  let parts: [Part]
  /// Whether the bytes are looked for where a text begins, after white space, in any case of letters.
  let isText: Bool

  /// How many bytes have to agree.
  var agreedByteCount: Int { parts.reduce(0) { $0 + $1.bytes.count { $0 != nil } } }

  /// How much agreement says: a count of the bytes, in which those that no plain text has count twice.
  var weight: Int {
    parts.reduce(0) { weight, part in
      weight + part.bytes.reduce(0) { $0 + ($1.map { (0x20...0x7E).contains($0) ? 1 : 2 } ?? 0) }
    }
  }

  /// Whether the pattern agrees with data that starts at the beginning of a file, or of a text.
  func agrees(with data: PrefixBytes) -> Bool {
    parts.allSatisfy { part in
      guard part.offset + part.bytes.count <= data.count else { return false }
      for (place, expected) in part.bytes.enumerated() {
        guard let expected else { continue }
        let byte = data[part.offset + place]
        let isEqual =
          isText ? FoldedText.lowercased(byte) == FoldedText.lowercased(expected) : byte == expected
        if !isEqual { return false }
      }
      return true
    }
  }
}
