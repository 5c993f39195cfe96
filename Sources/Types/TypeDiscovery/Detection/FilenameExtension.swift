package import FileSystem

/// The one rule for what the extension of a file name is.
package enum FilenameExtension {
  /// What follows the last period of a name; nil when the name has no extension.
  ///
  /// A name that only begins with periods (`.profile`) has none, nor has one that ends in a period. What holds a
  /// space is no extension either, so that “1. Introduction” has none; and an extension is text, so one that is not
  /// UTF-8 says nothing. Of `notes.tar.gz` only `gz` is the extension, as on Apple's systems.
  package static func of(_ name: FileName) -> String? {
    let bytes = name.bytes
    guard let period = bytes.lastIndex(of: UInt8(ascii: ".")),
      bytes[..<period].contains(where: { $0 != UInt8(ascii: ".") }),
      period + 1 < bytes.endIndex,
      !bytes[period...].contains(UInt8(ascii: " "))
    else { return nil }
    return String(validating: bytes[(period + 1)...], as: UTF8.self)
  }
}
