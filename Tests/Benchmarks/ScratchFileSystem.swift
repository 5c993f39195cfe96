import Foundation
import TestSupport

/// A file system in a file, mounted for one benchmark, so that extents can be shared on any machine.
final class ScratchFileSystem {
  /// The mount point.
  let path: String
  private let folder: TemporaryFolder

  /// The reason why the file system cannot be mounted.
  struct Unavailable: Error { let reason: String }

  /// Creates and mounts a file system.
  ///
  /// - Throws: `Unavailable` if the tools are missing or this user may not mount.
  init(_ kind: String, byteCount: UInt64) throws {
    folder = try TemporaryFolder()
    let image = try folder.write([], to: "image")
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: image))
    try handle.truncate(atOffset: byteCount)
    try handle.close()
    path = folder.path("mounted")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try Self.run("mkfs.\(kind)", ["-q", image])
    try Self.run("mount", ["-o", "loop", image, path])
  }

  deinit {
    do { try Self.run("umount", [path]) } catch { print("could not unmount \(path): \(error)") }
  }

  /// The number of free bytes.
  func freeByteCount() throws -> Int64 {
    // Bytes that are only in memory do not count until they are allocated on disk.
    try Self.run("sync", ["-f", path])
    let attributes = try FileManager.default.attributesOfFileSystem(forPath: path)
    return (attributes[.systemFreeSize] as? NSNumber)?.int64Value ?? 0
  }

  static func run(_ program: String, _ arguments: [String]) throws {
    let environment = ["PATH": "/usr/local/sbin:/usr/sbin:/sbin:/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C"]
    let run = try ProgramRun.runAndBlock("/usr/bin/env", [program] + arguments, environment: environment)
    if run.status != 0 {
      let words = run.errorText.trimmingCharacters(in: .whitespacesAndNewlines)
      throw Unavailable(reason: "\(program): \(words)")
    }
  }
}
