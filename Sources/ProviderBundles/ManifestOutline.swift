/// Where the parts of a manifest stand in its text, found without reading what they say.
///
/// One item among many is looked at this way in the time that the bytes take. The text may still be malformed:
/// who reads a part of it knows nothing of the rest.
struct ManifestOutline {
  /// The text of each item.
  private(set) var items: [Range<Int>] = []
  /// What stands between the brackets of `items`; nil when there is no such array.
  private(set) var itemList: Range<Int>?

  /// Looks for the items; a text that is no object, or stops in the middle, has none.
  init(of text: UnsafeRawBufferPointer, limits: BundleLimits) throws(BundleError) {
    var scan = StructureScan(text)
    guard scan.next() == UInt8(ascii: "{") else { return }
    while let key = scan.string() {
      guard scan.next() == UInt8(ascii: ":") else { return }
      let isItems = UnsafeRawBufferPointer(rebasing: text[key]).elementsEqual("items".utf8)
      guard isItems, itemList == nil, scan.peek() == UInt8(ascii: "[") else {
        guard scan.skipValue(), scan.next() == UInt8(ascii: ",") else { return }
        continue
      }
      guard let list = try Self.elements(&scan, &items, limits: limits) else {
        items = []
        return
      }
      itemList = list
      guard scan.next() == UInt8(ascii: ",") else { return }
    }
  }

  /// The ranges of the elements of the array that comes next, and of all of them together; nil when it does not end.
  private static func elements(
    _ scan: inout StructureScan, _ elements: inout [Range<Int>], limits: BundleLimits
  ) throws(BundleError) -> Range<Int>? {
    _ = scan.next()
    let start = scan.position
    if scan.peek() == UInt8(ascii: "]") {
      _ = scan.next()
      return start..<scan.position - 1
    }
    while true {
      _ = scan.peek()
      let element = scan.position
      guard scan.skipValue(), element < scan.position else { return nil }
      guard elements.count < limits.itemCount else {
        throw BundleError(.limitExceeded, "manifest.json has more than \(limits.itemCount) items")
      }
      elements.append(element..<scan.position)
      switch scan.next() {
      case UInt8(ascii: ","): continue
      case UInt8(ascii: "]"): return start..<scan.position - 1
      default: return nil
      }
    }
  }

  /// The text with some of the items only, and empty lines in the place of the others, so that errors name the lines
  /// of the whole.
  func text(_ text: UnsafeRawBufferPointer, with wanted: Range<Int>) -> [UInt8] {
    guard let itemList, let first = items[wanted].first, let last = items[wanted].last else {
      guard let itemList else { return Array(text) }
      return text[..<itemList.lowerBound] + lines(of: text[itemList]) + text[itemList.upperBound...]
    }
    return text[..<itemList.lowerBound] + lines(of: text[itemList.lowerBound..<first.lowerBound])
      + text[first.lowerBound..<last.upperBound] + lines(of: text[last.upperBound..<itemList.upperBound])
      + text[itemList.upperBound...]
  }

  private func lines(of text: Slice<UnsafeRawBufferPointer>) -> [UInt8] {
    var count = 0
    for byte in UnsafeRawBufferPointer(rebasing: text) where byte == UInt8(ascii: "\n") { count += 1 }
    return [UInt8](repeating: UInt8(ascii: "\n"), count: count)
  }
}

/// Steps through JSON by brackets and quotes alone.
private struct StructureScan {
  private let text: UnsafeRawBufferPointer
  private(set) var position = 0

  init(_ text: UnsafeRawBufferPointer) { self.text = text }

  /// The next byte that is no space, which stays ahead; nil at the end.
  mutating func peek() -> UInt8? {
    while position < text.count, text[position] <= 0x20 { position += 1 }
    return position < text.count ? text[position] : nil
  }

  /// The next byte that is no space.
  mutating func next() -> UInt8? {
    guard let byte = peek() else { return nil }
    position += 1
    return byte
  }

  /// What stands between the quotes that come next; nil when no whole string does.
  mutating func string() -> Range<Int>? {
    guard peek() == UInt8(ascii: "\"") else { return nil }
    let start = position + 1
    return skipString() ? start..<position - 1 : nil
  }

  /// Steps over a value; false when it does not end.
  mutating func skipValue() -> Bool {
    switch peek() {
    case UInt8(ascii: "\""): return skipString()
    case UInt8(ascii: "{"), UInt8(ascii: "["): return skipContainer()
    default:
      while position < text.count {
        switch text[position] {
        case UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"), 0...0x20: return true
        default: position += 1
        }
      }
      return false
    }
  }

  private mutating func skipString() -> Bool {
    position += 1
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\""):
        position += 1
        return true
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
    return false
  }

  private mutating func skipContainer() -> Bool {
    var depth = 0
    while position < text.count {
      switch text[position] {
      case UInt8(ascii: "\""):
        guard skipString() else { return false }
        continue
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 {
          position += 1
          return true
        }
      default: break
      }
      position += 1
    }
    return false
  }
}
