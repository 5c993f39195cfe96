import Foundation
import ProfferConversions
import TestSupport

/// The anonymous memory used by a streamed conversion of 1 GiB.
struct ConversionMemory: Benchmark {
  let name: String
  private let source: String
  private let destination: String
  private let block: @Sendable () -> Data

  private static let byteCount = 1 << 30

  /// The conversions of a table and of a text.
  static let all = [
    ConversionMemory(
      name: "csv-memory", source: "public.comma-separated-values-text", destination: "public.json"
    ) { ConversionSamples.csv(rowCount: 10_000) },
    ConversionMemory(
      name: "text-memory", source: "public.utf16-plain-text", destination: "public.utf8-plain-text"
    ) { ConversionSamples.utf16Text(lineCount: 10_000) },
  ]

  func run() throws -> BenchmarkOutcome {
    let folder = try TemporaryFolder()
    let path = try folder.write([], to: "large")
    let block = block()
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    for _ in 0..<Self.byteCount / block.count { try handle.write(contentsOf: block) }
    try handle.close()
    let data = try Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped)
    let plan = try ConversionSamples.plan(source, destination)

    guard let before = try AnonymousMemory.byteCount() else { return AnonymousMemory.unknown }
    var peak = before
    var written = 0
    var nextCheck = 0
    let start = ContinuousClock.now
    _ = try plan.stream(RepresentationSource(data, typeIdentifier: source)) { piece in
      written += piece.count
      guard written >= nextCheck else { return }
      nextCheck = written + 64 << 20
      peak = max(peak, try AnonymousMemory.byteCount() ?? 0)
    }
    let seconds = start.duration(to: .now) / .seconds(1)
    return .measured(
      .init(
        value: max(0, (peak - before).mebibytes), unit: "MiB anonymous", target: .atMost(64),
        details: "\(data.count >> 20) MiB to \(written >> 20) MiB in \(seconds.short) s"))
  }
}
