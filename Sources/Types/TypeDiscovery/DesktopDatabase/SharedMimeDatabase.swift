import ByteTools
public import ProfferFileSystem

/// The shared MIME database of Linux desktops: file name patterns, signatures and a hierarchy of types.
///
/// The database contains formats that have no uniform type. `declarations(beyond:)` creates declarations
/// for these formats. `type(mimeType:in:)` finds the uniform type of a MIME type. (Source: the Shared
/// MIME-info Database specification of freedesktop.org.)
public struct SharedMimeDatabase: Sendable {
  /// The maximum number of bytes that are read from a file: 32 MiB.
  ///
  /// The largest current file has 40 KiB.
  private static let limit: UInt64 = 32 << 20

  /// All MIME types, sorted.
  package var mimeTypes: [String] {
    listed.union(globs.mimeTypes).union(files.subclasses.firstWords).sorted()
  }
  /// The types that the `types` files list.
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
  /// The unparsed files of all folders.
  ///
  /// This is a class, so that copying the database copies only a reference.
  private final class Source: Sendable {
    /// The folders, in increasing order of precedence.
    let folders: [Folder]
    /// The number of names for which the text of the files was searched.
    let searchCount = Locked(0)
    private let parsed: Locked<Files?> = Locked(nil)
    private let note: @Sendable (DiscoveryError) -> Void

    init(_ folders: [Folder], _ note: @escaping @Sendable (DiscoveryError) -> Void) {
      self.folders = folders
      self.note = note
    }

    /// The parsed files.
    ///
    /// The files are parsed for the first query that needs more than a search of their text.
    var files: Files {
      parsed.withLock { parsed in
        if let parsed { return parsed }
        let files = Files(folders)
        files.skipped.forEach(note)
        parsed = files
        return files
      }
    }
  }

  /// A `mime` folder, and the contents of its files by file name.
  private struct Folder: Sendable {
    let path: FilePath
    let files: [String: [UInt8]]
  }

  /// The parsed files.
  ///
  /// The files `subclasses`, `aliases` and `XMLnamespaces` are parsed when they are first used. A query for a
  /// document does not need them if the database contains no type for the document.
  private final class Files: Sendable {
    /// The contents of the `types` files.
    ///
    /// Their lines are needed only to list all types.
    let lists: [[UInt8]]
    /// The file name patterns, from the `globs2` files.
    let globs: MimeGlobs
    /// The signatures in decreasing order of priority, from the `magic` files.
    let signatures: MimeSignatures
    /// The parents of each type, as written in the `subclasses` files.
    private let lazySubclasses: LazyValue<WordLines>
    /// The aliases of types, with their canonical names, from the `aliases` files.
    private let lazyOtherNames: LazyValue<WordLines>
    /// The types of XML documents by the namespace and name of the root element, from the `XMLnamespaces`
    /// files.
    private let lazyRootElements: LazyValue<WordLines>

    /// The errors for malformed lines and sections.
    let skipped: [DiscoveryError]

    /// Parses the files of folders in increasing order of precedence.
    ///
    /// A later file can withdraw patterns and signatures of earlier files.
    init(_ folders: [Folder]) {
      var globs: [(path: FilePath, text: [UInt8])] = []
      var signatures: [MimeSignature] = []
      var skipped: [DiscoveryError] = []
      for folder in folders {
        for name in ["subclasses", "aliases"] {
          guard let text = folder.files[name] else { continue }
          let path = SharedMimeDatabase.file(name, folder.path)
          if let error = WordLines.malformedPairs(text).error(in: path, "two MIME types") {
            skipped.append(error)
          }
        }
        if let text = folder.files["globs2"] {
          globs.append((SharedMimeDatabase.file("globs2", folder.path), text))
        }
        SharedMimeDatabase.readSignatures(in: folder, before: &signatures, skipped: &skipped)
      }
      lists = folders.compactMap { $0.files["types"] }
      self.globs = MimeGlobs(globs, skipped: &skipped)
      self.signatures = MimeSignatures(signatures)
      self.skipped = skipped
      func lines(_ name: String, arePairs: Bool) -> LazyValue<WordLines> {
        let texts = folders.compactMap { $0.files[name] }
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

  private let source: Source
  private var files: Files { source.files }
  /// The errors with code `malformedDatabase`, one for each file with skipped lines or sections.
  public var skipped: [DiscoveryError] { files.skipped }
  /// The cache of declared types for MIME types.
  let foundTypes = FoundTypes()

  /// The file name patterns of types.
  var globs: MimeGlobs { files.globs }
  /// The signatures in decreasing order of priority.
  var signatures: MimeSignatures { files.signatures }

  /// Reads databases.
  ///
  /// Malformed lines and sections are skipped and reported in ``skipped``.
  ///
  /// - Parameter folders: the `mime` folders, highest precedence first: the `mime` folder in
  ///   `$XDG_DATA_HOME`, then the `mime` folders in `$XDG_DATA_DIRS`, such as `/usr/share/mime`. A missing
  ///   folder or file is treated as empty.
  /// - Throws: `fileSystem` if a file cannot be read.
  public init(folders: [FilePath]) throws(DiscoveryError) { try self.init(folders: folders) { _ in } }

  /// Reads databases; the files are parsed later, for the first query that needs parsed files.
  ///
  /// - Parameter note: called with each error in ``skipped`` when the files are parsed.
  /// - Throws: `fileSystem` when a file cannot be read.
  package init(
    folders: [FilePath], noting note: @escaping @Sendable (DiscoveryError) -> Void
  ) throws(DiscoveryError) {
    var read: [Folder] = []
    for path in folders.reversed() {
      var files: [String: [UInt8]] = [:]
      for name in ["types", "subclasses", "aliases", "XMLnamespaces", "globs2", "magic"] {
        files[name] = try Self.bytes(name, in: path)
      }
      read.append(Folder(path: path, files: files))
    }
    source = Source(read, note)
  }

  /// Returns the canonical name of a type.
  ///
  /// A type may have several names in the database.
  package func canonicalName(of mimeType: String) -> String {
    let folded = mimeType.lowercased()
    return files.otherNames.lines(beginningWith: folded).last { $0.middle.isEmpty }?.last ?? folded
  }

  /// Returns the other names of a type, sorted.
  func aliases(of name: String) -> [String] {
    Set(files.otherNames.lines(endingWith: name).map(\.first)).filter { canonicalName(of: $0) == name }
      .sorted()
  }

  /// Returns the direct parents of a type in the database.
  ///
  /// A text type without parents in the database has the parent `text/plain`.
  package func parents(of mimeType: String) -> [String] {
    let name = canonicalName(of: mimeType)
    let written = files.subclasses.lines(beginningWith: name).filter(\.middle.isEmpty).map {
      canonicalName(of: $0.last)
    }
    return written.isEmpty && name.hasPrefix("text/") && name != "text/plain" ? ["text/plain"] : written
  }

  /// Returns the number of types that the database contains for the extension of a name with one period.
  ///
  /// The result is nil if the types may depend on more of the name than its extension.
  ///
  /// For the first few names, the method searches the text of the files. It parses the files only after
  /// that, because a program that needs the type of one file makes only one such query.
  func typeCount(byExtensionOf name: FileName) -> Int? {
    let searchCount = source.searchCount.withLock { count in
      count += 1
      return count
    }
    if searchCount <= Self.searchLimit {
      return MimeGlobs.endingCount(of: name.bytes, in: source.folders.compactMap { $0.files["globs2"] })
    }
    let meaning = globs.meaning(of: name.bytes)
    return meaning.isOfMoreThanExtension ? nil : meaning.mimeTypes.count
  }

  /// The number of names for which the text of the files is searched before the files are parsed.
  private static let searchLimit = 16

  /// Returns the types of a file name, best first.
  package func mimeTypes(named name: FileName) -> [String] { globs.meaning(of: name.bytes).mimeTypes }

  /// Returns the type of the highest-priority signature that matches the first bytes of a file.
  package func mimeType(ofPrefix prefix: UnsafeRawBufferPointer) -> String? {
    signatures.matches(in: prefix).first { _ in true }?.mimeType
  }

  /// Returns the type of an XML document by its root element; nil for an unknown element.
  package func mimeType(rootElement localName: String, inNamespace namespace: String) -> String? {
    let lines = files.rootElements.lines(beginningWith: namespace)
    let found = lines.last { $0.middle == localName } ?? lines.last { $0.middle.isEmpty }
    return found?.last.lowercased()
  }

  /// Adds the signatures of a folder to the signatures of folders with lower precedence, in decreasing
  /// order of priority.
  ///
  /// Among signatures with equal priority, the signatures of this folder are first.
  private static func readSignatures(
    in folder: Folder, before signatures: inout [MimeSignature], skipped: inout [DiscoveryError]
  ) {
    guard let bytes = folder.files["magic"] else { return }
    let found = MimeSignature.parse(bytes, from: file("magic", folder.path), skipped: &skipped)
    let withdrawn = Set(found.filter(\.withdrawsEarlier).map(\.mimeType))
    let kept = signatures.filter { !withdrawn.contains($0.mimeType) }
    let all = found.filter { !$0.rules.isEmpty } + kept
    // If there is only one folder, its signatures are already in this order.
    let isRanked = all.indices.dropFirst().allSatisfy { all[$0 - 1].priority >= all[$0].priority }
    signatures =
      isRanked
      ? all : all.indices.sorted { (all[$1].priority, $0) < (all[$0].priority, $1) }.map { all[$0] }
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
