import Foundation
import ProfferConversions

/// A folder as one sequence of bytes that can be mutated.
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
