import ContactFormats
import Foundation
import ProfferConversions
import StructuredFormats
import TextEncodings
import UniformTypes

/// Documents of a given size for the conversion benchmarks; they are the same in each run.
enum ConversionSamples {
  /// Rows of nine cells like those exported by programs, about 100 bytes each.
  static func csv(rowCount: Int) -> Data {
    var text = "id,name,mail,street,town,postcode,amount,note,date\r\n"
    for row in 0..<rowCount {
      text += "\(row),Person \(row % 977),p\(row)@example.org,\(row % 89) Long Street,Town \(row % 53),"
      text += "\(10_000 + row % 80_000),\(row % 1_000).\(10 + row % 89),"
      text += row.isMultiple(of: 10) ? "\"said \"\"yes\"\", then left\"" : "nothing"
      text += ",2026-05-\(10 + row % 20)\r\n"
    }
    return Data(text.utf8)
  }

  /// The rows of `csv(rowCount:)`, converted to another table type.
  static func rows(count: Int, as type: String) throws -> Data {
    let csv = csv(rowCount: count)
    let table = "public.comma-separated-values-text"
    guard type != table else { return csv }
    return try plan(table, type).run(on: RepresentationSource(csv, typeIdentifier: table)).data
  }

  /// An array of objects with numbers, texts and lists, about 150 bytes each.
  static func json(elementCount: Int) -> Data {
    let elements = (0..<elementCount).map { place in
      """
      {"id": \(place), "name": "Person \(place % 977)", "mail": "p\(place)@example.org", "score": \(place % 97).25,
        "active": \(place.isMultiple(of: 2)), "tags": ["a\(place % 7)", "b", "c"], "place": {"x": \(place % 31), "y": -1}}
      """
    }
    return Data("[\(elements.joined(separator: ",\n"))]".utf8)
  }

  /// Lines of text, mostly ASCII, in UTF-16.
  static func utf16Text(lineCount: Int) -> Data {
    var text = ""
    for line in 0..<lineCount {
      text += "Line \(line) of a text that has a few accents: é, ü and “quotes”.\n"
    }
    return TextEncoding(.utf16LittleEndian, byteOrderMark: true).encode(text).data
  }

  private static let registry = ConversionRegistry(
    .text + .structuredValues + .tables + .cards, types: .standard)

  /// The plan from one type to another.
  static func plan(_ source: String, _ destination: String) throws -> ConversionPlan {
    try registry.plan(from: [source], to: destination)
  }

  /// Runs a plan and returns the size of the result.
  @discardableResult
  static func run(_ plan: ConversionPlan, on data: Data) throws -> Int {
    var byteCount = 0
    _ = try plan.stream(RepresentationSource(data, typeIdentifier: plan.sourceIdentifier)) {
      byteCount += $0.count
    }
    use(byteCount)
    return byteCount
  }
}
