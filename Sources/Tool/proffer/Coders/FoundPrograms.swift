import Conversions
import ExternalConverters
import FileSystem
import Foundation
import UniformTypes

/// The external converters that are declared, by the program or its user, and found on the search path.
struct FoundPrograms {
  /// A declaration with the file of its program.
  struct Found {
    let program: ExternalConverter
    let file: String
  }

  /// What was found, the user's declarations first.
  let found: [Found]
  /// What is declared and not there.
  let missing: [ExternalConverter]

  /// Looks for all programs; a file of the user's that cannot be used is told of and left out.
  init(console: Console = Console()) {
    var found: [Found] = []
    var missing: [ExternalConverter] = []
    var names: Set<String> = []
    for program in FoundPrograms.userPrograms(console) + ExternalConverter.standard
    where names.insert(program.name).inserted {
      if let file = FoundPrograms.file(of: program.command[0]) {
        found.append(Found(program: program, file: file))
      } else {
        missing.append(program)
      }
    }
    self.found = found
    self.missing = missing
  }

  /// What was found as converters.
  func converters(types: TypeRegistry) throws -> [DocumentConverter] {
    guard !found.isEmpty else { return [] }
    let folder = try ProgramEnvironment.temporaryFolder
    guard let folder = folder.string else {
      throw Failure("TMPDIR is \(folder), which is not UTF-8; external converters could not be told of it")
    }
    return found.map { found in
      found.program.converter(
        program: found.file, searchPath: ProgramEnvironment.searchPath, temporaryFolder: folder,
        isOnlyProgram: true, types: types)
    }
  }

  private static func userPrograms(_ console: Console) -> [ExternalConverter] {
    do {
      return try ProgramEnvironment.coderFiles.flatMap { path -> [ExternalConverter] in
        do {
          let file = try OpenFile.readingRegular(path)
          return try ExternalConverter.declarations(
            json: Data(file.bytes(at: 0, count: Int(file.status().byteCount))))
        } catch {
          console.note("\(path): \(error); its programs are not known")
          return []
        }
      }
    } catch {
      console.note("\(error); your own coders are not known")
      return []
    }
  }

  private static func file(of command: String) -> String? {
    let folders = ProgramEnvironment.searchPath.split(separator: ":").filter { $0.hasPrefix("/") }
    let places = command.hasPrefix("/") ? [command] : folders.map { "\($0)/\(command)" }
    return places.first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
