/// The rule for what the extension of a file name is.
@usableFromInline
package enum FilenameExtension {
  /// What follows the last period of a name; nil when the name has no extension.
  ///
  /// A name that only begins with periods (`.profile`) has none, nor has one that ends in a period. An extension has
  /// no spaces, so “1. Introduction” has none, and it is text, so bytes that are not UTF-8 are not an extension. Of
  /// `notes.tar.gz` only `gz` is the extension, as on Apple's systems.
  ///
  /// - Parameter name: the bytes of one component of a path.
  @inlinable
  package static func of(_ name: some BidirectionalCollection<UInt8>) -> String? {
    guard let period = name.lastIndex(of: UInt8(ascii: ".")),
      name[..<period].contains(where: { $0 != UInt8(ascii: ".") }),
      name.index(after: period) < name.endIndex,
      !name[period...].contains(UInt8(ascii: " "))
    else { return nil }
    return String(validating: name[name.index(after: period)...], as: UTF8.self)
  }
}
