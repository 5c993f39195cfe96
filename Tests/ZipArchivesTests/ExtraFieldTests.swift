import ProfferFileSystem
import TestSupport
import Testing
import ZipArchives

/// Extra fields and end records that make programs read an archive differently.
@Suite struct ExtraFieldTests {
  private func code(of image: ArchiveImage) throws -> ZipError.Code? {
    let folder = try TemporaryFolder()
    let file = try folder.openFile("image.zip", image.bytes)
    do throws(ZipError) {
      let directory = try StrictZipReader.directory(of: file)
      try StrictZipReader.checkAll(directory, of: file)
      return nil
    } catch { return error.code }
  }

  enum Place: CaseIterable, Sendable { case local, directory, both }

  /// The identifiers of known extra fields, and an unknown one.
  ///
  /// They are a name and a comment in Unicode, encryption of three kinds, times and owners of five systems, a
  /// link target, and the attributes of libarchive.
  private static let identifiers = [
    0x7075, 0x6375, 0x9901, 0x0017, 0x0015, 0x5455, 0x7875, 0x5855, 0x7855, 0x000A, 0x000D, 0x6C78, 0x4453,
    0x7777, 0,
  ]

  @Test(arguments: identifiers, Place.allCases)
  func aFieldThatIsNotOnTheListIsRefused(identifier: Int, place: Place) throws {
    for entry in 0..<4 {
      for content in [[], [1, 0, 0, 0, 0, 0x65, 0x76, 0x69, 0x6C]] as [[UInt8]] {
        let block = [UInt8(identifier & 0xFF), UInt8(identifier >> 8), UInt8(content.count), 0] + content
        var image = try ArchiveImage.sample()
        if place != .local { image.insertIntoDirectory(block, entry: entry) }
        if place != .directory { image.insertIntoLocalHeader(block, entry: entry) }
        try expectEqual(code(of: image), .forbiddenExtraField, "entry \(entry)")
      }
    }
  }

  @Test(arguments: [0, 4, 8, 16, 24], Place.allCases)
  func numbersOfZip64ThatNothingNeedsAreRefused(byteCount: Int, place: Place) throws {
    for entry in 0..<4 {
      let block = [1, 0, UInt8(byteCount), 0] + [UInt8](repeating: 0, count: byteCount)
      var image = try ArchiveImage.sample()
      if place != .local { image.insertIntoDirectory(block, entry: entry) }
      if place != .directory { image.insertIntoLocalHeader(block, entry: entry) }
      try expectEqual(code(of: image), .zip64Contradiction, "entry \(entry)")
    }
  }

  @Test(
    arguments: [[0], [1, 0, 0], [0x75, 0x70, 9, 0, 1], [0x35, 0xD9, 1, 0]] as [[UInt8]], Place.allCases)
  func aFieldThatIsCutShortIsRefused(block: [UInt8], place: Place) throws {
    var image = try ArchiveImage.sample()
    if place != .local { image.insertIntoDirectory(block, entry: 0) }
    if place != .directory { image.insertIntoLocalHeader(block, entry: 0) }
    let code = try code(of: image)
    expectEqual(code, place == .local ? .localHeaderDisagrees : .directoryDisagrees)
  }

  @Test(arguments: [0, 1, 60]) func paddingIsTakenInALocalHeaderOnly(byteCount: Int) throws {
    let block = [0x35, 0xD9, UInt8(byteCount), 0] + [UInt8](repeating: 0, count: byteCount)
    var padded = try ArchiveImage.sample()
    padded.insertIntoLocalHeader(block, entry: 0)
    try expectNil(code(of: padded))
    var twice = try ArchiveImage.sample()
    twice.insertIntoLocalHeader(block, entry: 1)
    try expectEqual(code(of: twice), .localHeaderDisagrees)
  }

  /// A complete directory with end records is hidden in the extra field of the last entry.
  ///
  /// unzip and others find the records before the end record.
  @Test(arguments: ["record and locator", "locator", "plain record"])
  func anEndRecordThatIsHiddenInAnExtraFieldIsRefused(what: String) throws {
    var image = try ArchiveImage.sample()
    let record = [0x50, 0x4B, 6, 6, 44, 0, 0, 0, 0, 0, 0, 0, 45, 0, 45, 0] + [UInt8](repeating: 0, count: 40)
    let locator = [0x50, 0x4B, 6, 7] + [UInt8](repeating: 0, count: 12) + [1, 0, 0, 0]
    let plain = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18)
    let hidden =
      switch what {
      case "record and locator": record + locator
      case "locator": locator
      default: plain
      }
    image.insertIntoDirectory([0x77, 0x77, UInt8(hidden.count), 0] + hidden, entry: 3)
    let code = try code(of: image)
    expectEqual(code, what == "plain record" ? .forbiddenExtraField : .zip64Contradiction)
  }

  /// The attributes, offset and name of the last entry can look like a locator, even without an extra field.
  @Test func aLocatorMadeOfOtherFieldsIsRefused() throws {
    let folder = try TemporaryFolder()
    let file = try folder.openFile("a.zip", [])
    var writer = ZipWriter(output: file)
    // The second header is at an offset whose lowest byte is 7.
    try writer.add("mimetype", String(repeating: "x", count: 256 + 7 - 38))
    try writer.add("manifest.json", "{}")
    let byteCount = try writer.finish()
    let directory = try StrictZipReader.directory(of: file)
    var image = ArchiveImage(
      bytes: try file.bytes(at: 0, count: Int(byteCount)), entries: directory.entries,
      directoryOffset: Int(directory.directoryOffset))
    try expectNil(code(of: image))
    image.set(image.record(1) + 38, 0x064B_5000, byteCount: 4)
    expectEqual(image.number(image.end - 20, byteCount: 4), 0x0706_4B50)
    try expectEqual(code(of: image), .zip64Contradiction)
  }
}

extension ArchiveImage {
  /// Inserts bytes after the extra field of a directory record.
  fileprivate mutating func insertIntoDirectory(_ block: [UInt8], entry: Int) {
    let record = record(entry)
    let extraByteCount = number(record + 30, byteCount: 2)
    set(record + 30, extraByteCount + block.count, byteCount: 2)
    lengthenDirectory(at: record + 46 + number(record + 28, byteCount: 2) + extraByteCount, by: block)
  }

  /// Inserts bytes after the extra field of a local header; the following payload moves.
  fileprivate mutating func insertIntoLocalHeader(_ block: [UInt8], entry: Int) {
    let header = local(entry)
    let extraByteCount = number(header + 28, byteCount: 2)
    set(header + 28, extraByteCount + block.count, byteCount: 2)
    for later in entries.indices where local(later) > header {
      set(record(later) + 42, local(later) + block.count, byteCount: 4)
    }
    set(end + 16, directoryOffset + block.count, byteCount: 4)
    let records = bytes[directoryOffset...]
    var moved = Array(bytes[..<directoryOffset])
    moved.insert(contentsOf: block, at: header + 30 + number(header + 26, byteCount: 2) + extraByteCount)
    self = ArchiveImage(
      bytes: moved + records, entries: entries, directoryOffset: directoryOffset + block.count)
  }
}
