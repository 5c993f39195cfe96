import Foundation
import ProfferConversions

/// The speed of a conversion from CSV to JSON, compared with a loop that copies each byte.
struct TableConversion: Benchmark {
  let name = "csv-to-json"

  func run() throws -> BenchmarkOutcome {
    let csv = ConversionSamples.csv(rowCount: 200_000)
    let plan = try ConversionSamples.plan("public.comma-separated-values-text", "public.json")
    let byteCount = try ConversionSamples.run(plan, on: csv)
    let comparison = try Comparison(rounds: 9, operations: 1) {
      try ConversionSamples.run(plan, on: csv)
    } against: {
      use(csv.withUnsafeBytes { Self.copied($0, byteCount: byteCount) })
    }
    let megabytes = Double(csv.count) / 1e6
    return .measured(
      .init(
        value: 1 / comparison.ratio, unit: "× the copying floor's speed", target: .atLeast(0.4),
        details:
          "\((megabytes / (comparison.subject / 1e9)).short) MB/s of CSV, \(csv.count) bytes to \(byteCount)")
    )
  }

  /// Copies as many bytes as the conversion writes, one at a time, in blocks of 64 KiB.
  ///
  /// This is the minimum for a converter that reads each byte.
  @inline(never)
  private static func copied(_ bytes: UnsafeRawBufferPointer, byteCount: Int) -> Int {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { portion in
      var sum = 0
      var (place, filled) = (0, 0)
      for _ in 0..<byteCount {
        portion[filled] = bytes[place]
        place += 1
        filled += 1
        if place == bytes.count { place = 0 }
        if filled == portion.count {
          sum &+= Int(portion[filled - 1])
          filled = 0
        }
      }
      return sum &+ filled
    }
  }
}
