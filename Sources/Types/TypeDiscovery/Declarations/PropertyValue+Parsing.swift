import Foundation
import JSONText
import PropertyLists

extension PropertyValue {
  /// Reads a file of one of the three formats: JSON, or a property list in XML or binary.
  ///
  /// - Parameter name: the file, for messages.
  static func parse(_ bytes: [UInt8], named name: String) throws(DiscoveryError) -> PropertyValue {
    if PropertyListForm(of: bytes) != nil { return try parsePropertyList(bytes, named: name) }
    // Marks of byte order, the zeros of UTF-16 and white space may precede the first character.
    let skipped: Set<UInt8> = [0xEF, 0xBB, 0xBF, 0xFE, 0xFF, 0, 0x20, 0x09, 0x0A, 0x0D]
    guard let first = bytes.first(where: { !skipped.contains($0) }), "{[".utf8.contains(first) else {
      throw DiscoveryError(
        .malformedFile,
        "\(name): this is neither a property list (XML or binary) nor JSON; write the declarations in one of these"
      )
    }
    return try parseJSON(bytes, named: name)
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

  private static func parsePropertyList(
    _ bytes: [UInt8], named name: String
  ) throws(DiscoveryError) -> PropertyValue {
    // Declarations share no containers, so what is read is never much larger than the file.
    let limits = PropertyListLimits(depth: depthLimit, growth: (factor: 16, extra: 1 << 20))
    do {
      return PropertyValue(try PropertyListReading(Data(bytes), limits: limits).node)
    } catch {
      throw error.code == .tooDeep
        ? tooDeep(name) : DiscoveryError(.malformedFile, "\(name): \(error.message)", cause: error)
    }
  }

  private static func tooDeep(_ name: String) -> DiscoveryError {
    DiscoveryError(.tooDeep, "\(name): lists and dictionaries are nested more than \(depthLimit) deep")
  }
}
