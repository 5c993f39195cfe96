import FileSystem
import UniformTypes
import ZipArchives

extension BundleManifest {
  /// The rules that hold for every manifest, whoever wrote it; checked before writing and after reading.
  ///
  /// Whether the entries are really there is the storage's to say.
  func check() throws(BundleError) {
    var claims = PayloadClaims()
    for (place, item) in items.enumerated() {
      try item.check(at: place)
      try item.eachPayload { (payload) throws(BundleError) in try claims.add(payload) }
    }
  }

  /// All payloads the manifest names, each once, in the order they are first named.
  package var payloads: [BundledPayload] {
    var seen: Set<String> = []
    var payloads: [BundledPayload] = []
    for item in items {
      item.eachPayload { if seen.insert($0.path).inserted { payloads.append($0) } }
    }
    return payloads
  }

  /// Whether a path is `items/` and something, without empty, `.` or `..` components.
  static func isPayloadPath(_ path: Substring) -> Bool {
    // A name without a flaw has no empty component but the last and none of dots.
    guard path.utf8.starts(with: "items/".utf8), path.utf8.last != UInt8(ascii: "/") else { return false }
    var path = path
    return path.withUTF8 { ZipEntryName.flaw(of: UnsafeRawBufferPointer($0)) == nil }
  }
}

/// What a manifest says of the entries it names, so that it says one thing of each.
struct PayloadClaims {
  private struct Claim {
    let byteCount: UInt64
    let crc32: UInt32
  }

  private var paths = NameTable()
  /// What is claimed of each path.
  private var claims: [Claim] = []

  /// Remembers a claim.
  ///
  /// - Throws: a ``BundleError`` when the entry was claimed otherwise before.
  mutating func add(_ payload: BundledPayload) throws(BundleError) {
    let (number, isNew) = paths.insert(payload.path)
    if isNew {
      claims.append(Claim(byteCount: payload.byteCount, crc32: payload.crc32))
    } else if claims[number].byteCount != payload.byteCount || claims[number].crc32 != payload.crc32 {
      throw payload.claimedTwice
    }
  }
}

extension BundledPayload {
  /// The error for an entry that is claimed with two sizes or checksums.
  var claimedTwice: BundleError {
    BundleError(.claimedTwice, "\(path) is claimed with two sizes or checksums")
  }
}

extension BundledItem {
  /// Shows the payloads of all representations.
  func eachPayload<Failure: Error>(_ body: (BundledPayload) throws(Failure) -> Void) throws(Failure) {
    for representation in representations {
      switch representation.storage {
      case .payload(let payload): try body(payload)
      case .folder(_, let members): try members.eachPayload(body)
      case .inPlace, .promise: break
      }
    }
  }

  /// Shows the paths of all entries, and of the folders that members are below.
  func eachEntryPath(_ body: (String) throws(BundleError) -> Void) throws(BundleError) {
    for representation in representations {
      if case .folder(let path, _) = representation.storage { try body(path) }
    }
    try eachPayload { (payload) throws(BundleError) in try body(payload.path) }
  }

  /// The rules that hold for every item.
  ///
  /// - Parameter place: the item's, counted from 0.
  func check(at itemPlace: Int) throws(BundleError) {
    var types: Set<String> = []
    for (index, representation) in representations.enumerated() {
      let place = Place(item: itemPlace + 1, representation: index + 1)
      let type = representation.typeIdentifier
      guard TypeIdentifier.isValid(type) else {
        let problem = TypeIdentifier.malformed(PrintableText.escaped(type.utf8))
        throw BundleError(.malformedType, "\(place): \(problem.message)", cause: problem)
      }
      guard BundledItem.isPlain(representation) else {
        throw BundleError(
          .malformedManifest,
          "\(place) has a type, coder, team or group with characters that cannot be seen")
      }
      // A provider lists an identifier once; a second one could never be loaded.
      let isAlone = representations.count == 1
      guard isAlone || types.insert(representation.typeIdentifier.lowercased()).inserted else {
        throw BundleError(
          .malformedManifest,
          "\(place) has the type \(representation.typeIdentifier), which another one of the item has already"
        )
      }
      switch representation.storage {
      case .payload(let payload): try BundledItem.check(payload, of: place)
      case .folder(let path, let members):
        guard path.hasSuffix("/"), BundleManifest.isPayloadPath(path.dropLast()) else {
          throw BundleError(
            .pathOutsideItems, "\(place) has the folder path \(path), which is not below items/")
        }
        try members.eachPayload { (payload) throws(BundleError) in try BundledItem.check(payload, of: place) }
      case .promise(let source, _): try checkPromise(of: representation, at: place, from: source)
      case .inPlace: break
      }
    }
  }

  /// What a message calls a representation, both counted from 1.
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
        .malformedManifest, "\(place) is promised of representation \(source + 1), which is not there")
    }
    let original = representations[source]
    if case .promise = original.storage {
      throw BundleError(.malformedManifest, "\(place) is promised of another promise")
    }
    guard original.audience == .all || original.audience == representation.audience else {
      throw BundleError(
        .malformedManifest, "\(place) is promised to more than may see what it is made of")
    }
  }

  private static func check(_ payload: BundledPayload, of place: Place) throws(BundleError) {
    guard BundleManifest.isPayloadPath(payload.path[...]) else {
      throw BundleError(
        .pathOutsideItems,
        "\(place) has the path \(payload.path.debugDescription), which is not below items/")
    }
  }

  /// Whether the words of a representation that are printed as they are have nothing that moves a cursor or hides.
  private static func isPlain(_ representation: BundledRepresentation) -> Bool {
    guard isPlain(representation.typeIdentifier) else { return false }
    switch representation.audience {
    case .all: break
    case .team(let name), .group(let name): if !isPlain(name) { return false }
    }
    if case .promise(_, let coder) = representation.storage { return isPlain(coder) }
    return true
  }

  private static func isPlain(_ word: String) -> Bool {
    // Nearly every word is of printable ASCII.
    if word.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) { return true }
    return word.unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
      default: true
      }
    }
  }
}
