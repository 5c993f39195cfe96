import ProfferFileSystem
import TestSupport
import Testing
import ZipArchives

@Suite struct ZipWriterTests {
  @Test func otherProgramsAcceptWhatIsWritten() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.openFile("out.zip", [])
    let source = try folder.openFile("source", [UInt8](repeating: 7, count: 100_000))
    var writer = ZipWriter(output: file)
    try writer.add("mimetype", "application/x-sample")
    try writer.add("items/aligned", "text", alignment: 4096, unixMode: 0o100755)
    try writer.addFolder(name: Array("folder".utf8), unixMode: 0o755)
    try writer.add("folder/link", "../mimetype", unixMode: 0o120777)
    try writer.add("folder/é 漢", "not ASCII")
    for (index, byteCount) in [0, 1, 65_536, 65_537, 100_000].enumerated() {
      try writer.add(
        name: Array("large/\(index)".utf8), contentsOf: source, byteCount: UInt64(byteCount), alignment: 64)
    }
    let byteCount = try writer.finish()
    try expectEqual(file.status().byteCount, byteCount)
    let archive = folder.path("out.zip")
    let test = try await ProgramRun.run("/usr/bin/unzip", ["-tq", archive])
    expect(test.status == 0 && test.text.contains("No errors"), "\(test.text)\(test.errorText)")
    let information = try await ProgramRun.run("/usr/bin/zipinfo", ["-v", archive])
    expect(information.status == 0 && information.errorText.isEmpty, "\(information.errorText)")
    let script = """
      import sys, zipfile
      z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None
      for i in z.infolist(): print(i.filename, i.file_size, oct(i.external_attr >> 16), *i.date_time)
      """
    let listed = try await ProgramRun.run("/usr/bin/env", ["python3", "-c", script, archive])
    expectEqual(listed.errorText, "")
    expectEqual(
      listed.text,
      """
      mimetype 20 0o0 1980 1 1 0 0 0
      items/aligned 4 0o100755 1980 1 1 0 0 0
      folder/ 0 0o40755 1980 1 1 0 0 0
      folder/link 11 0o120777 1980 1 1 0 0 0
      folder/é 漢 9 0o0 1980 1 1 0 0 0
      large/0 0 0o0 1980 1 1 0 0 0
      large/1 1 0o0 1980 1 1 0 0 0
      large/2 65536 0o0 1980 1 1 0 0 0
      large/3 65537 0o0 1980 1 1 0 0 0
      large/4 100000 0o0 1980 1 1 0 0 0

      """)
    let unpacked = try await ProgramRun.run("/usr/bin/unzip", ["-q", archive, "-d", folder.path("unpacked")])
    expectEqual(unpacked.status, 0)
    try expectEqual(folder.read("unpacked/large/4"), [UInt8](repeating: 7, count: 100_000))
    try expectEqual(FileTree.readLink(folder.filePath("unpacked/folder/link")), Array("../mimetype".utf8))
  }

  @Test func payloadsBeginWhereTheyAreAskedTo() throws {
    let folder = try TemporaryFolder()
    let file = try folder.openFile("out.zip", [])
    var writer = ZipWriter(output: file)
    var entries: [ZipEntry] = []
    for (index, alignment) in [1, 2, 64, 64, 4096, 32_768, 4096, 3].enumerated() {
      // Names of all lengths cover all remainders.
      for length in 1...70 {
        let entry = try writer.add(
          String(repeating: "n", count: length) + "/\(index)", "\(length)", alignment: alignment)
        entries.append(entry)
        expectEqual(entry.payloadOffset.map { $0 % UInt64(alignment) }, 0, "\(alignment), \(length)")
      }
    }
    _ = try writer.finish()
    let directory = try StrictZipReader.directory(of: file)
    expectEqual(directory.entries, entries)
    for entry in entries {
      try expectEqual(StrictZipReader.payloadOffset(of: entry, in: file), entry.payloadOffset)
    }
  }

  @Test func aLongDirectoryThatIsPutAsideIsTheSameAsOneInMemory() throws {
    let folder = try TemporaryFolder()
    let part = String(repeating: "n", count: 250) + "/"
    let start = String(repeating: part, count: 15)
    var archives: [[UInt8]] = []
    for spoolFolder in [nil, try folder.filePath()] {
      let file = try folder.openFile("\(archives.count).zip", [])
      var writer = ZipWriter(output: file, spoolingIn: spoolFolder)
      // The directories have three megabytes.
      for number in 0..<800 { try writer.add("\(start)\(number)", "\(number)") }
      try expectEqual(writer.finish(), file.status().byteCount)
      try expectEqual(StrictZipReader.directory(of: file).count, 800)
      archives.append(try file.allBytes())
    }
    expectEqual(archives[0], archives[1])
    try expectEqual(folder.names(), ["0.zip", "1.zip"])
  }

  @Test func theSameInputGivesTheSameBytesInEveryWayOfAdding() throws {
    let folder = try TemporaryFolder()
    let source = try folder.openFile("source", (0..<70_000).map { UInt8(truncatingIfNeeded: $0 / 3) })
    let bytes = try source.allBytes()
    let crc32 = bytes.withUnsafeBytes { CRC32.of($0) }
    var images: [[UInt8]] = []
    for way in 0..<3 {
      let file = try folder.openFile("\(way).zip", [])
      var writer = ZipWriter(output: file)
      for count in [70_000, 10] {
        let name = Array("\(count)".utf8)
        if way == 0 {
          try bytes[..<count].withUnsafeBytes { _ = try writer.add(name: name, bytes: $0, alignment: 4096) }
        } else {
          let known = count == bytes.count && way == 1 ? crc32 : nil
          try writer.add(
            name: name, contentsOf: source, byteCount: UInt64(count), crc32: known, alignment: 4096)
        }
      }
      _ = try writer.finish()
      images.append(try file.allBytes())
    }
    expectEqual(images[0], images[1])
    expectEqual(images[0], images[2])
  }

  @Test func anEmptyArchiveIsOne() throws {
    let folder = try TemporaryFolder()
    let file = try folder.openFile("out.zip", [])
    var writer = ZipWriter(output: file)
    try expectEqual(writer.finish(), 22)
    try expectEqual(StrictZipReader.directory(of: file).entries, [])
  }

  @Test func namesThatDoNotFitAreRefused() throws {
    let folder = try TemporaryFolder()
    var writer = ZipWriter(output: try folder.openFile("out.zip", []))
    for name in ["", String(repeating: "n", count: 65_536)] {
      do {
        try writer.add(name, "")
        Issue.record("a name of \(name.utf8.count) bytes was taken")
      } catch { expectEqual(error.code, .limitExceeded) }
    }
  }

  @Test(arguments: [4, 100_000])
  func aSourceThatEndsEarlyIsNamed(byteCount: UInt64) throws {
    let folder = try TemporaryFolder()
    let source = try folder.openFile("source", [1, 2, 3])
    var writer = ZipWriter(output: try folder.openFile("out.zip", []))
    do {
      try writer.add(name: [0x61], contentsOf: source, byteCount: byteCount)
      Issue.record("a changed source was taken")
    } catch {
      expectEqual(error.fileError?.code, .changedWhileReading)
      expectEqual(error.fileError?.path, source.path)
    }
  }

  @Test func aKnownChecksumIsKeptThoughTheBytesAreDamaged() throws {
    let folder = try TemporaryFolder()
    let source = try folder.openFile("source", [UInt8](repeating: 1, count: 100_000))
    let file = try folder.openFile("out.zip", [])
    var writer = ZipWriter(output: file)
    for byteCount in [3, 100_000] as [UInt64] {
      try writer.add(name: Array("\(byteCount)".utf8), contentsOf: source, byteCount: byteCount, crc32: 1)
    }
    _ = try writer.finish()
    for entry in try StrictZipReader.directory(of: file).entries {
      let error = expectThrows(ZipError.self) { try StrictZipReader.verifyPayload(of: entry, in: file) }
      expectEqual(error?.code, .checksumMismatch)
    }
  }

  @Test func everyFailingCallIsReported() throws {
    let folder = try TemporaryFolder()
    let source = try folder.openFile("source", [UInt8](repeating: 7, count: 100_000))
    var call = 1
    while true {
      let file = try folder.openFile("\(call).zip", [])
      let plan = FaultPlan(failing: [.write, .read, .copyRange, .status], call: call, with: .noSpace)
      let error: ZipError? = plan.whileInForce {
        do throws(ZipError) {
          var writer = ZipWriter(output: file)
          try writer.add("small", "text")
          try writer.add(name: [0x61], contentsOf: source, byteCount: 100_000)
          try writer.add(name: [0x62], contentsOf: source, byteCount: 1000)
          _ = try writer.finish()
          return nil
        } catch { return error }
      }
      if plan.callCount < call {
        expectNil(error)
        break
      }
      expectEqual(error?.fileError?.code, .noSpace, "call \(call)")
      call += 1
    }
    expectGreater(call, 5)
  }

  @Test(arguments: [65_537, 524_288, 524_289, 10_000_000])
  func aLongSourceIsReadOnceAndItsHolesAreNot(byteCount: UInt64) throws {
    let folder = try TemporaryFolder()
    // The file has data, a hole, data in the middle of a block, and a hole at the end.
    let source = try folder.openFile("source", [UInt8](repeating: 7, count: 65_536))
    try source.setByteCount(byteCount)
    let middle = [UInt8](repeating: 9, count: 5000)
    if byteCount > 1_000_000 { try middle.withUnsafeBytes { try source.write($0, at: 3_000_000) } }
    let bytes = try source.allBytes()
    let file = try folder.openFile("out.zip", [])
    let plan = FaultPlan(failing: [.share], call: 1, with: .notSupported, staysBroken: true)
    try plan.whileInForce {
      var writer = ZipWriter(output: file)
      let entry = try writer.add(name: [0x61], contentsOf: source, byteCount: byteCount, alignment: 4096)
      expectEqual(entry.crc32, bytes.withUnsafeBytes { CRC32.of($0) })
      // The entry after a hole is at its correct place.
      try writer.add("last", "text")
      _ = try writer.finish()
      try expectEqual(file.bytes(at: require(entry.payloadOffset), count: bytes.count), bytes)
    }
    let directory = try StrictZipReader.directory(of: file)
    try StrictZipReader.checkAll(directory, of: file)
    for entry in directory.entries { try StrictZipReader.verifyPayload(of: entry, in: file) }
    let reading = FaultPlan(failing: [.read], call: 0, with: .noSpace)
    let again = try folder.openFile("again.zip", [])
    try reading.whileInForce {
      var writer = ZipWriter(output: again)
      try writer.add(name: [0x61], contentsOf: source, byteCount: byteCount, alignment: 4096)
    }
    let stored = byteCount > 1_000_000 ? UInt64(65_536 + 8192) : byteCount
    expectAtMost(reading.callCount, Int(stored / 524_288) + 3)
  }

  @Test func aLongSourceThatEndsEarlyIsNamed() throws {
    let folder = try TemporaryFolder()
    let source = try folder.openFile("source", [UInt8](repeating: 7, count: 3_000_000))
    for byteCount: UInt64 in [3_000_001, 9_000_000] {
      let file = try folder.openFile("\(byteCount).zip", [])
      var writer = ZipWriter(output: file)
      let error = expectThrows(ZipError.self) {
        try writer.add(name: [0x61], contentsOf: source, byteCount: byteCount)
      }
      expectEqual(error?.fileError?.code, .changedWhileReading)
      expectEqual(error?.fileError?.path, source.path)
    }
  }
}
