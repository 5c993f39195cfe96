import Foundation

/// A file with the input that is being parsed; it remains if the parser ends the process.
struct CurrentInput {
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

  /// Removes the file.
  ///
  /// Called when there was no finding.
  func remove() throws {
    try handle.close()
    try FileManager.default.removeItem(atPath: path)
  }
}
