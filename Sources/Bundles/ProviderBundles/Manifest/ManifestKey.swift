import JSONText

/// A key that this version of the format defines.
///
/// A manifest of 100,000 items has a million keys. Keys are therefore recognized by their bytes: comparing each key
/// with the defined keys as strings would take longer than reading the values.
enum ManifestKey: String, CaseIterable {
  case version, items, types
  case width, height, style, team, teamData, preview, name, representations
  case type, kind, group, openInPlace, path, entry, byteCount, crc32, executable, target, targetBytes, members
  case reference, promise, nameBytes, modified
  case file, fileBytes, of, coder

  private struct Spelling {
    let key: ManifestKey
    let bytes: [UInt8]
    /// The bit of the key in a set of keys.
    let bit: UInt64
  }

  /// The keys of each length.
  private static let byLength: [[Spelling]] = {
    var byLength: [[Spelling]] = []
    for (index, key) in allCases.enumerated() {
      let bytes = Array(key.rawValue.utf8)
      while byLength.count <= bytes.count { byLength.append([]) }
      byLength[bytes.count].append(Spelling(key: key, bytes: bytes, bit: 1 << index))
    }
    return byLength
  }()

  /// Returns the key with the given text and its bit in a set of keys; nil if this version does not define the key.
  static func known(_ text: String) -> (key: ManifestKey, bit: UInt64)? {
    var text = text
    return text.withUTF8 { known(UnsafeRawBufferPointer($0)) }
  }

  /// Returns the key with the given bytes and its bit in a set of keys; nil if this version does not define the key.
  static func known(_ bytes: UnsafeRawBufferPointer) -> (key: ManifestKey, bit: UInt64)? {
    guard bytes.count < byLength.count else { return nil }
    for spelling in byLength[bytes.count] where spelling.bytes.elementsEqual(bytes) {
      return (spelling.key, spelling.bit)
    }
    return nil
  }
}

/// The keys of an object that were read so far.
struct SeenManifestKeys {
  private var known: UInt64 = 0
  private var others: Set<String> = []

  /// Adds a key that this version defines; returns false if the key was already added.
  mutating func insert(_ bit: UInt64) -> Bool {
    defer { known |= bit }
    return known & bit == 0
  }

  /// Adds another key; returns false if the key was already added.
  mutating func insert(other key: String) -> Bool { others.insert(key).inserted }
}
