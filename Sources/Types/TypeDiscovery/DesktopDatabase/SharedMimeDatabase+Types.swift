public import UniformTypes

extension SharedMimeDatabase {
  /// Returns the uniform type of a MIME type, or of one of its aliases in the database.
  ///
  /// If no declared type has one of these MIME types, the extension that the database prefers for the MIME
  /// type is looked up. The type with that extension is returned only if it has no MIME types of its own. It
  /// must also be text if the MIME type is text, and must not be text otherwise.
  ///
  /// - Parameters:
  ///   - mimeType: the MIME type.
  ///   - registry: the registry to search.
  /// - Returns: the type; nil if neither look-up finds a declared type. In that case,
  ///   `closestType(mimeType:in:)` can find a more general type.
  public func type(mimeType: String, in registry: TypeRegistry = .current) -> UTType? {
    foundTypes.answer(mimeType, in: registry) { findType(mimeType: mimeType, in: registry) }
  }

  private func findType(mimeType: String, in registry: TypeRegistry) -> UTType? {
    let name = canonicalName(of: mimeType)
    for candidate in [name, mimeType] + aliases(of: name) {
      guard let type = registry.type(tag: candidate, tagClass: .mimeType, conformingTo: .data),
        !type.isDynamic
      else {
        continue
      }
      return type
    }
    guard let preferred = globs.preferredExtension(of: name),
      let type = registry.type(tag: preferred, tagClass: .filenameExtension, conformingTo: .data),
      !type.isDynamic, registry.hasNoMIMEType(type),
      type.conforms(to: .text, in: registry) == isText(name)
    else { return nil }
    return type
  }

  /// Returns the declared type of a MIME type, or a new type that conforms to the type of its first parent
  /// in the database.
  ///
  /// The new type has the identifier that `declarations(beyond:)` uses.
  package func ownType(mimeType: String, in registry: TypeRegistry) -> UTType? {
    ownType(mimeType: mimeType, in: registry, depth: 0)
  }

  private func ownType(mimeType: String, in registry: TypeRegistry, depth: Int) -> UTType? {
    if let type = type(mimeType: mimeType, in: registry) { return type }
    let name = canonicalName(of: mimeType)
    let identifier = Self.identifier(of: name)
    if let type = registry.declaredType(identifier) { return type }
    guard isDeclarable(name) else { return nil }
    // The parents in a database may form a cycle.
    let parent = depth < 16 ? parents(of: name).first : nil
    let type = parent.flatMap { ownType(mimeType: $0, in: registry, depth: depth + 1) }
    let general = UTType(exportedAs: Self.generalType(of: name), in: registry)
    return UTType(exportedAs: identifier, conformingTo: type ?? general, in: registry)
  }

  /// Returns the declared type of a MIME type, or of its nearest ancestor in the database that has a
  /// declared type.
  package func closestType(mimeType: String, in registry: TypeRegistry = .current) -> UTType? {
    var seen: Set<String> = []
    var next = [canonicalName(of: mimeType)]
    while !next.isEmpty {
      var further: [String] = []
      for name in next where seen.insert(name).inserted {
        if let type = type(mimeType: name, in: registry) { return type }
        further += parents(of: name)
      }
      next = further
    }
    return nil
  }

  /// Returns declarations of the database's types that a registry does not contain.
  ///
  /// A type is declared if `type(mimeType:in:)` finds no type for it in the registry. Folders, devices and
  /// media (`inode/…`, `x-content/…`) are omitted. If a type in the registry has the same extension, that
  /// type still takes precedence in look-ups by extension. A declaration contains the MIME type, its
  /// aliases and its extensions. The declared type conforms to the type's parents in the database. If there
  /// are no parents, it conforms to the general type of its kind, such as `public.image`.
  ///
  /// The identifier is `io.proffer.mime.` followed by the MIME type. It is the same on every machine, so
  /// bundles can contain it. A slash is replaced with a period, `+` with two hyphens, and `_` with three
  /// hyphens. Any other byte that identifiers cannot contain is replaced with four hyphens and its
  /// hexadecimal value. The declarations have the origin `carried`, so every other declaration takes
  /// precedence.
  ///
  /// - Complexity: linear in the size of the database.
  ///
  /// - Parameter registry: the registry.
  /// - Returns: the declarations.
  public func declarations(beyond registry: TypeRegistry) -> [TypeDeclaration] {
    let extensions = globs.extensions()
    var identifiers: [String: String] = [:]
    // Two MIME types may have the same identifier, such as `a/b_c` and `a/b---c`. Only the first of these
    // types is declared.
    var taken: Set<String> = []
    for name in mimeTypes where canonicalName(of: name) == name && isDeclarable(name) {
      if type(mimeType: name, in: registry) != nil { continue }
      let identifier = Self.identifier(of: name)
      if taken.insert(identifier).inserted { identifiers[name] = identifier }
    }
    let acyclic = AcyclicParents(of: self)
    return identifiers.sorted { $0.key < $1.key }.map { name, identifier in
      var parents: [String] = []
      for parent in acyclic.parents(of: name) {
        let known = identifiers[parent] ?? closestType(mimeType: parent, in: registry)?.identifier
        if let known, !parents.contains(known) { parents.append(known) }
      }
      // A type without parents in the database conforms to the general type of its kind, such as
      // `public.image`.
      if parents.isEmpty { parents = [Self.generalType(of: name)] }
      return TypeDeclaration(
        identifier: identifier, parents: parents,
        tags: [
          .mimeType: [name] + aliases(of: name), .filenameExtension: extensions[name] ?? [],
        ].filter { !$0.value.isEmpty },
        origin: .carried)
    }
  }

  /// Returns whether a type is a kind of text according to the database.
  private func isText(_ mimeType: String) -> Bool {
    var seen: Set<String> = []
    var open = [canonicalName(of: mimeType)]
    while let next = open.popLast() {
      if next.hasPrefix("text/") { return true }
      if seen.insert(next).inserted { open += parents(of: next) }
    }
    return false
  }

  private func isDeclarable(_ mimeType: String) -> Bool {
    let parts = mimeType.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[1].isEmpty && parts[0] != "inode" && parts[0] != "x-content"
      && TypeIdentifier(Self.identifier(of: mimeType)).isValid
  }

  /// The prefix of identifiers for types of the database.
  package static let identifierPrefix = "io.proffer.mime."

  /// Returns the identifier for a MIME type without a declared type.
  static func identifier(of mimeType: String) -> String {
    var identifier = identifierPrefix
    for byte in mimeType.lowercased().utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"),
        UInt8(ascii: "."):
        identifier.unicodeScalars.append(Unicode.Scalar(byte))
      case UInt8(ascii: "/"): identifier += "."
      case UInt8(ascii: "+"): identifier += "--"
      case UInt8(ascii: "_"): identifier += "---"
      default: identifier += "----" + String(byte, radix: 16)
      }
    }
    return identifier
  }

  private static func generalType(of mimeType: String) -> String {
    switch mimeType.prefix(while: { $0 != "/" }) {
    case "text": "public.plain-text"
    case "image": "public.image"
    case "audio": "public.audio"
    case "video": "public.movie"
    case "font": "public.font"
    default: "public.data"
    }
  }
}

/// The hierarchy of a database, without the edges that would form cycles.
private struct AcyclicParents {
  private var parents: [String: [String]] = [:]

  func parents(of name: String) -> [String] { parents[name] ?? [] }

  init(of database: SharedMimeDatabase) {
    enum Visit { case open, closed }
    var visits: [String: Visit] = [:]
    for start in database.mimeTypes where visits[start] == nil {
      var path = [(name: start, rest: database.parents(of: start)[...])]
      visits[start] = .open
      while var last = path.popLast() {
        guard let parent = last.rest.popFirst() else {
          visits[last.name] = .closed
          continue
        }
        path.append(last)
        // An edge to a type whose parents are still being visited would form a cycle.
        if visits[parent] == .open { continue }
        parents[last.name, default: []].append(parent)
        if visits[parent] == nil {
          visits[parent] = .open
          path.append((parent, database.parents(of: parent)[...]))
        }
      }
    }
  }
}

extension TypeRegistry {
  /// Returns whether a type has no MIME type, reported or not.
  ///
  /// For example, the type of disc images has an unreported MIME type. That type must not be returned for the
  /// MIME type of game console discs, although files of both kinds have the same extension.
  fileprivate func hasNoMIMEType(_ type: UTType) -> Bool {
    guard let declaration = declaration(of: type) else { return preferredTag(of: type, .mimeType) == nil }
    return declaration.tags[.mimeType] == nil && declaration.unreportedTags[.mimeType] == nil
  }
}
