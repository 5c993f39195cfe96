import Foundation

/// The file that holds the input a parser is working on, so that it outlives a process that the parser ends.
struct InputInHand {
  let path: String
  private let handle: FileHandle

  init(fuzzer: String, seed: UInt64) throws {
    path =
      URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("fuzzer-\(fuzzer)-\(seed).input")
      .path
    try Data().write(to: URL(fileURLWithPath: path))
    handle = try FileHandle(forUpdating: URL(fileURLWithPath: path))
  }

  func keep(_ input: [UInt8]) throws {
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: input)
  }

  /// Removes the file, when no input in it is worth keeping.
  func remove() throws {
    try handle.close()
    try FileManager.default.removeItem(atPath: path)
  }
}
