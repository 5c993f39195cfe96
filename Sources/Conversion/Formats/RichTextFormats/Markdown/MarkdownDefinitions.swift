/// Where links lead whose addresses stand elsewhere in the document.
struct MarkdownDefinitions {
  /// Where a link or picture leads.
  struct Target {
    var destination: String
    var title: String?
  }

  private var targets: [[UInt8]: Target] = [:]
  /// How many bytes of addresses the uses of definitions may still make.
  ///
  /// A long address that is used often would make a text whose size is the square of the document's.
  private var budget: Int
  /// Whether a label that begins with `^` is that of a footnote.
  private let hasFootnotes: Bool

  init(byteCount: Int, hasFootnotes: Bool) {
    budget = max(100_000, byteCount)
    self.hasFootnotes = hasFootnotes
  }

  /// The target of a label; nil when nothing defines it.
  mutating func target(_ label: ArraySlice<UInt8>) -> Target? {
    guard !targets.isEmpty, let key = Self.key(label), let target = targets[key] else { return nil }
    let size = target.destination.utf8.count + (target.title?.utf8.count ?? 0)
    guard size <= budget else { return nil }
    budget -= size
    return target
  }

  /// Takes the definitions that a paragraph begins with, and gives how many of its lines they fill.
  mutating func read(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    var place = range.lowerBound
    var lineCount = 0
    while let definition = Self.definition(bytes, place..<range.upperBound),
      !(hasFootnotes && bytes[definition.label.lowerBound] == UInt8(ascii: "^"))
    {
      if let key = Self.key(bytes[definition.label]), targets[key] == nil { targets[key] = definition.target }
      lineCount += bytes[place..<definition.end].count { $0 == 0x0A }
      place = definition.end
      if place == range.upperBound {
        if bytes[place - 1] != 0x0A { lineCount += 1 }
        break
      }
    }
    return lineCount
  }

  /// A label in the form in which labels are compared; nil if it has no characters.
  private static func key(_ label: ArraySlice<UInt8>) -> [UInt8]? {
    var key: [UInt8] = []
    key.reserveCapacity(label.count)
    var isASCII = true
    for byte in label {
      if MarkdownCharacters.isSpace(byte) {
        if let last = key.last, last != 0x20 { key.append(0x20) }
      } else {
        isASCII = isASCII && byte < 0x80
        key.append((0x41...0x5A).contains(byte) ? byte | 0x20 : byte)
      }
    }
    if key.last == 0x20 { key.removeLast() }
    if key.isEmpty || isASCII { return key.isEmpty ? nil : key }
    // Upper case in between folds what has no one small letter: `ẞ` and `SS` are one label.
    return Array(String(decoding: key, as: UTF8.self).lowercased().uppercased().lowercased().utf8)
  }
}

// MARK: - Definitions

extension MarkdownDefinitions {
  /// Whether a line begins a footnote: `[^1]: words`.
  static func beginsFootnote(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard range.count > 4, bytes[range.lowerBound + 1] == UInt8(ascii: "^") else { return false }
    var scanner = MarkdownLinkScanner(bytes, range)
    guard let label = scanner.label(), label.count > 1 else { return false }
    return scanner.skip(UInt8(ascii: ":"))
  }

  private struct Definition {
    var label: Range<Int>
    var target: Target
    /// The beginning of the next line.
    var end: Int
  }

  private static func definition(_ bytes: [UInt8], _ range: Range<Int>) -> Definition? {
    var scanner = MarkdownLinkScanner(bytes, range)
    guard let label = scanner.label(), scanner.skip(UInt8(ascii: ":")) else { return nil }
    guard bytes[label].contains(where: { !MarkdownCharacters.isSpace($0) }) else { return nil }
    scanner.skipSpace()
    guard let destination = scanner.destination() else { return nil }
    let target = Target(destination: MarkdownLinkScanner.unescaped(bytes, destination))
    let afterDestination = scanner
    let hasGap = scanner.skipSpace()
    if hasGap, let title = scanner.title(), let end = scanner.lineEnd() {
      let title = MarkdownLinkScanner.unescaped(bytes, title)
      return Definition(
        label: label, target: Target(destination: target.destination, title: title.isEmpty ? nil : title),
        end: end)
    }
    scanner = afterDestination
    guard let end = scanner.lineEnd() else { return nil }
    return Definition(label: label, target: target, end: end)
  }
}
