import FileSystem

/// The file names that mean a MIME type: whole names, endings, and patterns.
struct MimeGlobs: Sendable {
  private struct Glob {
    let mimeType: String
    let pattern: [UInt8]
    let weight: Int
    let isCaseSensitive: Bool
  }

  /// Patterns without any special character, by their lower case.
  private var names: [[UInt8]: [Glob]] = [:]
  /// Patterns that are a star and a plain ending that begins with a period, by the ending in lower case.
  private var endings: [[UInt8]: [Glob]] = [:]
  /// All others.
  private var patterns: [Glob] = []

  /// The types that some name means.
  var mimeTypes: Set<String> {
    var types = Set(patterns.map(\.mimeType))
    for globs in names.values { types.formUnion(globs.map(\.mimeType)) }
    for globs in endings.values { types.formUnion(globs.map(\.mimeType)) }
    return types
  }

  /// Takes up a file `globs2`, of greater importance than those before.
  ///
  /// A line is a weight, a type, a pattern and perhaps flags, joined by colons.
  mutating func read(_ text: String, from path: FilePath) throws(DiscoveryError) {
    var globs: [Glob] = []
    var withdrawn: Set<String> = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.isEmpty || line.hasPrefix("#") { continue }
      let fields = line.split(separator: ":", omittingEmptySubsequences: false)
      guard fields.count >= 3, let weight = Int(fields[0]), !fields[1].isEmpty, !fields[2].isEmpty else {
        throw DiscoveryError(
          .malformedDatabase, subject: path.description,
          reason: "line \(index + 1) is not a weight, a MIME type and a pattern")
      }
      let mimeType = fields[1].lowercased()
      if fields[2] == "__NOGLOBS__" {
        withdrawn.insert(mimeType)
      } else {
        let flags = fields.count > 3 ? fields[3].split(separator: ",") : []
        globs.append(
          Glob(
            mimeType: mimeType, pattern: Array(fields[2].utf8), weight: weight,
            isCaseSensitive: flags.contains("cs")))
      }
    }
    if !withdrawn.isEmpty { remove(withdrawn) }
    for glob in globs { add(glob) }
  }

  private mutating func remove(_ mimeTypes: Set<String>) {
    names = names.mapValues { $0.filter { !mimeTypes.contains($0.mimeType) } }
    endings = endings.mapValues { $0.filter { !mimeTypes.contains($0.mimeType) } }
    patterns.removeAll { mimeTypes.contains($0.mimeType) }
  }

  private mutating func add(_ glob: Glob) {
    if !NamePattern.hasSpecial(glob.pattern) {
      names[Self.folded(glob.pattern), default: []].append(glob)
    } else if glob.pattern.starts(with: Array("*.".utf8)), !NamePattern.hasSpecial(glob.pattern.dropFirst()) {
      endings[Self.folded(glob.pattern.dropFirst()), default: []].append(glob)
    } else {
      patterns.append(glob)
    }
  }

  /// The types that a name means: by weight, then by the length of the pattern.
  func matches(_ name: [UInt8]) -> [String] {
    let folded = Self.folded(name)
    var found = names[folded] ?? []
    for (offset, byte) in folded.enumerated() where byte == UInt8(ascii: ".") {
      found += endings[Array(folded[offset...])] ?? []
    }
    found = found.filter { !$0.isCaseSensitive || NamePattern.matches($0.pattern, name) }
    found += patterns.filter { glob in
      glob.isCaseSensitive
        ? NamePattern.matches(glob.pattern, name) : NamePattern.matches(Self.folded(glob.pattern), folded)
    }
    let ranked = found.enumerated().sorted {
      ($1.element.weight, $1.element.pattern.count, $0.offset)
        < ($0.element.weight, $0.element.pattern.count, $1.offset)
    }
    var seen: Set<String> = []
    return ranked.map(\.element.mimeType).filter { seen.insert($0).inserted }
  }

  /// The extensions among the names that mean each type, the weightiest first.
  func extensions() -> [String: [String]] {
    var ranked: [String: [(weight: Int, text: String)]] = [:]
    for (ending, globs) in endings.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      // `.tar.gz` is an ending and no extension.
      guard let text = String(validating: ending.dropFirst(), as: UTF8.self), !text.contains(".") else {
        continue
      }
      for glob in globs { ranked[glob.mimeType, default: []].append((glob.weight, text)) }
    }
    return ranked.mapValues { list in
      list.enumerated().sorted { ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset) }.map(
        \.element.text)
    }
  }

  private static func folded(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    bytes.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}

/// Patterns of file names: `*` is any bytes, `?` one byte, `[a-z]` one of some, `[!a-z]` one of the others.
enum NamePattern {
  static func hasSpecial(_ pattern: some Collection<UInt8>) -> Bool {
    pattern.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "[") }
  }

  /// Whether a whole name fits a pattern; at worst the product of both lengths.
  static func matches(_ pattern: [UInt8], _ name: [UInt8]) -> Bool {
    var place = 0
    var offset = 0
    // Where to go on when what follows the last star does not fit: only the last star can need more.
    var retry: (place: Int, offset: Int)?
    while offset < name.count {
      if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
        place += 1
        retry = (place, offset)
      } else if let next = next(after: place, in: pattern, matching: name[offset]) {
        place = next
        offset += 1
      } else if let last = retry {
        place = last.place
        offset = last.offset + 1
        retry = (place, offset)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
  }

  /// Where the pattern goes on after the element at a place; nil when the byte does not fit that element.
  private static func next(after place: Int, in pattern: [UInt8], matching byte: UInt8) -> Int? {
    guard place < pattern.count else { return nil }
    if pattern[place] == UInt8(ascii: "?") { return place + 1 }
    guard pattern[place] == UInt8(ascii: "["),
      let end = pattern[place...].dropFirst(2).firstIndex(of: UInt8(ascii: "]"))
    else { return pattern[place] == byte ? place + 1 : nil }
    var members = pattern[(place + 1)..<end]
    let isInverted = members.first == UInt8(ascii: "!")
    if isInverted { members = members.dropFirst() }
    var isMember = false
    var index = members.startIndex
    while index < members.endIndex {
      if index + 2 < members.endIndex, members[index + 1] == UInt8(ascii: "-") {
        if members[index] <= byte && byte <= members[index + 2] { isMember = true }
        index += 3
      } else {
        if members[index] == byte { isMember = true }
        index += 1
      }
    }
    return isMember != isInverted ? end + 1 : nil
  }
}
