import Foundation
import TestSupport
import Testing

@testable import ZipArchives

@Suite struct ZipPackageWriterTests {
  /// A package with names and contents of all kinds.
  private static func sample(zlib: ZlibLibrary? = .installed) -> [UInt8] {
    var writer = ZipPackageWriter(zlib: zlib)
    writer.add("mimetype", Array("application/vnd.oasis.opendocument.text".utf8), isStored: true)
    writer.add("content.xml", Array(String(repeating: "<p>text</p>", count: 10_000).utf8))
    writer.add("Pictures/é 漢.png", [0x89, 0x50])
    writer.add("empty", [])
    return Array(writer.finish())
  }

  @Test func otherProgramsAcceptWhatIsWritten() async throws {
    for (name, bytes) in [("deflated", Self.sample()), ("stored", Self.sample(zlib: nil))] {
      let folder = try TemporaryFolder()
      try folder.write(bytes, to: "out.zip")
      let archive = folder.path("out.zip")
      let test = try await ProgramRun.run("/usr/bin/unzip", ["-tq", archive])
      expect(test.status == 0 && test.text.contains("No errors"), "\(test.text)\(test.errorText)")
      let script = """
        import sys, zipfile
        z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
        for i in z.infolist():
          print(i.filename, i.file_size, i.compress_type, i.flag_bits, len(i.extra), *i.date_time)
        """
      let listed = try await ProgramRun.run("/usr/bin/env", ["python3", "-c", script, archive])
      expectEqual(listed.errorText, "")
      let method = name == "deflated" ? 8 : 0
      expectEqual(
        listed.text,
        """
        mimetype 39 0 0 0 1980 1 1 0 0 0
        content.xml 110000 \(method) 0 0 1980 1 1 0 0 0
        Pictures/é 漢.png 2 0 2048 0 1980 1 1 0 0 0
        empty 0 0 0 0 1980 1 1 0 0 0

        """)
    }
  }

  @Test(.requires(.program("7z")))
  func sevenZipFindsNoWarning() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.sample(), to: "out.zip")
    let test = try await ProgramRun.run("/usr/bin/env", ["7z", "t", folder.path("out.zip")])
    expect(test.status == 0 && test.text.contains("Everything is Ok"), "\(test.text)\(test.errorText)")
    expect(!test.text.lowercased().contains("warning"), "\(test.text)")
  }

  @Test func theSameEntriesGiveTheSameBytes() { expectEqual(Self.sample(), Self.sample()) }

  @Test func theFirstStoredEntryIsAtAFixedOffset() {
    #expect(Self.sample()[30...].starts(with: "mimetypeapplication/vnd.oasis.opendocument.text".utf8))
  }

  @Test func contentThatDoesNotShrinkIsStored() throws {
    var generator = SeededGenerator(seed: SeededGenerator.testSeed())
    let content = generator.bytes(count: 100_000)
    var writer = ZipPackageWriter()
    writer.add("random", content)
    let bytes = writer.finish()
    expectEqual(bytes.count, 100_000 + 30 + 46 + 22 + 2 * "random".utf8.count)
    try expectEqual(ZipPackage(bytes).content(of: "random"), content)
  }

  @Test func theStrictReaderAcceptsAStoredPackage() throws {
    let folder = try TemporaryFolder()
    let file = try folder.openFile("out.zip", Self.sample(zlib: nil))
    let directory = try StrictZipReader.directory(of: file)
    try StrictZipReader.checkAll(directory, of: file)
    expectEqual(directory.count, 4)
  }

  @Test func aPackageWithoutEntriesIsRead() throws {
    var writer = ZipPackageWriter()
    try expectEqual(ZipPackage(writer.finish()).names, [])
  }
}
