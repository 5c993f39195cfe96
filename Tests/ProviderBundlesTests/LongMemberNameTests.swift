import Foundation
import ProfferFileSystem
import ProviderBundles
import TestSupport
import Testing
import ZipArchives

/// Members of packed folders whose names are longer than file systems allow.
@Suite struct LongMemberNameTests {
  private let folder: TemporaryFolder
  private let long = String(repeating: "n", count: 300)

  init() throws { folder = try TemporaryFolder() }

  /// Extracts a folder with the given members; each file contains the byte `x`.
  private func extract(_ members: [(path: String, target: String?)]) throws -> [FolderMembers.ShortenedName] {
    let path = try require(FilePath(folder.path("long.dragbundle")))
    var writer = ZipWriter(output: try OpenFile.creating(path))
    func add(_ name: String, _ text: String) throws {
      try Array(text.utf8).withUnsafeBytes { _ = try writer.add(name: Array(name.utf8), bytes: $0) }
    }
    try add("mimetype", "application/vnd.proffer.dragbundle+zip")
    var listed: [String] = []
    var folders: Set<String> = []
    for (member, target) in members {
      for end in member.indices where member[end] == "/" && folders.insert(String(member[..<end])).inserted {
        listed.append(#"{"path":"\#(member[..<end])","kind":"folder"}"#)
      }
      if let target {
        listed.append(#"{"path":"\#(member)","kind":"link","target":"\#(target)"}"#)
      } else {
        // Entry names fit every file system; only the manifest contains the name of the member.
        let entry = "items/1/1/f/\(listed.count)"
        try add(entry, "x")
        listed.append(#"{"path":"\#(member)","entry":"\#(entry)","byteCount":1,"crc32":"8cdc1683"}"#)
      }
    }
    try add(
      "manifest.json",
      """
      {"version":1,"items":[{"representations":[{"type":"public.folder","kind":"file","path":"items/1/1/f/",\
      "members":[\(listed.joined(separator: ","))],"name":"f"}]}]}
      """)
    _ = try writer.finish()
    let bundle = try ProviderBundle(opening: path)
    try bundle.verify { expectNil($0.failure, "\($0.path)") }
    let representation = bundle.items[0].representations[0]
    try bundle.extract(representation, to: require(FilePath(folder.path("out"))))
    return try representation.shortenedNames()
  }

  @Test func aLongNameIsShortenedBeforeItsExtension() throws {
    let shortened = try extract([("a.txt", nil), ("\(long).txt", nil)])
    expectEqual(shortened.map(\.path), ["\(long).txt"])
    let name = long.prefix(251) + ".txt"
    expectEqual(shortened.map(\.name.description), ["\(name)"])
    try expectEqual(folder.read("out/\(name)"), Array("x".utf8))
  }

  @Test func namesThatAreEqualWhenTheyAreShortenedAreNumbered() throws {
    let shortened = try extract([
      (long.prefix(251) + ".txt", nil), ("\(long)1.txt", nil), ("\(long)2.txt", nil), ("d/\(long)3.txt", nil),
    ])
    expectEqual(
      shortened.map(\.name.description),
      [
        long.prefix(249) + " 2.txt", long.prefix(249) + " 3.txt", long.prefix(251) + ".txt",
      ])
    let files = try folder.names().filter { $0.hasPrefix("out/") && $0.hasSuffix(".txt") }
    expectEqual(files.count, 4)
  }

  @Test func linksFollowTheNamesTheyLeadThrough() throws {
    _ = try extract([
      ("\(long)/inner/\(long).txt", nil), ("\(long)/up", "inner/../inner/\(long).txt"),
      ("to-file", "./\(long)/inner//\(long).txt"), ("to-folder", "\(long)/inner"),
      ("through-a-link", "to-folder/\(long).txt"),
    ])
    for link in ["to-file", "through-a-link", "\(long.prefix(255))/up"] {
      try expectEqual(folder.read("out/\(link)"), Array("x".utf8), "\(link)")
    }
  }
}
