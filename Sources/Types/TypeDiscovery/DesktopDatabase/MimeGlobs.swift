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
  /// The ending of greatest weight, the first of several, that is an extension and means each type.
  private var preferredEndings: [String: (ending: [UInt8], weight: Int)] = [:]

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
  mutating func read(_ text: UnsafeRawBufferPointer, from path: FilePath) throws(DiscoveryError) {
    var globs: [Glob] = []
    var withdrawn: Set<String> = []
    for (index, line) in ByteLines(text).enumerated() {
      if line.isEmpty || line[0] == UInt8(ascii: "#") { continue }
      let fields = line.fields(separatedBy: UInt8(ascii: ":"), atMost: 4)
      guard fields.count >= 3, let weight = fields[0].decimalNumber, !fields[1].isEmpty, !fields[2].isEmpty
      else {
        throw DiscoveryError(
          .malformedDatabase, subject: path.description,
          reason: "line \(index + 1) is not a weight, a MIME type and a pattern")
      }
      let mimeType = fields[1].foldedText
      if fields[2].elementsEqual("__NOGLOBS__".utf8) {
        withdrawn.insert(mimeType)
      } else {
        let flags = fields.count > 3 ? fields[3].split(separator: UInt8(ascii: ",")) : []
        globs.append(
          Glob(
            mimeType: mimeType, pattern: Array(fields[2]), weight: weight,
            isCaseSensitive: flags.contains { $0.elementsEqual("cs".utf8) }))
      }
    }
    if !withdrawn.isEmpty { remove(withdrawn) }
    for glob in globs { add(glob) }
  }

  private mutating func remove(_ mimeTypes: Set<String>) {
    names = names.mapValues { $0.filter { !mimeTypes.contains($0.mimeType) } }
    endings = endings.mapValues { $0.filter { !mimeTypes.contains($0.mimeType) } }
    patterns.removeAll { mimeTypes.contains($0.mimeType) }
    for mimeType in mimeTypes { preferredEndings[mimeType] = nil }
  }

  private mutating func add(_ glob: Glob) {
    if !NamePattern.hasSpecial(glob.pattern) {
      names[Self.folded(glob.pattern), default: []].append(glob)
    } else if glob.pattern.starts(with: Array("*.".utf8)), !NamePattern.hasSpecial(glob.pattern.dropFirst()) {
      let ending = Self.folded(glob.pattern.dropFirst())
      endings[ending, default: []].append(glob)
      if preferredEndings[glob.mimeType]?.weight ?? -1 < glob.weight,
        !ending.dropFirst().contains(UInt8(ascii: "."))
      {
        preferredEndings[glob.mimeType] = (ending, glob.weight)
      }
    } else {
      patterns.append(glob)
    }
  }

  /// What a name means by the patterns that fit it.
  struct Meaning {
    /// The types, those of the greatest weight first.
    var mimeTypes: [String] = []
    /// Whether the name itself or more of it than its extension is a pattern, such as `Makefile` or `*.tar.gz`.
    var isOfMoreThanExtension = false
  }

  /// What a name means: by a pattern that is the whole name, else by the longest ending, else by any other pattern.
  ///
  /// Patterns that fit the name in its own case go before those that fit it in another.
  func meaning(of name: [UInt8]) -> Meaning {
    let folded = Self.folded(name)
    if let found = names[folded], let types = Self.ranked(found, fitting: name) {
      return Meaning(mimeTypes: types, isOfMoreThanExtension: true)
    }
    let period = UInt8(ascii: ".")
    var offset = 0
    while let place = folded[offset...].firstIndex(of: period) {
      let ending = Array(folded[place...])
      if let found = endings[ending], let types = Self.ranked(found, fitting: Array(name[place...])) {
        // An extension whose case matters is not the one that `FilenameExtension` knows.
        let isCased = found.contains {
          $0.isCaseSensitive && $0.pattern.dropFirst().elementsEqual(name[place...])
        }
        return Meaning(
          mimeTypes: types, isOfMoreThanExtension: isCased || ending.dropFirst().contains(period))
      }
      offset = place + 1
    }
    let found = patterns.filter { glob in
      glob.isCaseSensitive
        ? NamePattern.matches(glob.pattern, name) : NamePattern.matches(Self.folded(glob.pattern), folded)
    }
    let ranked = found.enumerated().sorted {
      ($1.element.weight, $1.element.pattern.count, $0.offset)
        < ($0.element.weight, $0.element.pattern.count, $1.offset)
    }
    return Meaning(mimeTypes: Self.unique(ranked.map(\.element.mimeType)), isOfMoreThanExtension: true)
  }

  /// The types of patterns that fit a name or its ending in lower case, by weight; nil when none fits.
  private static func ranked(_ globs: [Glob], fitting text: [UInt8]) -> [String]? {
    let exact = globs.filter { $0.pattern.suffix(text.count).elementsEqual(text) }
    let fitting = exact.isEmpty ? globs.filter { !$0.isCaseSensitive } : exact
    guard !fitting.isEmpty else { return nil }
    let ranked = fitting.enumerated().sorted {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }
    return unique(ranked.map(\.element.mimeType))
  }

  private static func unique(_ types: [String]) -> [String] {
    var seen: Set<String> = []
    return types.filter { seen.insert($0).inserted }
  }

  /// The extension of greatest weight that means a type; nil when none does.
  func preferredExtension(of mimeType: String) -> String? {
    preferredEndings[mimeType].flatMap { String(validating: $0.ending.dropFirst(), as: UTF8.self) }
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
