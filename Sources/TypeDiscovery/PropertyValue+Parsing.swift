import Foundation
import JSONText

extension PropertyValue {
  /// Reads a file of one of the three formats: JSON, or a property list in XML or binary.
  ///
  /// - Parameter name: the file, for messages.
  static func parse(_ bytes: [UInt8], named name: String) throws(DiscoveryError) -> PropertyValue {
    switch format(of: bytes) {
    case .json: return try parseJSON(bytes, named: name)
    case .xml:
      guard nesting(ofXML: bytes) <= depthLimit else { throw tooDeep(name) }
      return try parseXML(bytes, named: name)
    case .binary:
      guard let value = BinaryPropertyList.value(of: bytes, depth: depthLimit) else {
        throw DiscoveryError(
          .malformedFile,
          "\(name): the binary property list is damaged, nested more than \(depthLimit) deep, or names a container twice"
        )
      }
      return value
    case nil:
      throw DiscoveryError(
        .malformedFile,
        "\(name): this is neither a property list (XML or binary) nor JSON; write the declarations in one of these"
      )
    }
  }

  private enum Format { case json, xml, binary }

  private static func format(of bytes: [UInt8]) -> Format? {
    if bytes.starts(with: Array("bplist".utf8)) { return .binary }
    // Marks of byte order, the zeros of UTF-16 and white space may precede the first character.
    let skipped: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0, 0x20, 0x09, 0x0A, 0x0D]
    switch bytes.first(where: { !skipped.contains($0) }) {
    case UInt8(ascii: "<"): return .xml
    case UInt8(ascii: "{"), UInt8(ascii: "["): return .json
    default: return nil
    }
  }

  private static func parseJSON(_ bytes: [UInt8], named name: String) throws(DiscoveryError) -> PropertyValue
  {
    do {
      return PropertyValue(
        try JSONNode.parse(bytes, limits: JSONLimits(depth: depthLimit), skipsByteOrderMark: true))
    } catch {
      throw error.code == .tooDeep
        ? tooDeep(name)
        : DiscoveryError(
          error.code == .duplicateKey ? .duplicateDeclaration : .malformedFile, "\(name): \(error.message)",
          cause: error)
    }
  }

  private static func parseXML(
    _ bytes: [UInt8], named name: String
  ) throws(DiscoveryError) -> PropertyValue {
    // What begins with a bracket and is no markup, Foundation takes for the old format of braces, which is not read here
    // and whose depth nobody has counted.
    guard beginsAsXML(bytes) else {
      throw DiscoveryError(.malformedFile, "\(name): this is no XML property list")
    }
    let list: Any
    do {
      list = try PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
    } catch {
      throw DiscoveryError(.malformedFile, "\(name): the property list is damaged", cause: error)
    }
    guard let value = PropertyValue(propertyList: list) else { throw tooDeep(name) }
    return value
  }

  /// Whether text in any of the encodings of XML begins with a declaration, a document type, a comment or the root.
  private static func beginsAsXML(_ bytes: [UInt8]) -> Bool {
    let marks: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0, 0x20, 0x09, 0x0A, 0x0D]
    let head = bytes.drop { marks.contains($0) }.prefix(64).filter { $0 != 0 }
    return ["<?xml", "<!DOCTYPE", "<!--", "<plist"].contains { head.starts(with: $0.utf8) }
  }

  private static func tooDeep(_ name: String) -> DiscoveryError {
    DiscoveryError(.tooDeep, "\(name): lists and dictionaries are nested more than \(depthLimit) deep")
  }

  /// How deep the containers of an XML property list stand inside one another, by its tags.
  ///
  /// Foundation's reader calls itself for each level, so this is asked first. Tags in comments and the empty form
  /// (`<array/>`) count as well: in a file that people write, they do not come near the limit.
  private static func nesting(ofXML bytes: [UInt8]) -> Int {
    var depth = 0
    var deepest = 0
    // UTF-16 has the same letters with zeros between them.
    let letters = bytes.contains(0) ? bytes.filter { $0 != 0 } : bytes
    letters.withUnsafeBufferPointer { letters in
      for (offset, letter) in letters.enumerated() where letter == UInt8(ascii: "<") {
        let rest = letters[(offset + 1)...].prefix(6)
        if rest.starts(with: "dict".utf8) || rest.starts(with: "array".utf8) {
          depth += 1
          deepest = max(deepest, depth)
        } else if rest.starts(with: "/dict".utf8) || rest.starts(with: "/array".utf8) {
          depth -= 1
        }
      }
    }
    return deepest
  }
}
