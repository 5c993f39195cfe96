import Conversions
import Foundation

/// A folder as one run of bytes, so that it can be mutated as all inputs are: each member is its path, a byte 0x1F, its
/// bytes, and a byte 0x1E.
enum PackageText {
  private static let behindPath: UInt8 = 0x1F
  private static let behindMember: UInt8 = 0x1E

  static func bytes(_ members: [(path: String, bytes: [UInt8])]) -> [UInt8] {
    members.flatMap { Array($0.path.utf8) + [behindPath] + $0.bytes + [behindMember] }
  }

  /// The members; any bytes are some, and a path may be anything.
  static func members(of bytes: [UInt8]) -> [PackageMember] {
    bytes.split(separator: behindMember).map { member in
      let path = member.prefix { $0 != behindPath }
      return PackageMember(
        String(decoding: path, as: UTF8.self), Data(member.dropFirst(path.count + 1)))
    }
  }

  /// Refuses paths of written members that leave their folder, or that two members have.
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
