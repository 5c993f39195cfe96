import FileSystem

/// A path in a journal: text where it is UTF-8, otherwise its bytes.
package struct JournalPath: Hashable, Codable, Sendable {
  let path: FilePath

  private enum Key: String, CodingKey { case bytes }

  init(_ path: FilePath) { self.path = path }

  package init(from decoder: any Decoder) throws {
    let bytes: [UInt8]
    do {
      bytes = Array(try decoder.singleValueContainer().decode(String.self).utf8)
    } catch DecodingError.typeMismatch {
      bytes = try decoder.container(keyedBy: Key.self).decode([UInt8].self, forKey: .bytes)
    }
    guard let path = FilePath(bytes: bytes), path.isAbsolute else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "this is not an absolute path"))
    }
    self.path = path
  }

  package func encode(to encoder: any Encoder) throws {
    if let text = path.string {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    } else {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(path.bytes, forKey: .bytes)
    }
  }
}
