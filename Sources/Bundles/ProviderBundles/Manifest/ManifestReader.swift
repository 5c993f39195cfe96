import FileSystem
import JSONText

/// Reads the text of a manifest item by item, through a window that is as long as the longest of them.
///
/// A manifest may name 100,000 items: neither its text nor a tree of it is ever in memory as a whole.
struct ManifestReader {
  private static let step = 1 << 18

  private let text: FileRange
  private let limits: BundleLimits
  private var window: [UInt8] = []
  /// Where in the text the window begins.
  private var start: UInt64 = 0
  /// How much of the window was read.
  private var position = 0
  /// The text without its items.
  private var shell: [UInt8] = []

  init(_ text: FileRange, limits: BundleLimits) {
    self.text = text
    self.limits = limits
  }

  /// Reads the text to its end.
  ///
  /// - Parameters:
  ///   - wanted: the places of the items to read, counted from 0; the others are stepped over by their brackets. Nil reads
  ///     all.
  ///   - take: is given each of them with its place.
  /// - Returns: the manifest without its items, and how many there are; nil when the text has no plain list of items,
  ///   which it may still have in another spelling.
  mutating func read(
    items wanted: Range<Int>?, _ take: (_ item: BundledItem, _ place: Int) throws -> Void
  ) throws -> (shell: BundleManifest, itemCount: Int)? {
    var count: Int?
    guard try next({ $0.next() }) == UInt8(ascii: "{") else { return nil }
    repeat {
      guard let (isItems, first) = try next({ $0.key() }) else { return nil }
      if isItems, count == nil, first == UInt8(ascii: "[") {
        count = try readItems(wanted, take)
        if count == nil { return nil }
      } else if try next({ $0.value() }) == nil {
        return nil
      }
    } while try next({ $0.separator(before: UInt8(ascii: "}")) }) == true
    guard let count, try next({ $0.peek() }) == nil, position == window.count else { return nil }
    return try shell.withUnsafeBytes { shell in
      var decoder = ManifestDecoder(shell, limits: limits)
      return (try decoder.manifest { _, _ in }, count)
    }
  }

  /// Reads the list that comes next; nil when it is none.
  private mutating func readItems(
    _ wanted: Range<Int>?, _ take: (BundledItem, Int) throws -> Void
  ) throws -> Int? {
    _ = try next { $0.next() }
    if try next({ $0.peek() }) == UInt8(ascii: "]") {
      _ = try next { $0.next() }
      return 0
    }
    var count = 0
    var hasMore = true
    while hasMore {
      let found = try next(isShell: false) { scan -> (Range<Int>, Bool)? in
        guard let item = scan.value(), let hasMore = scan.separator(before: UInt8(ascii: "]")) else {
          return nil
        }
        return (item, hasMore)
      }
      guard let found else { return nil }
      guard count < limits.itemCount else {
        throw BundleError(.limitExceeded, "manifest.json has more than \(limits.itemCount) items")
      }
      if wanted?.contains(count) ?? true {
        let item = try window.withUnsafeBytes { window in
          var decoder = ManifestDecoder(window, item: found.0, limits: limits)
          return try decoder.itemAlone()
        }
        try take(item, count)
      }
      count += 1
      hasMore = found.1
    }
    shell.append(UInt8(ascii: "]"))
    return count
  }

  /// Takes a step, with as much of the text in the window as it needs.
  ///
  /// - Parameter isShell: whether what it steps over is no item.
  /// - Returns: nil where the text does not go on like that.
  private mutating func next<Value>(
    isShell: Bool = true, _ body: (inout StructureScan) -> Value?
  ) throws -> Value? {
    while true {
      let (value, end, isAtEnd) = window.withUnsafeBytes { window in
        var scan = StructureScan(window, from: position)
        let value = body(&scan)
        return (value, scan.position, scan.isAtEnd)
      }
      if let value {
        if isShell { shell += window[position..<end] }
        position = end
        return value
      }
      guard isAtEnd else { return nil }
      guard try extend() else {
        // What is left is space, or the text stops in the middle.
        if window[position...].allSatisfy({ $0 <= 0x20 }) { position = window.count }
        return nil
      }
    }
  }

  /// Puts what follows in the text behind what is still to be read; false at the end of the text.
  private mutating func extend() throws -> Bool {
    let end = start + UInt64(window.count)
    guard end < text.byteCount else { return false }
    window.removeFirst(position)
    start += UInt64(position)
    position = 0
    // An item that does not fit makes the window grow twofold, so that long ones are not looked at many times.
    let count = min(text.byteCount - end, UInt64(max(ManifestReader.step, window.count)))
    window += try text.file.bytes(at: text.offset + end, count: Int(count))
    return true
  }
}

extension StructureScan {
  /// A key and its colon: whether it is `items`, and the first byte of its value, which stays ahead.
  fileprivate mutating func key() -> (isItems: Bool, first: UInt8)? {
    guard let key = string(), next() == UInt8(ascii: ":"), let first = peek() else { return nil }
    return (matches(key, "items"), first)
  }

  /// A comma, which is true, or a closing bracket, which is false.
  fileprivate mutating func separator(before bracket: UInt8) -> Bool? {
    switch peek() {
    case UInt8(ascii: ","):
      _ = next()
      return true
    case bracket:
      _ = next()
      return false
    default: return nil
    }
  }
}
