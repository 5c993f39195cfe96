import UniformTypes

extension TypeDetector {
  /// Joins what the name and the bytes say.
  ///
  /// - Parameters:
  ///   - matches: what the bytes may be, best first.
  ///   - isExecutable: whether the file system lets somebody execute the file.
  func decide(_ name: NameReading, _ matches: [ContentMatch], isExecutable: Bool) -> TypeDetection {
    let best = matches.first
    let candidates = name.declaredTypes + matches.map(\.type) + (name.dynamicType.map { [$0] } ?? [])
    var evidence = name.evidence
    if let best { evidence.append(.content(best.evidence)) }
    func detection(_ type: UTType, isContradicted: Bool = false) -> TypeDetection {
      TypeDetection(
        type, evidence: evidence, candidates: candidates, nameType: name.type, contentType: best?.type,
        isContradicted: isContradicted)
    }

    guard let named = name.declaredTypes.first else {
      if let best, !best.type.isDynamic { return detection(best.type) }
      // Of two types that nobody declares, look-ups by the extension lead to the name's.
      if let undeclared = name.dynamicType ?? best?.type { return detection(undeclared) }
      if isExecutable {
        evidence.append(.fileSystem("it may be executed"))
        return detection(.unixExecutable)
      }
      evidence.append(.content("the bytes are of no known format"))
      return detection(.data)
    }
    guard let best else { return detection(named) }
    if let confirmed = confirmed(among: name.declaredTypes, by: matches) {
      if name.declaredTypes.count > 1 {
        evidence.append(.content("of the types with this extension that means \(confirmed)"))
      }
      return detection(confirmed)
    }
    let compatibility = ContentCompatibility(registry: registry)
    if let allowed = name.declaredTypes.first(where: { compatibility.allows(best, named: $0) }) {
      return detection(allowed)
    }
    evidence.append(.content("a file named like \(named) cannot be \(best.type); its bytes decide"))
    return detection(best.type, isContradicted: true)
  }

  /// The one of several types that the bytes confirm: the same type if it is among them, otherwise one that conforms
  /// to what the bytes are or that the bytes' type conforms to.
  private func confirmed(among types: [UTType], by matches: [ContentMatch]) -> UTType? {
    let compatibility = ContentCompatibility(registry: registry)
    for match in matches {
      if types.contains(match.type) { return match.type }
      // Nearly everything conforms to these; they confirm nothing.
      if match.type == .data || match.type == .text { continue }
      if let related = types.first(where: { compatibility.areRelated($0, match.type) }) { return related }
    }
    return nil
  }
}
