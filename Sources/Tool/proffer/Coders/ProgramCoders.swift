import ExternalConverters
import Foundation
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import StandardCoders
import UniformTypes

/// The coders of one run: the program's own, and the external converters that are found.
///
/// External converters are looked for only where they could change a plan. A step of theirs never reports all that it
/// loses, and the planner puts each such step before every other consideration: a plan of the program's own coders without
/// such a step is the best plan whatever else is installed.
struct ProgramCoders {
  /// The program's own coders, which exist wherever the program does: what it may promise.
  let own: ConversionRegistry
  private let context: ActionContext
  private var all: ConversionRegistry?

  /// - Parameter readsMarksAsText: whether text with marks, such as Markdown, may be read as the plain text that it also
  ///   is, so that its marks stay.
  init(
    in context: ActionContext, readsMarksAsText: Bool = true, options: CoderOptions = CoderOptions()
  ) {
    self.context = context
    var coders = CoderSet.standard(options)
    if !readsMarksAsText { coders.readers.removeAll { $0.typeIdentifiers == ["public.plain-text"] } }
    own = ConversionRegistry(coders, types: context.types.registry)
  }

  /// The plan that loses least.
  ///
  /// - Parameter writerName: the writer that the plan ends with; nil for any.
  mutating func plan(
    from candidates: [String], to type: String, by writerName: String? = nil
  ) throws -> ConversionPlan {
    if let writerName { return try own.plan(from: candidates, to: type, by: writerName) }
    do throws(ConversionError) {
      let plan = try own.plan(from: candidates, to: type)
      if !plan.mayLose.contains(.unreported) { return plan }
    } catch {
      // An external converter may read or write what the program's own coders do not.
    }
    return try withExternalConverters().plan(from: candidates, to: type)
  }

  /// All types that the candidates can be converted to, by any coder, each once.
  mutating func destinations(from candidates: [String]) throws -> [String] {
    let registry = try withExternalConverters()
    var seen: Set<TypeIdentifier> = []
    return candidates.flatMap { registry.destinations(from: $0) }.filter {
      seen.insert(TypeIdentifier($0)).inserted
    }
  }

  /// The plan of a promise, by the program's own coders.
  ///
  /// - Throws: a failure that says so when only an external converter makes the type.
  mutating func promisedPlan(from candidates: [String], to type: String) throws -> ConversionPlan {
    do throws(ConversionError) {
      return try own.plan(from: candidates, to: type)
    } catch {
      var message = error.message
      let all = try withExternalConverters()
      if candidates.contains(where: {
        all.destinations(from: $0).contains { TypeIdentifier($0) == TypeIdentifier(type) }
      }) {
        message +=
          "; only an external converter makes it, and promises need a built-in coder, which is available "
          + "wherever the bundle is opened; convert the file, then pack the result"
      }
      throw ActionError.failure(message, cause: error)
    }
  }

  private mutating func withExternalConverters() throws -> ConversionRegistry {
    if let all { return all }
    let types = context.types.registry
    let converters = try FoundPrograms(in: context).converters(types: types)
    let joined = ConversionRegistry(own.coders.joined(with: converters, types: types), types: types)
    all = joined
    return joined
  }
}

/// The external converters that are declared, by the program or its user, and found on the search path.
struct FoundPrograms {
  /// A declaration with the file of its program.
  struct Found {
    let program: ExternalConverter
    let file: String
  }

  /// What was found, the user's declarations first.
  let found: [Found]
  /// What is declared and not installed.
  let missing: [ExternalConverter]

  private let context: ActionContext

  /// Looks for all programs; a file of the user's that cannot be used is reported and left out.
  init(in context: ActionContext) {
    self.context = context
    var found: [Found] = []
    var missing: [ExternalConverter] = []
    var names: Set<String> = []
    for program in FoundPrograms.userPrograms(in: context) + ExternalConverter.standard
    where names.insert(program.name).inserted {
      if let file = FoundPrograms.file(of: program.command[0], in: context) {
        found.append(Found(program: program, file: file))
      } else {
        missing.append(program)
      }
    }
    self.found = found
    self.missing = missing
  }

  /// The programs that were found as converters.
  func converters(types: TypeRegistry) throws -> [DocumentConverter] {
    guard !found.isEmpty else { return [] }
    guard let folder = context.folders.temporary.string else {
      throw ActionError.failure(
        "TMPDIR is \(context.folders.temporary), which is not UTF-8 and cannot be passed to an external converter"
      )
    }
    return found.map { found in
      found.program.converter(
        program: found.file, searchPath: context.searchPath, temporaryFolder: folder,
        isOnlyProgram: true, types: types)
    }
  }

  private static func userPrograms(in context: ActionContext) -> [ExternalConverter] {
    do {
      return try context.folders.settings(in: "coders").flatMap { path -> [ExternalConverter] in
        do {
          return try ExternalConverter.declarations(
            json: Data(path.fileBytes(spoolingIn: context.folders.temporary)))
        } catch {
          context.note(.settingsFileIgnored(.converters, path, error))
          return []
        }
      }
    } catch {
      context.note(.settingsIgnored(.converters, error))
      return []
    }
  }

  private static func file(of command: String, in context: ActionContext) -> String? {
    let folders = context.searchPath.split(separator: ":").filter { $0.hasPrefix("/") }
    let places = command.hasPrefix("/") ? [command] : folders.map { "\($0)/\(command)" }
    return places.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}

extension PromiseResolver {
  /// Makes promised representations with the program's own coders; the one that the manifest names writes them.
  static func program(types: TypeRegistry) -> PromiseResolver {
    let coders = ConversionRegistry(.standard, types: types)
    return PromiseResolver { data, source, wanted, coder in
      let plan = try coders.plan(from: [source], to: wanted, by: coder)
      return try plan.run(on: RepresentationSource(data, typeIdentifier: source)).data
    }
  }
}
