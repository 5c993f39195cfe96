/// Writes an XML document in UTF-8.
///
/// The caller writes the tags in order. The writer escapes text and attribute values, and drops the characters
/// that XML 1.0 does not allow.
///
/// ```swift
/// var xml = XMLWriter()
/// xml.begin("w:p")
/// xml.add("w:jc", ("w:val", "center"))
/// xml.end("w:p")
/// ```
package struct XMLWriter {
  /// The document so far.
  package private(set) var bytes: [UInt8] = []
  /// The number of dropped characters that XML 1.0 does not allow, such as control characters.
  package private(set) var droppedCount = 0

  /// Makes a writer.
  ///
  /// - Parameter isDocument: whether the output begins with an XML declaration; false for a part of a
  ///   document.
  package init(isDocument: Bool = true) {
    if isDocument { add(literally: #"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>"# + "\n") }
  }

  /// Writes a start tag.
  package mutating func begin(_ name: StaticString, _ attributes: (StaticString, String)...) {
    addTag(name, attributes)
    bytes.append(UInt8(ascii: ">"))
  }

  /// Writes a start tag.
  package mutating func begin(_ name: StaticString, attributes: [(StaticString, String)]) {
    addTag(name, attributes)
    bytes.append(UInt8(ascii: ">"))
  }

  /// Writes an element without content.
  package mutating func add(_ name: StaticString, _ attributes: (StaticString, String)...) {
    add(name, attributes: attributes)
  }

  /// Writes an element without content.
  package mutating func add(_ name: StaticString, attributes: [(StaticString, String)]) {
    addTag(name, attributes)
    add(literally: "/>")
  }

  /// Writes an element that contains only text.
  package mutating func add(_ name: StaticString, text: String) {
    addTag(name, [])
    bytes.append(UInt8(ascii: ">"))
    add(text: text)
    end(name)
  }

  /// Writes an end tag.
  package mutating func end(_ name: StaticString) {
    add(literally: "</")
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    bytes.append(UInt8(ascii: ">"))
  }

  /// Writes escaped text.
  package mutating func add(text: String) { escape(text, inAttribute: false) }

  /// Appends bytes of well-formed XML, such as the output of another writer.
  package mutating func add(_ xml: [UInt8]) { bytes += xml }

  private mutating func add(literally text: String) { bytes.append(contentsOf: text.utf8) }

  private mutating func addTag(_ name: StaticString, _ attributes: [(StaticString, String)]) {
    bytes.append(UInt8(ascii: "<"))
    name.withUTF8Buffer { bytes.append(contentsOf: $0) }
    for (name, value) in attributes {
      bytes.append(UInt8(ascii: " "))
      name.withUTF8Buffer { bytes.append(contentsOf: $0) }
      add(literally: "=\"")
      escape(value, inAttribute: true)
      bytes.append(UInt8(ascii: "\""))
    }
  }

  private mutating func escape(_ text: String, inAttribute isInAttribute: Bool) {
    var text = text
    text.withUTF8 { utf8 in
      var plainStart = 0
      for index in 0..<utf8.count {
        guard let escaped = Self.escape(utf8, at: index, inAttribute: isInAttribute) else { continue }
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[plainStart..<index]))
        bytes.append(contentsOf: escaped.text.utf8)
        if escaped.text.isEmpty { droppedCount += 1 }
        plainStart = index + escaped.length
      }
      bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[min(plainStart, utf8.count)...]))
    }
  }

  /// Returns the replacement for the character at an offset and the character's length; nil if the character
  /// stays as it is.
  ///
  /// The replacement is empty for a character that XML 1.0 does not allow.
  private static func escape(
    _ utf8: UnsafeBufferPointer<UInt8>, at index: Int, inAttribute isInAttribute: Bool
  ) -> (text: String, length: Int)? {
    switch utf8[index] {
    case UInt8(ascii: "&"): return ("&amp;", 1)
    case UInt8(ascii: "<"): return ("&lt;", 1)
    // The sequence `]]>` must not occur in text.
    case UInt8(ascii: ">"): return ("&gt;", 1)
    case UInt8(ascii: "\"") where isInAttribute: return ("&quot;", 1)
    // A parser replaces a raw carriage return by a line feed, and line feeds and tabs in attributes by spaces.
    case 0x0D: return ("&#13;", 1)
    case 0x09 where isInAttribute: return ("&#9;", 1)
    case 0x0A where isInAttribute: return ("&#10;", 1)
    case 0x09, 0x0A: return nil
    case ..<0x20: return ("", 1)
    // U+FFFE and U+FFFF.
    case 0xEF where index + 2 < utf8.count && utf8[index + 1] == 0xBF && utf8[index + 2] >= 0xBE:
      return ("", 3)
    default: return nil
    }
  }
}
