import ZipArchives

extension BundleManifest {
  /// The rules that hold for every manifest, whoever wrote it; checked before writing and after reading.
  ///
  /// Whether the entries are really there is the storage's to say.
  func check() throws(BundleError) {
    var claims: [String: BundledPayload] = [:]
    for (itemIndex, item) in items.enumerated() {
      var types: Set<String> = []
      for (index, representation) in item.representations.enumerated() {
        let place = "representation \(index + 1) of item \(itemIndex + 1)"
        guard BundleManifest.isPlain(representation) else {
          throw BundleError(
            .malformedManifest,
            "\(place) has a type, coder, team or group with characters that cannot be seen")
        }
        // A provider lists an identifier once; a second one could never be loaded.
        guard types.insert(representation.typeIdentifier.lowercased()).inserted else {
          throw BundleError(
            .malformedManifest,
            "\(place) has the type \(representation.typeIdentifier), which another one of the item has already"
          )
        }
        switch representation.storage {
        case .payload(let payload): try check(payload, of: place, &claims)
        case .folder(let path, let members):
          guard path.hasSuffix("/"), BundleManifest.isPayloadPath(path.dropLast()) else {
            throw BundleError(
              .malformedManifest, "\(place) has the folder path \(path), which is not below items/")
          }
          for payload in members.payloads { try check(payload, of: place, &claims) }
        case .promise(let source, _):
          guard item.representations.indices.contains(source) else {
            throw BundleError(
              .malformedManifest, "\(place) is promised of representation \(source + 1), which is not there")
          }
          let original = item.representations[source]
          if case .promise = original.storage {
            throw BundleError(.malformedManifest, "\(place) is promised of another promise")
          }
          guard original.audience == .all || original.audience == representation.audience else {
            throw BundleError(
              .malformedManifest, "\(place) is promised to more than may see what it is made of")
          }
        case .inPlace: break
        }
      }
    }
  }

  private func check(
    _ payload: BundledPayload, of place: String, _ claims: inout [String: BundledPayload]
  ) throws(BundleError) {
    guard BundleManifest.isPayloadPath(payload.path[...]) else {
      throw BundleError(
        .malformedManifest,
        "\(place) has the path \(payload.path.debugDescription), which is not below items/")
    }
    guard let known = claims.updateValue(payload, forKey: payload.path), known != payload else { return }
    throw BundleError(.manifestDisagrees, "\(payload.path) is claimed with two sizes or checksums")
  }

  /// Whether the words of a representation that are printed as they are have nothing that moves a cursor or hides.
  private static func isPlain(_ representation: BundledRepresentation) -> Bool {
    var words = [representation.typeIdentifier]
    switch representation.audience {
    case .all: break
    case .team(let name), .group(let name): words.append(name)
    }
    if case .promise(_, let coder) = representation.storage { words.append(coder) }
    return words.joined().unicodeScalars.allSatisfy { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: false
      default: true
      }
    }
  }

  /// Whether a path is `items/` and something, without empty, `.` or `..` components.
  static func isPayloadPath(_ path: Substring) -> Bool {
    let components = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return ZipEntryName.flaw(of: Array(path.utf8)) == nil && components.count >= 2
      && components[0].elementsEqual("items".utf8)
      && components.allSatisfy { !$0.isEmpty && !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
  }

  /// All payloads the manifest names, each once, in the order they are first named.
  package var payloads: [BundledPayload] {
    var seen: Set<String> = []
    return items.flatMap(\.representations).flatMap { representation -> [BundledPayload] in
      switch representation.storage {
      case .payload(let payload): [payload]
      case .folder(_, let members): members.payloads
      case .inPlace, .promise: []
      }
    }.filter { seen.insert($0.path).inserted }
  }
}
