/// A path as the system has it: bytes, not text.
///
/// Nothing is normalised. Two paths are equal when their bytes are, and `a//b` and `a/b` are two paths to one
/// file.
public struct FilePath: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The bytes of the path, never empty and without a NUL.
  public let bytes: [UInt8]

  /// Makes a path of bytes; nil when there are none or one of them is NUL.
  ///
  /// - Parameter bytes: the bytes of the path.
  public init?(bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    if bytes.isEmpty || bytes.contains(0) { return nil }
    self.bytes = bytes
  }

  /// Makes a path of the text's UTF-8; nil when it is empty or holds a NUL.
  ///
  /// - Parameter string: the path as text.
  public init?(_ string: String) { self.init(bytes: Array(string.utf8)) }

  /// The relative path of a name alone.
  ///
  /// - Parameter name: the name.
  public init(_ name: FileName) { bytes = name.bytes }

  /// For bytes known to make a path.
  init(known bytes: [UInt8]) {
    assert(!bytes.isEmpty && !bytes.contains(0))
    self.bytes = bytes
  }

  /// The folder the process works in, `.`.
  package static let currentFolder = FilePath(known: [0x2E])

  /// The parent of the current folder, `..`.
  static let parentFolder = FilePath(known: [0x2E, 0x2E])

  /// Whether the path begins at the root.
  public var isAbsolute: Bool { bytes.first == 0x2F }

  /// Whether the path ends in a slash, and so can only name a folder.
  package var hasTrailingSlash: Bool { bytes.last == 0x2F }

  /// The last name of the path, trailing slashes ignored; nil when that is not a name (`/`, `.`, `..`).
  public var lastComponent: FileName? {
    let trimmed = Self.withoutTrailingSlashes(bytes[...])
    let start = trimmed.lastIndex(of: 0x2F).map { $0 + 1 } ?? trimmed.startIndex
    return FileName(bytes: trimmed[start...])
  }

  /// The path without its last component: `.` for a name alone, `/` for the root.
  ///
  /// The answer comes from the bytes alone: the parent of `a/..` is `a`.
  public var parent: FilePath {
    let trimmed = Self.withoutTrailingSlashes(bytes[...])
    guard let slash = trimmed.lastIndex(of: 0x2F) else { return trimmed.isEmpty ? .root : .currentFolder }
    let folder = Self.withoutTrailingSlashes(trimmed[..<slash])
    return folder.isEmpty ? .root : FilePath(known: Array(folder))
  }

  /// The path of a name in the folder that this path names.
  ///
  /// - Parameter name: the name of an entry of the folder.
  /// - Returns: the path of the entry.
  public func appending(_ name: FileName) -> FilePath { appending([name]) }

  /// The path reached through the names, one below the other.
  package func appending(_ names: [FileName]) -> FilePath {
    var joined = bytes
    for name in names {
      if joined.last != 0x2F { joined.append(0x2F) }
      joined += name.bytes
    }
    return FilePath(known: joined)
  }

  /// The path as text; nil when its bytes are not UTF-8.
  public var string: String? { String(validating: bytes, as: UTF8.self) }

  /// The path for people: controls, invisible marks and bytes that are not UTF-8 are escaped.
  public var description: String { PrintableText.escaped(bytes) }

  /// Whether the path can be printed as it is: no character or byte of it steers a terminal or ends a line.
  package var isPrintable: Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      // Outside UTF-8 these bytes are controls.
      return !bytes.contains { $0 < 0x20 || 0x7F...0x9F ~= $0 }
    }
    return !text.unicodeScalars.contains(where: PrintableText.isHidden)
  }

  /// Whether the left path's bytes come before the right one's.
  public static func < (left: Self, right: Self) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }

  static let root = FilePath(known: [0x2F])

  private static func withoutTrailingSlashes(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let end = bytes.lastIndex(where: { $0 != 0x2F }) else { return bytes.prefix(0) }
    return bytes[...end]
  }
}

/// One name in a folder: bytes without a slash or a NUL, neither empty nor `.` nor `..`.
///
/// Linux gives names no encoding. A name is compared byte by byte, and one that is not UTF-8 is kept as it
/// is.
public struct FileName: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The bytes of the name.
  public let bytes: [UInt8]

  /// Makes a name of bytes; nil when no folder can hold a name like that.
  ///
  /// - Parameter bytes: the bytes of the name, without a slash.
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
  ///
  /// - Parameter string: the name as text, without a slash.
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
