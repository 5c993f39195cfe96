import ProfferFileSystem
import TestSupport
import Testing

@testable import ZipArchives

@Suite struct TolerantZipReaderTests {
  /// An archive of another program: compressed, with sizes after the payloads, a comment, and a program
  /// before it.
  private func foreign(in folder: TemporaryFolder) async throws -> OpenFile {
    let script = """
      import sys, zipfile
      class Pipe:
        def __init__(self, file): self.file = file
        def write(self, data): return self.file.write(data)
        def flush(self): self.file.flush()
      with open(sys.argv[1], 'wb') as file:
        file.write(b'#!/bin/sh\\nexit 0\\n')
        with zipfile.ZipFile(Pipe(file), 'w') as z:
          z.writestr('stored', 'as it is')
          z.writestr('deflated', 'x' * 1000, compress_type=zipfile.ZIP_DEFLATED)
          z.comment = b'a comment with PK\\x05\\x06 in it'
      """
    let made = try await ProgramRun.run(
      "/usr/bin/env", ["python3", "-c", script, folder.path("foreign.zip")])
    expectEqual(made.errorText, "")
    return try OpenFile.reading(folder.filePath("foreign.zip"))
  }

  @Test func foreignArchivesAreListed() async throws {
    let folder = try TemporaryFolder()
    let file = try await foreign(in: folder)
    let reader = try TolerantZipReader(file)
    expectEqual(reader.entries.map(\.name), [Array("stored".utf8), Array("deflated".utf8)])
    expectEqual(reader.entries.map(\.byteCount), [8, 1000])
    let stored = try require(reader.entry(named: Array("stored".utf8)))
    try expectEqual(reader.prefix(of: stored, byteCount: 100), Array("as it is".utf8))
    try expectEqual(reader.prefix(of: stored, byteCount: 2), Array("as".utf8))
    let deflated = try require(reader.entry(named: Array("deflated".utf8)))
    let error = expectThrows(ZipError.self) { try reader.prefix(of: deflated, byteCount: 100) }
    expectEqual(error?.code, .compressed)
    expectThrows(ZipError.self) { try StrictZipReader.directory(of: file) }
  }

  @Test func theBeginningOfADeflatedEntryIsExpanded() async throws {
    let folder = try TemporaryFolder()
    let reader = try TolerantZipReader(try await foreign(in: folder))
    let deflated = try require(reader.entry(named: Array("deflated".utf8)))
    try expectEqual(reader.content(of: deflated, atMost: 10), Array(repeating: UInt8(ascii: "x"), count: 10))
    try expectEqual(reader.content(of: deflated, atMost: 5000).count, 1000)
    let error = expectThrows(ZipError.self) {
      try reader.content(of: deflated, atMost: 10, zlib: nil)
    }
    expectEqual(error?.code, .missingLibrary)
  }

  @Test func entriesAreCopiedFromForeignArchivesAsTheyAre() async throws {
    let folder = try TemporaryFolder()
    let file = try await foreign(in: folder)
    let output = try folder.openFile("out.zip", [])
    var writer = ZipWriter(output: output)
    let entries = try TolerantZipReader(file).entries
    for entry in entries { try writer.addCopy(of: entry, in: file, alignment: 64) }
    try writer.addCopy(of: entries[0], in: file, named: Array("again".utf8))
    _ = try writer.finish()
    let checksums = try TolerantZipReader(output).entries.map(\.crc32)
    expectEqual(checksums, [entries[0].crc32, entries[1].crc32, entries[0].crc32])
    let script = """
      import sys, zipfile
      z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
      for i in z.infolist(): print(i.filename, i.compress_type, len(z.read(i)), i.flag_bits & 8)
      """
    let listed = try await ProgramRun.run("/usr/bin/env", ["python3", "-c", script, folder.path("out.zip")])
    expectEqual(listed.errorText, "")
    expectEqual(listed.text, "stored 0 8 0\ndeflated 8 1000 0\nagain 0 8 0\n")
    try await expectEqual(ProgramRun.run("/usr/bin/unzip", ["-tq", folder.path("out.zip")]).status, 0)
  }

  @Test func aCopyOfAnArchiveEntryByEntryIsTheSameArchive() throws {
    let folder = try TemporaryFolder()
    let image = try ArchiveImage.sample()
    let file = try folder.openFile("image.zip", image.bytes)
    let output = try folder.openFile("out.zip", [])
    var writer = ZipWriter(output: output)
    for (index, entry) in image.entries.enumerated() {
      try writer.addCopy(of: entry, in: file, alignment: index == 1 ? 64 : 1)
    }
    _ = try writer.finish()
    try expectEqual(output.allBytes(), image.bytes)
  }

  @Test func theEntriesBeforeAnInterruptionAreFound() throws {
    let folder = try TemporaryFolder()
    let image = try ArchiveImage.sample()
    let cut = image.local(2) + 5
    let file = try folder.openFile("cut.zip", Array(image.bytes[..<cut]))
    let entries = try TolerantZipReader.localEntries(of: file).whole
    expectEqual(entries.map(\.name), image.entries.prefix(2).map(\.name))
    expectEqual(entries.map(\.payloadOffset), image.entries.prefix(2).map(\.payloadOffset))
    try expectEqual(TolerantZipReader.localEntries(of: file, limit: 1).whole.count, 1)
  }

  @Test func theEntryInWhichAFileEndsIsFoundAtEveryLength() throws {
    let folder = try TemporaryFolder()
    let image = try ArchiveImage.sample()
    let starts = image.entries.indices.map { image.local($0) }
    for length in 1...image.local(image.entries.count - 1) + 40 {
      let file = try folder.openFile(
        "cut-\(length).zip", Array(image.bytes[..<min(length, image.bytes.count)]))
      let found = try TolerantZipReader.localEntries(of: file, skippingDamage: true)
      let last = try require(starts.lastIndex { $0 < length })
      let entry = image.entries[last]
      let payload = try require(entry.payloadOffset)
      let end = payload + entry.compressedByteCount
      let isWhole = end <= UInt64(length)
      expectEqual(found.whole.count, last + (isWhole ? 1 : 0), "cut at \(length)")
      expectEqual(
        found.cut?.name, !isWhole && payload <= UInt64(length) ? entry.name : nil, "cut at \(length)")
      // Fewer bytes than a signature could be the start of the directory.
      let hasSignature = length >= starts[last] + 4
      expectEqual(found.endsInHeader, payload > UInt64(length) && hasSignature, "cut at \(length)")
    }
  }

  @Test func filesThatAreNotArchivesAreRefused() throws {
    let folder = try TemporaryFolder()
    for (index, bytes) in [[], Array("PK".utf8), [UInt8](repeating: 0x50, count: 100_000)].enumerated() {
      let file = try folder.openFile("\(index)", bytes)
      let error = expectThrows(ZipError.self) { try TolerantZipReader(file) }
      expectEqual(error?.code, .notAnArchive)
    }
  }
}
