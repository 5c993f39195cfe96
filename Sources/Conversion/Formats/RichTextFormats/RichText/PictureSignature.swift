/// Determines the types of pictures from their first bytes.
///
/// Sources: PNG specification, 5.2; ITU-T T.81, B.1.1.3; GIF89a, header.
package enum PictureSignature {
  /// Returns the type identifier of a PNG, JPEG or GIF picture; nil for other bytes.
  package static func typeIdentifier(of bytes: some Sequence<UInt8>) -> String? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "public.png" }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "public.jpeg" }
    if bytes.starts(with: "GIF8".utf8) { return "com.compuserve.gif" }
    return nil
  }
}
