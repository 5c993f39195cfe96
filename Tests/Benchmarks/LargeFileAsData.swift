import Dispatch
import Foundation
import ItemProviders
import TestSupport
import UniformTypes

/// The anonymous memory needed to load a file of 1 GiB as data and to read every page, and the time of the
/// load.
///
/// The load copies the bytes into an unnamed file, unless the file system shares extents.
struct LargeFileAsData: Benchmark {
  let name = "large-file-as-data"

  private static let byteCount = 1 << 30

  func run() throws -> BenchmarkOutcome {
    let folder = try TemporaryFolder()
    let path = try folder.write([], to: "large.bin")
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    // The file is filled with bytes, because a hole would not be copied.
    let piece = Data(repeating: 0x5A, count: 1 << 20)
    for _ in 0..<Self.byteCount / piece.count { try handle.write(contentsOf: piece) }
    try handle.close()
    let provider = ItemProvider(contentsOf: URL(fileURLWithPath: path), contentType: .data)

    guard let before = try AnonymousMemory.byteCount() else { return AnonymousMemory.unknown }
    let start = ContinuousClock.now
    let data = try Self.load(provider)
    let milliseconds = start.duration(to: .now) / .milliseconds(1)
    var peak = try AnonymousMemory.byteCount() ?? before
    var sum = 0
    for offset in stride(from: 0, to: data.count, by: 4096) {
      sum &+= Int(data[offset])
      if offset % (128 << 20) == 0 { peak = max(peak, try AnonymousMemory.byteCount() ?? 0) }
    }
    use(sum)
    peak = max(peak, try AnonymousMemory.byteCount() ?? 0)
    guard data.count == Self.byteCount else { throw CocoaError(.fileReadCorruptFile) }
    return .measured(
      .init(
        value: max(0, (peak - before).mebibytes), unit: "MiB anonymous", target: .atMost(64),
        details: "\(data.count >> 20) MiB loaded in \(milliseconds.short) ms"))
  }

  private static func load(_ provider: ItemProvider) throws -> Data {
    let loaded = Handover<Result<Data, any Error>>()
    provider.loadDataRepresentation(forTypeIdentifier: "public.data") { data, error in
      loaded.give(data.map { .success($0) } ?? .failure(error ?? CocoaError(.fileReadUnknown)))
    }
    return try loaded.wait().get()
  }
}
