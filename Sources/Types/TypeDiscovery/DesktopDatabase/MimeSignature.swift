import ByteTools
import ProfferFileSystem

/// The signature of a MIME type: rules for bytes at offsets.
///
/// A rule can be subordinate to another rule.
struct MimeSignature: Sendable {
  /// A rule that requires certain bytes at an offset, or at one of several consecutive offsets.
  struct Rule: Sendable {
    /// The nesting depth of the rule.
    var depth = 0
    var offset = 0
    /// The number of offsets to try, at least one.
    var rangeCount = 1
    /// The required bytes, a slice of the database file.
    var value: ArraySlice<UInt8> = []
    /// The mask of the bits that are compared; empty if all bits are compared.
    var mask: ArraySlice<UInt8> = []
  }

  let mimeType: String
  let priority: Int
  /// The rules, a slice of all rules of a file.
  let rules: ArraySlice<Rule>
  /// Whether this signature replaces the signatures of the same type in databases of lower precedence.
  let withdrawsEarlier: Bool

  /// Returns whether bytes match the signature.
  ///
  /// The bytes must match a rule that has no subordinate rules, and all rules above that rule.
  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // The deepest level of rules to try: one below the last rule that matched.
    var level = 0
    for index in rules.indices where rules[index].depth <= level {
      let depth = rules[index].depth
      guard rules[index].matches(bytes) else {
        level = depth
        continue
      }
      level = depth + 1
      if index + 1 == rules.endIndex || rules[index + 1].depth <= depth { return true }
    }
    return false
  }
}

/// Signatures by priority, arranged so that one or two bytes of the data exclude nearly all signatures.
///
/// The database of a desktop has about 500 signatures with 800 top-level rules, and each file is compared
/// with all signatures. For speed, a signature is compared only if the first two bytes of one of its
/// top-level rules match.
final class MimeSignatures: Sendable {
  /// The first bytes that a rule requires at an offset, or at one of several offsets.
  private struct Probe: Sendable {
    let offset: Int
    let rangeCount: Int
    let byte: UInt8
    /// The byte after `byte`; nil if any byte is allowed.
    let secondByte: UInt8?
    /// The index of the rule's signature.
    let place: Int

    func agrees(with bytes: UnsafeRawBufferPointer, at offset: Int) -> Bool {
      guard offset < bytes.count, bytes[offset] == byte else { return false }
      guard let secondByte else { return true }
      return offset + 1 < bytes.count && bytes[offset + 1] == secondByte
    }
  }

  /// Probes, indexed by their first byte.
  private struct ProbesByByte: Sendable {
    /// The probes, grouped by first byte; each group is in the original order.
    private let probes: [Probe]
    /// The start of each group, and the end of the last group.
    private let starts: [Int]
    /// One bit for each pair of bytes: whether a probe matches the pair.
    ///
    /// The first byte is the high byte of the index.
    private let pairs: [UInt64]

    init(_ unsorted: [Probe]) {
      var pairs = [UInt64](repeating: 0, count: (1 << 16) / 64)
      for probe in unsorted {
        let first = Int(probe.byte) << 8
        if let second = probe.secondByte {
          pairs[(first | Int(second)) >> 6] |= 1 << UInt64(second & 63)
        } else {
          for word in 0..<4 { pairs[first >> 6 + word] = .max }
        }
      }
      self.pairs = pairs
      var starts = [Int](repeating: 0, count: 257)
      for probe in unsorted { starts[Int(probe.byte) + 1] += 1 }
      for byte in 0..<256 { starts[byte + 1] += starts[byte] }
      var ends = starts
      var places = [Int](repeating: 0, count: unsorted.count)
      for (number, probe) in unsorted.enumerated() {
        places[ends[Int(probe.byte)]] = number
        ends[Int(probe.byte)] += 1
      }
      probes = places.map { unsorted[$0] }
      self.starts = starts
    }

    /// Calls a function with each probe that matches the data at one of the given offsets.
    func forEach(
      agreeingWith data: UnsafeRawBufferPointer, at offsets: Range<Int>, _ body: (Probe) -> Void
    ) {
      pairs.withUnsafeBufferPointer { pairs in
        for offset in offsets {
          let first = Int(data[offset])
          if offset + 1 < data.count {
            // This test excludes nearly all pairs of bytes.
            let second = Int(data[offset + 1])
            if pairs[first << 2 | second >> 6] &>> UInt64(second) & 1 == 0 { continue }
          }
          for index in starts[first]..<starts[first + 1] {
            let start = probes[index].offset
            if offset >= start, offset - start < probes[index].rangeCount,
              probes[index].agrees(with: data, at: offset)
            {
              body(probes[index])
            }
          }
        }
      }
    }
  }

  /// The signatures in decreasing order of priority.
  let ranked: [MimeSignature]
  /// The probes at offset 0.
  private let atBeginning: ProbesByByte
  /// The probes at other offsets.
  private let atOffsets: [Probe]
  /// The probes with several offsets, all below `scannedByteCount`.
  private let scanned: ProbesByByte
  /// The indices of the signatures that have a rule for which no probe is possible.
  private let others: [Int]

  /// The number of bytes that are scanned for probes with several offsets.
  ///
  /// This number is sufficient for all but three rules of the database.
  private static let scannedByteCount = 512

  init(_ ranked: [MimeSignature]) {
    self.ranked = ranked
    var (atBeginning, atOffsets, scanned): ([Probe], [Probe], [Probe]) = ([], [], [])
    var others: [Int] = []
    for (place, signature) in ranked.enumerated() {
      let roots = signature.rules.lazy.filter { $0.depth == 0 }
      if roots.contains(where: { !Self.canBeProbed($0) }) {
        others.append(place)
        continue
      }
      for rule in roots {
        guard let byte = rule.firstByte else { continue }
        let probe = Probe(
          offset: rule.offset, rangeCount: rule.rangeCount, byte: byte,
          secondByte: rule.mask.isEmpty ? rule.value.dropFirst().first : nil, place: place)
        switch (rule.offset, rule.rangeCount) {
        case (0, 1): atBeginning.append(probe)
        case (_, 1): atOffsets.append(probe)
        default: scanned.append(probe)
        }
      }
    }
    self.atBeginning = ProbesByByte(atBeginning)
    self.atOffsets = atOffsets
    self.scanned = ProbesByByte(scanned)
    self.others = others
  }

  private static func canBeProbed(_ rule: MimeSignature.Rule) -> Bool {
    rule.firstByte != nil && (rule.rangeCount == 1 || rule.offset + rule.rangeCount <= scannedByteCount)
  }

  /// Returns the matching signatures in decreasing order of priority, evaluated lazily.
  func matches(in bytes: UnsafeRawBufferPointer) -> some Sequence<MimeSignature> {
    candidates(in: bytes).lazy.map { [ranked] in ranked[$0] }.filter { $0.matches(bytes) }
  }

  /// Returns the indices of the signatures that may match, in ascending order.
  private func candidates(in bytes: UnsafeRawBufferPointer) -> [Int] {
    if bytes.isEmpty { return [] }
    // One bit for each signature.
    var marks = [UInt64](repeating: 0, count: (ranked.count + 63) / 64)
    func mark(_ place: Int) { marks[place >> 6] |= 1 << UInt64(place & 63) }
    for place in others { mark(place) }
    atBeginning.forEach(agreeingWith: bytes, at: 0..<1) { mark($0.place) }
    for probe in atOffsets where probe.agrees(with: bytes, at: probe.offset) { mark(probe.place) }
    scanned.forEach(agreeingWith: bytes, at: 0..<min(bytes.count, Self.scannedByteCount)) { mark($0.place) }
    var places: [Int] = []
    for (word, var bits) in marks.enumerated() {
      while bits != 0 {
        places.append(word << 6 + bits.trailingZeroBitCount)
        bits &= bits - 1
      }
    }
    return places
  }
}

extension MimeSignature.Rule {
  /// The first byte that the rule requires; nil if several values are allowed.
  fileprivate var firstByte: UInt8? { mask.first ?? 0xFF == 0xFF ? value.first : nil }

  func matches(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // The offset in a malicious file can be any number.
    guard let first = value.first, let last = value.last, offset <= bytes.count,
      value.count <= bytes.count - offset
    else { return false }
    let tries = min(rangeCount, bytes.count - offset - value.count + 1)
    if mask.isEmpty {
      // The first and the last byte exclude nearly every position in a range.
      var start = offset
      while let place = bytes.firstPlace(of: first, in: start..<offset + tries) {
        if bytes[place + value.count - 1] == last, bytes[place..<place + value.count].elementsEqual(value) {
          return true
        }
        start = place + 1
      }
      return false
    }
    return value.withUnsafeBytes { value in
      mask.withUnsafeBytes { mask in
        (offset..<offset + tries).contains { start in
          value.indices.allSatisfy { bytes[start + $0] & mask[$0] == value[$0] & mask[$0] }
        }
      }
    }
  }
}

extension MimeSignature {
  /// Parses a `magic` file.
  ///
  /// Sections begin with `[priority:type]`. A rule is `depth>offset=`, a length of two bytes, and the value,
  /// followed by these optional parts: `&` and a mask of the same length, `~` and the word size, `+` and a
  /// range. If a word size is specified, the words of the value are stored as big-endian, and match words in
  /// the data that have the byte order of this machine.
  ///
  /// If a section is malformed, parsing continues at the next line that is a heading.
  ///
  /// - Parameter skipped: receives an error if sections or the whole file are skipped.
  static func parse(
    _ bytes: [UInt8], from path: FilePath, skipped: inout [DiscoveryError]
  ) -> [MimeSignature] {
    var scanner = MagicScanner(bytes)
    guard scanner.take("MIME-Magic\0\n") else {
      skipped.append(
        DiscoveryError(
          .malformedDatabase, subject: path.description,
          reason: "the file is skipped, because it has no signature header"))
      return []
    }
    var malformed: (first: Int, count: Int)?
    var rules: [Rule] = []
    rules.reserveCapacity(bytes.count / 16)
    var sections: [Section] = []
    while !scanner.isAtEnd {
      let start = rules.count
      let section = scanner.position
      var withdrawsEarlier = false
      let heading = scanner.heading()
      var isSound = heading != nil
      while isSound && !scanner.isAtEnd && !scanner.isAtHeading {
        guard let rule = scanner.rule() else {
          isSound = false
          break
        }
        if rule.value.count == 11, rule.value.elementsEqual("__NOMAGIC__".utf8) {
          withdrawsEarlier = true
        } else {
          rules.append(rule)
        }
      }
      guard isSound, let heading else {
        rules.removeLast(rules.count - start)
        malformed = (malformed?.first ?? section, (malformed?.count ?? 0) + 1)
        scanner.skipToHeading(after: section)
        continue
      }
      sections.append(
        Section(
          mimeType: heading.mimeType, priority: heading.priority, start: start, end: rules.count,
          withdrawsEarlier: withdrawsEarlier))
    }
    if let malformed {
      let reason =
        malformed.count == 1
        ? "the section at byte \(malformed.first) is skipped, because its heading or rules are malformed"
        : "the section at byte \(malformed.first) and \(malformed.count - 1) more are skipped, because their headings or "
          + "rules are malformed"
      skipped.append(DiscoveryError(.malformedDatabase, subject: path.description, reason: reason))
    }
    return sections.map { section in
      MimeSignature(
        mimeType: section.mimeType, priority: section.priority, rules: rules[section.start..<section.end],
        withdrawsEarlier: section.withdrawsEarlier)
    }
  }

  /// A parsed section; `start` and `end` delimit its rules in the list of all rules.
  private struct Section {
    let mimeType: String
    let priority: Int
    let start: Int
    let end: Int
    let withdrawsEarlier: Bool
  }
}

/// A tokenizer for `magic` files; each method returns nil for malformed input.
private struct MagicScanner {
  /// The maximum length of a MIME type in bytes (Source: RFC 6838, section 4.2).
  ///
  /// It limits the search for the end of a heading.
  private static let longestType = 256

  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }
  var isAtHeading: Bool { position < bytes.count && bytes[position] == UInt8(ascii: "[") }

  mutating func take(_ expected: StaticString) -> Bool {
    let count = expected.utf8CodeUnitCount
    guard count <= bytes.count - position,
      bytes[position..<position + count].elementsEqual(
        UnsafeBufferPointer(start: expected.utf8Start, count: count))
    else { return false }
    position += count
    return true
  }

  private mutating func take(byte character: Unicode.Scalar) -> Bool {
    guard next(is: character) else { return false }
    position += 1
    return true
  }

  /// Moves to the first heading after a position, or to the end if there is none.
  mutating func skipToHeading(after start: Int) {
    position = start
    while let lineEnd = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) {
      position = lineEnd + 1
      var ahead = self
      if ahead.heading() != nil { return }
    }
    position = bytes.count
  }

  mutating func heading() -> (priority: Int, mimeType: String)? {
    guard take(byte: "["), let priority = number(), take(byte: ":"),
      let end = bytes[position...].prefix(Self.longestType).firstIndex(of: UInt8(ascii: "]")),
      let mimeType = bytes[position..<end].withUnsafeBytes(Self.mimeType)
    else { return nil }
    position = end
    return take("]\n") ? (priority, mimeType) : nil
  }

  /// Returns a MIME type in lower case; nil if the bytes are not a MIME type.
  private static func mimeType(_ bytes: UnsafeRawBufferPointer) -> String? {
    guard bytes.isMimeType else { return nil }
    // Nearly all names are ASCII in lower case.
    if bytes.allSatisfy({ $0 < 0x80 && $0 &- UInt8(ascii: "A") >= 26 }) { return bytes.text }
    return String(validating: bytes, as: UTF8.self)?.lowercased()
  }

  mutating func rule() -> MimeSignature.Rule? {
    var rule = MimeSignature.Rule()
    if !next(is: ">") {
      guard let depth = number() else { return nil }
      rule.depth = depth
    }
    guard take(byte: ">"), let offset = number(), take(byte: "="),
      bytes.count - position >= 2
    else { return nil }
    rule.offset = offset
    let count = Int(bytes[position]) << 8 | Int(bytes[position + 1])
    position += 2
    guard let value = data(count) else { return nil }
    rule.value = value
    if take(byte: "&") {
      guard let mask = data(count) else { return nil }
      rule.mask = mask
    }
    if take(byte: "~") {
      guard let width = number(), [1, 2, 4].contains(width), count % width == 0 else { return nil }
      #if _endian(little)
        rule.value = Self.reversingWords(of: width, in: rule.value)
        rule.mask = Self.reversingWords(of: width, in: rule.mask)
      #endif
    }
    if take(byte: "+") {
      guard let range = number(), range > 0 else { return nil }
      rule.rangeCount = range
    }
    return take(byte: "\n") ? rule : nil
  }

  private func next(is character: Unicode.Scalar) -> Bool {
    position < bytes.count && bytes[position] == UInt8(ascii: character)
  }

  private mutating func data(_ count: Int) -> ArraySlice<UInt8>? {
    guard count <= bytes.count - position else { return nil }
    defer { position += count }
    return bytes[position..<position + count]
  }

  private mutating func number() -> Int? {
    var value = 0
    let start = position
    // Nine digits are enough for any offset and cannot overflow.
    while position < bytes.count, position - start < 9, case let digit = bytes[position] &- UInt8(ascii: "0"),
      digit < 10
    {
      value = value * 10 + Int(digit)
      position += 1
    }
    return position > start ? value : nil
  }

  private static func reversingWords(of width: Int, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    if width == 1 { return bytes }
    let start = bytes.startIndex
    return stride(from: start, to: bytes.endIndex, by: width).flatMap { bytes[$0..<$0 + width].reversed() }[
      ...]
  }
}
