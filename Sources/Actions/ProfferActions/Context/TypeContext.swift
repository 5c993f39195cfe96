import ByteTools
package import ProfferFileSystem
package import TypeDiscovery
package import UniformTypes

/// The types that are available to an action, in layers.
///
/// Precedence: the user's declarations, the standard table, the types that a bundle declares, the desktop's
/// MIME type database. Reading the database takes longer than most commands. The database is therefore read
/// only when it is needed to detect the type of a file. The types of the database are declared only when the
/// other layers cannot answer a query. Neither reading the database nor declaring its types changes the
/// detected type of a file.
package final class TypeContext: Sendable {
  private struct Layers: Sendable {
    /// The types of all layers except the desktop's.
    var registry: TypeRegistry
    /// The types of all layers; nil until they are needed.
    var whole: TypeRegistry?
    /// A detector that also uses the desktop's database; nil before the first detection.
    var detector: TypeDetector?
  }

  private let layers: Locked<Layers>
  private let desktop: DesktopFiles
  /// The files that declare types for the user, lowest precedence first; empty without a configuration.
  private let declarationFiles: [InstalledDeclarations]

  /// Creates a context with the types of a registry and those of the desktop's database.
  ///
  /// - Parameters:
  ///   - mimeFolders: the folders that may contain the database, highest precedence first; by default none.
  ///   - note: called with each line of the database that cannot be used.
  package convenience init(
    _ registry: TypeRegistry, mimeFolders: [FilePath] = [],
    note: @escaping @Sendable (ActionNote) -> Void = { _ in }
  ) {
    self.init(registry, declarationFiles: [], mimeFolders: mimeFolders, note: note)
  }

  private init(
    _ registry: TypeRegistry, declarationFiles: [InstalledDeclarations], mimeFolders: [FilePath],
    note: @escaping @Sendable (ActionNote) -> Void
  ) {
    self.declarationFiles = declarationFiles
    layers = Locked(Layers(registry: registry))
    desktop = DesktopFiles(folders: mimeFolders, note: note)
  }

  /// All types that are known so far.
  package var registry: TypeRegistry { layers.withLock { $0.whole ?? $0.registry } }

  /// Adds types, for example those that an opened bundle declares.
  package func extend(_ adding: (TypeRegistry) throws -> TypeRegistry) rethrows {
    try layers.withLock { layers in
      layers.registry = try adding(layers.registry)
      layers.detector = nil
      if let whole = layers.whole { layers.whole = try adding(whole) }
    }
  }

  // MARK: Questions

  /// Queries the types of all layers except the desktop's, then all types if the result is nil.
  package func answer<Answer>(_ ask: (TypeRegistry) -> Answer?) throws -> Answer? {
    if let answer = ask(layers.withLock { $0.registry }) { return answer }
    return try knowingDesktopTypes().flatMap(ask)
  }

  /// Returns the type of the file or folder at a path.
  package func detect(_ path: FilePath) throws -> TypeDetection { try declared(detector.detect(path)) }

  /// Returns the type of the file or folder at a path, for callers that need only its identifier.
  ///
  /// If the detected type is from the desktop's database, `registry` might not declare the type.
  package func detectUndeclared(_ path: FilePath) throws -> TypeDetection { try detector.detect(path) }

  /// Returns the type of an open file.
  ///
  /// - Parameter bytes: the whole file if it is in memory, otherwise nil.
  package func detect(
    _ file: OpenFile, named name: FileName?, isExecutable: Bool, bytes: UnsafeRawBufferPointer?
  ) throws -> TypeDetection {
    try declared(detector.detect(file, name: name, isExecutable: isExecutable, bytes: bytes))
  }

  /// Returns the type of an open file without a name, for callers that need only the type identifier.
  package func detectUndeclared(_ file: OpenFile) throws -> TypeDetection {
    try detector.detect(file, name: nil, isExecutable: false)
  }

  /// Returns the type of the first bytes of an unnamed stream, for callers that need only the type
  /// identifier.
  package func detectUndeclared(prefix: UnsafeRawBufferPointer, isWhole: Bool) throws -> TypeDetection {
    try detector.detectReadingDatabase(name: nil, prefix: prefix, isWhole: isWhole)
  }

  /// Returns the type of the file or folder at a path, and the open file if it is a regular file.
  ///
  /// The open file is the file that was examined, even if the path changes meanwhile.
  package func detectOpening(_ path: FilePath) throws -> (type: UTType, file: OpenFile?) {
    guard try FileStatus.of(path).kind == .regular else { return (try detect(path).type, nil) }
    let (file, status) = try OpenFile.examiningRegular(path)
    let detection = try detect(
      file, named: path.lastComponent, isExecutable: status.isExecutable, bytes: nil)
    return (detection.type, file)
  }

  private var detector: TypeDetector {
    layers.withLock { layers in
      if let detector = layers.detector { return detector }
      let desktop = desktop
      let detector = TypeDetector(registry: layers.registry) { () throws(DiscoveryError) in
        try desktop.database()
      }
      layers.detector = detector
      return detector
    }
  }

  /// Ensures that `registry` declares a detected type, even if it is a type of the desktop's database.
  private func declared(_ detection: TypeDetection) throws -> TypeDetection {
    if detection.type.identifier.hasPrefix(SharedMimeDatabase.identifierPrefix) {
      _ = try knowingDesktopTypes()
    }
    return detection
  }

  /// Returns all types, including those of the desktop's database; nil if the system has no database.
  private func knowingDesktopTypes() throws -> TypeRegistry? {
    try layers.withLock { layers in
      if let whole = layers.whole { return whole }
      guard let database = try desktop.database() else { return nil }
      let whole = try layers.registry.adding(database.declarations(beyond: layers.registry))
      layers.whole = whole
      return whole
    }
  }
}

/// The desktop's MIME type database, read at most once.
private final class DesktopFiles: Sendable {
  /// The state of the database.
  ///
  /// An optional `Result` is not used, because the runtime would look up conformances at every start to
  /// create its metadata.
  private enum State: Sendable {
    case unread
    case read(SharedMimeDatabase?)
    case failed(DiscoveryError)
  }

  private let state = Locked<State>(.unread)
  private let folders: [FilePath]
  private let note: @Sendable (ActionNote) -> Void

  init(folders: [FilePath], note: @escaping @Sendable (ActionNote) -> Void) {
    self.folders = folders
    self.note = note
  }

  /// Returns the database; nil if there is none.
  func database() throws(DiscoveryError) -> SharedMimeDatabase? {
    try state.withLock { state throws(DiscoveryError) in
      if case .unread = state {
        do throws(DiscoveryError) { state = .read(try read()) } catch { state = .failed(error) }
      }
      switch state {
      case .read(let database): return database
      case .failed(let error): throw error
      case .unread: preconditionFailure("the database was read above")
      }
    }
  }

  private func read() throws(DiscoveryError) -> SharedMimeDatabase? {
    var present: [FilePath] = []
    for folder in folders {
      do throws(FileSystemError) {
        guard let names = FilePath("\(folder)/globs2"), try FileStatus.ifPresent(names) != nil else {
          continue
        }
        present.append(folder)
      } catch { throw DiscoveryError(error) }
    }
    if present.isEmpty { return nil }
    return try SharedMimeDatabase(folders: present) { [note] in note(.databaseLineSkipped($0)) }
  }
}

// MARK: - The user's declarations

/// A file that declares types for the user.
private struct InstalledDeclarations: Sendable {
  let path: FilePath
  let file: DeclarationFile
  /// Whether the file is in the settings folder, rather than named on the command line.
  let isConfigured: Bool

  /// Returns whether another file is this file, a copy of it, or the file that is to replace it.
  func isSame(as other: DeclarationFile, at path: FilePath?) throws -> Bool {
    if other.declarations == file.declarations { return true }
    guard let path else { return false }
    if isConfigured, path.lastComponent == self.path.lastComponent { return true }
    guard let mine = try FileStatus.ifPresent(self.path) else { return false }
    return try FileStatus.ifPresent(path)?.isSameFile(as: mine) ?? false
  }
}

extension TypeContext {
  /// Creates a context with the types of the configuration and of additional files.
  ///
  /// The declarations in `files` override those of the configuration.
  package convenience init(
    folders: ActionFolders, declaring files: [FilePath], note: @escaping @Sendable (ActionNote) -> Void
  ) throws {
    let configured = TypeContext.configuredFiles(folders, note)
    let named = try files.map { path in
      InstalledDeclarations(path: path, file: try DeclarationFile(contentsOf: path), isConfigured: false)
    }
    self.init(
      try TypeContext.registry(of: configured + named, note), declarationFiles: configured + named,
      mimeFolders: folders.mimeDatabase, note: note)
  }

  /// Returns the types without those that the user's files declare if these files are to be checked.
  ///
  /// - Parameter files: the files to check, and their paths; the path of a stream is nil. A file with the name of
  ///   a file in the settings folder is assumed to be its new version.
  func registry(without files: [(file: DeclarationFile, path: FilePath?)]) throws -> TypeRegistry {
    let others = try declarationFiles.filter { installed in
      try !files.contains { try installed.isSame(as: $0.file, at: $0.path) }
    }
    // Without a checked file among them, the types can also be those of the caller.
    if others.count == declarationFiles.count { return registry }
    return try TypeContext.registry(of: others) { _ in }
  }

  /// Returns the standard registry with the declarations of the user's files.
  private static func registry(
    of files: [InstalledDeclarations], _ note: @Sendable (ActionNote) -> Void
  ) throws(DiscoveryError) -> TypeRegistry {
    let configured = files.filter(\.isConfigured).map(\.file)
    let named = files.filter { !$0.isConfigured }.map(\.file)
    let registry = registry(ofConfigured: configured, note)
    return named.isEmpty ? registry : try DeclarationFile.adding(named, to: registry)
  }

  /// Returns the files of the configuration.
  ///
  /// A file that cannot be used is reported and skipped, because the user did not name it in the request.
  private static func configuredFiles(
    _ folders: ActionFolders, _ note: @Sendable (ActionNote) -> Void
  ) -> [InstalledDeclarations] {
    let paths: [FilePath]
    do {
      paths = try folders.settings(in: "types")
    } catch {
      note(.settingsIgnored(.types, error))
      return []
    }
    return paths.compactMap { path in
      reported(note) { () throws(DiscoveryError) in try DeclarationFile(contentsOf: path) }.map {
        InstalledDeclarations(path: path, file: $0, isConfigured: true)
      }
    }
  }

  /// Returns the standard registry with the declarations of the configuration.
  private static func registry(
    ofConfigured files: [DeclarationFile], _ note: @Sendable (ActionNote) -> Void
  ) -> TypeRegistry {
    if files.isEmpty { return .standard }
    do throws(DiscoveryError) {
      return try DeclarationFile.adding(files, to: .standard)
    } catch {
      // Files may refer to each other, so they are added individually only if adding them together fails.
      var registry = TypeRegistry.standard
      for file in files {
        let base = registry
        registry = reported(note) { () throws(DiscoveryError) in try file.adding(to: base) } ?? base
      }
      return registry
    }
  }

  /// Returns the result of a function.
  ///
  /// If the function throws, sends a note with the error and returns nil.
  private static func reported<Result>(
    _ note: @Sendable (ActionNote) -> Void, _ body: () throws(DiscoveryError) -> Result
  ) -> Result? {
    do {
      return try body()
    } catch {
      note(.settingsFileIgnored(.types, nil, error))
      return nil
    }
  }
}
