package import Foundation

/// What a reader made of bytes.
package struct PropertyListReading: Sendable {
  package let node: PropertyListNode
  /// How many characters of strings in a binary list were halves of surrogate pairs, and became U+FFFD.
  package let repairedCharacterCount: Int
}

extension PropertyListReading {
  /// Reads a property list, XML or binary, whichever it is by its first bytes.
  ///
  /// - Parameter legacyText: as for XML.
  /// - Throws: `PropertyListError`: `wrongFormat` for the old form of braces and equals signs and all else.
  package init(
    _ data: Data, limits: PropertyListLimits = PropertyListLimits(),
    legacyText: (_ name: String, Data) -> String? = { _, _ in nil }
  ) throws(PropertyListError) {
    switch PropertyListForm(of: data) {
    case .binary: try self.init(binary: data, limits: limits)
    case .xml: try self.init(xml: data, limits: limits, legacyText: legacyText)
    case nil:
      throw PropertyListError(
        .wrongFormat,
        "the bytes begin neither as an XML property list ('<') nor as a binary one ('bplist0'); "
          + "property lists of braces and equals signs are not read")
    }
  }

  /// Reads a binary property list (version 0).
  ///
  /// Objects that several others name are shared in memory. Cycles, objects that overlap, and everything that lies
  /// outside the file are refused.
  package init(binary data: Data, limits: PropertyListLimits = PropertyListLimits()) throws(PropertyListError)
  {
    let result = data.withUnsafeBytes { bytes in
      Result { () throws(PropertyListError) in
        var reader = try BinaryPropertyListReader(bytes, limits: limits)
        return try reader.read()
      }
    }
    self = try result.get()
  }

  /// Reads an XML property list in UTF-8, or in the encoding that its mark or declaration names.
  ///
  /// No entity but XML's own five is ever expanded.
  ///
  /// - Parameter legacyText: decodes a document in a declared encoding of one byte a character that is not Latin-1; nil
  ///   for names it does not know.
  package init(
    xml data: Data, limits: PropertyListLimits = PropertyListLimits(),
    legacyText: (_ name: String, Data) -> String? = { _, _ in nil }
  ) throws(PropertyListError) {
    let result = try XMLEncoding.utf8(of: data, legacyText: legacyText).withUnsafeBytes { bytes in
      Result { () throws(PropertyListError) in
        var content = bytes
        // UTF-8's own mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { content = UnsafeRawBufferPointer(rebasing: bytes[3...]) }
        try XMLEncoding.checkUTF8(content)
        var reader = XMLPropertyListReader(content, depthLimit: limits.depth)
        return try reader.read()
      }
    }
    self.init(node: try result.get(), repairedCharacterCount: 0)
  }
}

/// The two forms of property list that are read.
package enum PropertyListForm: Sendable {
  case xml, binary

  /// The form by the first bytes; nil if they begin neither.
  package init?(of bytes: some Collection<UInt8>) {
    if bytes.starts(with: BinaryPropertyListLayout.magic) {
      self = .binary
      return
    }
    // '<' in any encoding, after a mark and space or none.
    let skipped: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00, 0x20, 0x09, 0x0A, 0x0D]
    guard bytes.first(where: { !skipped.contains($0) }) == UInt8(ascii: "<") else { return nil }
    self = .xml
  }
}
