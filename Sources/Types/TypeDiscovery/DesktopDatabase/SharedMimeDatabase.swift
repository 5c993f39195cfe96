import ByteTools
public import ProfferFileSystem

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
  package var mimeTypes: [String] {
    listed.union(globs.mimeTypes).union(files.subclasses.firstWords).sorted()
  }
  /// The types that the databases list.
  private var listed: Set<String> {
    var types: Set<String> = []
    for list in files.lists {
      list.withUnsafeBytes { list in
        for line in ByteLines(list) where !line.isEmpty && line[0] != UInt8(ascii: "#") {
          types.insert(String(decoding: line, as: UTF8.self))
        }
      }
    }
    return types
  }
  /// The files that were read; one object, so that a copy of the database is a reference.
  ///
  /// Files of lines are taken apart when they are first asked: a file without a type of the database needs none of them.
  private final class Files: Sendable {
    /// The files `types`, whose lines only a question for all types needs.
    let lists: [[UInt8]]
    /// The names that mean a type: the files `globs2`.
    let globs: MimeGlobs
    /// The signatures, those of highest priority first: the files `magic`.
    let signatures: MimeSignatures
    /// The types that each type is a kind of, as written: the files `subclasses`.
    private let lazySubclasses: LazyValue<WordLines>
    /// Old or other names and what they stand for: the files `aliases`.
    private let lazyOtherNames: LazyValue<WordLines>
    /// The types of XML documents, by the namespace and the name of the root element: the files `XMLnamespaces`.
    private let lazyRootElements: LazyValue<WordLines>

    init(_ texts: [String: [[UInt8]]], _ globs: MimeGlobs, _ signatures: MimeSignatures) {
      lists = texts["types"] ?? []
      self.globs = globs
      self.signatures = signatures
      func lines(_ name: String, arePairs: Bool) -> LazyValue<WordLines> {
        let texts = texts[name] ?? []
        return LazyValue { WordLines(texts, arePairs: arePairs) }
      }
      lazySubclasses = lines("subclasses", arePairs: true)
      lazyOtherNames = lines("aliases", arePairs: true)
      lazyRootElements = lines("XMLnamespaces", arePairs: false)
    }

    var subclasses: WordLines { lazySubclasses.value }
    var otherNames: WordLines { lazyOtherNames.value }
    var rootElements: WordLines { lazyRootElements.value }
  }

  private let files: Files
  /// The errors of malformed lines and sections, which are skipped: one with code `malformedDatabase` for each file.
  public let skipped: [DiscoveryError]
  /// The declared types that were found for MIME types.
  let foundTypes = FoundTypes()

  /// The names that mean a type.
  var globs: MimeGlobs { files.globs }
  /// The signatures, those of highest priority first.
  var signatures: MimeSignatures { files.signatures }

  /// Reads databases.
  ///
  /// Malformed lines and sections are skipped; ``skipped`` says which.
  ///
  /// - Parameter folders: the `mime` folders, the most important first: those of `$XDG_DATA_HOME`, then of
  ///   `$XDG_DATA_DIRS`, such as `/usr/share/mime`. A folder or file that is not there is an empty one.
  /// - Throws: `fileSystem` when a file cannot be read.
  public init(folders: [FilePath]) throws(DiscoveryError) {
    // The least important first, so that what comes later can take back what was said.
    var texts: [String: [[UInt8]]] = [:]
    var globs: [(path: FilePath, text: [UInt8])] = []
    var signatures: [MimeSignature] = []
    var skipped: [DiscoveryError] = []
    for folder in folders.reversed() {
      for name in ["types", "subclasses", "aliases", "XMLnamespaces"] {
        guard let text = try Self.bytes(name, in: folder) else { continue }
        texts[name, default: []].append(text)
        if ["subclasses", "aliases"].contains(name),
          let error = WordLines.malformedPairs(text).error(in: Self.file(name, folder), "two MIME types")
        {
          skipped.append(error)
        }
      }
      if let text = try Self.bytes("globs2", in: folder) { globs.append((Self.file("globs2", folder), text)) }
      try Self.readSignatures(in: folder, before: &signatures, skipped: &skipped)
    }
    files = Files(texts, MimeGlobs(globs, skipped: &skipped), MimeSignatures(signatures))
    self.skipped = skipped
  }

  /// The name by which the database calls a type that it knows under several.
  package func canonicalName(of mimeType: String) -> String {
    let folded = mimeType.lowercased()
    return files.otherNames.lines(beginningWith: folded).last { $0.middle.isEmpty }?.last ?? folded
  }

  /// The other names of a type, sorted.
  func aliases(of name: String) -> [String] {
    Set(files.otherNames.lines(endingWith: name).map(\.first)).filter { canonicalName(of: $0) == name }
      .sorted()
  }

  /// The types that a type is a kind of directly: what the database says, and for any text plain text.
  package func parents(of mimeType: String) -> [String] {
    let name = canonicalName(of: mimeType)
    let written = files.subclasses.lines(beginningWith: name).filter(\.middle.isEmpty).map {
      canonicalName(of: $0.last)
    }
    return written.isEmpty && name.hasPrefix("text/") && name != "text/plain" ? ["text/plain"] : written
  }

  /// The types that a file name means, best first.
  package func mimeTypes(named name: FileName) -> [String] { globs.meaning(of: name.bytes).mimeTypes }

  /// The type whose signature has the highest priority among those that the first bytes of something carry.
  package func mimeType(ofPrefix prefix: UnsafeRawBufferPointer) -> String? {
    signatures.matches(in: prefix).first { _ in true }?.mimeType
  }

  /// The type of an XML document by its root element; nil for an element that the database does not know.
  package func mimeType(rootElement localName: String, inNamespace namespace: String) -> String? {
    let lines = files.rootElements.lines(beginningWith: namespace)
    let found = lines.last { $0.middle == localName } ?? lines.last { $0.middle.isEmpty }
    return found?.last.lowercased()
  }

  /// Puts the signatures of a folder before those of less important ones, each by its priority.
  private static func readSignatures(
    in folder: FilePath, before signatures: inout [MimeSignature], skipped: inout [DiscoveryError]
  ) throws(DiscoveryError) {
    guard let bytes = try bytes("magic", in: folder) else { return }
    let found = MimeSignature.parse(bytes, from: file("magic", folder), skipped: &skipped)
    let withdrawn = Set(found.filter(\.withdrawsEarlier).map(\.mimeType))
    let kept = signatures.filter { !withdrawn.contains($0.mimeType) }
    let ranked = (found.filter { !$0.rules.isEmpty } + kept).enumerated().sorted {
      ($1.element.priority, $0.offset) < ($0.element.priority, $1.offset)
    }
    signatures = ranked.map(\.element)
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
