public import FileSystem

/// The database of MIME types that Linux desktops share: names, signatures and a hierarchy of their own.
///
/// It knows formats that no uniform type is declared for. `declarations(beyond:)` makes declarations of them, and
/// `type(mimeType:in:)` finds the uniform type that one of its MIME types means. (Source: the Shared MIME-info
/// Database specification of freedesktop.org.)
public struct SharedMimeDatabase: Sendable {
  /// The largest file that is read, in bytes: 32 MiB.
  ///
  /// Today's largest has 40 KiB.
  private static let limit: UInt64 = 32 << 20

  /// All MIME types, sorted.
  public private(set) var mimeTypes: [String] = []
  /// The names that mean a type.
  var globs = MimeGlobs()
  /// The signatures, those of highest priority first.
  var signatures: [MimeSignature] = []
  /// The types that each type is a kind of, as written.
  var parents: [String: [String]] = [:]
  /// The type that an old or other name stands for.
  private var canonicalNames: [String: String] = [:]
  /// The other names of a type.
  private(set) var aliases: [String: [String]] = [:]

  /// Reads databases.
  ///
  /// - Parameter folders: the `mime` folders, the most important first: those of `$XDG_DATA_HOME`, then of
  ///   `$XDG_DATA_DIRS`, such as `/usr/share/mime`. A folder or file that is not there is an empty one.
  /// - Throws: `fileSystem` when a file cannot be read, `malformedDatabase` when it is not in its format.
  public init(folders: [FilePath]) throws(DiscoveryError) {
    var known: Set<String> = []
    // The least important first, so that what comes later can take back what was said.
    for folder in folders.reversed() {
      known.formUnion(Self.lines(of: try Self.text("types", in: folder)))
      try globs.read(Self.text("globs2", in: folder), from: Self.file("globs2", folder))
      for (name, parent) in Self.pairs(try Self.text("subclasses", in: folder)) {
        parents[name, default: []].append(parent)
      }
      for (alias, name) in Self.pairs(try Self.text("aliases", in: folder)) { canonicalNames[alias] = name }
      try readSignatures(in: folder)
    }
    known.formUnion(globs.mimeTypes)
    known.formUnion(parents.keys)
    mimeTypes = known.sorted()
    for (alias, name) in canonicalNames.sorted(by: { $0.key < $1.key }) {
      aliases[name, default: []].append(alias)
    }
  }

  /// The name by which the database calls a type that it knows under several.
  public func canonicalName(of mimeType: String) -> String {
    let folded = mimeType.lowercased()
    return canonicalNames[folded] ?? folded
  }

  /// The types that a type is a kind of directly: what the database says, and for any text plain text.
  public func parents(of mimeType: String) -> [String] {
    let name = canonicalName(of: mimeType)
    let written = (parents[name] ?? []).map { canonicalName(of: $0) }
    return written.isEmpty && name.hasPrefix("text/") && name != "text/plain" ? ["text/plain"] : written
  }

  /// The types that a file name means, best first.
  public func mimeTypes(named name: FileName) -> [String] { globs.matches(name.bytes) }

  /// The type whose signature has the highest priority among those that the first bytes of something carry.
  public func mimeType(ofPrefix prefix: UnsafeRawBufferPointer) -> String? {
    signatures.first { $0.matches(prefix) }?.mimeType
  }

  private mutating func readSignatures(in folder: FilePath) throws(DiscoveryError) {
    guard let bytes = try Self.bytes("magic", in: folder) else { return }
    let found = try MimeSignature.parse(bytes, from: Self.file("magic", folder))
    let withdrawn = Set(found.filter(\.withdrawsEarlier).map(\.mimeType))
    signatures.removeAll { withdrawn.contains($0.mimeType) }
    let ranked = (found.filter { !$0.rules.isEmpty } + signatures).enumerated().sorted {
      ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset)
    }
    signatures = ranked.map(\.element)
  }

  private static func pairs(_ text: String) -> [(String, String)] {
    lines(of: text).compactMap { line in
      let words = line.split(separator: " ")
      return words.count == 2 ? (words[0].lowercased(), words[1].lowercased()) : nil
    }
  }

  private static func lines(of text: String) -> [String] {
    text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
  }

  /// The text of a file; empty when there is none.
  private static func text(_ name: String, in folder: FilePath) throws(DiscoveryError) -> String {
    String(decoding: try bytes(name, in: folder) ?? [], as: UTF8.self)
  }

  private static func bytes(_ name: String, in folder: FilePath) throws(DiscoveryError) -> [UInt8]? {
    let path = file(name, folder)
    return try DiscoveryError.withFile { () throws(FileSystemError) -> [UInt8]? in
      guard let status = try FileStatus.ifPresent(path) else { return nil }
      return try OpenFile.readingRegular(path).bytes(at: 0, count: Int(min(status.byteCount, limit)))
    }
  }

  private static func file(_ name: String, _ folder: FilePath) -> FilePath {
    FileName(name).map { folder.appending($0) } ?? folder
  }
}
