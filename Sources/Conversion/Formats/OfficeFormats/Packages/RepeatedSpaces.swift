import XMLText

/// The number of spaces that the `text:s` elements of an OpenDocument file may still produce.
///
/// A few bytes can stand for any number of spaces, so the limit depends on the size of the file.
struct RepeatedSpaces {
  /// The maximum number of spaces that is read from one element.
  static let countLimit = 999_999_999
  /// The loss detail for other spaces.
  static let detail = "spaces beyond the limit"

  private var remaining: Int

  /// - Parameter byteCount: the size of the file in bytes, after decompression.
  init(byteCount: Int) { remaining = (1 << 16) + min(byteCount, 1 << 24) * 8 }

  /// Returns the number of spaces of an element that are kept; at least one.
  ///
  /// - Parameter wanted: the number of spaces that the element stands for, at least one.
  mutating func take(_ wanted: Int) -> Int {
    let count = min(wanted, remaining + 1)
    remaining -= count - 1
    return count
  }
}

extension XMLWriter {
  /// Adds elements that stand for spaces.
  ///
  /// An element stands for at most 160 spaces. The limit of ``RepeatedSpaces`` grows by more than that with the
  /// bytes of each element, so readers keep all spaces of a file of at most 16 MiB.
  mutating func add(spaces count: Int) {
    let limit = 160
    var rest = count
    while rest > 1 {
      let part = min(rest, limit)
      add("text:s", ("text:c", String(part)))
      rest -= part
    }
    if rest == 1 { add("text:s") }
  }
}
