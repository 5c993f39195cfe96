import ByteTools

/// A decoder that converts the chunks of a document to UTF-8.
///
/// A character can begin in one chunk and end in the next.
struct XMLDecoder {
  private let encoding: XMLEncoding
  /// The bytes of a character whose end has not arrived; at most three.
  private var pending: [UInt8] = []

  /// Makes a decoder for an encoding other than ``XMLEncoding/other(_:)``.
  init(_ encoding: XMLEncoding) { self.encoding = encoding }

  /// Appends the characters of a chunk.
  ///
  /// - Parameter isLast: whether the chunk is the last one. A character that ends there is invalid.
  /// - Returns: whether all characters are valid. If not, the characters before the first invalid one have
  ///   been appended.
  mutating func decode(_ chunk: ArraySlice<UInt8>, isLast: Bool, into text: inout XMLBuffer) -> Bool {
    switch encoding {
    case .utf8, .other: decodeUTF8(chunk, isLast: isLast, into: &text)
    case .latin1: decodeUnits(of: 1, chunk, isLast, &text) { bytes, place in UInt32(bytes[place]) }
    case .utf16LittleEndian:
      decodeUnits(of: 2, chunk, isLast, &text) { bytes, place in
        UInt32(UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self)))
      }
    case .utf16BigEndian:
      decodeUnits(of: 2, chunk, isLast, &text) { bytes, place in
        UInt32(UInt16(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt16.self)))
      }
    case .utf32LittleEndian:
      decodeUnits(of: 4, chunk, isLast, &text) { bytes, place in
        UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      }
    case .utf32BigEndian:
      decodeUnits(of: 4, chunk, isLast, &text) { bytes, place in
        UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      }
    }
  }

  private mutating func decodeUTF8(_ chunk: ArraySlice<UInt8>, isLast: Bool, into text: inout XMLBuffer)
    -> Bool
  {
    let start = text.count
    pending.withUnsafeBytes { text.append($0) }
    chunk.withUnsafeBytes { text.append($0) }
    pending.removeAll(keepingCapacity: true)
    let added = UnsafeRawBufferPointer(rebasing: text.bytes[start...])
    guard let mistake = UTF8Check.firstMistake(in: added) else { return true }
    let rest = added[mistake...]
    let isCutOff = !isLast && UTF8Check.isCutOff(rest)
    if isCutOff { pending.append(contentsOf: rest) }
    text.removeLast(rest.count)
    return isCutOff
  }

  /// Decodes units of a fixed size; in UTF-16, two of them can be a surrogate pair.
  private mutating func decodeUnits(
    of unitByteCount: Int, _ chunk: ArraySlice<UInt8>, _ isLast: Bool, _ text: inout XMLBuffer,
    _ unit: (UnsafeRawBufferPointer, Int) -> UInt32
  ) -> Bool {
    let bytes = pending + chunk
    var utf8: [UInt8] = []
    utf8.reserveCapacity(bytes.count)
    var place = 0
    let isValid = bytes.withUnsafeBytes { bytes in
      while place + unitByteCount <= bytes.count {
        var value = unit(bytes, place)
        var length = unitByteCount
        if unitByteCount == 2, value & 0xFC00 == 0xD800 {
          guard place + 4 <= bytes.count else { break }
          let low = unit(bytes, place + 2)
          guard low & 0xFC00 == 0xDC00 else { return false }
          value = 0x10000 + (value & 0x3FF) << 10 + low & 0x3FF
          length = 4
        }
        guard let scalar = UnicodeScalar(value) else { return false }
        if value < 0x80 {
          utf8.append(UInt8(value))
        } else {
          utf8.append(contentsOf: scalar.utf8)
        }
        place += length
      }
      return place == bytes.count || !isLast
    }
    pending = isValid ? Array(bytes[place...]) : []
    utf8.withUnsafeBytes { text.append($0) }
    return isValid
  }
}
