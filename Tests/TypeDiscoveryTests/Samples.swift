import ProfferFileSystem
import TestSupport
import Testing
import UniformTypes
import ZipArchives

@testable import TypeDiscovery

extension TemporaryFolder {
  /// The path of a name inside the folder, or of the folder itself.
  func filePath(_ name: String? = nil) throws -> FilePath {
    try #require(FilePath(name.map { path($0) } ?? path))
  }

  /// Writes a zip archive with the given entries.
  func writeArchive(_ entries: [(name: String, text: String)], to name: String) throws -> FilePath {
    let path = try filePath(name)
    var writer = ZipWriter(output: try OpenFile.creating(path))
    for entry in entries {
      try Array(entry.text.utf8).withUnsafeBytes { bytes in
        _ = try writer.add(name: Array(entry.name.utf8), bytes: bytes)
      }
    }
    _ = try writer.finish()
    return path
  }
}

extension TypeDetector {
  /// The type of bytes, with or without a name.
  func type(name: String?, _ bytes: [UInt8]) -> UTType { detection(name: name, bytes).type }

  func detection(name: String?, _ bytes: [UInt8]) -> TypeDetection {
    bytes.withUnsafeBytes { detect(name: name.flatMap { FileName($0) }, prefix: $0) }
  }
}

/// The first bytes of files, as few as their formats allow.
enum Beginning {
  static let png: [UInt8] =
    [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
    + [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]
  static let rtf = Array(#"{\rtf1\ansi Notes}"#.utf8)
  static let json = Array("{\"name\": [1, 2, 3]}\n".utf8)
  static let text = Array("Milk, bread, apples and a newspaper.\n".utf8)
  static let binaryPropertyList = Array("bplist00".utf8) + [0xD0, 0x08] + [UInt8](repeating: 0, count: 32)
}
