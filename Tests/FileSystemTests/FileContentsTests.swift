import Foundation
import ProfferFileSystem
import TestSupport
import Testing

@Suite struct FileContentsTests {
  @Test(.requires(.proc), arguments: ["/proc/version", "/proc/cpuinfo"])
  func contentsAreReadToTheirEndWhateverSizeIsStated(name: String) throws {
    try expectWholeContents(of: name)
  }

  @Test(.requires(.sys)) func contentsAreReadToTheirEndThoughTheStatedSizeIsOnePage() throws {
    try expectWholeContents(of: "/sys/devices/system/cpu/online")
  }

  private func expectWholeContents(of name: String) throws {
    let folder = try TemporaryFolder()
    let path = try require(FilePath(name))
    let expected = try [UInt8](FileHandle(forReadingFrom: URL(fileURLWithPath: name)).readToEnd() ?? Data())
    let contents = try FileContents(of: path, spoolingIn: folder.filePath())
    #expect(contents.isCopied && contents.status.byteCount != contents.byteCount)
    try expectEqual(contents.file.bytes(at: 0, count: Int(contents.byteCount)), expected)
    #expect(contents.byteCount == expected.count)
    try FileCopy.copy(path, to: folder.filePath("copy"))
    try expectEqual(folder.read("copy"), expected)
    try expectEqual(folder.names(), ["copy"])
  }

  @Test(arguments: [0, 1, 2, 65_536])
  func aFileWithItsOwnSizeIsNotCopied(byteCount: Int) throws {
    let folder = try TemporaryFolder()
    try folder.write([UInt8](repeating: 7, count: byteCount), to: "file")
    let contents = try FileContents(of: folder.filePath("file"), spoolingIn: folder.filePath())
    #expect(!contents.isCopied && contents.byteCount == byteCount)
    expectEqual(contents.file.path, (try folder.filePath("file")))
  }

  @Test func aFileThatGrewSinceItWasExaminedHasItsNewSize() throws {
    let folder = try TemporaryFolder()
    let file = try folder.openFile("file", [1, 2, 3])
    let before = try file.status()
    try [UInt8](repeating: 4, count: 4).withUnsafeBytes { try file.write($0, at: 3) }
    let contents = try FileContents(of: file, before, spoolingIn: folder.filePath())
    #expect(!contents.isCopied && contents.byteCount == 7)
  }
}
