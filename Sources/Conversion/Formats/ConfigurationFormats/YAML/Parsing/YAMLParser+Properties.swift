import ByteTools
import ProfferConversions

extension YAMLParser {
  /// Reads an anchor or a tag, and adds it to the properties of a node.
  mutating func readProperty(_ properties: inout YAMLProperties, inFlow: Bool) throws(CoderError) {
    let start = position
    var read = YAMLProperties()
    if byte(position) == UInt8(ascii: "&") {
      read.anchor = add(try readName("an anchor"))
    } else {
      read.tag = add(try readTag())
    }
    guard isBlank(position) || inFlow && Self.isFlowIndicator(byte(position)) else {
      throw unexpected("white space after an anchor or a tag")
    }
    guard properties.add(read) else {
      throw failure(.unexpectedCharacter, "a node cannot have two anchors or two tags", at: start)
    }
  }

  /// Reads an alias.
  mutating func readAlias(_ properties: YAMLProperties) throws(CoderError) -> YAMLEvent {
    let start = position
    try checkAlias(properties, at: start)
    _ = try readName("an alias")
    endsLikeJSON = false
    return YAMLEvent(kind: .alias, style: .none, text: start + 1..<position, position: start)
  }

  /// Throws if an alias has an anchor or a tag.
  func checkAlias(_ properties: YAMLProperties, at place: Int) throws(CoderError) {
    guard properties.isEmpty else {
      throw failure(.unexpectedCharacter, "an alias cannot have an anchor or a tag", at: place)
    }
  }

  /// Reads the name of an anchor or alias, after its indicator.
  private mutating func readName(_ kind: String) throws(CoderError) -> String {
    let start = position + 1
    var place = start
    while !isBlank(place), !Self.isFlowIndicator(bytes[place]) { place += 1 }
    guard place > start else { throw failure(.unexpectedCharacter, "\(kind) has no name", at: position) }
    take(place - position)
    return String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<place]), as: UTF8.self)
  }

  // MARK: Tags

  /// Reads a tag, and replaces its handle.
  private mutating func readTag() throws(CoderError) -> String {
    let start = position
    if byte(start + 1) == UInt8(ascii: "<") {
      var place = start + 2
      while place < end, Self.isAddressCharacter(bytes[place]) { place += 1 }
      guard place > start + 2, byte(place) == UInt8(ascii: ">") else {
        throw failure(.invalidTag, "a tag between !< and > is not closed", at: start)
      }
      let text = try decodedTag(start + 2..<place)
      take(place + 1 - start)
      return text
    }
    var place = start + 1
    var handleEnd = start + 1
    while place < end, Self.isAddressCharacter(bytes[place]), !Self.isFlowIndicator(bytes[place]) {
      place += 1
      // The handle is `!`, `!!`, or a word between exclamation marks.
      if bytes[place - 1] == UInt8(ascii: "!") {
        guard handleEnd == start + 1, bytes[start + 1..<place - 1].allSatisfy(Self.isWordCharacter) else {
          throw failure(.invalidTag, "a tag has an exclamation mark in its name", at: start)
        }
        handleEnd = place
      }
    }
    let handle = String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<handleEnd]), as: UTF8.self)
    let suffix = try decodedTag(handleEnd..<place)
    take(place - start)
    guard !suffix.isEmpty || handle == "!" else {
      throw failure(.invalidTag, "the tag \(handle) has no name after its handle", at: start)
    }
    if handle == "!", suffix.isEmpty { return handle }
    if let prefix = tagPrefixes[handle] { return prefix + suffix }
    switch handle {
    case "!": return "!" + suffix
    case "!!": return Self.coreTagPrefix + suffix
    default:
      throw failure(.invalidTag, "the document does not declare the handle \(handle) with %TAG", at: start)
    }
  }

  /// The text of a tag, in which `%` and two digits are a byte.
  private func decodedTag(_ range: Range<Int>) throws(CoderError) -> String {
    var text: [UInt8] = []
    var place = range.lowerBound
    while place < range.upperBound {
      if bytes[place] == UInt8(ascii: "%") {
        guard place + 2 < range.upperBound, let high = bytes[place + 1].hexadecimalDigit,
          let low = bytes[place + 2].hexadecimalDigit
        else { throw failure(.invalidTag, "two hexadecimal digits must follow % in a tag", at: place) }
        text.append(high << 4 | low)
        place += 3
      } else {
        text.append(bytes[place])
        place += 1
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether a byte may be in a tag (YAML 1.2.2, `ns-uri-char`).
  private static func isAddressCharacter(_ byte: UInt8) -> Bool {
    isWordCharacter(byte) || "%#;/?:@&=+$,_.!~*'()[]".utf8.contains(byte)
  }
}
