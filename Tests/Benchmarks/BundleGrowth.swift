import ProfferFileSystem
import ProviderBundles
import TestSupport

/// The growth of the time to write, open, edit and verify a bundle with twice as many items.
///
/// The largest ratio counts.
struct BundleGrowth: Benchmark {
  let name = "bundle-growth"

  private static let itemCount = 20_000

  func run() throws -> BenchmarkOutcome {
    let folder = try TemporaryFolder()
    let writer = ProviderBundleWriter()
    let drafts = [1, 2].map { BundleSamples.draft(itemCount: Self.itemCount * $0) }
    let paths = try [1, 2].map { try BundleSamples.path("\($0).dragbundle", in: folder) }
    let works: [(name: String, work: (Int) throws -> Void)] = [
      ("write", { try writer.write(drafts[$0], to: paths[$0], replacing: true) }),
      ("load", { use(try BundleSamples.load(item: 1, of: paths[$0])) }),
      ("verify", { try ProviderBundle(opening: paths[$0]).verify { use($0) } }),
      ("edit", { try writer.edit(paths[$0]) { $0.items.reverse() } }),
    ]
    var worst = 0.0
    var details: [String] = []
    for (name, work) in works {
      // The runs alternate between the sizes; the fastest of each size counts, because other work disturbed
      // it least.
      var times = [Double.infinity, Double.infinity]
      for _ in 0..<5 {
        for index in times.indices {
          let start = ContinuousClock.now
          try work(index)
          times[index] = min(times[index], start.duration(to: .now) / .milliseconds(1))
        }
      }
      let ratio = times[1] / times[0]
      worst = max(worst, ratio)
      details.append("\(name) \(times[0].short) ms, \(times[1].short) ms")
    }
    return .measured(
      .init(
        value: worst, unit: "× for twice the items", target: .atMost(2.2),
        details: details.joined(separator: "; ")))
  }
}
