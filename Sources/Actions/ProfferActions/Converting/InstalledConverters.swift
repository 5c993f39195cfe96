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
    package fileprivate(set) var file: String
  }

  /// The installed converters.
  ///
  /// The converters that the user declares come first.
  package private(set) var found: [Found]
  /// The declared converters whose programs are not installed.
  package private(set) var missing: [ExternalConverter]

  /// The paths of the programs that were examined.
  private var examined: Set<FilePath> = []
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

  /// Examines the programs of some converters, and replaces those that only have the file name of the declared program.
  ///
  /// The replacement is the next program of the same name on the search path. If there is none, the converter is
  /// missing. A program is started only if its declaration has a ``ExternalConverter/printedName``, and only once.
  ///
  /// - Parameter names: the names of the converters.
  /// - Returns: whether a program was replaced.
  package mutating func replaceOtherPrograms(of names: Set<String>) -> Bool {
    var isChanged = false
    while true {
      let unknown = found.filter { found in
        found.program.printedName != nil && names.contains(found.program.name)
          && FilePath(found.file).map(examined.contains) == false
      }
      guard !unknown.isEmpty else { return isChanged }
      examined.formUnion(unknown.compactMap { FilePath($0.file) })
      let versions = ProgramVersions(of: unknown, in: context)
      for place in found.indices.reversed() where versions.isOther(found[place]) {
        isChanged = true
        let program = found[place].program
        let next = ProgramSearch.path(of: program.command[0], in: context.searchPath, except: examined)
        if let file = next?.string {
          found[place].file = file
        } else {
          found.remove(at: place)
          missing.append(program)
        }
      }
    }
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
