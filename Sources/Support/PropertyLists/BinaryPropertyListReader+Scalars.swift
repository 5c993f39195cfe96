#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension BinaryPropertyListReader {
  /// Reads an object that contains no other objects.
  mutating func scalar(_ header: Header) throws(PropertyListError) -> PropertyListNode {
    switch header.kind {
    case 0x0: return try singleton(header)
    case 0x1: return try integer(header)
    case 0x2: return .real(try real(header))
    case 0x3: return try date(header)
    case 0x4: return .data(Data(try content(header, unit: 1)))
    case 0x5: return try asciiString(header)
    case 0x6: return try utf16String(header)
    case 0x8: return try uid(header)
    default: throw unknown(header)
    }
  }

  private mutating func singleton(_ header: Header) throws(PropertyListError) -> PropertyListNode {
    try use(header, unit: 0)
    switch header.count {
    case 0: return .null
    case 8: return .boolean(false)
    case 9: return .boolean(true)
    default: throw unknown(header)
    }
  }

  private mutating func integer(_ header: Header) throws(PropertyListError) -> PropertyListNode {
    guard header.count <= 4 else {
      throw PropertyListError(
        .invalidNumber, "an integer of 2 to the power of \(header.count) bytes; the limit is 16 bytes",
        at: .byte(header.start))
    }
    let bytes = try content(sized(header, 1 << header.count), unit: 1)
    switch bytes.count {
    case 16: return DecimalInteger.node(bigEndian: bytes)
    // Integers of eight bytes are signed. Smaller integers are unsigned.
    case 8:
      let bits = BinaryPropertyListLayout.load(bytes, at: 0, size: 8)
      return .integer(Int64(bitPattern: bits))
    default:
      return .integer(Int64(BinaryPropertyListLayout.load(bytes, at: 0, size: bytes.count)))
    }
  }

  private mutating func real(_ header: Header) throws(PropertyListError) -> Double {
    switch header.count {
    case 2:
      let bits = BinaryPropertyListLayout.load(try content(sized(header, 4), unit: 1), at: 0, size: 4)
      return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 3:
      return Double(
        bitPattern: BinaryPropertyListLayout.load(try content(sized(header, 8), unit: 1), at: 0, size: 8))
    default: throw unknown(header)
    }
  }

  private mutating func date(_ header: Header) throws(PropertyListError) -> PropertyListNode {
    guard header.count == 3 else { throw unknown(header) }
    let interval = try real(header)
    guard interval.isFinite else {
      throw PropertyListError(
        .invalidDate, "a date that is not a finite number of seconds", at: .byte(header.start))
    }
    return .date(Date(timeIntervalSinceReferenceDate: interval))
  }

  private mutating func asciiString(_ header: Header) throws(PropertyListError) -> PropertyListNode {
    let bytes = try content(header, unit: 1)
    guard bytes.allSatisfy({ $0 < 0x80 }) else {
      throw PropertyListError(
        .invalidText, "a string declared as ASCII has bytes that are not ASCII", at: .byte(header.start))
    }
    return .string(String(decoding: bytes, as: UTF8.self))
  }

  private mutating func utf16String(_ header: Header) throws(PropertyListError) -> PropertyListNode {
    let bytes = try content(header, unit: 2)
    let units = (0..<header.count).lazy.map { (place: Int) -> UInt16 in
      let high = UInt16(bytes[place * 2])
      return high << 8 | UInt16(bytes[place * 2 + 1])
    }
    if let text = String(validating: units, as: UTF16.self) { return .string(text) }
    repairedCharacterCount += units.count { UTF16.isLeadSurrogate($0) || UTF16.isTrailSurrogate($0) }
    let text = String(decoding: units, as: UTF16.self)
    // Each valid pair of surrogates is one scalar above U+FFFF. All other surrogates were replaced.
    repairedCharacterCount -= 2 * text.unicodeScalars.count { $0.value > 0xFFFF }
    return .string(text)
  }

  private mutating func uid(_ header: Header) throws(PropertyListError) -> PropertyListNode {
    let byteCount = header.count + 1
    guard byteCount <= 8 else {
      throw PropertyListError(
        .invalidNumber, "a UID of \(byteCount) bytes; the limit is 8 bytes", at: .byte(header.start))
    }
    let bytes = try content(sized(header, byteCount), unit: 1)
    return .uid(BinaryPropertyListLayout.load(bytes, at: 0, size: byteCount))
  }

  /// Returns the header with its count replaced by a number of bytes.
  private func sized(_ header: Header, _ byteCount: Int) -> Header {
    Header(start: header.start, kind: header.kind, count: byteCount, content: header.content)
  }

  private mutating func content(_ header: Header, unit: Int) throws(PropertyListError)
    -> UnsafeRawBufferPointer
  {
    try use(header, unit: unit)
    let content = layout.bytes[header.content..<header.content + header.count * unit]
    return UnsafeRawBufferPointer(rebasing: content)
  }

  private func unknown(_ header: Header) -> PropertyListError {
    let digits = String(layout.bytes[header.start], radix: 16, uppercase: true)
    return PropertyListError(
      .unknownObject, "an object begins with the unknown marker 0x\(digits)", at: .byte(header.start))
  }
}
