import Foundation

/// The address that a page's relative addresses begin from.
///
/// A long one makes every address of the page long, and all of them together the square of its size: they are made whole
/// as long as they add no more than many times that size.
struct HTMLBase {
  /// How many bytes whole addresses may have more than the page's own, for a byte of the page.
  private static let bytesPerByte = 64
  /// How many even those of a small page may have more.
  private static let bytesPerPage = 1 << 20

  var url: URL? {
    didSet { byteCount = Self.byteCount(of: url) }
  }
  private var byteCount: Int
  /// How many bytes whole addresses may still have more than the page's own.
  private var budget: Int

  init(_ url: URL?, byteCount pageByteCount: Int) {
    self.url = url
    byteCount = Self.byteCount(of: url)
    budget = Self.bytesPerPage + pageByteCount * Self.bytesPerByte
  }

  private static func byteCount(of url: URL?) -> Int { url?.absoluteString.utf8.count ?? 0 }

  var isKnown: Bool { url != nil }

  /// An address as it is seen from here; what is not relative, or leads to a place in the page, stays as it is.
  ///
  /// - Returns: nil when such addresses are too long together.
  mutating func whole(_ address: String) -> String? {
    guard let url, !address.isEmpty, !address.hasPrefix("#") else { return address }
    guard byteCount <= budget else { return nil }
    let whole = URL(string: address, relativeTo: url)?.absoluteString ?? address
    budget -= max(0, whole.utf8.count - address.utf8.count)
    return whole
  }
}
