public import ProfferFileSystem
public import UniformTypes

/// Determines the type of a file on disk, or of bytes with or without a name.
///
/// Usually the file name determines the type. The first bytes are used in three cases:
///
/// - The name indicates no type, because it has no extension or its extension belongs to no declared type.
/// - Several types have the extension.
/// - The bytes have the marks of a format that is impossible for the name's type. In this case, the bytes
///   determine the type.
///
/// Content of a general format (text, XML, a zip archive) does not override a name if the name's format can
/// be based on that general format.
///
///     try TypeDetector().detect(path).type
///
/// A caller can also pass an open file, or the first bytes of a file. The file is then not opened again.
public struct TypeDetector: Sendable {
  /// The number of bytes at the start of a file that are examined: 64 KiB.
  ///
  /// For a zip archive, the directory at the end of the file is also read.
  public static let prefixByteCount = ContentSignatures.examinedByteCount

  /// The registry that contains the types.
  public let registry: TypeRegistry
  /// The signatures for recognising content.
  public let signatures: ContentSignatures
  /// The desktop's database, which may contain more specific types.
  private let desktop: DesktopTypes
  private let readings = NameReadings()

  /// Makes a detector.
  ///
  /// - Parameters:
  ///   - registry: the registry that contains the types.
  ///   - signatures: the signatures for recognising content.
  ///   - database: a MIME database. A MIME type in the database is used if the registry declares a type for
  ///     it, or for one of its ancestors.
  public init(
    registry: TypeRegistry = .current, signatures: ContentSignatures = .standard,
    database: SharedMimeDatabase? = nil
  ) {
    self.init(registry: registry, signatures: signatures, desktop: DesktopTypes(database))
  }

  /// Makes a detector that reads a database when it is first needed.
  ///
  /// If the registry does not declare a MIME type from the database, the detected type is the result of
  /// `SharedMimeDatabase.ownType`.
  package init(
    registry: TypeRegistry,
    readingDatabase read: @escaping @Sendable () throws(DiscoveryError) -> SharedMimeDatabase?
  ) {
    self.init(registry: registry, signatures: .standard, desktop: DesktopTypes(reading: read))
  }

  private init(registry: TypeRegistry, signatures: ContentSignatures, desktop: DesktopTypes) {
    self.registry = registry
    self.signatures = signatures
    self.desktop = desktop
  }

  /// Determines the type of the file or folder at a path.
  ///
  /// A folder is a provider bundle if its file `mimetype` contains the MIME type of provider bundles. Any
  /// other folder has the package type that its name indicates, or `public.folder`. The root of a volume is
  /// also treated as a folder. Apple's systems return `public.volume`, but Linux does not record which of
  /// its mounts a user regards as volumes. A link that is not followed has the type `public.symlink`.
  /// Pipes, sockets and devices have their own types and are not opened. The type of a regular file is
  /// determined by its name and bytes. An empty file whose name indicates no type has the type
  /// `public.data`.
  ///
  /// - Parameters:
  ///   - path: the path of the file or folder.
  ///   - followingLinks: whether to examine the target of a link. The name is always the name of the link.
  /// - Returns: the type, with the evidence for the type.
  /// - Throws: `fileSystem` if the path does not exist or a file cannot be read.
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
  /// Only the first entry of a zip archive can be examined, so some formats based on zip cannot be
  /// distinguished.
  ///
  /// - Parameters:
  ///   - name: the file name of the bytes, if any.
  ///   - prefix: the first bytes, preferably at least `prefixByteCount`; nil to use only the name.
  ///   - isWhole: whether the prefix is the whole content.
  /// - Returns: the type, with the evidence for the type.
  public func detect(
    name: FileName?, prefix: UnsafeRawBufferPointer?, isWhole: Bool = false
  ) -> TypeDetection {
    detect(name: name, prefix: prefix, isWhole: isWhole, asking: desktop.known)
  }

  /// Determines the type of bytes that are not in a file, and reads the database first if necessary.
  ///
  /// - Throws: `fileSystem` if the database cannot be read.
  package func detectReadingDatabase(
    name: FileName?, prefix: UnsafeRawBufferPointer, isWhole: Bool
  ) throws(DiscoveryError) -> TypeDetection {
    detect(name: name, prefix: prefix, isWhole: isWhole, asking: try desktop.database())
  }

  private func detect(
    name: FileName?, prefix: UnsafeRawBufferPointer?, isWhole: Bool, asking database: SharedMimeDatabase?
  ) -> TypeDetection {
    var reading = readings.reading(of: name, in: registry)
    guard let prefix else {
      if let database {
        reading = reading.asking(
          database, about: name, in: registry, namesOwnTypes: desktop.namesOwnTypes)
      }
      return decide(reading, [], isExecutable: false)
    }
    let bytes = UnsafeRawBufferPointer(rebasing: prefix.prefix(Self.prefixByteCount))
    var matches = contentMatches(
      in: bytes, isWhole: isWhole && bytes.count == prefix.count, readsLanguages: !isTextByName(reading))
    if hasArchive(matches), let inner = ZipFormats(registry: registry).match(inPrefix: bytes) {
      matches.insert(inner, at: 0)
    }
    return decide(name, reading, matches, in: bytes, isExecutable: false, asking: database)
  }

  /// Determines the type of an open regular file without opening it again or resolving its path.
  ///
  /// - Parameters:
  ///   - name: the file name; nil to use only the bytes.
  ///   - isExecutable: whether the file is executable; nil reads this from the open file.
  ///   - bytes: the whole file if it is in memory; nil reads the first bytes from the file.
  /// - Throws: `fileSystem` if the file cannot be read.
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
    let reading = readings.reading(of: name, in: registry)
    var matches = contentMatches(in: prefix, isWhole: isWhole, readsLanguages: !isTextByName(reading))
    if hasArchive(matches) {
      if let inner = try ZipFormats(registry: registry).match(in: file) { matches.insert(inner, at: 0) }
    } else if matches.first?.type.identifier == CompoundFormats.generalIdentifier {
      if let inner = try CompoundFormats(registry: registry).match(in: file) { matches.insert(inner, at: 0) }
    } else if matches.first?.isStrong != true, !isText(matches),
      let whole = try WholeFileFormats(registry: registry).match(in: file, prefix, isWhole: isWhole)
    {
      matches.insert(whole, at: 0)
    }
    // If the bytes confirm the type of the name, the database is not searched for a more specific type.
    let isSettled = isSettled(reading, matches)
    return decide(
      name, reading, matches, in: prefix, isExecutable: isExecutable,
      asking: isSettled ? nil : try desktop.database())
  }

  /// Returns whether the bytes confirm the type of the name with certainty, and no more specific type can
  /// be based on that type.
  private func isSettled(_ name: NameReading, _ matches: [ContentMatch]) -> Bool {
    guard let match = matches.first, match.isStrong, let named = name.declaredTypes.first else {
      return false
    }
    return match.type == named && !name.hasFurtherParts && !ContentCompatibility.carriers.contains(named)
      && !ContentCompatibility.general.contains(named)
  }

  /// Returns whether the data is text, and the registry and the database both contain exactly one type for
  /// its name.
  ///
  /// The database's signatures for text are less reliable than such a name, so they are not used. If
  /// several types have the extension, the signatures are used to choose among the types.
  private func isNamedText(
    _ name: FileName?, _ reading: NameReading, _ matches: [ContentMatch], _ database: SharedMimeDatabase
  ) -> Bool {
    guard let name, let match = matches.first, isText(matches), isTextByName(reading),
      match.isGeneral || match.type == reading.declaredTypes.first
    else { return false }
    return database.typeCount(byExtensionOf: name) == 1
  }

  /// Returns whether the registry contains exactly one type for a name, and the type is a kind of text.
  private func isTextByName(_ reading: NameReading) -> Bool {
    guard reading.declaredTypes.count == 1, let named = reading.declaredTypes.first, !reading.hasFurtherParts
    else { return false }
    return named.conforms(to: .text, in: registry) && !ContentCompatibility.general.contains(named)
  }

  private func decide(
    _ name: FileName?, _ reading: NameReading, _ matches: [ContentMatch], in prefix: UnsafeRawBufferPointer,
    isExecutable: Bool, asking database: SharedMimeDatabase?
  ) -> TypeDetection {
    guard let database, !isSettled(reading, matches), !isNamedText(name, reading, matches, database) else {
      return decide(reading, matches, isExecutable: isExecutable)
    }
    let reading = reading.asking(database, about: name, in: registry, namesOwnTypes: desktop.namesOwnTypes)
    return decide(
      reading, desktopMatches(matches, in: prefix, named: reading.declaredTypes, database),
      isExecutable: isExecutable)
  }

  /// Returns whether the matches are those of a text.
  ///
  /// The last match of a text is always its encoding.
  private func isText(_ matches: [ContentMatch]) -> Bool { matches.last?.isGeneral == true }

  private func hasArchive(_ matches: [ContentMatch]) -> Bool {
    matches.contains { $0.type == .zip }
  }

  /// Returns the name of a folder.
  ///
  /// For a path without a name, such as `.`, the links in the path are resolved to find the name.
  private func folderName(_ path: FilePath) throws(DiscoveryError) -> FileName? {
    if let name = path.lastComponent { return name }
    let folder = try DiscoveryError.withFile { () throws(FileSystemError) in try path.resolvingLinks() }
    return folder.lastComponent
  }

  /// Returns the detection of a folder that is a provider bundle; nil for any other folder.
  ///
  /// The content of the file `mimetype` identifies a provider bundle.
  private func markedFolder(_ path: FilePath) -> TypeDetection? {
    let mark = Array((UTType.dragBundle.preferredMIMEType(in: registry) ?? "").utf8)
    guard let name = FileName("mimetype"), !mark.isEmpty else { return nil }
    let found: [UInt8]
    do {
      let file = try OpenFile.readingRegular(path.appending(name))
      guard try file.status().byteCount == UInt64(mark.count) else { return nil }
      found = try file.bytes(at: 0, count: mark.count)
    } catch {
      // Most folders do not have such a file; an unreadable file is ignored.
      return nil
    }
    guard found == mark else { return nil }
    return TypeDetection(
      .dragBundle,
      evidence: [
        .fileSystem("it is a folder"), .content("its file 'mimetype' identifies a provider bundle"),
      ],
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
  /// Returns the possible types of some bytes, best first.
  ///
  /// Types that the registry does not declare are omitted. `public.data` is also omitted, because it
  /// matches every file.
  ///
  /// - Parameter readsLanguages: whether to recognise languages of text that have no signature.
  func contentMatches(
    in prefix: UnsafeRawBufferPointer, isWhole: Bool, readsLanguages: Bool = true
  ) -> [ContentMatch] {
    signatures.candidates(in: prefix, isWhole: isWhole, readsLanguages: readsLanguages).compactMap { match in
      guard let type = match.type(in: registry), type != .data else { return nil }
      return ContentMatch(
        type: type, isStrong: match.confidence == .certain, evidence: match.evidence,
        isGeneral: match.confidence == .general)
    }
  }

  /// Returns the possible types of some bytes, including types from the desktop's database.
  ///
  /// A type of the database precedes more general types and uncertain matches. Such a type is only as
  /// certain as the type that it refines, because many signatures of the database consist of a few bytes
  /// that can occur by chance. A signature that other files often have by chance is used only if the name has
  /// the same type, or if the content has a second sign.
  ///
  /// - Parameter names: the types of the name.
  private func desktopMatches(
    _ matches: [ContentMatch], in prefix: UnsafeRawBufferPointer, named names: [UTType],
    _ database: SharedMimeDatabase
  ) -> [ContentMatch] {
    let sign = SecondSign(bytes: prefix, isText: isText(matches))
    var merged = matches
    /// Adds the type of a MIME type, and returns whether the type was added.
    ///
    /// A type is not added if it is unknown, already present, or a supertype of a type that is present.
    func add(_ mimeType: String, _ evidence: String, from signature: MimeSignature? = nil) -> Bool {
      let found =
        desktop.namesOwnTypes
        ? database.ownType(mimeType: mimeType, in: registry)
        : database.closestType(mimeType: mimeType, in: registry)
      let reliability = signature.map(sign.reliability) ?? .sufficient
      guard let type = found, reliability != .insufficient || names.contains(type), type != .data,
        !merged.contains(where: { $0.type == type })
      else {
        return false
      }
      if merged.contains(where: { $0.type.conforms(to: type, in: registry) }) { return false }
      let base = merged.first
      let isSpecial = base.map { type.conforms(to: $0.type, in: registry) } ?? true
      let match = ContentMatch(
        type: type, isStrong: isSpecial && base?.isStrong == true,
        evidence: "the shared MIME database identifies \(evidence) as \(mimeType)")
      let isBest =
        isSpecial || base?.isStrong != true && (reliability == .sufficient || base?.isGeneral != false)
        || base.map { ContentCompatibility.carriers.contains($0.type) } ?? true
      merged.insert(match, at: isBest ? 0 : 1)
      return true
    }
    // For a format on which other formats are based, the database may also contain the signature of a
    // derived format.
    let isBase =
      matches.first.map { $0.isGeneral || ContentCompatibility.carriers.contains($0.type) } ?? false
    for signature in database.signatures.matches(in: prefix).prefix(isBase ? 8 : 1)
    where add(signature.mimeType, "the bytes", from: signature) { break }
    if let first = matches.first, first.isGeneral || first.type.conforms(to: .xml, in: registry),
      let root = ContentSignatures.rootElement(in: prefix),
      let mimeType = database.mimeType(rootElement: root.localName, inNamespace: root.namespace)
    {
      _ = add(mimeType, "the root element <\(root.localName)>")
    }
    return merged
  }
}

extension TypeDetector {
  /// Chooses between the types of the name and the types of the bytes.
  ///
  /// - Parameters:
  ///   - matches: the possible types of the bytes, best first.
  ///   - isExecutable: whether the file is executable.
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

    let compatibility = ContentCompatibility(registry: registry)
    let names = compatibility.plausible(name.declaredTypes, for: matches)
    guard let named = names.first else {
      if let best, !best.type.isDynamic { return detection(best.type) }
      // Of two undeclared types, the name's type is used because look-ups by extension find it.
      if let undeclared = name.dynamicType ?? best?.type { return detection(undeclared) }
      if isExecutable {
        evidence.append(.fileSystem("it is executable"))
        return detection(.unixExecutable)
      }
      evidence.append(.content("the bytes match no known format"))
      return detection(.data)
    }
    guard let best else {
      if compatibility.isSigned(named) {
        evidence.append(.content("the signature of \(named) is missing"))
      }
      return detection(named)
    }
    // If a name also describes the content of an archive, the archive's type confirms the name: the bytes
    // of a `*.tar.xz` file are xz.
    if name.isOfMoreThanExtension, names.contains(best.type),
      ContentCompatibility.carriers.contains(best.type)
    {
      return detection(named)
    }
    if let confirmed = confirmed(among: names, by: matches) {
      if names.count > 1 {
        evidence.append(.content("among the types with this extension, the contents indicate \(confirmed)"))
      }
      if ContentCompatibility.general.contains(confirmed), best.type != confirmed,
        best.type.conforms(to: confirmed, in: registry)
      {
        evidence.append(.content("the type indicated by the name conforms to \(confirmed)"))
        return detection(best.type)
      }
      return detection(confirmed)
    }
    if let allowed = names.first(where: { compatibility.allows(best, named: $0) }) {
      return detection(allowed)
    }
    evidence.append(
      .content("a file with a name like \(named) cannot be \(best.type), so its contents determine the type"))
    return detection(best.type, isContradicted: true)
  }

  /// Returns the type that the bytes confirm among several types.
  ///
  /// If the list contains types that were detected from the bytes, returns the first of these in the order of
  /// detection. Otherwise, returns a listed type that is a subtype or supertype of a detected type.
  private func confirmed(among types: [UTType], by matches: [ContentMatch]) -> UTType? {
    let compatibility = ContentCompatibility(registry: registry)
    if let exact = matches.first(where: { types.contains($0.type) }) { return exact.type }
    for match in matches {
      // Recognising a text encoding does not confirm a kind of text.
      if match.isGeneral { continue }
      if let related = types.first(where: { compatibility.areRelated($0, match.type) }) { return related }
    }
    return nil
  }
}

/// The type of a file or of bytes, and the evidence for it.
public struct TypeDetection: Sendable, Hashable {
  /// An observation and its source.
  public struct Evidence: Sendable, Hashable, CustomStringConvertible {
    /// The source of an observation.
    public enum Source: String, Sendable, Hashable, CaseIterable {
      /// The file's name.
      case name
      /// The file's bytes.
      case content
      /// The file's metadata in the file system.
      case fileSystem
    }

    /// The source of the observation.
    public let source: Source
    /// The observation as an English clause without a full stop; the wording may change.
    public let text: String

    /// The source and the clause.
    public var description: String { "\(source == .fileSystem ? "file system" : source.rawValue): \(text)" }
  }

  /// The detected type.
  public let type: UTType
  /// The observations, in the order in which they were made.
  public let evidence: [Evidence]
  /// All considered types without duplicates: the detected type first, then the others by rank.
  public let candidates: [UTType]
  /// The type that the name alone indicates: a declared type, or the dynamic type of its extension.
  ///
  /// Nil if there is no name, or if the name has no extension.
  public let nameType: UTType?
  /// The type that the bytes alone indicate; nil if the bytes were not examined or have an unknown format.
  ///
  /// If the name of a text indicates exactly one type, the signatures of the desktop's database are not
  /// used.
  public let contentType: UTType?
  /// Whether the bytes contradict the name.
  ///
  /// If so, `type` is the type of the bytes, and the evidence contains the reason.
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
      var all = [type]
      for candidate in candidates where !all.contains(candidate) { all.append(candidate) }
      self.candidates = all
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
