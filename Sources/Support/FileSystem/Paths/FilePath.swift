/// A file system path as bytes.
///
/// Paths are not normalised. Two paths are equal only if their bytes are equal: `a//b` and `a/b` are
/// different paths of the same file.
public struct FilePath: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The bytes of the path, never empty and without NUL.
  public let bytes: [UInt8]

  /// Makes a path from bytes; nil if the bytes are empty or contain NUL.
  ///
  /// - Parameter bytes: the bytes of the path.
  public init?(bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    if bytes.isEmpty || bytes.contains(0) { return nil }
    self.bytes = bytes
  }

  /// Makes a path from the UTF-8 bytes of text; nil if the text is empty or contains NUL.
  ///
  /// - Parameter string: the path as text.
  public init?(_ string: String) { self.init(bytes: Array(string.utf8)) }

  /// Makes the relative path that consists of one name.
  ///
  /// - Parameter name: the name.
  public init(_ name: FileName) { bytes = name.bytes }

  /// Makes a path from bytes that are known to be valid.
  init(known bytes: [UInt8]) {
    assert(!bytes.isEmpty && !bytes.contains(0))
    self.bytes = bytes
  }

  /// The working directory, `.`.
  package static let currentFolder = FilePath(known: [0x2E])

  /// The path `..`, which refers to the parent of the current folder.
  static let parentFolder = FilePath(known: [0x2E, 0x2E])

  /// Whether the path begins with a slash.
  public var isAbsolute: Bool { bytes.first == 0x2F }

  /// Whether the path ends with a slash; such a path can refer only to a folder.
  package var hasTrailingSlash: Bool { bytes.last == 0x2F }

  /// The last name of the path, ignoring trailing slashes; nil if the last component is not a name (`/`,
  /// `.`, `..`).
  public var lastComponent: FileName? {
    let trimmed = Self.withoutTrailingSlashes(bytes[...])
    let start = trimmed.lastIndex(of: 0x2F).map { $0 + 1 } ?? trimmed.startIndex
    return FileName(bytes: trimmed[start...])
  }

  /// The path without its last component: `.` for a single name, `/` for the root.
  ///
  /// The parent is computed only from the bytes: the parent of `a/..` is `a`.
  public var parent: FilePath {
    let trimmed = Self.withoutTrailingSlashes(bytes[...])
    guard let slash = trimmed.lastIndex(of: 0x2F) else { return trimmed.isEmpty ? .root : .currentFolder }
    let folder = Self.withoutTrailingSlashes(trimmed[..<slash])
    return folder.isEmpty ? .root : FilePath(known: Array(folder))
  }

  /// Returns the path of an entry in the folder at this path.
  ///
  /// - Parameter name: the name of an entry of the folder.
  /// - Returns: the path of the entry.
  public func appending(_ name: FileName) -> FilePath { appending([name]) }

  /// Returns the path of the same file as the user typed its folder.
  ///
  /// - Parameter folder: a path of the folder that contains the file.
  package func named(in folder: FilePath) -> FilePath { lastComponent.map(folder.appending) ?? self }

  /// Returns this path extended by several names; each name except the last must name a folder.
  package func appending(_ names: [FileName]) -> FilePath {
    var joined = bytes
    for name in names {
      if joined.last != 0x2F { joined.append(0x2F) }
      joined += name.bytes
    }
    return FilePath(known: joined)
  }

  /// The path as text; nil if its bytes are not UTF-8.
  public var string: String? { String(validating: bytes, as: UTF8.self) }

  /// The path for display: control characters, invisible characters and bytes that are not UTF-8 are
  /// escaped.
  public var description: String { PrintableText.escaped(bytes) }

  /// Whether the path can be printed unescaped: it contains no character or byte that controls a terminal
  /// or ends a line.
  package var isPrintable: Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      // If the bytes are not UTF-8, a terminal may also interpret 0x80 to 0x9F as control characters.
      return !bytes.contains { $0 < 0x20 || 0x7F...0x9F ~= $0 }
    }
    return !text.unicodeScalars.contains(where: PrintableText.isHidden)
  }

  /// Returns whether the left path's bytes sort before the right path's bytes.
  public static func < (left: Self, right: Self) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }

  static let root = FilePath(known: [0x2F])

  private static func withoutTrailingSlashes(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let end = bytes.lastIndex(where: { $0 != 0x2F }) else { return bytes.prefix(0) }
    return bytes[...end]
  }
}

/// The name of an entry in a folder: bytes without a slash or NUL.
///
/// The name is never empty, `.` or `..`.
///
/// Linux defines no encoding for names. Names are compared byte by byte, and names that are not UTF-8
/// are kept unchanged.
public struct FileName: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The bytes of the name.
  public let bytes: [UInt8]

  /// Makes a name from bytes; nil if no folder can contain such a name.
  ///
  /// - Parameter bytes: the bytes of the name, without a slash.
  public init?(bytes: some Collection<UInt8>) {
    let bytes = Array(bytes)
    guard FileName.isName(bytes) else { return nil }
    self.bytes = bytes
  }

  /// Whether the name begins with a dot; `ls` and file managers do not show such files.
  package var isHidden: Bool { bytes.first == 0x2E }

  private static func isName(_ bytes: [UInt8]) -> Bool {
    guard bytes.allSatisfy({ $0 != 0x2F && $0 != 0 }) else { return false }
    return bytes.count > 2 || !bytes.allSatisfy { $0 == 0x2E }
  }

  /// Makes a name from the UTF-8 bytes of text; nil if no folder can contain such a name.
  ///
  /// - Parameter string: the name as text, without a slash.
  public init?(_ string: String) { self.init(bytes: Array(string.utf8)) }

  /// Makes a name from bytes that are known to be valid.
  init(known bytes: [UInt8]) {
    assert(FileName(bytes: bytes) != nil)
    self.bytes = bytes
  }

  /// The name as text; nil if its bytes are not UTF-8.
  public var string: String? { String(validating: bytes, as: UTF8.self) }

  /// The name for display: control characters, invisible characters and bytes that are not UTF-8 are
  /// escaped.
  public var description: String { PrintableText.escaped(bytes) }

  /// Returns whether the left name's bytes sort before the right name's bytes.
  public static func < (left: Self, right: Self) -> Bool { left.bytes.lexicographicallyPrecedes(right.bytes) }
}
