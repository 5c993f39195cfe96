import FileSystem
import ProviderBundles
import TypeDiscovery
import UniformTypes

/// The types of one run: the standard table, what the user declares, what a bundle carries, and, only when something has
/// no name without it, what the desktop's database knows.
enum ProgramTypes {
  /// The desktop's database while the current registry has its types, else nil.
  @TaskLocal static var desktop: SharedMimeDatabase?

  /// Runs a command with the user's declarations: those of the configuration, then those of files named for this run.
  static func withUserTypes<Result>(_ files: [FilePath], _ body: () throws -> Result) throws -> Result {
    let configured = configuredRegistry(console: Console())
    let named = try files.map { path throws(DiscoveryError) in try DeclarationFile(contentsOf: path) }
    guard configured != nil || !named.isEmpty else { return try body() }
    let registry = try DeclarationFile.adding(named, to: configured ?? .current)
    return try TypeRegistry.withCurrent(registry, perform: body)
  }

  /// The registry with the declarations of the configuration; nil where there are none.
  ///
  /// A file there that cannot be used is told of and left out: it was not named for this run, and whoever made it may be
  /// somebody else.
  private static func configuredRegistry(console: Console) -> TypeRegistry? {
    let paths: [FilePath]
    do {
      paths = try ProgramEnvironment.declarationFiles
    } catch {
      console.note("\(error); your own types are not known")
      return nil
    }
    let files = paths.compactMap { path in
      tried(console) { () throws(DiscoveryError) in try DeclarationFile(contentsOf: path) }
    }
    guard !files.isEmpty else { return nil }
    do throws(DiscoveryError) {
      return try DeclarationFile.adding(files, to: .current)
    } catch {
      // They may refer to each other, so that they are added one by one only where all together do not fit.
      var registry = TypeRegistry.current
      for file in files {
        let base = registry
        registry = tried(console) { () throws(DiscoveryError) in try file.adding(to: base) } ?? base
      }
      return registry
    }
  }

  /// What came of something; its failure is told of and gives nil.
  private static func tried<Result>(
    _ console: Console, _ body: () throws(DiscoveryError) -> Result
  ) -> Result? {
    do {
      return try body()
    } catch {
      console.note("\(error); its types are not known")
      return nil
    }
  }

  /// Runs something, and once more with the desktop's types when it asks for them.
  ///
  /// Reading the database takes longer than most commands, which never need it.
  static func withDesktopTypesIfNeeded<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch is NeedsDesktopTypes {
      guard let (database, registry) = try desktopTypes(beyond: .current) else { return try body() }
      return try $desktop.withValue(database) { try TypeRegistry.withCurrent(registry, perform: body) }
    }
  }

  /// The desktop's database and a registry with its types below others; nil where there is none.
  static func desktopTypes(
    beyond registry: TypeRegistry
  ) throws -> (database: SharedMimeDatabase, registry: TypeRegistry)? {
    let folders = try ProgramEnvironment.mimeFolders
    if folders.isEmpty { return nil }
    let database = try SharedMimeDatabase(folders: folders)
    return (database, try registry.adding(database.declarations(beyond: registry)))
  }

  /// Opens a bundle and runs something with the types that it carries.
  static func withBundle<Result>(
    _ argument: PathArgument, item: Int? = nil, limits: BundleLimits = .standard,
    _ body: (ProviderBundle) throws -> Result
  ) throws -> Result {
    let bundle = try argument.openBundle(item: item, limits: limits)
    return try withTypes(of: bundle) { try body(bundle) }
  }

  /// Runs something with the types that a bundle carries.
  static func withTypes<Result>(of bundle: ProviderBundle, _ body: () throws -> Result) throws -> Result {
    let registry = try bundle.registry(beyond: .current)
    return try TypeRegistry.withCurrent(registry) { try withDesktopTypesIfNeeded(body) }
  }

  /// The type of what is at a path.
  ///
  /// - Throws: ``NeedsDesktopTypes`` when only the desktop's database may have a name for it.
  static func detect(_ path: FilePath) throws -> TypeDetection {
    try named(TypeDetector(database: desktop).detect(path))
  }

  private static func named(_ detection: TypeDetection) throws -> TypeDetection {
    if needsDesktop(detection) { try askDesktop() }
    return detection
  }

  /// Whether the desktop's database may know more of a file.
  static func needsDesktop(_ detection: TypeDetection) -> Bool {
    detection.type == .data || detection.nameType?.isDynamic == true
  }

  /// Asks for another try with the desktop's types, unless they are there already or nowhere.
  static func askDesktop() throws {
    if desktop == nil, try !ProgramEnvironment.mimeFolders.isEmpty { throw NeedsDesktopTypes() }
  }
}

/// Something has no declared type, and the desktop's database has not been asked.
struct NeedsDesktopTypes: Error {}
