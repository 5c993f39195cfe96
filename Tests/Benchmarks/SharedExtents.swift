import Dispatch
import Foundation
import ItemProviders
import TestSupport
import UniformTypes

/// The bytes written by loading a 1 GiB file as a file, on a file system that shares extents.
struct SharedExtents: Benchmark {
  let name = "shared-extents"

  private static let byteCount = 1 << 30

  func run() throws -> BenchmarkOutcome {
    var reasons: [String] = []
    for kind in ["xfs", "btrfs"] {
      do {
        return try measure(on: ScratchFileSystem(kind, byteCount: 4 << 30), kind: kind)
      } catch let unavailable as ScratchFileSystem.Unavailable {
        reasons.append(unavailable.reason)
      }
    }
    return .skipped("no file system that shares extents: \(reasons.joined(separator: "; "))")
  }

  private func measure(on system: ScratchFileSystem, kind: String) throws -> BenchmarkOutcome {
    let source = "\(system.path)/source.bin"
    try Self.fill(source)
    // Loads store their files in the temporary folder of the process.
    let earlier = ProcessInfo.processInfo.environment["TMPDIR"]
    setenv("TMPDIR", system.path, 1)
    defer { if let earlier { setenv("TMPDIR", earlier, 1) } else { unsetenv("TMPDIR") } }
    let provider = ItemProvider(contentsOf: URL(fileURLWithPath: source), contentType: .data)

    // Measured before the copy: some file systems return the space of a removed file only later.
    let free = try system.freeByteCount()
    var freeWhileLoaded = free
    try Self.load(provider) { freeWhileLoaded = try system.freeByteCount() }

    let comparison = try Comparison(rounds: 3, operations: 1) {
      try Self.load(provider) { try ScratchFileSystem.run("sync", ["-f", system.path]) }
    } against: {
      let copy = "\(system.path)/copy.bin"
      try ScratchFileSystem.run("cp", ["--reflink=never", source, copy])
      try ScratchFileSystem.run("sync", ["-f", system.path])
      try FileManager.default.removeItem(atPath: copy)
    }
    return .measured(
      .init(
        value: Double(free - freeWhileLoaded).mebibytes, unit: "MiB written", target: .atMost(1),
        details: "\(kind); a load with a sync takes \(comparison.ratio.short) × a copy with a sync, "
          + "\((comparison.subject / 1e6).short) ms"))
  }

  /// Loads the file and measures the file system while the loaded file exists.
  private static func load(_ provider: ItemProvider, whileThere look: () throws -> Void) throws {
    let loaded = Handover<Result<LoadedFile, any Error>>()
    provider.loadFile(forTypeIdentifier: "public.data") { loaded.give($0) }
    let file = try loaded.wait().get()
    try look()
    file.release()
  }

  /// Writes bytes, so that the file has no hole.
  private static func fill(_ path: String) throws {
    guard FileManager.default.createFile(atPath: path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    var generator = SeededGenerator(seed: 1)
    let piece = Data(generator.bytes(count: 1 << 20))
    for _ in 0..<byteCount / piece.count { try handle.write(contentsOf: piece) }
    try handle.close()
  }
}
