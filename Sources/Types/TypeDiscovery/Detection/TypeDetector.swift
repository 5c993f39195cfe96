public import FileSystem
public import UniformTypes

/// Determines the type of a file on disk, or of bytes with or without a name.
///
/// The file name decides. The first bytes decide when the name says nothing (no extension, or one that no declared
/// type has), confirm one of several types that share an extension, and overrule a name that they contradict: when
/// they carry the marks of a format that a file of the name's type cannot be. General findings (text, XML, a zip
/// archive) do not overrule a name whose format may look like that.
///
///     try TypeDetector().detect(path).type
///
/// A caller that has opened a file already passes the open file, and a caller that has its first bytes passes these;
/// the file is then not opened a second time.
public struct TypeDetector: Sendable {
  /// How many bytes at the start of a file are looked at: 64 KiB.
  ///
  /// Of a zip archive the directory is read as well, which is at the file's end.
  public static let prefixByteCount = ContentSignatures.examinedByteCount

  /// The registry whose types are found.
  public let registry: TypeRegistry
  /// The signatures by which bytes are known.
  public let signatures: ContentSignatures
  /// Where names and bytes are looked up that the registry and the signatures do not know.
  public let database: SharedMimeDatabase?
  private let readings = NameReadings()

  /// Makes a detector.
  ///
  /// - Parameter database: a MIME type that it finds counts when the registry declares a type for it, or for one
  ///   above it in the database.
  public init(
    registry: TypeRegistry = .current, signatures: ContentSignatures = .standard,
    database: SharedMimeDatabase? = nil
  ) {
    self.registry = registry
    self.signatures = signatures
    self.database = database
  }

  /// Determines the type of the file or folder at a path.
  ///
  /// A folder is a provider bundle where its file `mimetype` says so, else the package type that its name means, else
  /// `public.folder`. The root of a volume, for which Apple's system answers `public.volume`, is an ordinary folder: which
  /// of the many mounts of a Linux system a user calls a volume is not recorded anywhere. A link that is not followed is
  /// `public.symlink`; pipes, sockets and devices have types of their own, and are not opened. A regular file is
  /// judged by its name and bytes; an empty one whose name says nothing is `public.data`.
  ///
  /// - Parameter followingLinks: whether the target of a link is examined. The name is the link's either way.
  /// - Throws: `fileSystem` when the path does not exist or a file cannot be read.
  public func detect(_ path: FilePath, followingLinks: Bool = true) throws(DiscoveryError) -> TypeDetection {
    let status = try DiscoveryError.withFile { () throws(FileSystemError) in
      try FileStatus.of(path, followingLinks: followingLinks)
    }
    switch status.kind {
    case .regular:
      let file = try DiscoveryError.withFile { () throws(FileSystemError) in
        try OpenFile.readingRegular(path, followingLinks: followingLinks)
      }
      return try detect(file, name: path.lastComponent, isExecutable: status.isExecutable)
    case .folder:
      if let marked = markedFolder(path) { return marked }
      return detect(folderNamed: try folderName(path))
    case .link: return special(.symbolicLink, "it is a symbolic link")
    case .pipe: return special("public.named-pipe", "it is a named pipe")
    case .socket: return special("public.socket", "it is a socket")
    case .characterDevice: return special("public.character-special", "it is a character device")
    case .blockDevice: return special("public.block-special", "it is a block device")
    }
  }

  /// Determines the type of bytes that are not in a file.
  ///
  /// Of a zip archive only the first entry can be examined, so some of the formats inside are not distinguished.
  ///
  /// - Parameters:
  ///   - name: the file name that belongs to them, if there is one.
  ///   - prefix: the first bytes, best at least `prefixByteCount` of them; nil leaves the decision to the name.
  ///   - isWhole: whether the prefix is everything.
  public func detect(
    name: FileName?, prefix: UnsafeRawBufferPointer?, isWhole: Bool = false
  ) -> TypeDetection {
    let reading = readings.reading(of: name, in: registry, database)
    guard let prefix else { return decide(reading, [], isExecutable: false) }
    let bytes = UnsafeRawBufferPointer(rebasing: prefix.prefix(Self.prefixByteCount))
    var matches = contentMatches(in: bytes, isWhole: isWhole && bytes.count == prefix.count)
    if hasArchive(matches), let inner = ZipFormats(registry: registry).match(inPrefix: bytes) {
      matches.insert(inner, at: 0)
    }
    return decide(reading, matches, isExecutable: false)
  }

  /// Determines the type of a regular file that is open, without opening it or looking up its path again.
  ///
  /// - Parameters:
  ///   - name: the file name; nil leaves the decision to the bytes.
  ///   - isExecutable: whether the file may be executed; nil reads it from the open file.
  ///   - bytes: the whole file where it is in memory; nil reads the first bytes from the file.
  /// - Throws: `fileSystem` when the file cannot be read.
  package func detect(
    _ file: OpenFile, name: FileName?, isExecutable: Bool? = nil, bytes: UnsafeRawBufferPointer? = nil
  ) throws(DiscoveryError) -> TypeDetection {
    guard let isExecutable else {
      let status = try DiscoveryError.withFile { () throws(FileSystemError) in try file.status() }
      return try detect(file, name: name, isExecutable: status.isExecutable, bytes: bytes)
    }
    if let bytes {
      let prefix = UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.prefixByteCount))
      return try detect(
        file, name: name, isExecutable: isExecutable, prefix: prefix, isWhole: prefix.count == bytes.count)
    }
    let prefix: [UInt8]
    do {
      prefix = try [UInt8](unsafeUninitializedCapacity: Self.prefixByteCount) {
        buffer, initializedCount throws(FileSystemError) in
        initializedCount = try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
      }
    } catch {
      throw DiscoveryError(error)
    }
    return try prefix.withUnsafeBufferPointer { buffer throws(DiscoveryError) in
      try detect(
        file, name: name, isExecutable: isExecutable, prefix: UnsafeRawBufferPointer(buffer),
        isWhole: buffer.count < Self.prefixByteCount)
    }
  }

  private func detect(
    _ file: OpenFile, name: FileName?, isExecutable: Bool, prefix: UnsafeRawBufferPointer, isWhole: Bool
  ) throws(DiscoveryError) -> TypeDetection {
    let reading = readings.reading(of: name, in: registry, database)
    var matches = contentMatches(in: prefix, isWhole: isWhole)
    if hasArchive(matches), let inner = try ZipFormats(registry: registry).match(in: file) {
      matches.insert(inner, at: 0)
    }
    return decide(reading, matches, isExecutable: isExecutable)
  }

  private func hasArchive(_ matches: [ContentMatch]) -> Bool {
    matches.contains { $0.type == .zip }
  }

  /// The name that counts for a folder: for `.` and the like, that of the folder itself.
  private func folderName(_ path: FilePath) throws(DiscoveryError) -> FileName? {
    if let name = path.lastComponent { return name }
    let folder = try DiscoveryError.withFile { () throws(FileSystemError) in try path.resolvingLinks() }
    return folder.lastComponent
  }

  /// The detection of a provider bundle in the form of a folder, by the content of its file `mimetype`.
  private func markedFolder(_ path: FilePath) -> TypeDetection? {
    let mark = Array((UTType.dragBundle.preferredMIMEType(in: registry) ?? "").utf8)
    guard let name = FileName("mimetype"), !mark.isEmpty else { return nil }
    let found: [UInt8]
    do {
      let file = try OpenFile.readingRegular(path.appending(name))
      guard try file.status().byteCount == UInt64(mark.count) else { return nil }
      found = try file.bytes(at: 0, count: mark.count)
    } catch {
      // Most folders do not have such a file; one that cannot be read does not count.
      return nil
    }
    guard found == mark else { return nil }
    return TypeDetection(
      .dragBundle,
      evidence: [.fileSystem("it is a folder"), .content("its file mimetype names a provider bundle")],
      candidates: [.dragBundle, .folder])
  }

  private func detect(folderNamed name: FileName?) -> TypeDetection {
    let reading = NameReading(name, conformingTo: [.package, .directory], in: registry)
    let evidence: [TypeDetection.Evidence] = [.fileSystem("it is a folder")]
    guard let type = reading.declaredTypes.first else {
      return TypeDetection(.folder, evidence: evidence + reading.evidence)
    }
    return TypeDetection(
      type, evidence: evidence + reading.evidence, candidates: reading.declaredTypes + [.folder],
      nameType: type)
  }

  private func special(_ identifier: String, _ evidence: String) -> TypeDetection {
    special(UTType(exportedAs: identifier, conformingTo: .item, in: registry), evidence)
  }

  private func special(_ type: UTType, _ evidence: String) -> TypeDetection {
    TypeDetection(type, evidence: [.fileSystem(evidence)])
  }
}

extension TypeDetector {
  /// The types that some bytes may have, best first.
  ///
  /// Types that the registry does not declare are left out, and so is `public.data`, which every file has.
  func contentMatches(in prefix: UnsafeRawBufferPointer, isWhole: Bool) -> [ContentMatch] {
    var matches: [ContentMatch] = []
    for match in signatures.candidates(in: prefix, isWhole: isWhole) {
      let named = match.mimeType.flatMap { database?.type(mimeType: $0, in: registry) }
      guard let type = named ?? match.type(in: registry), type != .data else { continue }
      matches.append(
        ContentMatch(type: type, isStrong: match.confidence == .certain, evidence: match.evidence))
    }
    guard matches.isEmpty, let database, let mimeType = database.mimeType(ofPrefix: prefix),
      let type = database.closestType(mimeType: mimeType, in: registry)
    else { return matches }
    // Many of the database's signatures are a few bytes that occur by chance, so they do not overrule a name.
    return [
      ContentMatch(
        type: type, isStrong: false, evidence: "the shared MIME database knows the bytes as \(mimeType)")
    ]
  }
}

extension TypeDetector {
  /// Decides between the types that the name and the bytes mean.
  ///
  /// - Parameters:
  ///   - matches: the types that the bytes may have, best first.
  ///   - isExecutable: whether the file may be executed.
  func decide(_ name: NameReading, _ matches: [ContentMatch], isExecutable: Bool) -> TypeDetection {
    let best = matches.first
    let candidates = name.declaredTypes + matches.map(\.type) + (name.dynamicType.map { [$0] } ?? [])
    var evidence = name.evidence
    if let best { evidence.append(.content(best.evidence)) }
    func detection(_ type: UTType, isContradicted: Bool = false) -> TypeDetection {
      TypeDetection(
        type, evidence: evidence, candidates: candidates, nameType: name.type, contentType: best?.type,
        isContradicted: isContradicted)
    }

    guard let named = name.declaredTypes.first else {
      if let best, !best.type.isDynamic { return detection(best.type) }
      // Of two undeclared types, look-ups by the extension find the name's.
      if let undeclared = name.dynamicType ?? best?.type { return detection(undeclared) }
      if isExecutable {
        evidence.append(.fileSystem("it may be executed"))
        return detection(.unixExecutable)
      }
      evidence.append(.content("the bytes are of no known format"))
      return detection(.data)
    }
    guard let best else { return detection(named) }
    if let confirmed = confirmed(among: name.declaredTypes, by: matches) {
      if name.declaredTypes.count > 1 {
        evidence.append(.content("of the types with this extension that means \(confirmed)"))
      }
      return detection(confirmed)
    }
    let compatibility = ContentCompatibility(registry: registry)
    if let allowed = name.declaredTypes.first(where: { compatibility.allows(best, named: $0) }) {
      return detection(allowed)
    }
    evidence.append(.content("a file named like \(named) cannot be \(best.type); its bytes decide"))
    return detection(best.type, isContradicted: true)
  }

  /// Which of several types the bytes confirm: the type of the bytes if it is among them, otherwise one that conforms
  /// to it or that it conforms to.
  private func confirmed(among types: [UTType], by matches: [ContentMatch]) -> UTType? {
    let compatibility = ContentCompatibility(registry: registry)
    for match in matches {
      if types.contains(match.type) { return match.type }
      // Nearly every type conforms to these, so they confirm nothing.
      if match.type == .data || match.type == .text { continue }
      if let related = types.first(where: { compatibility.areRelated($0, match.type) }) { return related }
    }
    return nil
  }
}

/// The type of a file or of bytes, and the evidence for it.
public struct TypeDetection: Sendable, Hashable {
  /// One observation, and its source.
  public struct Evidence: Sendable, Hashable, CustomStringConvertible {
    /// The source of an observation.
    public enum Source: String, Sendable, Hashable, CaseIterable {
      /// The file's name.
      case name
      /// The file's bytes.
      case content
      /// What the file system says of the file, apart from its bytes.
      case fileSystem
    }

    /// The source.
    public let source: Source
    /// The observation: an English clause without a full stop, whose wording may change.
    public let text: String

    /// The source and the clause.
    public var description: String { "\(source == .fileSystem ? "file system" : source.rawValue): \(text)" }
  }

  /// The type: the answer.
  public let type: UTType
  /// The observations, in the order in which they were made.
  public let evidence: [Evidence]
  /// Every type that was considered, each once: the answer first, then by rank.
  public let candidates: [UTType]
  /// The type that the name alone means: declared, or else the dynamic one of its extension.
  ///
  /// Nil when there is no name or it has no extension.
  public let nameType: UTType?
  /// The type that the bytes alone mean; nil when they were not examined or are of an unknown format.
  public let contentType: UTType?
  /// Whether the bytes say that the name is wrong.
  ///
  /// Then `type` is what the bytes say, and the evidence gives the reason.
  public let isContradicted: Bool

  init(
    _ type: UTType, evidence: [Evidence], candidates: [UTType] = [], nameType: UTType? = nil,
    contentType: UTType? = nil, isContradicted: Bool = false
  ) {
    self.type = type
    self.evidence = evidence
    if candidates.isEmpty || candidates == [type] {
      self.candidates = [type]
    } else {
      var seen: Set<UTType> = []
      self.candidates = ([type] + candidates).filter { seen.insert($0).inserted }
    }
    self.nameType = nameType
    self.contentType = contentType
    self.isContradicted = isContradicted
  }
}

extension TypeDetection.Evidence {
  static func name(_ text: String) -> Self { Self(source: .name, text: text) }
  static func content(_ text: String) -> Self { Self(source: .content, text: text) }
  static func fileSystem(_ text: String) -> Self { Self(source: .fileSystem, text: text) }
}
