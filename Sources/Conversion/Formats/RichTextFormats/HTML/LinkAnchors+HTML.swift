import ByteTools

extension LinkAnchors {
  /// Returns the names of all possible targets of links in a page.
  ///
  /// A name is the text after a number sign at the beginning of an attribute value.
  static func targets(inHTML bytes: [UInt8]) -> Set<String> {
    var targets: Set<String> = []
    bytes.withUnsafeBytes { bytes in
      var place = 0
      while let sign = bytes.firstPlace(of: UInt8(ascii: "#"), from: place) {
        place = sign + 1
        var before = sign - 1
        if before >= 0, bytes[before] == UInt8(ascii: "\"") || bytes[before] == UInt8(ascii: "'") {
          before -= 1
        }
        while before >= 0, bytes[before] == 0x20 { before -= 1 }
        guard before >= 0, bytes[before] == UInt8(ascii: "=") else { continue }
        let end = bytes[place...].prefix(nameLimit).firstIndex {
          $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "'") || $0 == UInt8(ascii: ">") || $0.isHTMLSpace
        }
        guard let end, end > place else { continue }
        var name: [UInt8] = []
        HTMLScanner(Array(bytes[place..<end])).decode(0..<end - place, isAttribute: true, into: &name)
        targets.formUnion(LinkAnchors.spellings(of: String(decoding: name, as: UTF8.self)))
        place = end
      }
    }
    return targets
  }

  /// The maximum length of a collected name, in bytes.
  private static let nameLimit = 1024
}
