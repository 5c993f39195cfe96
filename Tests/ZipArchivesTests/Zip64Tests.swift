import ProfferFileSystem
import TestSupport
import Testing
import ZipArchives

@Suite struct Zip64Tests {
  private static let script = """
    import sys, zipfile
    z = zipfile.ZipFile(sys.argv[1])
    for i in z.infolist()[:3] + z.infolist()[-1:]: print(i.filename, i.file_size, i.header_offset)
    print(len(z.infolist())); print(z.read(z.infolist()[-1]).decode())
    """

  /// An archive with a payload and offsets that 32 bits cannot hold.
  private func large(in folder: TemporaryFolder) throws -> OpenFile {
    let source = try folder.openFile("source", [1])
    try source.setByteCount(5 << 30)
    let file = try folder.openFile("out.zip", [])
    var writer = ZipWriter(output: file)
    let copied = try writer.add("first", "1")
    try writer.add(name: Array("large".utf8), contentsOf: source, byteCount: 5 << 30, alignment: 4096)
    try writer.add("last", "far away")
    try writer.addCopy(of: copied, in: file, named: Array("again".utf8))
    _ = try writer.finish()
    return file
  }

  @Test func payloadsAndOffsetsBeyondFourGigabytesAreRead() async throws {
    let folder = try TemporaryFolder()
    let file = try large(in: folder)
    let directory = try StrictZipReader.directory(of: file)
    try StrictZipReader.checkAll(directory, of: file)
    for entry in directory.entries { try StrictZipReader.verifyPayload(of: entry, in: file) }
    expectEqual(directory.entry(named: Array("large".utf8))?.byteCount, 5 << 30)
    expectEqual(directory.entry(named: Array("large".utf8))?.payloadOffset, 4096)
    let tolerant = try TolerantZipReader(file)
    let last = try require(tolerant.entry(named: Array("last".utf8)))
    try expectEqual(tolerant.prefix(of: last, byteCount: 100), Array("far away".utf8))
    try expectEqual(TolerantZipReader.localEntries(of: file).whole.count, 4)
    let listed = try await ProgramRun.run(
      "/usr/bin/env", ["python3", "-c", Self.script, folder.path("out.zip")])
    expectEqual(listed.errorText, "")
    expectEqual(
      listed.text,
      """
      first 1 0
      large 5368709120 36
      last 8 5368713216
      again 1 5368713258
      4
      1

      """)
    try await expectEqual(ProgramRun.run("/usr/bin/zipinfo", ["-v", folder.path("out.zip")]).status, 0)
  }

  @Test func contradictionsAreRefused() throws {
    let folder = try TemporaryFolder()
    let file = try large(in: folder)
    let end = try file.status().byteCount
    let directory = try StrictZipReader.directory(of: file)
    // Offsets from the end of the file: the end record has 22 bytes, the locator 20, the ZIP64 record 56.
    let fields: [(String, UInt64, ZipError.Code)] = [
      ("locator's signature", 42, .zip64Contradiction), ("locator's disk", 38, .severalDisks),
      ("locator's offset", 34, .zip64Contradiction), ("number of disks", 26, .severalDisks),
      ("record's signature", 98, .zip64Contradiction), ("record's length", 94, .zip64Contradiction),
      ("version needed", 84, .zip64Contradiction), ("record's disk", 82, .severalDisks),
      ("directory's disk", 78, .severalDisks), ("entries on the disk", 74, .zip64Contradiction),
      ("entries", 66, .zip64Contradiction), ("directory's length", 58, .zip64Contradiction),
      ("directory's offset", 50, .directoryDisagrees), ("end record's offset", 6, .directoryDisagrees),
    ]
    for (field, distance, code) in fields {
      let offset = end - distance
      let old = try file.bytes(at: offset, count: 1)
      try [old[0] ^ 0x41].withUnsafeBytes { try file.write($0, at: offset) }
      let error = expectThrows(ZipError.self, "\(field)") { try StrictZipReader.directory(of: file) }
      expectEqual(error?.code, code, "\(field)")
      try old.withUnsafeBytes { try file.write($0, at: offset) }
    }
    try expectEqual(StrictZipReader.directory(of: file).entries, directory.entries)
  }

  @Test func moreEntriesThanSixteenBitsCountAreRead() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.openFile("out.zip", [])
    var writer = ZipWriter(output: file)
    for index in 0..<65_535 { try writer.add("\(index)", "x") }
    _ = try writer.finish()
    let directory = try StrictZipReader.directory(of: file)
    expectEqual(directory.entries.count, 65_535)
    expectEqual(directory.entry(named: Array("65534".utf8)), directory.entries.last)
    try expectEqual(TolerantZipReader(file).entries.count, 65_535)
    let script = "import sys, zipfile; print(len(zipfile.ZipFile(sys.argv[1]).infolist()))"
    let counted = try await ProgramRun.run("/usr/bin/env", ["python3", "-c", script, folder.path("out.zip")])
    expectEqual(counted.text, "65535\n")
    expectThrows(ZipError.self) {
      try StrictZipReader.directory(of: file, limits: ZipLimits(entryCount: 65_534))
    }
  }
}
