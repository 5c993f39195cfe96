import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import RichTextFormats
@testable import StandardCoders
@testable import StructuredFormats

/// Dates and times without a zone in the formats that have only texts, or only points in time.
@Suite struct LocalTimeConversionTests {
  private static let texts = ["2024-01-31", "13:05:00.25", "2024-01-31T13:05:00"]
  private static let values = texts.map { StructuredValue.local($0) }
  private static let moment = StructuredValue.date(Date(timeIntervalSinceReferenceDate: 0.5))

  /// The value with each date and time without a zone replaced by its text.
  private static func spelled(_ value: StructuredValue) -> StructuredValue {
    switch value {
    case .localDate(let date): .string(date.description)
    case .localTime(let time): .string(time.description)
    case .localDateTime(let dateTime): .string(dateTime.description)
    case .array(let elements): .array(elements.map(spelled))
    case .dictionary(let members):
      .dictionary(members.map { StructuredMember($0.key, spelled($0.value)) })
    default: value
    }
  }

  private static func count(in value: StructuredValue) -> Int {
    switch value {
    case .localDate, .localTime, .localDateTime: 1
    case .array(let elements): elements.reduce(0) { $0 + count(in: $1) }
    case .dictionary(let members): members.reduce(0) { $0 + count(in: $1.value) }
    default: 0
    }
  }

  // MARK: Values

  @Test func theKindsAreNamedAndDiffer() {
    expectEqual(Self.values.map(\.kindName), ["a local date", "a local time", "a local date and time"])
    expectEqual(Self.values.map { $0.localDateValue != nil }, [true, false, false])
    expectEqual(Self.values.map { $0.localTimeValue != nil }, [false, true, false])
    expectEqual(Self.values.map { $0.localDateTimeValue != nil }, [false, false, true])
    for (place, value) in Self.values.enumerated() {
      expectEqual(value.size, ValueSize())
      for (other, right) in Self.values.enumerated() {
        expectEqual(value == right, place == other)
        expectEqual(value.isEquivalent(to: right), place == other)
      }
      expectNotEqual(value, .string(Self.texts[place]))
    }
    expectEqual(StructuredValue.array(Self.values).size, ValueSize(elementCount: 4, depth: 1))
  }

  private static let forms:
    [(name: String, detail: String, write: @Sendable (StructuredValue) throws -> Written)] = [
      ("JSON", "written as text", { try $0.writeJSON(.pretty) }),
      ("XML", "without a time zone, written as text", { try $0.writeXMLPropertyList() }),
      ("binary", "without a time zone, written as text", { try $0.writeBinaryPropertyList() }),
    ]

  @Test(arguments: 0..<3)
  func theyBecomeTextsThatAreCounted(form: Int) throws {
    let (name, detail, write) = Self.forms[form]
    let seed = SeededGenerator.testSeed(for: name)
    var random = RandomValues(seed: seed, [.localTimes])
    for _ in 0..<Repetitions.count(100, long: 300) {
      let value = StructuredValue.array([random.value(), random.value()])
      let written = try write(value)
      let back =
        try form == 0
        ? StructuredValue.readJSON(written.data).value : StructuredValue.readPropertyList(written.data).value
      expectEqual(
        back, Self.spelled(value), "seed \(seed): \(difference(back, Self.spelled(value)) ?? "")")
      let count = Self.count(in: value)
      expectEqual(written.losses, count == 0 ? [] : [Loss(.dates, count: count, detail: detail)])
    }
  }

  @Test func everyWriterOfStructuredValuesAnnouncesTheLoss() {
    for writer in CoderSet.standard.writers where writer.kind == ValueKind.structuredValue.erased {
      expect(writer.mayLose.contains(.dates), "\(writer.name)")
    }
  }

  @Test(arguments: ValueMatrixTests.structuredTypes + ["public.ndjson"])
  func everyFormatOfStructuredValuesKeepsTheTexts(type: String) throws {
    let value = StructuredValue.array([.array(Self.values), .array([Self.moment])])
    let writer = try require(
      CoderSet.standard.writers.first {
        $0.typeIdentifiers.contains(type) && $0.kind == ValueKind.structuredValue.erased
      })
    let written = try writer.write(value, type)
    #expect(Set(written.losses.map(\.kind)).isSubset(of: writer.mayLose))
    for next in ValueMatrixTests.structuredTypes {
      let result = try convert(written.data, from: type, to: next)
      let json = try convert(result.data, from: next, to: "public.json")
      let back = try StructuredValue.readJSON(json.data).value
      expectEqual(back[0], .array(Self.texts.map { .string($0) }), "\(type) to \(next)")
    }
  }

  // MARK: Tables

  @Test func cellsBecomeTheirTextsWithoutQuotes() {
    let cells = Self.values + [Self.moment, .data(Data([1, 2])), .real(StructuredReal(.nan)), 1, true, nil]
    expectEqual(
      cells.map { TableCellText.text(of: $0) },
      Self.texts + ["2001-01-01T00:00:00.5Z", "AQI=", "NaN", "1", "true", ""])
    expectEqual(TableCellText.text(of: .array(Self.values)), "[\"\(Self.texts.joined(separator: "\",\""))\"]")
    // No text form of RFC 3339 reaches this far.
    let far = StructuredValue.date(Date(timeIntervalSinceReferenceDate: 1e300))
    expectEqual(TableCellText.text(of: far), far.description)
  }

  @Test(arguments: ValueMatrixTests.tableTypes, ValueMatrixTests.tableTypes)
  func everyFormatOfTablesKeepsTheTexts(first: String, second: String) throws {
    let registry = ConversionRegistry(.standard)
    let csv = "public.comma-separated-values-text"
    let text = "day,time,start\r\n\(Self.texts.joined(separator: ","))\r\n"
    // Reading with types and without gives the same texts in every format.
    var options = CoderOptions()
    options.readsTypedColumns = true
    let typed = ConversionRegistry(.standard(options))
    var contents = try typed.plan(from: [csv], to: first)
      .run(on: RepresentationSource(Data(text.utf8), typeIdentifier: csv)).contents
    for (type, next) in zip([first, second], [second, csv]) {
      contents = try registry.plan(from: [type], to: next)
        .run(on: RepresentationSource(contents, typeIdentifier: type)).contents
    }
    expectEqual(String(decoding: contents.bytes, as: UTF8.self), text)
  }

  @Test func typedColumnsAreDatesAndTimes() throws {
    let csv = "public.comma-separated-values-text"
    let text = """
      day,time,start,zone,mixed,fraction,short
      2024-01-31,13:05:00,2024-01-31T13:05:00,2024-01-31T13:05:00Z,2024-01-31,13:05:00.1234567891,13:05
      ,13:05:00.250,2024-01-31 13:05:00,,2024-01-31T13:05:00,,

      """
    func read(isTyped: Bool) throws -> Table? {
      let registry = ConversionRegistry(.tables(TableOptions(isTyped: isTyped)))
      let reader = try require(registry.readers(of: csv).first)
      return try reader.read(RepresentationSource(Data(text.utf8), typeIdentifier: csv)).value as? Table
    }
    let table = try require(read(isTyped: true))
    expectEqual(
      table.rows,
      [
        [
          Self.values[0], .local("13:05:00"), Self.values[2],
          "2024-01-31T13:05:00Z", "2024-01-31", "13:05:00.1234567891", "13:05",
        ],
        [.null, Self.values[1], Self.values[2], "", "2024-01-31T13:05:00", "", ""],
      ])
    let texts = try require(read(isTyped: false))
    #expect(texts.rows.joined().allSatisfy { $0?.stringValue != nil })
  }

  @Test func lossesOfTypedColumnsAreCounted() throws {
    let csv = "public.comma-separated-values-text"
    let registry = ConversionRegistry(
      .tables(TableOptions(isTyped: true)) + .structuredValues + .richTextTables)
    let source = RepresentationSource(
      Data("day,n\n2024-01-31,1\n2024-02-01,2\n".utf8), typeIdentifier: csv)
    func losses(_ type: String) throws -> [String] {
      try registry.plan(from: [csv], to: type).run(on: source).losses.map(\.description)
    }
    try expectEqual(losses("public.json"), ["2 dates (written as text)"])
    try expectEqual(losses("public.ndjson"), ["2 dates (written as text)"])
    try expectEqual(losses("com.apple.xml-property-list"), ["2 dates (without a time zone, written as text)"])
    try expectEqual(losses("public.tab-separated-values-text"), ["4 types (cells that are not text)"])
  }
}
