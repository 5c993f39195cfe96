/// One name in a folder: bytes without a slash or a NUL, neither empty nor `.` nor `..`.
///
/// Linux gives names no encoding. A name is compared byte by byte, and one that is not UTF-8 is kept as it
/// is.
public struct FileName: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The bytes of the name.
  public let bytes: [UInt8]

  /// Makes a name of bytes; nil when no folder can hold a name like that.
  public init?(bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    guard FileName.isName(bytes) else { return nil }
    self.bytes = bytes
  }

  private static func isName(_ bytes: [UInt8]) -> Bool {
    guard bytes.allSatisfy({ $0 != 0x2F && $0 != 0 }) else { return false }
    return bytes.count > 2 || !bytes.allSatisfy { $0 == 0x2E }
  }

  /// Makes a name of the text's UTF-8; nil when no folder can hold a name like that.
  public init?(_ string: String) { self.init(bytes: Array(string.utf8)) }

  /// For bytes known to make a name.
  init(known bytes: [UInt8]) {
    assert(FileName(bytes: bytes) != nil)
    self.bytes = bytes
  }

  /// The name as text; nil when its bytes are not UTF-8.
  public var string: String? { String(validating: bytes, as: UTF8.self) }

  /// The name for people: controls, invisible marks and bytes that are not UTF-8 are escaped.
  public var description: String { PrintableText.escaped(bytes) }

  /// Whether the left name's bytes come before the right one's.
  public static func < (left: Self, right: Self) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}
