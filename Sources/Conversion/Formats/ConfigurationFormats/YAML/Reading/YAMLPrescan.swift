import ByteTools

/// Searches of a text before it is composed.
enum YAMLPrescan {
  /// Whether a text has the characters of a merge anywhere.
  static func hasMerge(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var place = 0
    while let next = bytes.firstPlace(of: UInt8(ascii: "<"), from: place) {
      if next + 1 < bytes.count, bytes[next + 1] == UInt8(ascii: "<") { return true }
      place = next + 1
    }
    return false
  }

  /// Whether a text has more than one document.
  ///
  /// A text without a second marker is not parsed.
  static func hasSeveralDocuments(_ bytes: UnsafeRawBufferPointer, depthLimit: Int) throws -> Bool {
    guard hasMarkerAfterContent(bytes) else { return false }
    var parser = YAMLParser(unsafeBytes: bytes, depthLimit: depthLimit)
    var count = 0
    while true {
      switch try parser.next().kind {
      case .documentStart:
        count += 1
        if count > 1 { return true }
      case .streamEnd: return false
      default: break
      }
    }
  }

  /// Whether `---` or `...` is at the beginning of a line after the first line that is neither empty nor a
  /// comment nor a directive.
  private static func hasMarkerAfterContent(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var lineStart = 0
    var hasContent = false
    while lineStart < bytes.count {
      let first = bytes[lineStart]
      if hasContent, first == UInt8(ascii: "-") || first == UInt8(ascii: "."), lineStart + 2 < bytes.count,
        bytes[lineStart + 1] == first, bytes[lineStart + 2] == first
      {
        return true
      }
      if first != UInt8(ascii: "#"), first != UInt8(ascii: "%"), first != 0x0A { hasContent = true }
      guard let lineEnd = bytes.firstPlace(of: 0x0A, from: lineStart) else { return false }
      lineStart = lineEnd + 1
    }
    return false
  }
}
