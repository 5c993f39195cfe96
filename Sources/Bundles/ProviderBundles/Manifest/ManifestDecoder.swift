import Foundation
import ItemProviders
import JSONText

extension BundleManifest {
  /// Decodes the text of a `manifest.json` file and checks the manifest.
  ///
  /// - Throws: a ``BundleError``; if the text is not a manifest, the message contains the line.
  package init(decoding bytes: UnsafeRawBufferPointer, limits: BundleLimits) throws(BundleError) {
    guard bytes.count <= limits.manifestByteCount else {
      throw BundleError(
        .limitExceeded, "manifest.json has \(bytes.count) bytes; the limit is \(limits.manifestByteCount)")
    }
    self = try ManifestDecoder.decode(bytes, items: nil, limits: limits).manifest
    try check()
  }
}

/// Decodes a manifest token by token, directly into values.
///
/// For a manifest of 100,000 items, a tree of JSON nodes would take several times the memory and the time.
struct ManifestDecoder {
  var scanner: JSONScanner
  let limits: BundleLimits
  /// The type that was read last.
  ///
  /// Consecutive representations of the same type share this text in memory.
  private var lastType = ""
  private var lastTypeBytes: [UInt8] = []

  /// Decodes the text of a manifest.
  ///
  /// - Parameter wanted: the indices of the items to decode, counted from 0; nil to decode all items. The
  ///   text of the other items is checked and skipped.
  /// - Returns: the manifest with the decoded items, and the number of all items.
  /// - Throws: a ``BundleError``; if the text is not a manifest, the message contains the line.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, items wanted: Range<Int>?, limits: BundleLimits
  ) throws(BundleError) -> (manifest: BundleManifest, itemCount: Int) {
    do {
      var decoder = ManifestDecoder(bytes, limits: limits)
      return try decoder.manifest(items: wanted)
    } catch let error as JSONError {
      throw BundleError(error)
    } catch {
      throw BundleError(describing: error)
    }
  }

  /// The maximum depth of nested objects and arrays.
  private static let depth = 32
  private init(_ bytes: UnsafeRawBufferPointer, limits: BundleLimits) {
    scanner = JSONScanner(unsafeBytes: bytes, limits: JSONLimits(depth: ManifestDecoder.depth))
    self.limits = limits
  }

  private mutating func manifest(
    items wanted: Range<Int>?
  ) throws -> (manifest: BundleManifest, itemCount: Int) {
    var manifest = BundleManifest(items: [])
    var version: Int?
    var itemCount: Int?
    try object("the manifest") { decoder, key, span in
      switch key {
      case .version:
        let found = try decoder.integer("version")
        guard found == BundleManifest.version else {
          throw BundleError(
            .unknownVersion,
            "the bundle has version \(found); this program reads only version \(BundleManifest.version)")
        }
        version = found
      case .items:
        var count = 0
        try decoder.each("items", most: decoder.limits.itemCount) { decoder in
          if wanted?.contains(count) ?? true {
            manifest.items.append(try decoder.item())
          } else {
            _ = try decoder.scanner.skipValue()
          }
          count += 1
        }
        itemCount = count
      case .types:
        manifest.typeDeclarations = try decoder.list("types", most: decoder.limits.declarationCount) {
          try $0.scanner.readNode()
        }
      default: manifest.unknownMembers.append(try decoder.unknownMember(span))
      }
    }
    try scanner.finish()
    guard version != nil else { throw missing("version", in: "the manifest") }
    guard let itemCount else { throw missing("items", in: "the manifest") }
    return (manifest, itemCount)
  }

  private mutating func item() throws -> BundledItem {
    var item = BundledItem(suggestedName: nil, representations: [])
    var hasRepresentations = false
    var fields = MetadataFields()
    try object("an item") { decoder, key, span in
      switch key {
      case .width: fields.width = try decoder.number("width")
      case .height: fields.height = try decoder.number("height")
      case .style: fields.style = try decoder.text("style")
      case .team: fields.team = try decoder.text("team")
      case .teamData:
        fields.teamData = try decoder.base64("teamData", most: decoder.limits.teamDataByteCount)
      case .preview: item.preview = try decoder.preview()
      case .name: item.suggestedName = try decoder.text("name")
      case .representations:
        hasRepresentations = true
        item.representations = try decoder.list(
          "representations", most: decoder.limits.representationCount
        ) { try $0.representation() }
      default: item.unknownMembers.append(try decoder.unknownMember(span))
      }
    }
    guard hasRepresentations else { throw missing("representations", in: "an item") }
    if let metadata = try metadata(of: fields, of: &item) { item.metadata = metadata }
    return item
  }

  /// The metadata fields of an item, before they are combined.
  private struct MetadataFields {
    var width: Double?
    var height: Double?
    var style: String?
    var team: String?
    var teamData: [UInt8]?

    var isEmpty: Bool {
      width == nil && height == nil && style == nil && team == nil && teamData == nil
    }
  }

  /// - Parameter item: the item. If this version does not define the style, the style is added to the unknown
  ///   members of the item.
  private func metadata(
    of fields: MetadataFields, of item: inout BundledItem
  ) throws -> ItemMetadata? {
    if fields.isEmpty { return nil }
    var metadata = ItemMetadata()
    switch (fields.width, fields.height) {
    case (let width?, let height?): metadata.presentationSize = PresentationSize(width: width, height: height)
    case (nil, nil): break
    default: throw malformed("an item must have both a \"width\" and a \"height\", or neither")
    }
    if let word = fields.style {
      if let style = PresentationStyle(manifestWord: word) {
        metadata.presentationStyle = style
      } else {
        item.unknownMembers.append(JSONMember("style", .string(word)))
      }
    }
    switch (fields.team, fields.teamData) {
    case (let team?, let bytes?): metadata.teamData = ItemMetadata.TeamData(Data(bytes), for: team)
    case (nil, nil): break
    default: throw malformed("an item must have both a \"team\" and \"teamData\", or neither")
    }
    return metadata
  }
}

// MARK: - JSON values

extension ManifestDecoder {
  /// Reads an object member by member; throws if a key occurs twice.
  ///
  /// - Parameter member: reads the value of a key. The key is nil if this version does not define it.
  mutating func object(
    _ what: String,
    _ member: (inout ManifestDecoder, _ key: ManifestKey?, _ span: JSONStringSpan) throws -> Void
  ) throws {
    guard try scanner.next() == .beginObject else { throw wrong(what, "an object") }
    var seen = SeenManifestKeys()
    while let span = try scanner.nextKey() {
      let known =
        scanner.plainBytes(of: span).map(ManifestKey.known) ?? ManifestKey.known(scanner.decode(span))
      let isNew =
        if let known { seen.insert(known.bit) } else { seen.insert(other: scanner.decode(span)) }
      guard isNew else {
        throw scanner.error(
          .duplicateKey, "\(what) has the key \(JSONError.quoted(scanner.decode(span))) twice",
          at: scanner.tokenStart)
      }
      try member(&self, known?.key, span)
    }
  }

  /// Reads the value of a key that this version does not define at this place.
  mutating func unknownMember(_ key: JSONStringSpan) throws -> JSONMember {
    JSONMember(scanner.decode(key), try scanner.readNode())
  }

  /// Reads an array element by element.
  mutating func each(_ what: String, most: Int, _ element: (inout ManifestDecoder) throws -> Void) throws {
    guard try scanner.next() == .beginArray else { throw wrong(what, "an array") }
    var count = 0
    while try scanner.nextElement() {
      guard count < most else {
        throw BundleError(.limitExceeded, "manifest.json has more than \(most) \(what)")
      }
      try element(&self)
      count += 1
    }
  }

  /// Reads an array and returns its elements.
  mutating func list<Element>(
    _ what: String, most: Int, _ element: (inout ManifestDecoder) throws -> Element
  ) throws -> [Element] {
    var elements: [Element] = []
    try each(what, most: most) { elements.append(try element(&$0)) }
    return elements
  }

  /// Reads a string whose length is at most ``BundleLimits/nameByteCount``.
  mutating func text(_ what: String) throws -> String { try text(what, most: limits.nameByteCount) }

  /// Reads a string.
  ///
  /// - Parameter most: the maximum length of the string in bytes.
  mutating func text(_ what: String, most: Int) throws -> String {
    let span = try stringToken(what)
    return try text(what, span, most: most)
  }

  private mutating func stringToken(_ what: String) throws -> JSONStringSpan {
    guard case .string(let span)? = try scanner.next() else { throw wrong(what, "a string") }
    return span
  }

  private func text(_ what: String, _ span: JSONStringSpan, most: Int) throws -> String {
    // An escape has at most six bytes and represents at least one byte.
    guard span.range.count / 6 <= most else { throw tooLong(what, span.range.count, most: most) }
    let text = scanner.decode(span)
    guard text.utf8.count <= most else { throw tooLong(what, text.utf8.count, most: most) }
    return text
  }

  /// Reads the type of a representation or a preview.
  mutating func typeIdentifier() throws -> String {
    let span = try stringToken("type")
    if let bytes = scanner.plainBytes(of: span), bytes.elementsEqual(lastTypeBytes) { return lastType }
    lastType = try text("type", span, most: limits.nameByteCount)
    lastTypeBytes = Array(lastType.utf8)
    return lastType
  }

  func tooLong(_ what: String, _ byteCount: Int, most: Int) -> BundleError {
    BundleError(
      .limitExceeded,
      "manifest.json has a \(what) of \(byteCount) bytes; the limit is \(most)")
  }

  /// Reads an integer that is not negative.
  mutating func integer(_ what: String) throws -> Int {
    guard case .number(let range)? = try scanner.next(), let value = scanner.integer(range), value >= 0 else {
      throw wrong(what, "an integer that is not negative")
    }
    return value
  }

  /// Reads a number that is finite as a `Double`.
  mutating func number(_ what: String) throws -> Double {
    guard case .number(let range)? = try scanner.next(), let value = Double(scanner.text(range)),
      value.isFinite
    else { throw wrong(what, "a number of ordinary size") }
    return value
  }

  mutating func boolean(_ what: String) throws -> Bool {
    guard case .boolean(let value)? = try scanner.next() else { throw wrong(what, "true or false") }
    return value
  }

  func wrong(_ what: String, _ wanted: String) -> JSONError {
    scanner.error(.wrongKind, "\(what) must be \(wanted)", at: scanner.tokenStart)
  }

  func missing(_ key: String, in what: String) -> JSONError {
    scanner.error(.unexpectedEnd, "\(what) has no \(JSONError.quoted(key))", at: scanner.tokenStart)
  }

  func malformed(_ reason: String) -> JSONError {
    scanner.error(.unexpectedCharacter, reason, at: scanner.tokenStart)
  }
}
