import ProfferFileSystem

/// A digest that shows whether a file or folder has changed: of the names, sizes, modification times and inodes in it.
///
/// Contents are not read, so that undo is fast. A change is not found if the program that makes it restores the
/// modification time, as with every tool that compares times.
package struct FileFingerprint: Hashable, Codable, Sendable {
  /// The FNV-1a hash of the listing, 64 bits.
  private let digest: UInt64

  /// Examines a file, link or folder; links are not followed.
  init(of path: FilePath) throws(FileSystemError) {
    var hash = FNVHash()
    var left = [(path: path, name: [UInt8]())]
    while let next = left.popLast() {
      let status = try FileStatus.of(next.path, followingLinks: false)
      hash.add(next.name)
      hash.add(byte: 0)
      switch status.kind {
      case .folder:
        hash.add(byte: 1)
        for name in try Folder.names(in: next.path) {
          left.append((next.path.appending(name), next.name + [0x2F] + name.bytes))
        }
      case .link: hash.add(try FileTree.readLink(next.path))
      default:
        hash.add(byte: 2)
        hash.add(status.byteCount)
        hash.add(UInt64(bitPattern: status.modification.seconds))
        hash.add(UInt64(status.modification.nanoseconds))
        hash.add(status.inode)
      }
    }
    digest = hash.value
  }

  private enum Key: String, CodingKey { case digest }

  /// Decodes a digest in hexadecimal, because many JSON readers do not keep integers of 64 bits.
  package init(from decoder: any Decoder) throws {
    let text = try decoder.container(keyedBy: Key.self).decode(String.self, forKey: .digest)
    guard let digest = UInt64(text, radix: 16) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "\(text) is not a digest"))
    }
    self.digest = digest
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(String(digest, radix: 16), forKey: .digest)
  }
}

/// The hash function FNV-1a with 64 bits (source: draft-eastlake-fnv).
struct FNVHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func add(byte: UInt8) { value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
  mutating func add(_ bytes: [UInt8]) { for byte in bytes { add(byte: byte) } }
  mutating func add(_ number: UInt64) {
    for shift in 0..<8 { add(byte: UInt8(truncatingIfNeeded: number >> (shift * 8))) }
  }
}

extension FNVHash {
  /// The hash of bytes, in hexadecimal.
  static func digest(of bytes: [UInt8]) -> String {
    var hash = FNVHash()
    hash.add(bytes)
    return String(hash.value, radix: 16)
  }
}
