import Foundation
import ProfferConversions
import TestSupport;
import Testing

@testable import RichTextFormats

struct RTFDTests {
  private static let png = Data([0x89, 0x50, 0x4E, 0x47])

  private func number(_ value: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  private func string(_ text: String) -> [UInt8] { number(text.utf8.count) + Array(text.utf8) }

  /// A folder with entries, each with its serialized content.
  private func folder(_ entries: [(String, [UInt8])]) -> [UInt8] {
    number(3) + number(entries.count) + entries.flatMap { string($0.0) }
      + entries.flatMap { number($0.1.count) }
      + entries.flatMap(\.1)
  }

  private func file(_ bytes: [UInt8]) -> [UInt8] { number(1) + number(bytes.count) + bytes }

  private func flat(_ entries: [(String, [UInt8])]) -> Data {
    Data(Array("rtfd".utf8) + number(0) + folder(entries))
  }

  private static let text = Array(#"{\rtf1 a{{\NeXTGraphic p.png \width40 \height20}\'ac}b}"#.utf8)
  private static let dump =
    "paragraph: \"a\" attachment(public.png, 4 bytes, name \"p.png\", width 2.0, height 1.0) \"b\"\n"

  @Test func theTextShowsTheFilesBesideIt() throws {
    let members = [PackageMember("TXT.rtf", Data(Self.text)), PackageMember("p.png", Self.png)]
    let reading = try RichText.readRTFD(.package(members))
    expectEqual(reading.value.debugDescription, Self.dump)
    expectEmpty(reading.losses)
    let more = try RichText.readRTFD(
      .package(members + [PackageMember("other.png", Self.png), PackageMember(".DS_Store", Data())]))
    expectEqual(more.losses.map(\.description), ["1 image (files that the text does not reference)"])
  }

  @Test func aFileThatIsMissingIsALossAndAWarning() throws {
    let reading = try RichText.readRTFD(
      .package([PackageMember("TXT.rtf", Data(Self.text)), PackageMember(".x", Data())]))
    expectEqual(reading.value.debugDescription, "paragraph: \"ab\"\n")
    expectEqual(reading.losses.map(\.kind), [.images])
    expectEqual(reading.warnings.count, 1)
  }

  @Test func flatFormsOfApplesProgramsAreRead() throws {
    let attributes = number(1) + string("TXT.rtf") + number(16) + [UInt8](repeating: 0, count: 16)
    let padded =
      number(1) + number(0x8000_0000) + number(Self.png.count) + number(3) + [0, 0, 0] + Array(Self.png)
    let plain = flat([
      ("TXT.rtf", file(Self.text)), ("p.png", file(Array(Self.png))), (".", file(attributes)),
    ])
    let named = flat([
      ("p.png", padded), ("TXT.rtf", file(Self.text)), ("__@PreferredName@__", file(Array("Notes".utf8))),
      ("__@UTF8PreferredName@__", file(Array("Notes".utf8))),
    ])
    for data in [plain, named] {
      let reading = try RichText.readRTFD(.data(data))
      expectEqual(reading.value.debugDescription, Self.dump)
      expectEmpty(reading.losses)
    }
  }

  @Test func theTextAloneIsWrittenAsAppleWritesIt() throws {
    let data = RichText([.paragraph(RichText.Paragraph([.text("a")]))]).writeRTFD(flat: true).data
    let text = try require(data.range(of: Data("{\\rtf1".utf8))).lowerBound
    let length = try require(data.range(of: Data("}\n".utf8), options: .backwards)).upperBound - text
    let attributes =
      number(1) + string("TXT.rtf") + number(16) + number(0) + number(0o666) + number(0) + number(0)
    let before =
      Array("rtfd".utf8) + number(0) + number(3) + number(2) + string("TXT.rtf") + string(".")
      + number(length + 8)
      + number(attributes.count) + number(1) + number(length)
    expectEqual(Array(data[..<text]), before)
    expectEqual(Array(data[(text + length)...]), attributes)
  }

  @Test func flatFormsCutAnywhereAreRefused() {
    let whole = flat([("TXT.rtf", file(Self.text)), ("p.png", file(Array(Self.png)))])
    for length in 8..<whole.count {
      expectError(.unexpectedEnd, "cut at \(length)") { try RichText.readRTFD(.data(whole.prefix(length))) }
    }
    for length in 0..<8 {
      expectError(.wrongFormat, "cut at \(length)") { try RichText.readRTFD(.data(whole.prefix(length))) }
    }
  }

  @Test func brokenFlatFormsAreRefused() {
    expectError(.wrongFormat) { try RichText.readRTFD(.data(flat([("a.txt", file([1]))]))) }
    expectError(.wrongFormat) { try RichText.readRTFD(.package([])) }
    expectError(.unknownObject) { try RichText.readRTFD(.data(flat([("TXT.rtf", number(2) + number(0))]))) }
    expectError(.unwritable) { try RichText.readRTFD(.data(flat([("../x", file([]))]))) }
    // The name of the folder would be repeated for each of its files.
    let longName = String(repeating: "d", count: 2_000)
    expectError(.tooLarge) { try RichText.readRTFD(.data(flat([(longName, folder([("a", file([]))]))]))) }
    var deep = file(Self.text)
    for _ in 0..<30 { deep = folder([("d", deep)]) }
    expectError(.tooDeep) { try RichText.readRTFD(.data(flat([("d", deep)]))) }
  }

  @Test func fileNamesAreUnique() throws {
    func attachment(_ name: String?, _ type: String = "public.png") -> RichText.Inline {
      .attachment(RichText.Attachment(.data(Self.png, typeIdentifier: type), name: name))
    }
    let text = RichText([
      .paragraph(
        RichText.Paragraph([
          attachment("a.png"), attachment("A.png"), attachment(nil), attachment("../b.png"),
          attachment("TXT.rtf"),
        ]))
    ])
    let written = text.writeRTFD()
    guard case .package(let members) = written.contents else {
      Issue.record("no folder was written")
      return
    }
    expectEqual(members.map(\.path), ["TXT.rtf", "a.png", "A 2.png", "Attachment.png", "b.png", "TXT 2.rtf"])
    try expectEqual(RichText.readRTFD(written.contents).value, text.normalized())
  }

  @Test func aFileThatStandsAtSeveralPlacesIsWrittenOnce() throws {
    func attachment(_ name: String?, width: Double? = nil, bytes: Data = Self.png) -> RichText.Inline {
      var attachment = RichText.Attachment(.data(bytes, typeIdentifier: "public.png"), name: name)
      attachment.width = width
      return .attachment(attachment)
    }
    let text = RichText([
      .paragraph(
        RichText.Paragraph([
          attachment("a.png"), .text("x"), attachment("a.png", width: 9), attachment("b.png"),
          attachment(nil),
          attachment("a.png", bytes: Self.png + [0]), attachment(nil),
        ]))
    ])
    for isFlat in [false, true] {
      let written = text.writeRTFD(flat: isFlat)
      let reading = try RichText.readRTFD(written.contents)
      expectEqual(reading.value, text.normalized())
      expectEmpty(reading.losses)
    }
    guard case .package(let members) = text.writeRTFD().contents else {
      Issue.record("no folder was written")
      return
    }
    expectEqual(members.map(\.path), ["TXT.rtf", "a.png", "b.png", "Attachment.png", "a 2.png"])
  }
}
