#if canImport(FoundationEssentials)
  package import FoundationEssentials
#else
  package import Foundation
#endif

/// A value of a property list, exactly as the bytes have it.
///
/// Members keep their order, and a key that stands twice is kept twice.
package enum PropertyListNode: Sendable {
  /// No value. Binary lists have a byte for it, which no writer of Apple's uses; it cannot be written.
  case null
  case boolean(Bool)
  case integer(Int64)
  /// An integer that does not fit in 64 bits with a sign, as decimal digits after a minus sign or none.
  case largeInteger(digits: String)
  /// A number with the text it was or is to be written with in XML; the nearest `Double` stands in binary lists.
  case real(Double, spelling: String? = nil)
  case string(String)
  case data(Data)
  case date(Date)
  /// A reference in a keyed archive. XML has a dictionary with the one key `CF$UID` for it.
  case uid(UInt64)
  case array([PropertyListNode])
  /// Only binary lists have sets, and their elements have an order there.
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

/// What a property list may ask of its reader.
package struct PropertyListLimits: Sendable {
  /// How many containers may stand inside one another; an empty array is one deep.
  package var depth: Int
  /// How many bytes the whole may come to, as a multiple of those of the file and some more.
  ///
  /// Objects of a binary list may be named by several others, so that a small file can stand for a value that is
  /// enormous when it is walked through. Each naming counts: a container as 32 bytes, and a scalar as its own bytes.
  package var growth: (factor: Int, extra: Int)

  package init(depth: Int = 512, growth: (factor: Int, extra: Int) = (16, 64 << 20)) {
    self.depth = depth
    self.growth = growth
  }
}

/// How formats without UIDs write one: as a dictionary with this key alone.
package enum UIDMember {
  package static let key = "CF$UID"

  /// The UID that a dictionary stands for, if it stands for one.
  package static func uid(_ members: [PropertyListMember]) -> UInt64? {
    guard members.count == 1, let member = members.first, member.key == key else { return nil }
    return switch member.value {
    case .integer(let number): UInt64(exactly: number)
    case .largeInteger(let digits): UInt64(digits)
    default: nil
    }
  }
}

/// Integers of any size as decimal digits after a minus sign or none, and the bytes that stand for them.
package enum DecimalInteger {
  /// The most bytes that a binary property list gives an integer.
  package static let byteCountLimit = 16

  /// Reads big-endian two's complement bytes; the cost is quadratic, so the caller bounds their number.
  static func node(bigEndian bytes: some Sequence<UInt8>) -> PropertyListNode {
    var magnitude = Array(bytes)
    let isNegative = magnitude.first.map { $0 >= 0x80 } ?? false
    if isNegative { negate(&magnitude) }
    return node(magnitude: magnitude, isNegative: isNegative)
  }

  /// Reads the big-endian bytes of a number without its sign; the cost is quadratic.
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

  /// Reads decimal digits after a sign or none, leading zeros allowed; nil if the text is anything else.
  static func node(_ text: UnsafeRawBufferPointer) -> PropertyListNode? {
    var digits = text[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    guard !digits.isEmpty, digits.allSatisfy({ $0 &- UInt8(ascii: "0") < 10 }) else { return nil }
    return node(sign: isNegative ? "-" : "", digits: digits.drop { $0 == UInt8(ascii: "0") })
  }

  private static func node(sign: String, digits: some Collection<UInt8>) -> PropertyListNode {
    let spelling = digits.isEmpty ? "0" : sign + String(decoding: digits, as: UTF8.self)
    // 19 digits and a sign are the longest word.
    let word = digits.count <= 19 ? Int64(spelling) : nil
    return word.map(PropertyListNode.integer) ?? .largeInteger(digits: spelling)
  }

  /// Digits as big-endian two's complement bytes, as many as binary property lists give a large integer; nil if
  /// they do not fit.
  package static func bigEndianBytes(ofDigits spelling: String) -> [UInt8]? {
    let isNegative = spelling.utf8.first == UInt8(ascii: "-")
    let digits = isNegative ? spelling.utf8.dropFirst() : spelling.utf8[...]
    // A byte holds more than two decimal digits, so longer numbers cannot fit and are not worth multiplying out.
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
