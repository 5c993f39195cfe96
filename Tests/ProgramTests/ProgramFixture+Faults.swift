import Foundation
import JSONText
import TestSupport
import Testing

/// What is left when a program is stopped or refused in the middle.
extension ProgramFixture {
  /// Names of what writers had not finished, and of what they had set aside.
  func leftovers() throws -> [String] {
    try folder.names().filter { $0.contains(".proffer-") && !$0.contains(".proffer-partial/") }
  }

  /// How many items a bundle has, which must be whole.
  func itemCount(_ bundle: String, _ comment: Comment? = nil) throws -> Int {
    let verification = try run("verify", bundle)
    try #require(verification.status == 0, "\(verification.text)\(verification.errorText) \(comment ?? "")")
    let list = try JSONNode.parse(try succeed("list", bundle, "--json").output)
    return try #require(list["items"]?.elements ?? list.elements).count
  }

  /// Writes small files with different contents, and one that takes a moment, into a folder `sources`.
  func writeSources(count: Int, largeByteCount: Int) throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("sources"), withIntermediateDirectories: false)
    var generator = SeededGenerator(seed: 1)
    for number in 0..<count { try folder.write("file \(number)", to: "sources/\(number).txt") }
    let piece = generator.bytes(count: 1 << 16)
    let large = (0..<largeByteCount >> 16).flatMap { [UInt8(truncatingIfNeeded: $0)] + piece.dropFirst() }
    try folder.write(large, to: "sources/large.bin")
  }
}

extension ProgramRun {
  /// Whether the program failed as it promises to: with status 2 and one line that names the culprit.
  func isRefusal(naming culprit: String) -> Bool {
    status == 2 && hasOneErrorLine && errorText.contains(culprit)
  }
}
