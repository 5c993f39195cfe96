/// The rule for the extension of a file name.
@usableFromInline
package enum FilenameExtension {
  /// Returns the part of a name after its last period; nil if the name has no extension.
  ///
  /// A name has no extension if its only periods are at the beginning, as in `.profile`, or if it ends in a
  /// period. An extension contains no spaces, so “1. Introduction” has no extension. An extension is text, so
  /// bytes that are not UTF-8 are not an extension. The extension of `notes.tar.gz` is `gz`, as on Apple's
  /// systems.
  ///
  /// - Parameter name: the bytes of one path component.
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
