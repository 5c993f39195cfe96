import ByteTools
import ProfferFileSystem

/// The file name patterns of MIME types: whole names, endings, and other patterns.
final class MimeGlobs: Sendable {
  private struct Glob: Sendable {
    enum Kind { case name, ending, other }

    /// The range of the MIME type in the text; `pattern` is the range of the pattern.
    let mimeType: Range<Int>
    let pattern: Range<Int>
    let weight: Int
    let isCaseSensitive: Bool
    /// The kind of the pattern.
    ///
    /// A pattern without special characters is a name. A star followed by a period and other characters,
    /// none of them special, is an ending.
    let kind: Kind

    /// The range, in the text, of the ending without its star.
    var ending: Range<Int> { pattern.lowerBound + 1..<pattern.upperBound }
  }

  /// The contents of the `globs2` files, in increasing order of precedence.
  private let text: [UInt8]
  /// The text with ASCII letters in lowercase.
  private let folded: [UInt8]
  private let globs: [Glob]
  /// The indices of the names and endings, by their lowercase patterns.
  private let byPattern: NameLists
  /// The other patterns, both unchanged and in lowercase.
  private let patterns: [(number: Int, exact: [UInt8], folded: [UInt8])]

  /// Parses `globs2` files in increasing order of precedence.
  ///
  /// A line consists of a weight, a type, a pattern and optional flags, joined by colons.
  ///
  /// - Parameter skipped: receives an error for each file with malformed lines. Malformed lines are
  ///   skipped.
  init(_ files: [(path: FilePath, text: [UInt8])], skipped: inout [DiscoveryError]) {
    var text: [UInt8] = []
    var globs: [Glob] = []
    for file in files {
      let start = text.count
      text += file.text
      text.append(UInt8(ascii: "\n"))
      let malformed = text.withUnsafeBytes { Self.read($0, from: start, into: &globs) }
      if let error = malformed.error(in: file.path, "a weight, a MIME type and a pattern") {
        skipped.append(error)
      }
    }
    let folded = text.lowercasedASCII
    var byPattern = NameLists(count: globs.count)
    var patterns: [(number: Int, exact: [UInt8], folded: [UInt8])] = []
    folded.withUnsafeBytes { [exact = text] text in
      for (number, glob) in globs.enumerated() {
        if glob.kind == .other {
          patterns.append((number, Array(exact[glob.pattern]), Array(text.part(glob.pattern))))
        } else {
          byPattern.insert(number, text.part(glob.pattern)) { text.part(globs[$0].pattern) }
        }
      }
    }
    self.text = text
    self.folded = folded
    self.globs = globs
    self.byPattern = byPattern
    self.patterns = patterns
  }

  /// Returns the number of patterns that match a name only by its extension, ignoring case.
  ///
  /// Such a pattern consists of a star and the extension with its period. The result is nil if the files
  /// must be parsed to determine the types of the name. This is the case if no such pattern is found, if
  /// such a pattern has flags, if another pattern equals the whole name, or if a file withdraws patterns.
  ///
  /// The method searches the text of the files. This takes a tenth of the time that parsing the files
  /// takes.
  ///
  /// - Parameter name: a name with one period.
  static func endingCount(of name: [UInt8], in files: [[UInt8]]) -> Int? {
    let name = name.lowercasedASCII
    guard let period = name.firstIndex(of: UInt8(ascii: ".")) else { return nil }
    var endingCount = 0
    for file in files {
      let isOther = file.withUnsafeBytes { text in
        /// Returns whether a part of the name is at a position in the text, ignoring case.
        func has(_ part: Range<Int>, at place: Int) -> Bool {
          part.allSatisfy { text[place + $0 - part.lowerBound].lowercasedASCII == name[$0] }
        }
        var start = 0
        while let place = text.firstPlace(of: UInt8(ascii: "_"), from: start) {
          if text[place...].starts(with: "__NOGLOBS__".utf8) { return true }
          start = place + 1
        }
        start = 0
        while let place = text.firstPlace(of: name[period], from: start) {
          start = place + 1
          let end = place + name.count - period
          guard place >= 2, end < text.count, has(period..<name.count, at: place) else { continue }
          let isFlagged = text[end] == UInt8(ascii: ":")
          guard isFlagged || text[end] == UInt8(ascii: "\n") else { continue }
          if text[place - 1] == UInt8(ascii: "*"), text[place - 2] == UInt8(ascii: ":") {
            if isFlagged { return true }
            endingCount += 1
          } else if place > period, text[place - period - 1] == UInt8(ascii: ":"),
            has(0..<period, at: place - period)
          {
            return true
          }
        }
        return false
      }
      if isOther { return nil }
    }
    return endingCount > 0 ? endingCount : nil
  }

  /// Adds the patterns from the part of the text that begins at an offset.
  ///
  /// If a line withdraws the patterns of a type, the patterns of that type from earlier files are removed.
  ///
  /// - Returns: the malformed lines. They are skipped.
  private static func read(
    _ text: UnsafeRawBufferPointer, from start: Int, into globs: inout [Glob]
  ) -> MalformedLines {
    var malformed = MalformedLines()
    var new: [Glob] = []
    new.reserveCapacity((text.count - start) / 32)
    var withdrawn: Set<String> = []
    var number = 0
    var start = start
    let colon = UInt8(ascii: ":")
    while let end = text.firstPlace(of: UInt8(ascii: "\n"), from: start) {
      let line = start..<end
      start = end + 1
      number += 1
      if line.isEmpty || text[line.lowerBound] == UInt8(ascii: "#") { continue }
      guard let first = text.firstPlace(of: colon, in: line),
        let second = text.firstPlace(of: colon, in: first + 1..<end),
        let weight = text.part(line.lowerBound..<first).decimalNumber
      else {
        malformed.add(number)
        continue
      }
      let third = text.firstPlace(of: colon, in: second + 1..<end)
      let mimeType = first + 1..<second
      let pattern = second + 1..<(third ?? end)
      if !text.part(mimeType).isMimeType || pattern.isEmpty {
        malformed.add(number)
        continue
      }
      if pattern.count == 11, text.part(pattern).elementsEqual("__NOGLOBS__".utf8) {
        withdrawn.insert(text.part(mimeType).foldedText)
        continue
      }
      new.append(
        Glob(
          mimeType: mimeType, pattern: pattern, weight: weight,
          isCaseSensitive: third.map { isCaseSensitive(text.part($0 + 1..<end)) } ?? false,
          kind: kind(of: text.part(pattern)))
      )
    }
    if !withdrawn.isEmpty { globs.removeAll { withdrawn.contains(text.part($0.mimeType).foldedText) } }
    globs += new
    return malformed
  }

  /// Returns whether the comma-separated flags contain `cs`.
  private static func isCaseSensitive(_ flags: UnsafeRawBufferPointer) -> Bool {
    var start = 0
    while start < flags.count {
      let end = flags.firstPlace(of: UInt8(ascii: ","), from: start) ?? flags.count
      if flags.part(start..<end).elementsEqual("cs".utf8) { return true }
      start = end + 1
    }
    return false
  }

  private static func kind(of pattern: UnsafeRawBufferPointer) -> Glob.Kind {
    if pattern.count > 1, pattern[0] == UInt8(ascii: "*"), pattern[1] == UInt8(ascii: ".") {
      return NamePattern.hasSpecial(pattern.dropFirst()) ? .other : .ending
    }
    return NamePattern.hasSpecial(pattern) ? .other : .name
  }

  /// All types that have patterns.
  var mimeTypes: Set<String> { Set(globs.map { mimeType(of: $0) }) }

  private func mimeType(of glob: Glob) -> String { String(decoding: folded[glob.mimeType], as: UTF8.self) }

  /// The types of a file name according to the matching patterns.
  struct Meaning {
    /// The types in decreasing order of weight.
    var mimeTypes: [String] = []
    /// Whether a matching pattern, such as `Makefile` or `*.tar.gz`, covers more than the extension.
    var isOfMoreThanExtension = false
  }

  /// Returns the types of a file name.
  ///
  /// These are the types of patterns that equal the whole name; otherwise the types of the longest matching
  /// ending; otherwise the types of any other matching pattern.
  ///
  /// Patterns that match the name exactly take precedence over patterns that match only if case is ignored.
  func meaning(of name: [UInt8]) -> Meaning {
    let folded = name.lowercasedASCII
    let names = globs(.name, folded)
    if let types = ranked(names, fitting: name[...]) {
      return Meaning(mimeTypes: types, isOfMoreThanExtension: true)
    }
    let period = UInt8(ascii: ".")
    var offset = 0
    while let place = folded[offset...].firstIndex(of: period) {
      let found = globs(.ending, [UInt8(ascii: "*")] + folded[place...])
      if let types = ranked(found, fitting: name[place...]) {
        // `FilenameExtension` ignores case, so a match that depends on case is not a match by extension.
        let isCased = found.contains { $0.isCaseSensitive && text[$0.ending].elementsEqual(name[place...]) }
        return Meaning(
          mimeTypes: types, isOfMoreThanExtension: isCased || folded[(place + 1)...].contains(period))
      }
      offset = place + 1
    }
    let found = patterns.filter { number, exact, foldedPattern in
      globs[number].isCaseSensitive
        ? NamePattern.matches(exact, name) : NamePattern.matches(foldedPattern, folded)
    }.map { globs[$0.number] }
    let ranked = found.enumerated().sorted {
      ($1.element.weight, $1.element.pattern.count, $0.offset)
        < ($0.element.weight, $0.element.pattern.count, $1.offset)
    }
    return Meaning(mimeTypes: unique(ranked.map(\.element)), isOfMoreThanExtension: true)
  }

  /// Returns the patterns of a kind whose lowercase form equals the given pattern.
  private func globs(_ kind: Glob.Kind, _ pattern: [UInt8]) -> [Glob] {
    pattern.withUnsafeBytes { pattern in
      folded.withUnsafeBytes { text in
        byPattern.numbers(of: pattern) { text.part(globs[$0].pattern) }.map { globs[$0] }.filter {
          $0.kind == kind
        }
      }
    }
  }

  /// Returns the types of the given patterns, in decreasing order of weight.
  ///
  /// All given patterns equal the name or its ending if case is ignored.
  ///
  /// If some patterns match exactly, only their types are returned. The result is nil if no pattern
  /// matches.
  private func ranked(_ globs: [Glob], fitting name: ArraySlice<UInt8>) -> [String]? {
    if globs.isEmpty { return nil }
    let exact = globs.filter { text[$0.pattern].suffix(name.count).elementsEqual(name) }
    let fitting = exact.isEmpty ? globs.filter { !$0.isCaseSensitive } : exact
    guard !fitting.isEmpty else { return nil }
    let ranked = fitting.enumerated().sorted {
      ($1.element.weight, $0.offset) < ($0.element.weight, $1.offset)
    }
    return unique(ranked.map(\.element))
  }

  /// Returns the types of the given patterns, without duplicates.
  private func unique(_ globs: [Glob]) -> [String] {
    var types: [String] = []
    for glob in globs {
      let type = mimeType(of: glob)
      if !types.contains(type) { types.append(type) }
    }
    return types
  }

  /// Returns the extension with the greatest weight for a type; nil if there is none.
  func preferredExtension(of mimeType: String) -> String? {
    var mimeType = mimeType
    var best: Glob?
    mimeType.withUTF8 { name in
      folded.withUnsafeBytes { text in
        for glob in globs where glob.mimeType.count == name.count {
          guard text.part(glob.mimeType).elementsEqual(name), isExtension(glob) else { continue }
          if best?.weight ?? -1 < glob.weight { best = glob }
        }
      }
    }
    return best.flatMap { String(validating: folded[$0.ending.dropFirst()], as: UTF8.self) }
  }

  /// Returns whether a pattern is an extension: an ending with only one dot, unlike `*.tar.gz`.
  private func isExtension(_ glob: Glob) -> Bool {
    guard glob.kind == .ending else { return false }
    let text = folded[glob.ending.dropFirst()]
    return !text.isEmpty && !text.contains { [0, UInt8(ascii: "."), UInt8(ascii: "/")].contains($0) }
  }

  /// Returns the extensions of each type, in decreasing order of weight.
  func extensions() -> [String: [String]] {
    var ranked: [String: [(weight: Int, text: String)]] = [:]
    for glob in globs where isExtension(glob) {
      guard let text = String(validating: folded[glob.ending.dropFirst()], as: UTF8.self) else { continue }
      ranked[mimeType(of: glob), default: []].append((glob.weight, text))
    }
    return ranked.mapValues { list in
      list.sorted { first, second in
        first.weight == second.weight
          ? first.text.utf8.lexicographicallyPrecedes(second.text.utf8) : first.weight > second.weight
      }.map(\.text)
    }
  }
}

/// Patterns for file names: `*` matches any bytes, `?` one byte, `[a-z]` a byte of a set, `[!a-z]` a
/// byte outside a set.
enum NamePattern {
  static func hasSpecial(_ pattern: some Collection<UInt8>) -> Bool {
    pattern.contains { $0 == UInt8(ascii: "*") || $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "[") }
  }

  /// Returns whether a pattern matches a whole name.
  ///
  /// The worst-case time is proportional to the product of the two lengths.
  static func matches(_ pattern: [UInt8], _ name: [UInt8]) -> Bool {
    var place = 0
    var offset = 0
    // The positions to continue from if the rest does not match. In that case, the last star matches one
    // more byte. It is not necessary to retry earlier stars.
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

  /// Returns the end of the pattern element at a position; nil if the byte does not match that element.
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
