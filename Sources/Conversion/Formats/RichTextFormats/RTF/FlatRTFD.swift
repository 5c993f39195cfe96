import Foundation
import ProfferConversions

/// The flat form of an RTFD on the pasteboard, `com.apple.flat-rtfd`.
///
/// Apple does not document the format. This description follows published examples:
///
/// - The data is `rtfd`, four zero bytes, and a folder.
/// - A folder is the number 3, the count of its entries, the names of the entries, the lengths of their
///   contents, and the contents.
/// - A file is the number 1, its length and its bytes. If the length is 0x80000000, the true length and a
///   count of padding bytes follow.
/// - A string is its length and its bytes.
/// - A number has four bytes in little-endian order.
/// - The optional entry `.` contains dates and permissions. Optional entries whose names begin with `__@`
///   contain a display name of the folder.
///
/// All numbers are checked against the number of available bytes.
enum FlatRTFD {
  /// The maximum nesting depth of folders; the reading limits can lower it.
  private static let standardDepthLimit = 20
  /// The maximum length of a path in bytes, as on Apple's systems.
  ///
  /// The limit is necessary because each file repeats the path of its folder.
  private static let pathLimit = 1_024

  static func isFlatRTFD(_ data: Data) -> Bool { data.starts(with: Array("rtfd".utf8) + [0, 0, 0, 0]) }

  // MARK: Reading

  /// Returns the files, with their paths in the folder.
  static func members(of data: Data, depthLimit: Int) throws(CoderError) -> [PackageMember] {
    guard isFlatRTFD(data) else {
      throw CoderError(.wrongFormat, "this is not a flat RTFD: it does not begin with “rtfd”", at: .byte(0))
    }
    var cursor = Cursor(
      bytes: [UInt8](data), position: 8, depthLimit: min(depthLimit, standardDepthLimit))
    guard try cursor.number() == 3 else {
      throw CoderError(.wrongFormat, "the flat RTFD does not begin with a folder", at: .byte(8))
    }
    var members: [PackageMember] = []
    try cursor.readFolder(into: &members, prefix: "", depth: 0)
    return members.sorted { $0.path < $1.path }
  }

  private struct Cursor {
    let bytes: [UInt8]
    var position: Int
    let depthLimit: Int

    mutating func number() throws(CoderError) -> Int {
      guard bytes.count - position >= 4 else { throw end }
      let value = (0..<4).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) }
      position += 4
      return value
    }

    mutating func take(_ count: Int) throws(CoderError) -> ArraySlice<UInt8> {
      guard count <= bytes.count - position else { throw end }
      defer { position += count }
      return bytes[position..<position + count]
    }

    private var end: CoderError {
      CoderError(.unexpectedEnd, "the flat RTFD ends inside of a file or name", at: .byte(position))
    }

    mutating func readFolder(into members: inout [PackageMember], prefix: String, depth: Int)
      throws(CoderError)
    {
      guard depth < depthLimit else {
        throw CoderError(
          .tooDeep, "folders are nested more than \(depthLimit) levels deep", at: .byte(position))
      }
      let count = try number()
      var names: [String] = []
      for _ in 0..<count {
        let length = try number()
        names.append(String(decoding: try take(length), as: UTF8.self))
      }
      // The lengths are not needed, because the contents include them.
      for _ in 0..<count { _ = try number() }
      for name in names { try readEntry(name, into: &members, prefix: prefix, depth: depth) }
    }

    private mutating func readEntry(
      _ name: String, into members: inout [PackageMember], prefix: String, depth: Int
    ) throws(CoderError) {
      switch try number() {
      case 1:
        var length = try number()
        if length == 0x8000_0000 {
          length = try number()
          let padding = try number()
          _ = try take(padding)
        }
        let content = try take(length)
        guard name != ".", !name.hasPrefix("__@") else { return }
        guard isFileName(name) else {
          throw CoderError(.unwritable, "“\(name)” is not a valid file name", at: .byte(position))
        }
        members.append(PackageMember(prefix + name, Data(content)))
      case 3 where prefix.utf8.count + name.utf8.count > pathLimit:
        throw CoderError(.tooLarge, "a path has more than \(pathLimit) bytes", at: .byte(position))
      case 3: try readFolder(into: &members, prefix: "\(prefix)\(name)/", depth: depth + 1)
      case let kind:
        throw CoderError(
          .unknownObject, "“\(name)” is of the kind \(kind), which is neither a file nor a folder",
          at: .byte(position))
      }
    }

    /// Returns whether the name is a single file name, not a path to another folder.
    private func isFileName(_ name: String) -> Bool {
      !name.isEmpty && name != ".." && !name.utf8.contains(UInt8(ascii: "/")) && !name.utf8.contains(0)
    }
  }

  // MARK: Writing

  /// Returns the bytes of a folder that contains only files.
  ///
  /// As in published examples of the format, the entry `.` is written only for a text without other files.
  /// The date in this entry is zero, so that the same text always results in the same bytes.
  static func data(of members: [PackageMember]) -> Data {
    var entries = members.map { ($0.path, file(Array($0.data))) }
    if members.count == 1, let text = members.first {
      var attributes = number(1) + string(text.path) + number(16)
      // The date of modification, the permissions, and eight zero bytes.
      attributes += number(0) + number(0o666) + number(0) + number(0)
      entries.append((".", attributes))
    }
    var bytes = Array("rtfd".utf8) + number(0) + number(3) + number(entries.count)
    for (name, _) in entries { bytes += string(name) }
    for (_, content) in entries { bytes += number(content.count) }
    for (_, content) in entries { bytes += content }
    return Data(bytes)
  }

  private static func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private static func string(_ text: String) -> [UInt8] { number(text.utf8.count) + Array(text.utf8) }

  private static func file(_ content: [UInt8]) -> [UInt8] { number(1) + number(content.count) + content }
}
