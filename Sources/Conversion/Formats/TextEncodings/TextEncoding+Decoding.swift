import ByteTools
public import Foundation
public import ProfferConversions

extension TextEncoding {
  /// Decodes text.
  ///
  /// Invalid bytes become U+FFFD and are reported as lost (`characters`). If the encoding has a byte order
  /// mark and the bytes begin with the mark, the mark is skipped. Nothing else is changed: NULs and line
  /// ends are preserved.
  ///
  /// - Parameter data: the bytes.
  /// - Returns: the text, with the losses.
  public func decode(_ data: Data) -> Reading<String> {
    let decoded = data.withUnsafeBytes { decode($0) }
    return Reading(decoded.text, losses: losses(repairCount: decoded.repairCount))
  }

  /// Returns the losses to report for the given number of replaced invalid sequences.
  package func losses(repairCount: Int) -> [Loss] {
    var losses = LossCounter()
    losses.add(.characters, "bytes that are not \(form.name)", count: repairCount)
    return losses.total
  }

  /// Decodes text in memory, and returns the number of invalid sequences that were replaced.
  package func decode(_ bytes: UnsafeRawBufferPointer) -> (text: String, repairCount: Int) {
    if form == .utf8 {
      let bytes = withoutMark(bytes)
      let text = String(decoding: bytes, as: UTF8.self)
      guard UTF8Check.firstMistake(in: bytes) != nil else { return (text, 0) }
      return (text, TextEncoding.repairCount(of: text.utf8, from: bytes))
    }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count / form.unitByteCount * 5 / 4)
    let repairCount = forEachPiece(of: bytes) { text.append(contentsOf: $0) }
    return (String(decoding: text, as: UTF8.self), repairCount)
  }

  /// Calls a closure with the text as UTF-8, in chunks that end between scalars.
  ///
  /// - Parameter byteCount: the approximate number of input bytes per chunk; at least 16.
  /// - Returns: the number of invalid sequences that were replaced.
  package func forEachPiece(
    of bytes: UnsafeRawBufferPointer, byteCount: Int = 1 << 16,
    _ emit: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows -> Int {
    let bytes = withoutMark(bytes)
    let decoder = PieceDecoder(form)
    var buffer: [UInt8] = []
    var repairCount = 0
    var start = 0
    while start < bytes.count {
      let end = decoder.cut(bytes, from: start, near: min(start + byteCount, bytes.count))
      let piece = UnsafeRawBufferPointer(rebasing: bytes[start..<end])
      start = end
      if form == .utf8, UTF8Check.firstMistake(in: piece) == nil {
        try emit(piece)
        continue
      }
      buffer.removeAll(keepingCapacity: true)
      repairCount += decoder.append(piece, to: &buffer)
      try buffer.withUnsafeBytes(emit)
    }
    return repairCount
  }

  /// The UTF-8 encoding of each byte from 0x80 to 0xFF that is a character by itself; empty for other bytes.
  package var upperHalf: [[UInt8]] {
    let decoder = PieceDecoder(form)
    if !decoder.upperHalf.isEmpty { return decoder.upperHalf }
    return (UInt8(0x80)...0xFF).map { byte in
      var text: [UInt8] = []
      let repairCount = withUnsafeBytes(of: byte) { decoder.append($0, to: &text) }
      return repairCount == 0 ? text : []
    }
  }

  private func withoutMark(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard hasByteOrderMark, bytes.starts(with: form.mark) else { return bytes }
    return UnsafeRawBufferPointer(rebasing: bytes[form.mark.count...])
  }

  /// Returns the number of invalid sequences that were replaced in UTF-8: the U+FFFD in the text that are not
  /// in the bytes.
  fileprivate static func repairCount(
    of text: String.UTF8View, from bytes: UnsafeRawBufferPointer
  ) -> Int {
    replacementCount(text) - replacementCount(bytes)
  }

  private static func replacementCount(_ bytes: some Sequence<UInt8>) -> Int {
    var count = 0
    var (first, second): (UInt8, UInt8) = (0, 0)
    for byte in bytes {
      if first == 0xEF && second == 0xBF && byte == 0xBD { count += 1 }
      (first, second) = (second, byte)
    }
    return count
  }
}

/// Converts chunks of text in one form to UTF-8.
private struct PieceDecoder {
  private let form: TextEncoding.Form
  private let doubleByte: DoubleByteCharacters?
  /// The UTF-8 encoding of each byte from 0x80 to 0xFF, for single-byte forms; empty for undefined bytes.
  let upperHalf: [[UInt8]]
  /// The scalars of the bytes below 0x80 that are not ASCII, for single-byte forms.
  private let lowerScalars: [UInt8: UnicodeScalar]

  init(_ form: TextEncoding.Form) {
    self.form = form
    doubleByte = DoubleByteCharacters(form)
    // Unicode forms have no table. They are excluded first, because a lookup would parse all tables.
    let table = form.mark.isEmpty ? LegacyCharacters.table(of: form) : nil
    upperHalf = (table?.scalars ?? []).map { $0 == "\u{FFFD}" ? [] : Array(String(Character($0)).utf8) }
    lowerScalars = table?.lowerScalars ?? [:]
  }

  /// Returns an offset close to `limit` at which the text can be divided.
  func cut(_ bytes: UnsafeRawBufferPointer, from start: Int, near limit: Int) -> Int {
    guard limit < bytes.count else { return bytes.count }
    // HZ is checked first: the codes in its double-byte table are not the bytes of the text.
    if form == .hz { return HZ.cut(bytes, from: start, atOrBehind: limit) }
    if let doubleByte { return doubleByte.cut(bytes, from: start, atOrBehind: limit) }
    if form == .iso2022KR { return ISO2022KR.cut(bytes, from: start, atOrBehind: limit) }
    if form == .iso2022JP { return ISO2022JP.cut(bytes, from: start, atOrBehind: limit) }
    switch form {
    case .utf8:
      // The offset is moved before the first byte of a scalar. A scalar has at most three continuation bytes.
      var place = limit
      while place > limit - 4, place > start, bytes[place] & 0xC0 == 0x80 { place -= 1 }
      return bytes[place] & 0xC0 == 0x80 ? limit : place
    case .utf16BigEndian, .utf16LittleEndian:
      let place = limit - (limit - start) % 2
      let high = bytes[form == .utf16BigEndian ? place - 2 : place - 1]
      return high & 0xFC == 0xD8 ? place - 2 : place
    case .utf32BigEndian, .utf32LittleEndian: return limit - (limit - start) % 4
    default: return limit
    }
  }

  /// Appends the decoded chunk as UTF-8, and returns the number of invalid sequences that were replaced.
  func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) -> Int {
    switch form {
    case .utf8:
      let repaired = String(decoding: bytes, as: UTF8.self)
      text.append(contentsOf: repaired.utf8)
      return TextEncoding.repairCount(of: repaired.utf8, from: bytes)
    case .utf16BigEndian: return appendUTF16(bytes, to: &text, UInt16.init(bigEndian:))
    case .utf16LittleEndian: return appendUTF16(bytes, to: &text, UInt16.init(littleEndian:))
    case .utf32BigEndian: return appendUTF32(bytes, to: &text, UInt32.init(bigEndian:))
    case .utf32LittleEndian: return appendUTF32(bytes, to: &text, UInt32.init(littleEndian:))
    case .iso2022KR: return ISO2022KR.append(bytes, to: &text)
    case .iso2022JP: return ISO2022JP.append(bytes, to: &text)
    case .hz: return HZ.append(bytes, to: &text)
    default: return doubleByte?.append(bytes, to: &text) ?? appendSingleBytes(bytes, to: &text)
    }
  }

  /// Decodes UTF-16.
  ///
  /// The standard library's decoder takes several times as long.
  private func appendUTF16(
    _ bytes: UnsafeRawBufferPointer, to text: inout [UInt8], _ order: (UInt16) -> UInt16
  ) -> Int {
    let unitCount = bytes.count / 2
    func unit(_ index: Int) -> UInt32 {
      UInt32(order(bytes.loadUnaligned(fromByteOffset: index * 2, as: UInt16.self)))
    }
    var repairCount = 0
    var index = 0
    while index < unitCount {
      var scalar = unit(index)
      index += 1
      if scalar & 0xF800 == 0xD800 {
        if scalar < 0xDC00 && index < unitCount && unit(index) & 0xFC00 == 0xDC00 {
          scalar = 0x10000 + (scalar & 0x3FF) << 10 + unit(index) & 0x3FF
          index += 1
        } else {
          scalar = 0xFFFD
          repairCount += 1
        }
      }
      text.appendUTF8(of: scalar)
    }
    if !bytes.count.isMultiple(of: 2) {
      text.appendUTF8(of: 0xFFFD)
      repairCount += 1
    }
    return repairCount
  }

  private func appendUTF32(
    _ bytes: UnsafeRawBufferPointer, to text: inout [UInt8], _ order: (UInt32) -> UInt32
  ) -> Int {
    var repairCount = 0
    for index in stride(from: 0, to: bytes.count - 3, by: 4) {
      let scalar = UnicodeScalar(order(bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self)))
      if scalar == nil { repairCount += 1 }
      text.appendUTF8(of: scalar?.value ?? 0xFFFD)
    }
    if !bytes.count.isMultiple(of: 4) {
      text.appendUTF8(of: 0xFFFD)
      repairCount += 1
    }
    return repairCount
  }

  private func appendSingleBytes(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) -> Int {
    var repairCount = 0
    for byte in bytes {
      guard byte >= 0x80 else {
        if !lowerScalars.isEmpty, let scalar = lowerScalars[byte] {
          text.appendUTF8(of: scalar.value)
        } else {
          text.append(byte)
        }
        continue
      }
      let character = upperHalf[Int(byte) - 0x80]
      if character.isEmpty {
        text.appendUTF8(of: 0xFFFD)
        repairCount += 1
      } else {
        text.append(contentsOf: character)
      }
    }
    return repairCount
  }
}

extension [UInt8] {
  /// Appends the UTF-8 encoding of a scalar.
  @inline(__always)
  fileprivate mutating func appendUTF8(of scalar: UInt32) {
    func continuation(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: 0x80 | scalar >> shift & 0x3F) }
    switch scalar {
    case ..<0x80: append(UInt8(truncatingIfNeeded: scalar))
    case ..<0x800:
      append(UInt8(truncatingIfNeeded: 0xC0 | scalar >> 6))
      append(continuation(0))
    case ..<0x10000:
      append(UInt8(truncatingIfNeeded: 0xE0 | scalar >> 12))
      append(continuation(6))
      append(continuation(0))
    default:
      append(UInt8(truncatingIfNeeded: 0xF0 | scalar >> 18))
      append(continuation(12))
      append(continuation(6))
      append(continuation(0))
    }
  }
}
