public import FileSystem
public import UniformTypes

/// Finds out what type something is: a thing on disk, or bytes with or without a name.
///
/// The file name decides. The first bytes decide when the name says nothing (no extension, or one that no declared
/// type has), confirm one of several types that share an extension, and overrule a name that they contradict: when
/// they carry the marks of a format that a file of the name's type cannot be. General findings (text, XML, a zip
/// archive) do not overrule a name whose format may look like that.
///
///     try TypeDetector().detect(path).type
public struct TypeDetector: Sendable {
  /// How many bytes at the start of a file are looked at: 64 KiB.
  ///
  /// Of a zip archive the directory is read as well, which is at the file's end.
  public static let prefixByteCount = ContentSignatures.examinedByteCount

  /// The registry whose types are found.
  public let registry: TypeRegistry
  /// The signatures by which bytes are known.
  public let signatures: ContentSignatures
  /// Where names and bytes are looked up of which the registry and the signatures know nothing.
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

  /// Finds the type of what is at a path.
  ///
  /// A folder is a provider bundle where its file `mimetype` says so, else the package type that its name means, else
  /// `public.folder`. The root of a volume, for which Apple's system answers `public.volume`, is a folder like any other:
  /// of the many mounts of a Linux system, nothing says which are volumes to their user. A link that is not followed is
  /// `public.symlink`; pipes, sockets and devices have types of their own, and are not opened. A regular file is
  /// judged by its name and bytes; an empty one whose name says nothing is `public.data`.
  ///
  /// - Parameter followingLinks: whether a link stands for what it leads to. The name is the link's either way.
  /// - Throws: `fileSystem` when there is nothing at the path or a file cannot be read.
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

  /// Finds the type of bytes that come from elsewhere.
  ///
  /// Of a zip archive only the first entry can be looked at, so some of the formats inside are not told apart.
  ///
  /// - Parameters:
  ///   - name: the name that goes with them, if there is one.
  ///   - prefix: the first bytes, best at least `prefixByteCount` of them; nil leaves the decision to the name.
  ///   - isWhole: whether the prefix is all there is.
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

  /// Finds the type of an open file, by its bytes alone when there is no name.
  ///
  /// - Parameter bytes: all of the file where they are at hand; without them as many are read as are looked at.
  package func detect(
    _ file: OpenFile, name: FileName?, isExecutable: Bool = false, bytes: UnsafeRawBufferPointer? = nil
  ) throws(DiscoveryError) -> TypeDetection {
    if let bytes {
      let prefix = UnsafeRawBufferPointer(rebasing: bytes.prefix(Self.prefixByteCount))
      return try detect(
        file, name: name, isExecutable: isExecutable, prefix: prefix, isWhole: prefix.count == bytes.count)
    }
    let prefix = try DiscoveryError.withFile { () throws(FileSystemError) in
      try [UInt8](unsafeUninitializedCapacity: Self.prefixByteCount) {
        buffer, initializedCount throws(FileSystemError) in
        initializedCount = try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
      }
    }
    let result = prefix.withUnsafeBytes { bytes in
      Result { () throws(DiscoveryError) in
        try detect(
          file, name: name, isExecutable: isExecutable, prefix: bytes,
          isWhole: bytes.count < Self.prefixByteCount)
      }
    }
    return try result.get()
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

  /// The name by which a folder is judged: for `.` and the like, that of the folder itself.
  private func folderName(_ path: FilePath) throws(DiscoveryError) -> FileName? {
    if let name = path.lastComponent { return name }
    let folder = try DiscoveryError.withFile { () throws(FileSystemError) in try path.resolvingLinks() }
    return folder.lastComponent
  }

  /// A provider bundle that is a folder with the layout of the archive, by the type that its file `mimetype` names.
  private func markedFolder(_ path: FilePath) -> TypeDetection? {
    let mark = Array((UTType.dragBundle.preferredMIMEType(in: registry) ?? "").utf8)
    guard let name = FileName("mimetype"), !mark.isEmpty else { return nil }
    let found: [UInt8]
    do {
      let file = try OpenFile.readingRegular(path.appending(name))
      guard try file.status().byteCount == UInt64(mark.count) else { return nil }
      found = try file.bytes(at: 0, count: mark.count)
    } catch {
      // What cannot be read marks nothing; most folders have no such file.
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
