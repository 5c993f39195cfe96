import ByteTools
import FileSystem
import TypeDiscovery
import UniformTypes

/// The types that one run of the program knows, in layers.
///
/// What the user declares goes before the standard table, that before what a bundle carries, and that before what the
/// desktop's database of MIME types knows. To read the database takes longer than most commands, so it is read for the
/// first question that the other layers cannot answer, and once. An answer of the other layers does not depend on whether
/// it has been read.
final class TypeContext: Sendable {
  private struct Layers: Sendable {
    /// Has all layers but the desktop's.
    var registry: TypeRegistry
    /// Knows the same types; nil before the type of a file is detected.
    var detector: TypeDetector?
    /// Knows the desktop's too; nil before the database is needed, and holds nil where there is no database.
    var desktop: Result<TypeDetector?, any Error>?
  }

  private let layers: Locked<Layers>

  /// A context of the types of a registry and the desktop's.
  init(_ registry: TypeRegistry) {
    layers = Locked(Layers(registry: registry))
  }

  /// All types that are known so far.
  var registry: TypeRegistry {
    layers.withLock { layers in
      if case .success(let detector?) = layers.desktop { detector.registry } else { layers.registry }
    }
  }

  /// Adds types to those that are known; a bundle that is opened does it with the types that it carries.
  func extend(_ adding: (TypeRegistry) throws -> TypeRegistry) rethrows {
    try layers.withLock { layers in
      layers.registry = try adding(layers.registry)
      layers.detector = nil
      if case .success(let detector?) = layers.desktop {
        let registry = try adding(detector.registry)
        layers.desktop = .success(TypeDetector(registry: registry, database: detector.database))
      }
    }
  }

  /// Makes the types known so far those of the process, for calls of the library that take no registry.
  func install() throws {
    let registry = registry
    if registry !== TypeRegistry.standard { try TypeRegistry.install(registry) }
  }

  // MARK: Questions

  /// What the types answer; the desktop's are among them only where the others have no answer.
  func answer<Answer>(_ ask: (TypeRegistry) -> Answer?) throws -> Answer? {
    if let answer = ask(layers.withLock { $0.registry }) { return answer }
    return try desktopDetector().flatMap { ask($0.registry) }
  }

  /// The type of what is at a path.
  func detect(_ path: FilePath) throws -> TypeDetection { try detect { try $0.detect(path) } }

  /// The type of an open file.
  ///
  /// - Parameter bytes: all of the file where they are in memory, else nil.
  func detect(
    _ file: OpenFile, named name: FileName?, isExecutable: Bool, bytes: UnsafeRawBufferPointer?
  ) throws -> TypeDetection {
    try detect { try $0.detect(file, name: name, isExecutable: isExecutable, bytes: bytes) }
  }

  /// The type of what is at a path, and a regular file, open as it was examined, for a caller that reads it then.
  func detectOpening(_ path: FilePath) throws -> (type: UTType, file: OpenFile?) {
    guard try FileStatus.of(path).kind == .regular else { return (try detect(path).type, nil) }
    let (file, status) = try OpenFile.examiningRegular(path)
    let detection = try detect(
      file, named: path.lastComponent, isExecutable: status.isExecutable, bytes: nil)
    return (detection.type, file)
  }

  private func detect(_ detect: (TypeDetector) throws -> TypeDetection) throws -> TypeDetection {
    let detection = try detect(detector)
    guard detection.type == .data || detection.nameType?.isDynamic == true,
      let desktop = try desktopDetector()
    else { return detection }
    return try detect(desktop)
  }

  private var detector: TypeDetector {
    layers.withLock { layers in
      let detector = layers.detector ?? TypeDetector(registry: layers.registry)
      layers.detector = detector
      return detector
    }
  }

  /// A detector that knows the desktop's types; nil where there is no database.
  private func desktopDetector() throws -> TypeDetector? {
    try layers.withLock { layers in
      if let desktop = layers.desktop { return try desktop.get() }
      let registry = layers.registry
      let desktop = Result { () throws -> TypeDetector? in
        let folders = try ProgramEnvironment.mimeFolders
        if folders.isEmpty { return nil }
        let database = try SharedMimeDatabase(folders: folders)
        return TypeDetector(
          registry: try registry.adding(database.declarations(beyond: registry)), database: database)
      }
      layers.desktop = desktop
      return try desktop.get()
    }
  }
}

// MARK: - The user's declarations

extension TypeContext {
  /// A context with the types that the user declares: in the files of the configuration, then in files named for this run.
  convenience init(declaredIn files: [FilePath]) throws {
    var registry = TypeContext.configuredRegistry()
    if !files.isEmpty {
      registry = try DeclarationFile.adding(
        files.map { path throws(DiscoveryError) in try DeclarationFile(contentsOf: path) }, to: registry)
    }
    self.init(registry)
  }

  /// The standard registry with the declarations of the configuration.
  ///
  /// A file there that cannot be used is reported and left out: the command did not name it.
  private static func configuredRegistry() -> TypeRegistry {
    let paths: [FilePath]
    do {
      paths = try ProgramEnvironment.declarationFiles
    } catch {
      Console.note("\(error); your own types are not known")
      return .standard
    }
    if paths.isEmpty { return .standard }
    let files = paths.compactMap { path in
      reported { () throws(DiscoveryError) in try DeclarationFile(contentsOf: path) }
    }
    do throws(DiscoveryError) {
      return try DeclarationFile.adding(files, to: .standard)
    } catch {
      // Files may refer to each other, so that they are added one by one only where all together contradict each other.
      var registry = TypeRegistry.standard
      for file in files {
        let base = registry
        registry = reported { () throws(DiscoveryError) in try file.adding(to: base) } ?? base
      }
      return registry
    }
  }

  /// The result of a function; an error is reported as a note, and the result is nil.
  private static func reported<Result>(_ body: () throws(DiscoveryError) -> Result) -> Result? {
    do {
      return try body()
    } catch {
      Console.note("\(error); its types are not known")
      return nil
    }
  }
}
