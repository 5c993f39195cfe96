import XMLText

#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A value of a property list, exactly as stored.
///
/// The order of members and duplicate keys are preserved.
package enum PropertyListNode: Sendable {
  /// The null object of a binary list.
  ///
  /// A null can be read but not written. Apple's writers never write a null.
  case null
  case boolean(Bool)
  case integer(Int64)
  /// An integer beyond signed 64 bits, as decimal digits with an optional minus sign.
  case largeInteger(digits: String)
  /// A floating-point number; `spelling` is its text in XML.
  ///
  /// A binary list contains only the nearest `Double`.
  case real(Double, spelling: String? = nil)
  case string(String)
  case data(Data)
  case date(Date)
  /// A reference in a keyed archive; in XML, a dictionary with the single key `CF$UID`.
  case uid(UInt64)
  case array([PropertyListNode])
  /// A set, with its elements in stored order; only binary lists can contain sets.
  case set([PropertyListNode])
  case dictionary([PropertyListMember])
}

/// A key with its value.
package struct PropertyListMember: Sendable {
  package var key: String
  package var value: PropertyListNode

  package init(_ key: String, _ value: PropertyListNode) {
    self.key = key
    self.value = value
  }
}

/// Limits for the size of a property list.
package struct PropertyListLimits: Sendable {
  /// The maximum nesting of containers; an empty array has depth 1.
  package var depth: Int
  /// The maximum total size in bytes: a multiple of the file's size, plus a constant.
  ///
  /// Several objects of a binary list can refer to the same object, so a small file can represent a value
  /// that is enormous when it is traversed. An object therefore counts once for each reference to it. A
  /// container counts as 32 bytes plus its contents. A scalar counts approximately as its own bytes.
  package var growth: (factor: Int, extra: Int)

  package init(depth: Int = 512, growth: (factor: Int, extra: Int) = (16, 64 << 20)) {
    self.depth = depth
    self.growth = growth
  }
}

/// The representation of a UID in a format without UIDs: a dictionary with this single key.
package enum UIDMember {
  package static let key = "CF$UID"

  /// Returns the UID that a dictionary represents; nil if the dictionary does not represent a UID.
  package static func uid(_ members: [PropertyListMember]) -> UInt64? {
    guard members.count == 1, let member = members.first, member.key == key else { return nil }
    return switch member.value {
    case .integer(let number): UInt64(exactly: number)
    case .largeInteger(let digits): UInt64(digits)
    default: nil
    }
  }
}

/// Integers of any size as decimal digits with an optional minus sign, and their binary representation.
package enum DecimalInteger {
  /// The maximum size of an integer in a binary property list.
  package static let byteCountLimit = 16

  /// Converts big-endian two's complement bytes.
  ///
  /// The conversion takes quadratic time, so the caller must limit the number of bytes.
  static func node(bigEndian bytes: some Sequence<UInt8>) -> PropertyListNode {
    var magnitude = Array(bytes)
    let isNegative = magnitude.first.map { $0 >= 0x80 } ?? false
    if isNegative { negate(&magnitude) }
    return node(magnitude: magnitude, isNegative: isNegative)
  }

  /// Converts the big-endian bytes of an unsigned magnitude, in quadratic time.
  static func node(magnitude bytes: [UInt8], isNegative: Bool) -> PropertyListNode {
    var rest = bytes
    var digits: [UInt8] = []
    while rest.contains(where: { $0 != 0 }) {
      var remainder = 0
      for index in rest.indices {
        let part = remainder << 8 | Int(rest[index])
        rest[index] = UInt8(part / 10)
        remainder = part % 10
      }
      digits.append(UInt8(ascii: "0") + UInt8(remainder))
    }
    return node(sign: isNegative ? "-" : "", digits: digits.reversed())
  }

  /// Parses decimal digits with an optional sign; nil for any other text.
  ///
  /// Leading zeros are allowed.
  static func node(_ text: UnsafeRawBufferPointer) -> PropertyListNode? {
    var digits = text[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    guard !digits.isEmpty, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
    return node(sign: isNegative ? "-" : "", digits: digits.drop { $0 == UInt8(ascii: "0") })
  }

  private static func node(sign: String, digits: some Collection<UInt8>) -> PropertyListNode {
    let spelling = digits.isEmpty ? "0" : sign + String(decoding: digits, as: UTF8.self)
    // A 64-bit integer has at most 19 digits and a sign.
    let word = digits.count <= 19 ? Int64(spelling) : nil
    return word.map(PropertyListNode.integer) ?? .largeInteger(digits: spelling)
  }

  /// Returns a large integer as 16 big-endian two's complement bytes, as in binary property lists.
  ///
  /// Returns nil if the integer does not fit into 16 bytes.
  package static func bigEndianBytes(ofDigits spelling: String) -> [UInt8]? {
    let isNegative = spelling.utf8.first == UInt8(ascii: "-")
    let digits = isNegative ? spelling.utf8.dropFirst() : spelling.utf8[...]
    // A byte stores fewer than three decimal digits. A number with more digits cannot fit and is not
    // converted.
    guard digits.count <= byteCountLimit * 3 else { return nil }
    var bytes = [UInt8](repeating: 0, count: byteCountLimit)
    for digit in digits {
      var carry = Int(digit - UInt8(ascii: "0"))
      for index in bytes.indices.reversed() {
        let part = Int(bytes[index]) * 10 + carry
        bytes[index] = UInt8(truncatingIfNeeded: part)
        carry = part >> 8
      }
      guard carry == 0 else { return nil }
    }
    if isNegative { negate(&bytes) }
    guard let first = bytes.first, (first >= 0x80) == isNegative else { return nil }
    return bytes
  }

  private static func negate(_ bytes: inout [UInt8]) {
    var carry = true
    for index in bytes.indices.reversed() {
      bytes[index] = ~bytes[index]
      if carry { (bytes[index], carry) = bytes[index].addingReportingOverflow(1) }
    }
  }
}

/// The result of reading a property list.
package struct PropertyListReading: Sendable {
  package let node: PropertyListNode
  /// The number of unpaired surrogates in strings of a binary list; each was replaced by U+FFFD.
  package let repairedCharacterCount: Int
}

extension PropertyListReading {
  /// Reads an XML or binary property list; the first bytes determine the form.
  ///
  /// - Parameter legacyText: used only for XML, as in ``init(xml:limits:legacyText:)``.
  /// - Throws: `PropertyListError` with code `wrongFormat` if the data is in neither form. The old text
  ///   form with braces and equals signs is not supported.
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
          + "old-style property lists (with braces and equals signs) are not supported")
    }
  }

  /// Reads a binary property list (version 0).
  ///
  /// Objects with several references are shared in memory. Cycles, overlapping objects and offsets
  /// outside the file are errors.
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

  /// Reads an XML property list in UTF-8, or in the encoding of its byte order mark or declaration.
  ///
  /// Only the five predefined entities of XML are expanded.
  ///
  /// - Parameter legacyText: decodes a document in a declared single-byte encoding other than Latin-1;
  ///   returns nil if the name of the encoding is unknown.
  package init(
    xml data: Data, limits: PropertyListLimits = PropertyListLimits(),
    legacyText: (_ name: String, Data) -> String? = { _, _ in nil }
  ) throws(PropertyListError) {
    let document: Data
    do throws(XMLError) { document = try XMLEncoding.utf8(of: data, legacyText: legacyText) } catch {
      throw PropertyListError(error)
    }
    let result = document.withUnsafeBytes { bytes in
      Result { () throws(PropertyListError) in
        var content = bytes
        // Skips the byte order mark of UTF-8.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { content = UnsafeRawBufferPointer(rebasing: bytes[3...]) }
        do throws(XMLError) { try XMLEncoding.checkUTF8(content) } catch { throw PropertyListError(error) }
        var reader = XMLPropertyListReader(content, depthLimit: limits.depth)
        return try reader.read()
      }
    }
    self.init(node: try result.get(), repairedCharacterCount: 0)
  }
}

/// The forms of property list that can be read.
package enum PropertyListForm: Sendable {
  case xml, binary

  /// Detects the form from the first bytes; nil if the data has neither form.
  package init?(of bytes: some Collection<UInt8>) {
    if bytes.starts(with: BinaryPropertyListLayout.magic) {
      self = .binary
      return
    }
    // '<' in any encoding, after an optional byte order mark and white space.
    let skipped: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0x00, 0x20, 0x09, 0x0A, 0x0D]
    guard bytes.first(where: { !skipped.contains($0) }) == UInt8(ascii: "<") else { return nil }
    self = .xml
  }
}
