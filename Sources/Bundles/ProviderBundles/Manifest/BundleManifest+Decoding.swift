import JSONText

extension BundleManifest {
  /// Reads `manifest.json`.
  ///
  /// - Throws: a ``BundleError`` that names the line: for text that is no JSON, for a member that is missing, twice
  ///   there, or of the wrong kind, for a limit that is exceeded.
  init(decoding bytes: UnsafeRawBufferPointer, limits: BundleLimits) throws(BundleError) {
    guard bytes.count <= limits.manifestByteCount else {
      throw BundleError(
        .limitExceeded, "manifest.json has \(bytes.count) bytes; the limit is \(limits.manifestByteCount)")
    }
    do {
      self = try BundleManifest.namingLines {
        var decoder = ManifestDecoder(bytes, limits: limits)
        var items: [BundledItem] = []
        var manifest = try decoder.manifest { item, _ in items.append(item) }
        manifest.items = items
        return manifest
      }
    } catch let error as BundleError {
      throw error
    } catch {
      preconditionFailure("a manifest decoder throws nothing else: \(error)")
    }
    try check()
  }

  /// Turns the errors of a decoder, which know the line, into those of a bundle.
  static func namingLines<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as JSONError {
      throw BundleError(BundleError.Code(error.code), "manifest.json, \(error.message)", cause: error)
    }
  }
}

/// Reads the manifest token by token, straight into values.
///
/// A manifest may name 100,000 items; a tree of it would cost several times the memory and the time.
struct ManifestDecoder {
  var scanner: JSONScanner
  let limits: BundleLimits
  /// The keys of the objects that are being read, the innermost object's last.
  private var openKeys: [String] = []

  /// How deep objects and arrays may stand inside one another.
  private static let depth = 32
  /// How deep an item stands in the manifest.
  private static let itemDepth = 2

  init(_ bytes: UnsafeRawBufferPointer, limits: BundleLimits) {
    scanner = JSONScanner(unsafeBytes: bytes, limits: JSONLimits(depth: ManifestDecoder.depth))
    self.limits = limits
  }

  /// Reads one item that stands somewhere in a manifest.
  init(_ bytes: UnsafeRawBufferPointer, item: Range<Int>, limits: BundleLimits) {
    scanner = JSONScanner(
      unsafeBytes: bytes, range: item,
      limits: JSONLimits(depth: ManifestDecoder.depth - ManifestDecoder.itemDepth))
    self.limits = limits
  }

  /// Reads a manifest.
  ///
  /// - Parameter take: is given each item with its place, counted from 0.
  /// - Returns: the manifest without its items.
  mutating func manifest(_ take: (BundledItem, Int) throws -> Void) throws -> BundleManifest {
    var manifest = BundleManifest(items: [])
    var version: Int?
    var hasItems = false
    try object("the manifest") { decoder, key in
      switch key {
      case "version":
        let found = try decoder.integer("version")
        guard found == BundleManifest.version else {
          throw BundleError(
            .unknownVersion,
            "the bundle is of version \(found); this reader knows version \(BundleManifest.version) only")
        }
        version = found
      case "items":
        hasItems = true
        var count = 0
        try decoder.each("items", most: decoder.limits.itemCount) { decoder in
          try take(decoder.item(), count)
          count += 1
        }
      case "types":
        manifest.typeDeclarations = try decoder.list("types", most: decoder.limits.declarationCount) {
          try $0.scanner.readNode()
        }
      default: manifest.unknownMembers.append(JSONMember(key, try decoder.scanner.readNode()))
      }
    }
    try scanner.finish()
    guard version != nil else { throw missing("version", in: "the manifest") }
    guard hasItems else { throw missing("items", in: "the manifest") }
    return manifest
  }

  /// Reads an item, after which nothing stands.
  mutating func itemAlone() throws -> BundledItem {
    let item = try item()
    try scanner.finish()
    return item
  }

  private mutating func item() throws -> BundledItem {
    var item = BundledItem(suggestedName: nil, representations: [])
    var hasRepresentations = false
    try object("an item") { decoder, key in
      switch key {
      case "name": item.suggestedName = try decoder.text("name")
      case "representations":
        hasRepresentations = true
        item.representations = try decoder.list(
          "representations", most: decoder.limits.representationCount
        ) { try $0.representation() }
      default: item.unknownMembers.append(JSONMember(key, try decoder.scanner.readNode()))
      }
    }
    guard hasRepresentations else { throw missing("representations", in: "an item") }
    return item
  }
}

// MARK: - Values by their kind

extension ManifestDecoder {
  /// Reads an object member by member; a key that stands twice is refused.
  mutating func object(
    _ what: String, _ member: (inout ManifestDecoder, _ key: String) throws -> Void
  ) throws {
    guard try scanner.next() == .beginObject else { throw wrong(what, "an object") }
    let outside = openKeys.count
    defer { openKeys.removeLast(openKeys.count - outside) }
    // A few keys are compared one by one; for many that would take the square of their number.
    var many: Set<String> = []
    while let span = try scanner.nextKey() {
      let key = scanner.decode(span)
      let isNew: Bool
      if openKeys.count - outside < ManifestDecoder.fewKeys {
        isNew = !openKeys[outside...].contains(key)
        openKeys.append(key)
      } else {
        if many.isEmpty { many = Set(openKeys[outside...]) }
        isNew = many.insert(key).inserted
      }
      guard isNew else {
        throw scanner.error(
          .duplicateKey, "\(what) has the key \(JSONError.quoted(key)) twice", at: scanner.tokenStart)
      }
      try member(&self, key)
    }
  }

  private static let fewKeys = 32

  /// Steps through an array element by element.
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

  /// Reads an array.
  mutating func list<Element>(
    _ what: String, most: Int, _ element: (inout ManifestDecoder) throws -> Element
  ) throws -> [Element] {
    var elements: [Element] = []
    try each(what, most: most) { elements.append(try element(&$0)) }
    return elements
  }

  /// Reads a string no longer than the longest name.
  mutating func text(_ what: String) throws -> String { try text(what, most: limits.nameByteCount) }

  /// Reads a string.
  ///
  /// - Parameter most: how many bytes it may have.
  mutating func text(_ what: String, most: Int) throws -> String {
    guard case .string(let span)? = try scanner.next() else { throw wrong(what, "a string") }
    // No escape is longer than six bytes, and each stands for a byte at least.
    guard span.range.count / 6 <= most else { throw tooLong(what, span.range.count) }
    let text = scanner.decode(span)
    guard text.utf8.count <= most else { throw tooLong(what, text.utf8.count) }
    return text
  }

  func tooLong(_ what: String, _ byteCount: Int) -> BundleError {
    BundleError(
      .limitExceeded,
      "manifest.json has a \(what) of \(byteCount) bytes; the limit is \(limits.nameByteCount)")
  }

  /// Reads an integer that is not negative.
  mutating func integer(_ what: String) throws -> Int {
    guard case .number(let range)? = try scanner.next(), let value = scanner.integer(range), value >= 0 else {
      throw wrong(what, "an integer that is not negative")
    }
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
