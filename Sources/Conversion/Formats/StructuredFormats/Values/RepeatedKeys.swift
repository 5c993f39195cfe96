import ByteTools
import JSONText
import TextEncodings

/// The members in a JSON text whose key occurs again later in the same object.
///
/// The text is scanned without making values. The keys of an object are held until its end, as offsets into
/// the text. If an object has more keys than may be held, the text is scanned several times, each time for
/// the keys in one part of the range of hashes.
struct RepeatedKeys {
  /// A bit for every four bytes of the text; empty if no key occurs again.
  ///
  /// A bit is set if the text of such a key begins in the four bytes. Two keys begin at least four bytes
  /// apart, as in `{"":{"":0}}`.
  private var bits: [UInt64] = []
  /// The number of members that a later member replaces.
  private(set) var count = 0

  /// Searches a text.
  ///
  /// - Parameters:
  ///   - bytes: the text, in UTF-8.
  ///   - limits: the limits of the scanner.
  ///   - heldCount: the maximum number of keys to hold, of eight to twenty bytes each.
  /// - Throws: an error if the text is malformed.
  init(
    in bytes: UnsafeRawBufferPointer, limits: JSONLimits, holding heldCount: Int = 1_500_000
  ) throws(JSONError) {
    let keyHash = SeededHash()
    var (part, partCount) = (0, 1)
    while part < partCount {
      var search = KeySearch(bytes, keyHash, part: part, of: partCount, holding: heldCount)
      if let end = try search.run(limits, { add($0, of: bytes.count) }) {
        // The keys up to `end` are as many as may be held. An eighth more, because keys are not spread
        // evenly.
        let scanCount = Double(bytes.count) / Double(end) * 1.125
        (part, partCount) = (0, max(partCount + 1, Int((Double(partCount) * scanCount).rounded(.up))))
      } else {
        part += 1
      }
    }
  }

  /// Returns whether a later member replaces the member of a key.
  ///
  /// - Parameter place: the offset of the text of the key, after the quote.
  func contains(_ place: Int) -> Bool {
    !bits.isEmpty && bits[place >> 8] >> UInt64(place >> 2 & 63) & 1 == 1
  }

  private mutating func add(_ place: Int, of byteCount: Int) {
    if bits.isEmpty { bits = Array(repeating: 0, count: byteCount >> 8 + 1) }
    guard !contains(place) else { return }
    bits[place >> 8] |= 1 << UInt64(place >> 2 & 63)
    count += 1
  }
}

/// A search for repeated keys in one scan of a text.
private struct KeySearch {
  /// A key of an object that has not ended.
  private struct Key {
    var name: HeldName
    let hash: UInt64
  }

  /// An object that has not ended.
  private struct OpenObject {
    /// The index of its first key in the list.
    let start: Int
    /// The table of its keys; nil for few keys, which are in the list and compared one by one.
    var table: NameTable?
  }

  /// The maximum number of keys that are compared one by one.
  private static let fewKeys = 12

  private let texts: NameTexts
  private let part: Int
  private let partCount: Int
  private let heldCount: Int
  private var objects: [OpenObject] = []
  private var keys: [Key] = []
  /// The number of keys in all tables.
  private var tabledCount = 0

  init(
    _ bytes: UnsafeRawBufferPointer, _ keyHash: SeededHash, part: Int, of partCount: Int,
    holding heldCount: Int
  ) {
    texts = NameTexts(bytes: bytes, keyHash: keyHash)
    self.part = part
    self.partCount = partCount
    self.heldCount = heldCount
  }

  /// Scans the text, and calls a closure with the offset of each key that a later key replaces.
  ///
  /// - Returns: the offset at which there are more keys than may be held; nil after the whole text.
  mutating func run(_ limits: JSONLimits, _ found: (Int) -> Void) throws(JSONError) -> Int? {
    var scanner = JSONScanner(unsafeBytes: texts.bytes, limits: limits, skipsByteOrderMark: true)
    while let token = try scanner.next() {
      switch token {
      case .beginObject: objects.append(OpenObject(start: keys.count))
      case .endObject:
        guard let ended = objects.popLast() else { preconditionFailure("an end without its beginning") }
        keys.removeLast(keys.count - ended.start)
        tabledCount -= ended.table?.count ?? 0
      case .key(let span):
        note(span, found)
        if keys.count + tabledCount > heldCount { return scanner.position }
      default: break
      }
    }
    return nil
  }

  private mutating func note(_ span: JSONStringSpan, _ found: (Int) -> Void) {
    let name = HeldName(span)
    let hash = span.hasEscapes ? texts.hash(of: name) : texts.hash(of: span.range)
    guard Int(hash.multipliedFullWidth(by: UInt64(partCount)).high) == part else { return }
    let innermost = objects.count - 1
    if objects[innermost].table != nil {
      guard let replaced = objects[innermost].table?.replace(name, hash, texts) else {
        tabledCount += 1
        return
      }
      return found(replaced.place)
    }
    let start = objects[innermost].start
    for index in start..<keys.count where keys[index].hash == hash && texts.areEqual(keys[index].name, name) {
      found(keys[index].name.place)
      keys[index].name = name
      return
    }
    keys.append(Key(name: name, hash: hash))
    guard keys.count - start > Self.fewKeys else { return }
    var table = NameTable()
    for key in keys[start...] { _ = table.replace(key.name, key.hash, texts) }
    tabledCount += table.count
    objects[innermost].table = table
    keys.removeLast(keys.count - start)
  }
}

/// The offset of a key in a text.
private struct HeldName {
  /// Twice the offset of the first byte after the quote, plus one if the key has escapes; never zero.
  let code: UInt64

  init(_ span: JSONStringSpan) { code = UInt64(span.range.lowerBound) << 1 | (span.hasEscapes ? 1 : 0) }
  init(code: UInt64) { self.code = code }

  var place: Int { Int(code >> 1) }
  var hasEscapes: Bool { code & 1 == 1 }
}

/// Hashes and compares keys in a text.
private struct NameTexts {
  let bytes: UnsafeRawBufferPointer
  let keyHash: SeededHash

  /// Returns the hash of a key without escapes.
  func hash(of range: Range<Int>) -> UInt64 {
    keyHash.hash(of: UnsafeRawBufferPointer(rebasing: bytes[range]))
  }

  func hash(of text: String) -> UInt64 {
    var text = text
    return text.withUTF8 { keyHash.hash(of: UnsafeRawBufferPointer($0)) }
  }

  func hash(of name: HeldName) -> UInt64 {
    name.hasEscapes ? hash(of: decoded(name)) : hash(of: name.place..<end(of: name))
  }

  func areEqual(_ left: HeldName, _ right: HeldName) -> Bool {
    if left.hasEscapes || right.hasEscapes { return decoded(left).isExactly(decoded(right)) }
    let count = end(of: right) - right.place
    guard end(of: left) - left.place == count else { return false }
    return (0..<count).allSatisfy { bytes[left.place + $0] == bytes[right.place + $0] }
  }

  /// Returns the offset of the quote after a key without escapes.
  private func end(of name: HeldName) -> Int {
    var place = name.place
    while bytes[place] != UInt8(ascii: "\"") { place += 1 }
    return place
  }

  private func decoded(_ name: HeldName) -> String {
    var scanner = JSONScanner(unsafeBytes: bytes, range: name.place - 1..<bytes.count)
    do throws(JSONError) {
      if case .string(let span)? = try scanner.next() { return scanner.decode(span) }
      preconditionFailure("a key that was scanned is not a string")
    } catch {
      preconditionFailure("a key that was scanned is malformed: \(error)")
    }
  }
}

/// The latest key with each text in an object.
///
/// Layout: open addressing in one array. A slot contains 20 bits of the hash and the code of the name in 44
/// bits; 0 is a free slot. At most three quarters of the slots are in use. Growing reads the keys again.
private struct NameTable {
  private static let codeBits: UInt64 = 44

  private var slots: [UInt64] = Array(repeating: 0, count: 32)
  private(set) var count = 0

  /// Adds a name, and returns the name with the same text that it replaces; nil if there is none.
  mutating func replace(_ name: HeldName, _ hash: UInt64, _ texts: NameTexts) -> HeldName? {
    let slot = Self.slot(name, hash)
    var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[place] != 0 {
      if (slots[place] ^ slot) >> Self.codeBits == 0 {
        let known = HeldName(code: slots[place] & (1 << Self.codeBits - 1))
        if texts.areEqual(known, name) {
          slots[place] = slot
          return known
        }
      }
      place = (place + 1) & (slots.count - 1)
    }
    slots[place] = slot
    count += 1
    if count * 4 > slots.count * 3 { grow(texts) }
    return nil
  }

  private static func slot(_ name: HeldName, _ hash: UInt64) -> UInt64 {
    hash << 20 & ~(1 << codeBits - 1) | name.code
  }

  private mutating func grow(_ texts: NameTexts) {
    let old = slots
    slots = Array(repeating: 0, count: old.count * 2)
    for slot in old where slot != 0 {
      let hash = texts.hash(of: HeldName(code: slot & (1 << Self.codeBits - 1)))
      var place = Int(truncatingIfNeeded: hash) & (slots.count - 1)
      while slots[place] != 0 { place = (place + 1) & (slots.count - 1) }
      slots[place] = slot
    }
  }
}
