import Conversions
import Foundation

/// How much longer a conversion takes when its input is twice as large; the worst of several.
struct ConversionGrowth: Benchmark {
  let name = "conversion-growth"

  private struct Sample: Sendable {
    let source: String
    let destination: String
    let make: @Sendable (Int) throws -> Data
  }

  /// The forms that rows and structured values go between.
  private static let forms = [
    "public.comma-separated-values-text", "public.tab-separated-values-text", "public.json", "public.ndjson",
    "com.apple.xml-property-list", "com.apple.binary-property-list",
  ]

  private static let samples =
    [
      Sample(source: "public.json", destination: "public.json") {
        ConversionSamples.json(elementCount: 20_000 * $0)
      },
      Sample(source: "public.json", destination: "com.apple.binary-property-list") {
        ConversionSamples.json(elementCount: 20_000 * $0)
      },
      Sample(source: "public.json", destination: "com.apple.xml-property-list") {
        ConversionSamples.json(elementCount: 20_000 * $0)
      },
      Sample(source: "public.utf16-plain-text", destination: "public.utf8-plain-text") {
        ConversionSamples.utf16Text(lineCount: 50_000 * $0)
      },
    ]
    + forms.flatMap { source in
      forms.filter { $0 != source }.map { destination in
        Sample(source: source, destination: destination) {
          try ConversionSamples.rows(count: 20_000 * $0, as: source)
        }
      }
    }

  func run() throws -> BenchmarkOutcome {
    var worst = 0.0
    var details: [String] = []
    for sample in Self.samples {
      let plan = try ConversionSamples.plan(sample.source, sample.destination)
      let (small, large) = (try sample.make(1), try sample.make(2))
      // The fastest of several runs by turns: what the work takes when nothing disturbs it.
      var times = (small: Double.infinity, large: Double.infinity)
      for _ in 0..<5 {
        times.small = min(
          times.small, try Self.nanoseconds { _ = try ConversionSamples.run(plan, on: small) })
        times.large = min(
          times.large, try Self.nanoseconds { _ = try ConversionSamples.run(plan, on: large) })
      }
      // A little more than twice as many bytes are not the converter's fault.
      let ratio = times.large / times.small * Double(small.count) * 2 / Double(large.count)
      worst = max(worst, ratio)
      details.append("\(sample.source) to \(sample.destination) \(ratio.short)")
    }
    return .measured(
      .init(
        value: worst, unit: "× for twice the input", target: .atMost(2.2),
        details: details.joined(separator: ", ")))
  }

  private static func nanoseconds(_ work: () throws -> Void) rethrows -> Double {
    let start = ProcessorTime.nanoseconds
    try work()
    return ProcessorTime.nanoseconds - start
  }
}
