import Foundation
import ProfferConversions

/// The growth of the time to convert rows, structured values and text when the input is twice as large.
struct ConversionGrowth: GrowthBenchmark {
  let name = "conversion-growth"

  /// The formats of rows and structured values.
  private static let forms = [
    "public.comma-separated-values-text", "public.tab-separated-values-text", "public.json", "public.ndjson",
    "com.apple.xml-property-list", "com.apple.binary-property-list",
  ]

  let works =
    ["public.json", "com.apple.binary-property-list", "com.apple.xml-property-list"].map { destination in
      work("public.json", destination) { ConversionSamples.json(elementCount: 20_000 * $0) }
    }
    + [
      work("public.utf16-plain-text", "public.utf8-plain-text") {
        ConversionSamples.utf16Text(lineCount: 50_000 * $0)
      }
    ]
    + forms.flatMap { source in
      forms.filter { $0 != source }.map { destination in
        work(source, destination) { try ConversionSamples.rows(count: 20_000 * $0, as: source) }
      }
    }

  private static func work(
    _ source: String, _ destination: String, input: @escaping @Sendable (_ size: Int) throws -> Data
  ) -> GrowthWork {
    GrowthWork(name: "\(source) to \(destination)") { size in
      let plan = try ConversionSamples.plan(source, destination)
      let input = try input(size)
      return {
        _ = try ConversionSamples.run(plan, on: input)
        return input.count
      }
    }
  }
}
