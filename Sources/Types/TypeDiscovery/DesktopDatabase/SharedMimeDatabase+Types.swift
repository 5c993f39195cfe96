import FileSystem
public import UniformTypes

extension SharedMimeDatabase {
  /// The uniform type that a MIME type means, under any of the names that the database knows for it.
  ///
  /// - Returns: nil when the registry declares none; `closestType(mimeType:in:)` then finds a more general one.
  public func type(mimeType: String, in registry: TypeRegistry = .current) -> UTType? {
    let name = canonicalName(of: mimeType)
    for candidate in [mimeType, name] + (aliases[name] ?? []) {
      guard let type = registry.type(tag: candidate, tagClass: .mimeType, conformingTo: .data),
        !type.isDynamic
      else {
        continue
      }
      return type
    }
    return nil
  }

  /// The declared uniform type that is nearest to a MIME type: its own, or else that of the nearest type above it.
  public func closestType(mimeType: String, in registry: TypeRegistry = .current) -> UTType? {
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

  /// Declarations of the types that a registry does not have.
  ///
  /// That is each type none of whose MIME types and extensions the registry knows; folders, devices and media
  /// (`inode/…`, `x-content/…`) are left out. The declaration carries the MIME type, the other names of it and the
  /// extensions, and conforms to the types above it in the database, or else to the general type of its kind. The
  /// identifier is `io.proffer.mime.` and the MIME type; it is the same on every machine, so a bundle can carry it:
  /// a slash becomes a period, `+` two hyphens, `_` three, anything else that no identifier can have four and its
  /// code. The declarations are of the weakest origin, so every other declaration takes precedence.
  ///
  /// - Complexity: linear in the size of the database.
  public func declarations(beyond registry: TypeRegistry) -> [TypeDeclaration] {
    let extensions = globs.extensions()
    var identifiers: [String: String] = [:]
    for name in mimeTypes where canonicalName(of: name) == name && isDeclarable(name) {
      if type(mimeType: name, in: registry) != nil { continue }
      if (extensions[name] ?? []).contains(where: { isKnown(extension: $0, in: registry) }) { continue }
      identifiers[name] = Self.identifier(of: name)
    }
    let acyclic = AcyclicParents(of: self)
    return identifiers.sorted { $0.key < $1.key }.map { name, identifier in
      var parents: [String] = []
      for parent in acyclic.parents(of: name) {
        let known = identifiers[parent] ?? closestType(mimeType: parent, in: registry)?.identifier
        if let known, !parents.contains(known) { parents.append(known) }
      }
      // A type known only by what is not data, such as `public.image`, conforms to data through it.
      if parents.isEmpty { parents = [Self.generalType(of: name)] }
      return TypeDeclaration(
        identifier: identifier, parents: parents,
        tags: [
          .mimeType: [name] + (aliases[name] ?? []), .filenameExtension: extensions[name] ?? [],
        ].filter { !$0.value.isEmpty },
        origin: .carried)
    }
  }

  private func isKnown(extension text: String, in registry: TypeRegistry) -> Bool {
    registry.type(tag: text, tagClass: .filenameExtension, conformingTo: .data)?.isDynamic == false
  }

  private func isDeclarable(_ mimeType: String) -> Bool {
    let parts = mimeType.split(separator: "/", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[1].isEmpty && parts[0] != "inode" && parts[0] != "x-content"
      && TypeIdentifier(Self.identifier(of: mimeType)).isValid
  }

  /// The identifier for a MIME type without a declared type.
  static func identifier(of mimeType: String) -> String {
    var identifier = "io.proffer.mime."
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

/// The hierarchy of a database without the edges that would close a circle.
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
        // An edge to a type whose own parents are still being visited would close a circle.
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
