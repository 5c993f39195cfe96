import ConversionTestSupport
import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import StructuredFormats
@testable import TextEncodings

/// The cases of `Tests/Cases/structured-values`: JSON and property lists, read as values and written.
@Suite struct StructuredValueCases {
  private static let types = [
    "json": "public.json", "plist": "com.apple.xml-property-list",
    "binary-property-list": "com.apple.binary-property-list",
  ]
  private static let registry = ConversionRegistry(.structuredValues)

  private static let syntax = Case.Syntax(
    contents: [
      "digits", "equal", "integer", "json", "object", "plist", "plist-value", "real", "spelling", "value",
    ], settings: ["encoding", "other", "through", "to"])

  @Test(arguments: try CaseFolder.cases(in: "structured-values", syntax))
  func structuredValue(example: Case) throws {
    switch (example.input.name, example.outcome.name) {
    case ("integer", "digits"):
      let digits = StructuredInteger(decimal: example.input.text)?.description
      try example.expect { CaseOutcome(digits ?? "none") }
    case ("real", "spelling"):
      let spelling = StructuredReal(spelling: example.input.text)?.spelling
      try example.expect { CaseOutcome(spelling ?? "none") }
    case ("real", "equal"):
      let real = try require(StructuredReal(spelling: example.input.text))
      let other = try require(example.setting("other").flatMap { StructuredReal(spelling: $0) })
      try example.expect { CaseOutcome(real == other ? "yes" : "no") }
    case _ where example.setting("through") != nil: try example.expect { try Self.readBack(example) }
    case ("value", _):
      let value = try example.inputValue()
      let form = example.setting("to") ?? example.outcome.name
      try example.expect { CaseOutcome(try Self.write(value, as: form)) }
    default:
      try example.expect { CaseOutcome(try Self.read(example)) }
      if example.outcome.name != "error" { try Self.expectCopy(of: Self.read(example).value, example) }
    }
  }

  private static func read(_ example: Case) throws -> Reading<StructuredValue> {
    var bytes = Data(example.input.bytes)
    if let name = example.setting("encoding") {
      bytes = try require(TextEncoding(name: name)).encode(example.input.text).data
    }
    switch example.input.name {
    case "json": return try StructuredValue.readJSON(bytes)
    case "object": return try StructuredValue.readBinaryPropertyList(list(of: example.input.bytes))
    case "plist-value":
      return try StructuredValue.readPropertyList(Data("<plist>".utf8) + bytes + Data("</plist>".utf8))
    case "plist": return try StructuredValue.readPropertyList(bytes)
    default: return Reading(try example.inputValue())
    }
  }

  private static func write(_ value: StructuredValue, as form: String) throws -> Written {
    switch form {
    case "json": try value.writeJSON()
    case "plist": try value.writeXMLPropertyList()
    default: try value.writeBinaryPropertyList()
    }
  }

  /// The value in what a conversion writes, with the losses of the conversion.
  private static func readBack(_ example: Case) throws -> CaseOutcome {
    let form = try require(example.setting("through"))
    let source = try require(types[example.input.name])
    let result = try registry.plan(from: [source], to: try require(types[form]))
      .run(on: RepresentationSource(Data(example.input.bytes), typeIdentifier: source))
    let value = try StructuredValue.readPropertyList(result.data).value
    return CaseOutcome(Reading(value, losses: result.losses, warnings: result.warnings))
  }

  /// Expects that a value is the same after it is written in the form that it was read from.
  private static func expectCopy(of value: StructuredValue, _ example: Case) throws {
    // Property lists have a null in no other place than a file of one object.
    guard value != .null else { return }
    let form =
      switch example.input.name {
      case "json": "json"
      case "object": "binary-property-list"
      default: "plist"
      }
    let written = try write(value, as: form)
    guard written.losses.isEmpty else { return }
    let again =
      try form == "json"
      ? StructuredValue.readJSON(written.data) : StructuredValue.readPropertyList(written.data)
    example.expectEqual(
      ValueNotation.text(again.value), ValueNotation.text(value), "the value that is written and read")
  }

  /// A binary property list with one object.
  private static func list(of object: [UInt8]) -> Data {
    let header = Array("bplist00".utf8)
    let place = UInt8(header.count)
    let table = place + UInt8(object.count)
    var bytes = header + object + [place, 0, 0, 0, 0, 0, 0, 1, 1]
    for number in [1, 0, table] { bytes += [0, 0, 0, 0, 0, 0, 0, number] }
    return Data(bytes)
  }
}
