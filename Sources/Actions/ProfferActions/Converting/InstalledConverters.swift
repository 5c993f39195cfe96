package import ExternalConverters
import Foundation
package import ProfferConversions
import ProfferFileSystem
package import UniformTypes

/// The declared external converters, divided into installed and missing converters.
package struct InstalledConverters {
  /// A declared converter, and the path of its program.
  package struct Found {
    package let program: ExternalConverter
    package let file: String
  }

  /// The installed converters.
  ///
  /// The converters that the user declares come first.
  package let found: [Found]
  /// The declared converters whose programs are not installed.
  package let missing: [ExternalConverter]

  private let context: ActionContext

  /// Searches for the programs of all declared converters.
  ///
  /// A settings file that cannot be used is reported and skipped.
  package init(in context: ActionContext) {
    self.context = context
    var found: [Found] = []
    var missing: [ExternalConverter] = []
    var names: Set<String> = []
    for program in InstalledConverters.userPrograms(in: context) + ExternalConverter.standard
    where names.insert(program.name).inserted {
      if let file = ProgramSearch.path(of: program.command[0], in: context.searchPath)?.string {
        found.append(Found(program: program, file: file))
      } else {
        missing.append(program)
      }
    }
    self.found = found
    self.missing = missing
  }

  /// Returns the installed converters as coders.
  ///
  /// - Parameter request: the page and the size that the converters draw.
  package func converters(drawing request: DrawingRequest, types: TypeRegistry) throws -> [DocumentConverter]
  {
    guard !found.isEmpty else { return [] }
    let folder = try temporaryFolder
    return found.map { found in
      found.program.converter(
        program: found.file, searchPath: context.searchPath, temporaryFolder: folder,
        isOnlyProgram: context.startsOnlyConverters, drawing: request, types: types)
    }
  }

  /// Returns the number of pages of a document; nil if no declared converter draws single pages of its type.
  ///
  /// - Throws: ``ActionError`` if the program that counts the pages is not installed, and the error of the
  ///   program, for example if the document is encrypted.
  package func pageCount(of document: RepresentationSource, types: TypeRegistry) throws -> Int? {
    func drawsPages(_ program: ExternalConverter) -> Bool {
      !program.pageInformation.isEmpty
        && program.reads.contains { types.conforms(identifier: document.typeIdentifier, to: $0) }
    }
    guard let drawing = found.map(\.program).first(where: drawsPages) else {
      guard let program = missing.first(where: drawsPages) else { return nil }
      throw ActionError.failure(program.missing(neededBy: "the number of pages"))
    }
    return try drawing.pageCount(
      of: document.data, typeIdentifier: document.typeIdentifier, searchPath: context.searchPath,
      temporaryFolder: temporaryFolder, isOnlyProgram: context.startsOnlyConverters, types: types)
  }

  private var temporaryFolder: String {
    get throws {
      if let folder = context.folders.temporary.string { return folder }
      throw ActionError.failure(
        "TMPDIR is \(context.folders.temporary), which is not UTF-8 and cannot be passed to an external converter"
      )
    }
  }

  /// Returns the names of the installed converters of a program.
  ///
  /// - Parameter name: the name of the program, such as `pandoc` or `libreoffice`; case is ignored.
  /// - Throws: ``ActionError`` if the program is not installed, or if no converter is declared for it.
  package func converterNames(ofProgram name: String) throws -> Set<String> {
    func isNamed(_ program: ExternalConverter) -> Bool {
      [program.productName, program.command[0], program.name].contains {
        $0.lowercased() == name.lowercased()
      }
    }
    let names = found.map(\.program).filter(isNamed).map(\.name)
    if !names.isEmpty { return Set(names) }
    if let program = missing.first(where: isNamed) {
      throw ActionError.failure("\(program.productName) is not installed; \(program.installation)")
    }
    let known = Set((found.map(\.program) + missing).map(\.productName)).sorted()
    throw ActionError.usage(
      "no converter is declared for the program \(name); declared programs: \(known.joined(separator: ", "))",
      code: .unknownProgram)
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
}
