import ConversionTestSupport
import Foundation
import ProfferConversions
import TestSupport
import Testing

@testable import StandardCoders
@testable import StructuredFormats

/// The cases of `Tests/Cases/tables`: delimited text, JSON, JSON lines and pages, converted into each other.
@Suite struct TableCases {
  /// The type of each section with content.
  private static let types = [
    "csv": "public.comma-separated-values-text", "tsv": "public.tab-separated-values-text",
    "json": "public.json", "json-lines": "public.ndjson", "html": "public.html",
    "text": "public.utf8-plain-text", "rows": "public.ndjson", "value": "public.json",
  ]

  private static let syntax = Case.Syntax(
    contents: Set(types.keys), settings: ["delimiter", "header", "strict-error", "table", "to", "types"])

  @Test(arguments: try CaseFolder.cases(in: "tables", syntax))
  func table(example: Case) throws {
    let conversion = try Conversion(example)
    try example.expect { try conversion.outcome(isStrict: false) }
    try example.expectStrictError { try conversion.outcome(isStrict: true) }
    if example.outcome.name != "error" { try conversion.expectCopies() }
  }

  /// The conversion that a case describes.
  private struct Conversion {
    private let example: Case
    private let registry: ConversionRegistry
    private let source: String
    private let destination: String

    init(_ example: Case) throws {
      self.example = example
      var options = CoderOptions()
      if let delimiter = example.setting("delimiter") {
        options.delimiter = try require((delimiter == "space" ? " " : delimiter).utf8.first)
      }
      options.hasHeader = try example.flag("header")
      options.readsTypedColumns = try example.flag("types") ?? false
      options.tableNumber = try example.number("table")
      registry = ConversionRegistry(.standard(options))
      source = try require(types[example.input.name])
      destination = try require(types[example.setting("to") ?? example.outcome.name])
    }

    private func document(isStrict: Bool) -> RepresentationSource {
      var document = RepresentationSource(Data(example.input.bytes), typeIdentifier: source)
      document.isStrict = isStrict
      return document
    }

    func outcome(isStrict: Bool) throws -> CaseOutcome {
      let result = try registry.plan(from: [source], to: destination).run(on: document(isStrict: isStrict))
      switch example.outcome.name {
      case "rows":
        // The rows stand on one line or on several.
        let isOneLine = !example.outcome.text.hasSuffix("\n")
        let rows = String(decoding: result.data, as: UTF8.self).split(separator: "\n")
        let text = isOneLine ? rows.joined(separator: " ") : rows.map { "\($0)\n" }.joined()
        return CaseOutcome(text, losses: result.losses, warnings: result.warnings)
      case "value":
        let value = try StructuredValue.readJSON(result.data).value
        return CaseOutcome(Reading(value, losses: result.losses, warnings: result.warnings))
      default:
        return CaseOutcome(Written(result.data, losses: result.losses, warnings: result.warnings))
      }
    }

    /// Expects that the table, written as delimited text without losses, has the same cells when it is read
    /// again.
    func expectCopies() throws {
      for type in [types["csv"], types["tsv"]].compactMap(\.self) {
        guard let table = try table(for: type) else { continue }
        let writer = try require(registry.writers(of: type).first)
        let written = try writer.write(table, type)
        // Text with a zero byte may be taken for UTF-16.
        guard written.losses.isEmpty, !written.data.contains(0) else { continue }
        var options = TableOptions()
        options.hasHeader = table.columns != nil
        let reader = try require(ConversionRegistry(.tables(options)).readers(of: type).first)
        let again = try reader.read(RepresentationSource(written.data, typeIdentifier: type)).value as? Table
        if again != table {
          example.fail("the table is another one after it is written as \(type): \(again as Any)")
        }
      }
    }

    /// The table in the input; nil if the input is not a table.
    private func table(for type: String) throws -> Table? {
      do {
        let plan = try registry.plan(from: [source], to: type)
        return try plan.read(document(isStrict: false)).value as? Table
      } catch let error as CoderError where error.code == .noTable {
        return nil
      }
    }
  }
}
