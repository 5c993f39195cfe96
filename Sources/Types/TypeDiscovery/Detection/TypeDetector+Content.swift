import UniformTypes

extension TypeDetector {
  /// What some bytes may be, best first.
  ///
  /// Types that the registry does not declare are left out, and so is `public.data`, which says nothing.
  func contentMatches(in prefix: UnsafeRawBufferPointer, isWhole: Bool) -> [ContentMatch] {
    var matches: [ContentMatch] = []
    for match in signatures.candidates(in: prefix, isWhole: isWhole) {
      let named = match.mimeType.flatMap { database?.type(mimeType: $0, in: registry) }
      guard let type = named ?? match.type(in: registry), type != .data else { continue }
      matches.append(
        ContentMatch(type: type, isStrong: match.confidence == .certain, evidence: match.evidence))
    }
    guard matches.isEmpty, let database, let mimeType = database.mimeType(ofPrefix: prefix),
      let type = database.closestType(mimeType: mimeType, in: registry)
    else { return matches }
    // Many of the database's signatures are a few bytes that come about by chance, so no name is overruled by them.
    return [
      ContentMatch(
        type: type, isStrong: false, evidence: "the shared MIME database knows the bytes as \(mimeType)")
    ]
  }
}
