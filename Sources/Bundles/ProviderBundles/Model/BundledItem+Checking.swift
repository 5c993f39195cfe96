import ProfferFileSystem
import UniformTypes
import ZipArchives

extension BundleManifest {
  /// Throws if the manifest violates a rule that applies to all manifests.
  ///
  /// Called before a manifest is written and after a manifest is read. The storage checks whether the entries
  /// exist.
  func check() throws(BundleError) {
    var claims = PayloadClaims()
    for (place, item) in items.enumerated() {
      try item.check(at: place)
      try item.eachPayload { (payload) throws(BundleError) in try claims.add(payload) }
    }
  }

  /// The payloads of the manifest in order; a payload that occurs several times is included once.
  package var payloads: [BundledPayload] {
    var seen: Set<EntryPath> = []
    var payloads: [BundledPayload] = []
    for item in items {
      item.eachPayload { if seen.insert(EntryPath($0.path)).inserted { payloads.append($0) } }
    }
    return payloads
  }

  /// Returns whether a path is below a folder of the bundle and is a safe name (``ZipEntryName``).
  static func isPath(_ path: Substring, below folder: String) -> Bool {
    // In a name without a flaw, only the last component can be empty, so only the last byte is checked.
    var (path, folder) = (path, folder)
    return path.withUTF8 { path in
      folder.withUTF8 { folder in
        path.starts(with: folder) && path.count > folder.count && path[folder.count] == UInt8(ascii: "/")
          && path.last != UInt8(ascii: "/") && ZipEntryName.flaw(of: UnsafeRawBufferPointer(path)) == nil
      }
    }
  }
}

/// The path of an entry, compared byte by byte.
///
/// Two spellings that Unicode treats as equal are the paths of two different entries.
struct EntryPath: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: EntryPath, right: EntryPath) -> Bool {
    // Comparing the bytes in memory is ten times as fast as through the views of the texts.
    var (left, right) = (left.text, right.text)
    return left.withUTF8 { left in right.withUTF8 { right in left.elementsEqual(right) } }
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

/// The size and the checksum that a manifest states for each entry.
struct PayloadClaims {
  private struct Claim: Equatable {
    let byteCount: UInt64
    let crc32: UInt32
  }

  private var claims: [EntryPath: Claim] = [:]

  /// Returns whether the manifest names an entry.
  func names(_ path: String) -> Bool { claims[EntryPath(path)] != nil }

  /// Adds the size and checksum that the manifest states for an entry.
  ///
  /// - Returns: whether the entry was named for the first time.
  /// - Throws: a ``BundleError`` if the values contradict earlier values for the same entry.
  @discardableResult
  mutating func add(_ payload: BundledPayload) throws(BundleError) -> Bool {
    let claim = Claim(byteCount: payload.byteCount, crc32: payload.crc32)
    guard let earlier = claims.updateValue(claim, forKey: EntryPath(payload.path)) else { return true }
    guard earlier == claim else {
      throw BundleError(.claimedTwice, "\(payload.path) is listed with two different sizes or checksums")
    }
    return false
  }
}

extension BundledItem {
  /// Calls `body` with the payloads of all representations, and last with the payload of the preview.
  func eachPayload<Failure: Error>(_ body: (BundledPayload) throws(Failure) -> Void) throws(Failure) {
    try eachRepresentationPayload(body)
    if let preview { try body(preview.payload) }
  }

  private func eachRepresentationPayload<Failure: Error>(
    _ body: (BundledPayload) throws(Failure) -> Void
  ) throws(Failure) {
    for representation in representations {
      switch representation.storage {
      case .payload(let payload): try body(payload)
      case .folder(_, let members): try members.eachPayload(body)
      case .inPlace, .promise: break
      }
    }
  }

  /// Calls `body` with the paths of all packed folders and all entries.
  func eachEntryPath(_ body: (String) throws(BundleError) -> Void) throws(BundleError) {
    for representation in representations {
      if case .folder(let path, _) = representation.storage { try body(path) }
    }
    try eachPayload { (payload) throws(BundleError) in try body(payload.path) }
  }

  /// Throws if the item violates a rule that applies to all items.
  ///
  /// - Parameter itemPlace: the index of the item, counted from 0.
  func check(at itemPlace: Int) throws(BundleError) {
    if let team = metadata.teamData?.team, !BundledItem.isPlain(team) {
      throw BundleError(
        .malformedManifest, "item \(itemPlace + 1) has a team with invisible characters")
    }
    try preview?.check(at: itemPlace)
    var types: Set<TypeIdentifier> = []
    for (index, representation) in representations.enumerated() {
      let place = Place(item: itemPlace + 1, representation: index + 1)
      let type = representation.typeIdentifier
      guard TypeIdentifier(type).isValid else {
        let problem = TypeError.malformed(TypeIdentifier(PrintableText.escaped(type.utf8)))
        throw BundleError(.malformedType, "\(place): \(problem.message)", cause: problem)
      }
      guard BundledItem.isPlain(representation) else {
        throw BundleError(
          .malformedManifest,
          "\(place) has a type, coder, team or group with invisible characters")
      }
      // A provider offers each type identifier only once, so a second representation of the same type could
      // not be loaded.
      let isAlone = representations.count == 1
      guard isAlone || types.insert(TypeIdentifier(type)).inserted else {
        throw BundleError(
          .malformedManifest,
          "\(place) has the type \(representation.typeIdentifier), which another representation of the item already has"
        )
      }
      switch representation.storage {
      case .payload(let payload): try BundledItem.check(payload, of: place)
      case .folder(let path, let members):
        guard path.hasSuffix("/"), BundleManifest.isPath(path.dropLast(), below: BundleMark.items) else {
          throw BundleError(
            .pathOutsideItems, "\(place) has the folder path \(path), which is not below items/")
        }
        try members.eachPayload { (payload) throws(BundleError) in try BundledItem.check(payload, of: place) }
      case .promise(let source, _): try checkPromise(of: representation, at: place, from: source)
      case .inPlace: break
      }
    }
  }

  /// Converts an index, counted from 0, to the number that messages show, counted from 1.
  ///
  /// The number is returned as text, because an index in a manifest may be `Int.max`.
  static func number(ofPlace place: Int) -> String { place < 0 ? "\(place)" : "\(place.magnitude + 1)" }

  /// The numbers that messages show for a representation and its item, both counted from 1.
  struct Place: CustomStringConvertible {
    let item: Int
    let representation: Int
    var description: String { "representation \(representation) of item \(item)" }
  }

  private func checkPromise(
    of representation: BundledRepresentation, at place: Place, from source: Int
  ) throws(BundleError) {
    guard representations.indices.contains(source) else {
      throw BundleError(
        .malformedManifest,
        "\(place) is promised from representation \(BundledItem.number(ofPlace: source)), which does not exist"
      )
    }
    let original = representations[source]
    if case .promise = original.storage {
      throw BundleError(.malformedManifest, "\(place) is promised from another promise")
    }
    guard original.audience == .all || original.audience == representation.audience else {
      throw BundleError(
        .malformedManifest,
        "\(place) is visible to more receivers than its source representation")
    }
  }

  private static func check(_ payload: BundledPayload, of place: Place) throws(BundleError) {
    guard BundleManifest.isPath(payload.path[...], below: BundleMark.items) else {
      throw BundleError(
        .pathOutsideItems,
        "\(place) has the path \(payload.path.debugDescription), which is not below items/")
    }
  }

  /// Returns whether the type, audience and coder of a representation contain no invisible characters.
  ///
  /// These texts are printed without escaping.
  private static func isPlain(_ representation: BundledRepresentation) -> Bool {
    guard isPlain(representation.typeIdentifier) else { return false }
    switch representation.audience {
    case .all: break
    case .team(let name), .group(let name): if !isPlain(name) { return false }
    }
    if case .promise(_, let coder) = representation.storage { return isPlain(coder) }
    return true
  }

  static func isPlain(_ word: String) -> Bool {
    // Most words are printable ASCII.
    if word.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return true }
    return word.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
      default: true
      }
    }
  }
}

// MARK: - Limits

extension BundledItem {
  /// Throws if the item exceeds the limits.
  ///
  /// - Parameter itemPlace: the index of the item, counted from 0.
  func check(_ limits: BundleLimits, at itemPlace: Int) throws(BundleError) {
    try limits.check(suggestedName?.utf8.count, "name", of: "item \(itemPlace + 1)")
    try preview?.check(limits, at: itemPlace)
    if let teamData = metadata.teamData {
      try limits.check(teamData.team.utf8.count, "team", of: "item \(itemPlace + 1)")
      guard teamData.bytes.count <= limits.teamDataByteCount else {
        throw BundleError(
          .limitExceeded,
          "item \(itemPlace + 1) has \(teamData.bytes.count) bytes of team data; the limit is "
            + "\(limits.teamDataByteCount)")
      }
    }
    guard representations.count <= limits.representationCount else {
      throw BundleError(
        .limitExceeded,
        "item \(itemPlace + 1) has \(representations.count) representations; the limit is \(limits.representationCount)"
      )
    }
    for (index, representation) in representations.enumerated() {
      try representation.check(limits, at: BundledItem.Place(item: itemPlace + 1, representation: index + 1))
    }
  }
}

extension BundledRepresentation {
  fileprivate func check(_ limits: BundleLimits, at place: BundledItem.Place) throws(BundleError) {
    try limits.check(typeIdentifier.utf8.count, "type", of: "\(place)")
    try limits.check(name?.bytes.count, "name", of: "\(place)")
    switch audience {
    case .all: break
    case .team(let team): try limits.check(team.utf8.count, "team", of: "\(place)")
    case .group(let group): try limits.check(group.utf8.count, "group", of: "\(place)")
    }
    switch storage {
    case .payload(let payload): try limits.check(payload.path.utf8.count, "path", of: "\(place)")
    case .folder(_, let members): try members.check(limits, at: place)
    case .inPlace(let reference): try limits.check(reference.path.bytes.count, "path", of: "\(place)")
    case .promise(_, let coder): try limits.check(coder.utf8.count, "coder", of: "\(place)")
    }
  }
}

extension FolderMembers {
  /// Throws if the members exceed the limits.
  ///
  /// The paths of their entries are checked when the paths are made.
  fileprivate func check(_ limits: BundleLimits, at place: BundledItem.Place) throws(BundleError) {
    guard count <= limits.memberCount else {
      throw BundleError(
        .limitExceeded,
        "the folder in \(place) has \(count) files, folders and links; the limit is \(limits.memberCount)"
      )
    }
    for record in records {
      try limits.check(record.name.bytes.count, "name below it", of: "\(place)")
      if case .link(let target) = record.content {
        try limits.check(target.count, "link below it", of: "\(place)")
      }
    }
  }
}
