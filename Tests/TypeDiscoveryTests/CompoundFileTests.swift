import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes

@testable import TypeDiscovery

struct CompoundFileTests {
  private let detector = TypeDetector(registry: .standard)

  /// A compound file whose root storage has the given entries, each the right sibling of the previous one.
  static func file(_ names: [String], rootClass: [UInt8] = []) -> [UInt8] {
    var header = [UInt8](repeating: 0, count: 512)
    header.replaceSubrange(0..<8, with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1])
    header.replaceSubrange(24..<34, with: [0x3E, 0, 3, 0, 0xFE, 0xFF, 9, 0, 6, 0])
    // The directory begins in sector 1; sector 0 is the sector allocation table.
    header[48] = 1
    for place in 1..<109 {
      header.replaceSubrange(76 + 4 * place..<80 + 4 * place, with: [0xFF, 0xFF, 0xFF, 0xFF])
    }
    let entryCount = names.count + 1
    let sectorCount = (entryCount + 3) / 4
    var table = [UInt8](repeating: 0xFF, count: 512)
    for sector in 1...sectorCount {
      let next: [UInt8] = sector == sectorCount ? [0xFE, 0xFF, 0xFF, 0xFF] : [UInt8(sector + 1), 0, 0, 0]
      table.replaceSubrange(4 * sector..<4 * sector + 4, with: next)
    }
    var directory: [UInt8] = []
    for (place, name) in (["Root Entry"] + names).enumerated() {
      var entry = [UInt8](repeating: 0, count: 128)
      let units = Array(name.utf16)
      for (index, unit) in units.enumerated() {
        entry[2 * index] = UInt8(unit & 0xFF)
        entry[2 * index + 1] = UInt8(unit >> 8)
      }
      entry[64] = UInt8(2 * units.count + 2)
      entry[66] = place == 0 ? 5 : 2
      entry.replaceSubrange(68..<80, with: [UInt8](repeating: 0xFF, count: 12))
      if place == 0 {
        if !names.isEmpty { entry.replaceSubrange(76..<80, with: [1, 0, 0, 0]) }
        entry.replaceSubrange(80..<80 + rootClass.count, with: rootClass)
      } else if place < names.count {
        entry.replaceSubrange(72..<76, with: [UInt8(place + 1), 0, 0, 0])
      }
      directory += entry
    }
    directory += [UInt8](repeating: 0, count: sectorCount * 512 - directory.count)
    return header + table + directory
  }

  @Test(arguments: [
    (["WordDocument", "1Table"], "com.microsoft.word.doc"), (["Workbook"], "com.microsoft.excel.xls"),
    (["Book"], "com.microsoft.excel.xls"),
    (["a", "b", "c", "d", "e", "PowerPoint Document"], "com.microsoft.powerpoint.ppt"),
    (["__nameid_version1.0", "__properties_version1.0"], "io.proffer.outlook-message"),
    (["VisioDocument"], "io.proffer.visio-drawing"),
    (["Quill", "Contents"], "io.proffer.publisher-document"),
    (["Props14", "   114"], "io.proffer.project-plan"),
    (["MatOST", "CONTENTS"], "io.proffer.works-document"),
    (["\u{5}HwpSummaryInformation", "FileHeader"], "io.proffer.hangul-document"),
    (["EncryptionInfo", "EncryptedPackage"], "io.proffer.encrypted-openxml"),
    (["something"], "io.proffer.compound-file"), ([], "io.proffer.compound-file"),
  ])
  func aCompoundFileIsKnownByTheNamesInItsRoot(_ names: [String], _ expected: String) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.file(names), to: "document")
    let found = try detector.detect(try folder.filePath("document"))
    expectEqual(found.type.identifier, expected, "\(found.evidence)")
  }

  @Test func aWindowsInstallerIsKnownByTheClassOfItsRoot() throws {
    let folder = try TemporaryFolder()
    let identifier: [UInt8] = [0x84, 0x10, 0x0C, 0, 0, 0, 0, 0, 0xC0, 0, 0, 0, 0, 0, 0, 0x46]
    try folder.write(Self.file(["x"], rootClass: identifier), to: "setup")
    try expectEqual(
      detector.detect(try folder.filePath("setup")).type.identifier, "io.proffer.windows-installer")
  }

  @Test(arguments: [
    ("a.doc", "com.microsoft.word.doc", false), ("a.dot", "com.microsoft.word.dot", false),
    ("a.xls", "com.microsoft.word.doc", true), ("a.txt", "com.microsoft.word.doc", true),
  ])
  func theRootIsComparedWithTheName(_ name: String, _ expected: String, _ isContradicted: Bool) throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.file(["WordDocument"]), to: name)
    let found = try detector.detect(try folder.filePath(name))
    expect(found.type.identifier == expected && found.isContradicted == isContradicted, "\(found.evidence)")
  }

  @Test func aCompoundFileCutOrChangedAnywhereHasAType() throws {
    let folder = try TemporaryFolder()
    let whole = Self.file(["a", "b", "c", "d", "WordDocument"])
    for length in stride(from: 0, to: whole.count, by: 37) {
      try folder.write(Array(whole[..<length]), to: "cut")
      _ = try detector.detect(try folder.filePath("cut"))
    }
    for place in Array(24..<120) + stride(from: 512, to: whole.count, by: 11) {
      for mask: UInt8 in [0x01, 0xFF] {
        var changed = whole
        changed[place] ^= mask
        try folder.write(changed, to: "changed")
        _ = try detector.detect(try folder.filePath("changed"))
      }
    }
  }
}
