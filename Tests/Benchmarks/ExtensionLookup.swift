import UniformTypes

/// The time to find the type of a filename extension.
struct ExtensionLookup: Benchmark {
  let name = "extension-lookup"

  func run() -> BenchmarkOutcome {
    let extensions = ["png", "jpg", "txt", "HTML", "zip", "json", "mp3", "swift", "pdf", "csv"]
    let table = Dictionary(uniqueKeysWithValues: extensions.map { ($0, $0.count) })
    let rounds = 4000
    let comparison = Comparison(rounds: 51, operations: rounds * extensions.count) {
      for _ in 0..<rounds {
        for fileExtension in extensions { use(UTType(filenameExtension: fileExtension)) }
      }
    } against: {
      // The reference: the same look-ups in a small dictionary.
      for _ in 0..<rounds {
        for fileExtension in extensions { use(table[fileExtension]) }
      }
    }
    return .measured(
      .init(
        value: comparison.fastest, unit: "ns a look-up", target: .atMost(500),
        details: "median \(comparison.subject.short) ns, \(comparison.ratio.short) × a dictionary of ten"))
  }
}
