import ExternalConverters
import ImageCoders
import ProfferConversions
import StandardCoders
import SystemPackages
import UniformTypes

/// An action that lists the built-in coders, the external converters, and the image libraries.
///
/// The action does not write files.
public struct CoderListing: Action {
  /// A built-in coder.
  public struct Coder: Sendable {
    /// The name of the coder.
    public let name: String
    /// The identifiers of the types that a reader reads or a writer writes.
    ///
    /// For a bridge, the kind of value that the bridge accepts.
    public let types: [String]
    /// The kind of value that a reader or bridge produces, or that a writer accepts.
    public let value: String
    /// The names of the possible losses.
    public let mayLose: [String]
  }

  /// A declared external converter.
  public struct Program: Sendable {
    /// The name of the converter.
    public let name: String
    /// The command that runs the converter.
    public let command: String
    /// The path of the program; nil if the program is not installed.
    public let file: String?
    /// The version of the program; nil if the program is not installed or does not print a version.
    public let version: String?
    /// The instruction to install the program on this system, as a part of a sentence.
    public let installation: String
    /// The identifiers of the types that the converter reads.
    public let reads: [String]
    /// The identifiers of the types that the converter writes.
    public let writes: [String]
    /// The names of the possible losses.
    public let mayLose: [String]
  }

  /// A system library that reads and writes images.
  public struct Library: Sendable {
    /// The name of the library.
    public let name: String
    /// The version of the library; nil if the library is not installed.
    public let version: String?
    /// The formats that require the library.
    public let formats: [String]
    /// The instruction to install the library on this system, as a part of a sentence.
    public let installation: String
  }

  /// All coders, converters and libraries.
  public struct Outcome: Sendable {
    /// The coders that read documents.
    public let readers: [Coder]
    /// The bridges, which convert one kind of value to another.
    public let bridges: [Coder]
    /// The coders that write documents.
    public let writers: [Coder]
    /// The external converters.
    ///
    /// Converters that are not installed come last.
    public let programs: [Program]
    /// The image libraries.
    public let libraries: [Library]
    /// The identifiers of the types that can be read, without duplicates.
    public let sources: [String]

    let registry: ConversionRegistry

    /// Returns the types to which a type can be converted.
    ///
    /// - Parameter source: the identifier of the type to convert.
    /// - Returns: the identifiers of the destination types.
    public func destinations(from source: String) -> [String] { registry.destinations(from: source) }
  }

  /// Creates the action.
  public init() {}

  /// Lists the coders.
  ///
  /// - Parameter context: the types, folders and callbacks that the action uses.
  /// - Returns: all coders.
  /// - Throws: ``ActionError`` if the path of the temporary folder cannot be passed to an external converter.
  public func run(in context: ActionContext) throws -> Outcome {
    var installed = InstalledConverters(in: context)
    _ = installed.replaceOtherPrograms(of: Set(installed.found.map(\.program.name)))
    let own = CoderSet.standard
    let types = context.types.registry
    let registry = ConversionRegistry(
      own.joined(
        with: try installed.converters(drawing: DrawingRequest(), types: types), types: types), types: types)
    var seen: Set<String> = []
    let versions = ProgramVersions(of: installed.found, in: context)
    return Outcome(
      readers: own.readers.map { Coder($0.name, $0.typeIdentifiers, "\($0.kind)", $0.mayLose) },
      bridges: own.bridges.map { Coder($0.name, ["\($0.source)"], "\($0.destination)", $0.mayLose) },
      writers: own.writers.map { Coder($0.name, $0.typeIdentifiers, "\($0.kind)", $0.mayLose) },
      programs: installed.found.map { Program($0.program, file: $0.file, version: versions[$0.file]) }
        + installed.missing.map { Program($0, file: nil, version: nil) },
      libraries: ImageFormat.libraries.map { library, formats in
        Library(
          name: library.name, version: library.version(), formats: formats,
          installation: library.package.instruction())
      },
      sources: registry.coders.readers.flatMap(\.typeIdentifiers).filter { seen.insert($0).inserted },
      registry: registry)
  }

  /// The identifiers of the types that the built-in coders read or write.
  package static var convertibleTypes: [String] {
    let coders = CoderSet.standard
    return coders.readers.flatMap(\.typeIdentifiers) + coders.writers.flatMap(\.typeIdentifiers)
  }
}

extension CoderListing.Coder {
  fileprivate init(_ name: String, _ types: [String], _ value: String, _ losses: Set<LossKind>) {
    self.init(name: name, types: types, value: value, mayLose: losses.sorted().map(\.rawValue))
  }
}

extension CoderListing.Program {
  fileprivate init(_ program: ExternalConverter, file: String?, version: String?) {
    self.init(
      name: program.name, command: program.command[0], file: file, version: version,
      installation: program.installation, reads: program.reads, writes: program.writes,
      mayLose: program.losses.map(\.rawValue))
  }
}
