import Foundation
import ProfferConversions

/// The time of a conversion between JSON and property lists, compared with Foundation's reader and writer.
struct PropertyListConversion: Benchmark {
  /// One of the four directions.
  enum Way: String, CaseIterable {
    case jsonToBinary = "json-to-binary-plist"
    case jsonToXML = "json-to-xml-plist"
    case binaryToJSON = "binary-plist-to-json"
    case xmlToJSON = "xml-plist-to-json"
  }

  let way: Way
  var name: String { way.rawValue }

  /// A benchmark for each direction.
  static let all = Way.allCases.map { PropertyListConversion(way: $0) }

  func run() throws -> BenchmarkOutcome {
    let json = ConversionSamples.json(elementCount: 10_000)
    let value = try JSONSerialization.jsonObject(with: json)
    let format: PropertyListSerialization.PropertyListFormat =
      way == .jsonToXML || way == .xmlToJSON ? .xml : .binary
    let list = try PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0)
    let listType = format == .xml ? "com.apple.xml-property-list" : "com.apple.binary-property-list"
    let isToList = way == .jsonToBinary || way == .jsonToXML
    let plan = try ConversionSamples.plan(
      isToList ? "public.json" : listType, isToList ? listType : "public.json")
    let input = isToList ? json : list
    let comparison = try Comparison(rounds: 7, operations: 1) {
      try ConversionSamples.run(plan, on: input)
    } against: {
      if isToList {
        let value = try JSONSerialization.jsonObject(with: input)
        use(try PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0))
      } else {
        let value = try PropertyListSerialization.propertyList(from: input, format: nil)
        use(try JSONSerialization.data(withJSONObject: value, options: [.prettyPrinted]))
      }
    }
    let megabytes = Double(input.count) / 1e6
    return .measured(
      .init(
        value: comparison.ratio, unit: "× Foundation's time", target: .atMost(1),
        details: "\((megabytes / (comparison.subject / 1e9)).short) MB/s of \(megabytes.short) MB"))
  }
}
