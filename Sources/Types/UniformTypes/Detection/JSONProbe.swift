import ByteTools

/// Recognises JSON by parsing all available data.
///
/// The outermost value must be an object or an array. A single number or word is plain text.
struct JSONProbe {
  let data: PrefixBytes
  /// The maximum nesting depth; text with deeper nesting is not recognised as JSON.
  private static let maximumDepth = 512

  /// The matches for a text that has no leading white space.
  var matches: [SignatureMatch] {
    let isObject = data.has("{")
    guard isObject || data.has("[") else { return [] }
    return (isObject ? withKeys.map { [$0] } ?? [] : []) + values
  }

  private var values: [SignatureMatch] {
    var walk = Walk(data: data)
    switch walk.value() {
    case .malformed: return []
    case .cutOff:
      // A single bracket can also occur at the beginning of other text, so several tokens are required.
      guard !data.isWhole, walk.tokenCount >= 4 else { return [] }
      return [
        SignatureMatch("public.json", .likely, "JSON up to the read limit", agreedByteCount: 4)
      ]
    case .complete:
      let end = walk.offset
      walk.skipSpace()
      if walk.offset == data.count {
        return [SignatureMatch("public.json", .likely, "a whole JSON value", agreedByteCount: 6)]
      }
      // Each value begins on a line of its own.
      guard data.bytes[end..<walk.offset].contains(UInt8(ascii: "\n")) else { return [] }
      let isNext = walk.value()
      guard isNext == .complete || isNext == .cutOff && !data.isWhole else { return [] }
      return [
        SignatureMatch(
          "public.ndjson", .likely, "JSON values one after another", agreedByteCount: 6)
      ]
    }
  }

  /// JSON formats that are recognised by their keys, such as notebooks and glTF scenes.
  private var withKeys: SignatureMatch? {
    guard let key = data.bytes.dropFirst().first(where: { $0 > 0x20 }), key == UInt8(ascii: "\"") else {
      return nil
    }
    let text = UnsafeRawBufferPointer(rebasing: data.bytes.prefix(4096))
    if text.holds("\"cells\"") && (text.holds("\"cell_type\"") || text.holds("\"nbformat\"")) {
      return SignatureMatch("org.jupyter.ipynb", .likely, "cells of a notebook", agreedByteCount: 7)
    }
    if text.holds("\"asset\"") && text.holds("\"version\"") && text.holds("\"buffer") {
      return SignatureMatch("org.khronos.gltf", .likely, "asset of a glTF scene", agreedByteCount: 7)
    }
    if text.holds("\"FeatureCollection\"") && text.holds("\"features\"") {
      return SignatureMatch("public.geojson", .likely, "collection of GeoJSON features", agreedByteCount: 7)
    }
    if text.holds("\"@context\"") {
      return SignatureMatch("io.proffer.json-ld", .likely, "context of linked data", agreedByteCount: 7)
    }
    return nil
  }

  private enum Outcome { case complete, cutOff, malformed }

  private enum Expected { case value, valueOrEnd, keyOrEnd, key, colon, commaOrEnd }

  /// A cursor that moves over the tokens of JSON values.
  private struct Walk {
    let data: PrefixBytes
    var offset = 0
    var tokenCount = 0

    init(data: PrefixBytes) { self.data = data }

    mutating func skipSpace() {
      while offset < data.count, Self.isSpace(data[offset]) { offset += 1 }
    }

    /// Skips one object or array and its content, without recursion.
    mutating func value() -> Outcome {
      var open: [UInt8] = []
      var expected = Expected.value
      while true {
        skipSpace()
        guard offset < data.count else { return .cutOff }
        tokenCount += 1
        let byte = data[offset]
        switch (expected, byte) {
        case (.value, 0x7B), (.valueOrEnd, 0x7B), (.value, 0x5B), (.valueOrEnd, 0x5B):
          guard open.count < JSONProbe.maximumDepth else { return .malformed }
          open.append(byte)
          expected = byte == 0x7B ? .keyOrEnd : .valueOrEnd
          offset += 1
        case (.keyOrEnd, 0x7D), (.valueOrEnd, 0x5D), (.commaOrEnd, 0x7D), (.commaOrEnd, 0x5D):
          guard open.popLast() == byte - 2 else { return .malformed }
          offset += 1
          if open.isEmpty { return .complete }
          expected = .commaOrEnd
        case (.commaOrEnd, 0x2C):
          expected = open.last == 0x7B ? .key : .value
          offset += 1
        case (.colon, 0x3A):
          expected = .value
          offset += 1
        case (.key, 0x22), (.keyOrEnd, 0x22):
          let outcome = string()
          if outcome != .complete { return outcome }
          expected = .colon
        case (.value, _), (.valueOrEnd, _):
          if open.isEmpty { return .malformed }
          let outcome = byte == 0x22 ? string() : scalar()
          if outcome != .complete { return outcome }
          expected = .commaOrEnd
        default: return .malformed
        }
      }
    }

    private mutating func string() -> Outcome {
      offset += 1
      while offset < data.count {
        switch data[offset] {
        case 0x22:
          offset += 1
          return .complete
        case 0x5C: offset += 2
        case 0..<0x20: return .malformed
        default: offset += 1
        }
      }
      return .cutOff
    }

    /// Skips a number, `true`, `false` or `null`.
    private mutating func scalar() -> Outcome {
      let start = offset
      while offset < data.count, !Self.endsScalar(data[offset]) { offset += 1 }
      if let isWhole = isNumber(start..<offset) {
        return isWhole ? .complete : offset == data.count ? .cutOff : .malformed
      }
      let text = data.text(at: start, count: min(offset - start, 6))
      if ["true", "false", "null"].contains(text) { return .complete }
      let isPart = ["true", "false", "null"].contains { $0.hasPrefix(text) }
      return offset == data.count && isPart ? .cutOff : .malformed
    }

    /// Returns whether the characters form a number; nil if they include characters not used in numbers.
    private func isNumber(_ range: Range<Int>) -> Bool? {
      var hasDigits = false
      for place in range {
        let byte = data[place]
        if (0x30...0x39).contains(byte) {
          hasDigits = true
        } else if !Self.isSign(byte) {
          return nil
        }
      }
      guard let first = range.first, data[first] != 0x2B, let last = range.last else { return nil }
      return hasDigits && (0x30...0x39).contains(data[last])
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
      byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
    }

    private static func endsScalar(_ byte: UInt8) -> Bool {
      isSpace(byte) || byte == 0x2C || byte == 0x5D || byte == 0x7D
    }

    private static func isSign(_ byte: UInt8) -> Bool {
      byte == 0x2B || byte == 0x2D || byte == 0x2E || byte | 0x20 == 0x65
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Returns whether the bytes contain a JSON key.
  ///
  /// This function is called for every text that begins with a brace. Searching a `String` would take
  /// hundreds of times as long.
  fileprivate func holds(_ key: StaticString) -> Bool {
    let key = UnsafeRawBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)
    var start = 0
    while let quote = firstPlace(of: UInt8(ascii: "\""), from: start), quote + key.count <= count {
      if self[quote..<quote + key.count].elementsEqual(key) { return true }
      start = quote + 1
    }
    return false
  }
}
