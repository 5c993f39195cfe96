package import ExternalConverters
import Foundation
package import ProfferConversions
import ProfferFileSystem
package import UniformTypes

/// The external converters that the program or its user declares, divided into installed and missing ones.
package struct InstalledConverters {
  /// A declaration, and the path of its program.
  package struct Found {
    package let program: ExternalConverter
    package let file: String
  }

  /// The installed converters; the user's declarations come first.
  package let found: [Found]
  /// The declared converters that are not installed.
  package let missing: [ExternalConverter]

  private let context: ActionContext

  /// Searches for all programs; a user's file that cannot be used is reported and skipped.
  package init(in context: ActionContext) {
    self.context = context
    var found: [Found] = []
    var missing: [ExternalConverter] = []
    var names: Set<String> = []
    for program in InstalledConverters.userPrograms(in: context) + ExternalConverter.standard
    where names.insert(program.name).inserted {
      if let file = InstalledConverters.file(of: program.command[0], in: context) {
        found.append(Found(program: program, file: file))
      } else {
        missing.append(program)
      }
    }
    self.found = found
    self.missing = missing
  }

  /// The installed programs as converters.
  package func converters(types: TypeRegistry) throws -> [DocumentConverter] {
    guard !found.isEmpty else { return [] }
    guard let folder = context.folders.temporary.string else {
      throw ActionError.failure(
        "TMPDIR is \(context.folders.temporary), which is not UTF-8 and cannot be passed to an external converter"
      )
    }
    return found.map { found in
      found.program.converter(
        program: found.file, searchPath: context.searchPath, temporaryFolder: folder,
        isOnlyProgram: context.startsOnlyConverters, types: types)
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
