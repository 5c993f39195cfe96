import Foundation
import ProfferConversions
import ZipArchives

/// A folder or archive as one sequence of bytes that can be mutated.
///
/// Each member is its path, a byte 0x1F, its bytes, and a byte 0x1E.
enum PackageText {
  private static let pathEnd: UInt8 = 0x1F
  private static let memberEnd: UInt8 = 0x1E

  static func bytes(_ members: [(path: String, bytes: [UInt8])]) -> [UInt8] {
    members.flatMap { Array($0.path.utf8) + [pathEnd] + $0.bytes + [memberEnd] }
  }

  /// Parses the members.
  ///
  /// Any bytes are accepted, and a path can be any text.
  static func members(of bytes: [UInt8]) -> [PackageMember] {
    bytes.split(separator: memberEnd).map { member in
      let path = member.prefix { $0 != pathEnd }
      return PackageMember(
        String(decoding: path, as: UTF8.self), Data(member.dropFirst(path.count + 1)))
    }
  }

  // MARK: Archives

  /// Returns the document that an input describes: an archive of the members.
  ///
  /// An input that begins with `<` is the document itself, such as one in the flat form of OpenDocument.
  static func document(_ input: [UInt8]) -> Data {
    if input.first == UInt8(ascii: "<") { return Data(input) }
    var archive = ZipPackageWriter()
    // The format limits the length of a name.
    for member in members(of: input) where 1...Int(UInt16.max) ~= member.path.utf8.count {
      archive.add(member.path, Array(member.data))
    }
    return archive.finish()
  }

  /// Returns the files of an archive, without pictures.
  static func bytes(ofArchive document: Data) throws -> [UInt8] {
    let archive = try ZipPackage(document)
    return bytes(
      try archive.names.filter { !$0.hasSuffix(".png") }.map { ($0, try archive.content(of: $0) ?? []) })
  }

  // MARK: Laws

  /// Throws a finding if the path of a written member leaves its folder or equals another member's path.
  static func check(_ members: [PackageMember], folders: Set<String>) throws(Finding) {
    var seen: Set<String> = []
    for member in members {
      let names = member.path.split(separator: "/", omittingEmptySubsequences: false)
      let isSafe = names.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." && !$0.utf8.contains(0) }
      let folder = names.dropLast().joined(separator: "/")
      try Finding.unless(
        isSafe && folders.contains(folder), "a file is written as \(member.path.debugDescription)")
      try Finding.unless(
        seen.insert(member.path.lowercased()).inserted,
        "two files are written as \(member.path.debugDescription)")
    }
  }
}
