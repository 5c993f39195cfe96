import Foundation
import ProfferConversions
import TestSupport
import Testing
import UniformTypes

@testable import StandardCoders
@testable import StructuredFormats
@testable import TextEncodings

/// Converts data with the standard coders.
func convert(_ data: Data, from source: String, to destination: String) throws -> ConversionResult {
  try ConversionRegistry(.standard).plan(from: [source], to: destination)
    .run(on: RepresentationSource(data, typeIdentifier: source))
}

/// Converts text to text with the standard coders.
func convert(_ text: String, from source: String, to destination: String) throws -> String {
  String(decoding: try convert(Data(text.utf8), from: source, to: destination).data, as: UTF8.self)
}

struct CoderSetTests {
  private static let textTypes = [
    "public.utf8-plain-text", "public.plain-text", "public.utf16-plain-text",
    "public.utf16-external-plain-text",
  ]

  @Test func noTwoCodersHaveOneName() {
    let coders = CoderSet.standard
    for names in [coders.readers.map(\.name), coders.writers.map(\.name), coders.bridges.map(\.name)] {
      expectEqual(Set(names).count, names.count, "\(names)")
    }
  }

  @Test func everyTypeThatIsNamedIsDeclaredOrDynamic() throws {
    let coders = CoderSet.standard
    for identifier in coders.readers.flatMap(\.typeIdentifiers) + coders.writers.flatMap(\.typeIdentifiers) {
      let type = try require(UTType(identifier), "\(identifier)")
      #expect(type.isDeclared || type.isDynamic)
    }
  }

  @Test func theListOfLinksHasTheTypeOfItsMIMEType() throws {
    let type = try require(UTType(mimeType: "text/uri-list"))
    try expectEqual(convert("http://a.b/", from: "public.url", to: type.identifier), "http://a.b/\r\n")
    for other in [
      UTType(tag: "text/uri-list", tagClass: .mimeType, conformingTo: nil),
      UTType(mimeType: "text/uri-list", conformingTo: .text),
    ] {
      let identifier = try require(other).identifier
      try expectEqual(convert("http://a.b/\r\n", from: identifier, to: "public.url"), "http://a.b/")
    }
  }

  @Test func textSurvivesEveryUnicodeTypeExactly() throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomValues(seed: seed, [.controls, .subtleText])
    let fixed = ["", "\u{0}", "a\u{0}b\u{0}", "\u{0}a\u{0}b", "\u{FEFF}x", "\r\n\r\n\n", "\u{FEFF}\u{FEFF}"]
    for text in fixed + (0..<50).map({ _ in random.string() }) {
      var bytes = Data(text.utf8)
      var type = "public.utf8-plain-text"
      // A byte order mark is removed on reading, so a text that begins with U+FEFF gets another one.
      if text.unicodeScalars.first == "\u{FEFF}" { bytes = Data([0xEF, 0xBB, 0xBF]) + bytes }
      for next in Self.textTypes + Self.textTypes.reversed() {
        let result = try convert(bytes, from: type, to: next)
        expectEmpty(result.losses)
        (bytes, type) = (result.data, next)
      }
      let reading = TextEncoding.detected(in: bytes, typeIdentifier: type).decode(bytes)
      expectEqual(Array(reading.value.utf8), Array(text.utf8), "seed \(seed), \(text.debugDescription)")
    }
  }

  @Test func textTypesAreWrittenInTheirEncoding() throws {
    func bytes(_ type: String) throws -> [UInt8] {
      [UInt8](try convert(Data("é".utf8), from: "public.utf8-plain-text", to: type).data)
    }
    try expectEqual(bytes("public.utf8-plain-text"), [0xC3, 0xA9])
    try expectEqual(bytes("public.plain-text"), [0xC3, 0xA9])
    try expectEqual(bytes("public.utf16-external-plain-text"), [0xFE, 0xFF, 0x00, 0xE9])
    try expectEqual(bytes("com.apple.traditional-mac-plain-text"), [0x8E])
    let native = try bytes("public.utf16-plain-text")
    expectEqual(native, UInt16(littleEndian: 1) == 1 ? [0xFF, 0xFE, 0xE9, 0x00] : [0xFE, 0xFF, 0x00, 0xE9])
  }

  @Test func aConformingTypeIsReadAsText() throws {
    try expectEqual(
      convert("a,b", from: "public.comma-separated-values-text", to: "public.utf8-plain-text"), "a,b")
  }

  @Test func lostCharactersAreReported() throws {
    let result = try convert(
      Data("中x文".utf8), from: "public.utf8-plain-text", to: "com.apple.traditional-mac-plain-text")
    expectEqual(result.data, Data("?x?".utf8))
    expectEqual(result.losses.map(\.kind), [.characters])
    expectEqual(result.losses.map(\.count), [2])
  }

  @Test func structuredValuesConvertBetweenFormats() throws {
    let json = "{\n  \"b\": [\n    1,\n    2.50\n  ],\n  \"a\": \"x\"\n}\n"
    let binary = try convert(Data(json.utf8), from: "public.geojson", to: "com.apple.binary-property-list")
    expectEmpty(binary.losses)
    let xml = try convert(binary.data, from: "com.apple.property-list", to: "com.apple.xml-property-list")
    try expectEqual(
      convert(xml.data, from: "com.apple.xml-property-list", to: "com.apple.property-list").data,
      xml.data)
    let back = try convert(xml.data, from: "com.apple.property-list", to: "public.json")
    expectEqual(
      String(decoding: back.data, as: UTF8.self), json.replacingOccurrences(of: "2.50", with: "2.5"))
  }

  @Test func codersReportOnlyDeclaredLosses() throws {
    let value: StructuredValue = [
      "n": nil, "d": .date(Date(timeIntervalSinceReferenceDate: 0.5)), "x": .data(Data([1])), "t": "\u{0}",
      "r": .real(try require(StructuredReal(spelling: "0.12345678901234567890123"))),
    ]
    let json = try value.writeJSON().data
    for type in ["com.apple.xml-property-list", "com.apple.binary-property-list"] {
      let plan = try ConversionRegistry(.standard).plan(from: ["public.json"], to: type)
      let result = try plan.run(on: RepresentationSource(json, typeIdentifier: "public.json"))
      expect(!result.losses.isEmpty)
      let announced = CoderSet.standard.writers.first { $0.typeIdentifiers.contains(type) }?.mayLose ?? []
      expect(announced.isSuperset(of: result.losses.map(\.kind)), announced)
    }
  }

  @Test func bytesInTheMiddleOfOthersAreRead() throws {
    let value: StructuredValue = ["a": ["é", 1.5]]
    func slice(_ data: Data) -> Data { (Data([0x20, 0x20, 0x20]) + data).dropFirst(3) }
    try expectEqual(StructuredValue.readJSON(slice(value.writeJSON().data)).value, value)
    try expectEqual(StructuredValue.readPropertyList(slice(value.writeXMLPropertyList().data)).value, value)
    try expectEqual(
      StructuredValue.readPropertyList(slice(value.writeBinaryPropertyList().data)).value, value)
    for encoding in TextEncodingTests.all {
      // Some encodings lack the letter; all of them have its base letter.
      let text = encoding.encode("é").losses.isEmpty ? "é" : "e"
      expectEqual(encoding.decode(slice(encoding.encode(text).data)).value, text)
      if encoding.hasByteOrderMark {
        expectEqual(TextEncoding.detected(in: slice(encoding.encode(text).data)), encoding)
      }
    }
  }
}
