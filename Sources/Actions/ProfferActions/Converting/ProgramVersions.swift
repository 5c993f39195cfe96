import ByteTools
import ExternalConverters
import Foundation
import ProfferFileSystem

/// The versions of installed programs, as the programs print them.
///
/// The programs run at the same time, each for a limited time. Only a program whose declaration has arguments for
/// its version is run.
struct ProgramVersions {
  /// What each program prints, by its path.
  private let texts: [String: String]

  /// The maximum run time of a program.
  private static let timeLimit = Duration.seconds(10)

  init(of programs: [InstalledConverters.Found], in context: ActionContext) {
    var arguments: [String: [String]] = [:]
    for found in programs where !found.program.versionArguments.isEmpty {
      arguments[found.file] = found.program.versionArguments
    }
    let files = arguments.sorted { $0.key < $1.key }
    let folder = context.folders.temporary
    let searchPath = context.searchPath
    let texts = Locked<[String: String]>([:])
    DispatchQueue.concurrentPerform(iterations: files.count) { index in
      let (file, versionArguments) = files[index]
      guard let path = FilePath(file) else { return }
      do {
        let output = try ProgramOutput(
          of: path, arguments: versionArguments,
          environment: [
            "PATH": searchPath, "HOME": folder.string ?? "/nonexistent", "LC_ALL": "C.UTF-8",
          ], in: folder, within: Self.timeLimit)
        let text = String(decoding: output.output + output.errors, as: UTF8.self)
        // A program that is stopped may not have printed everything.
        if output.end != nil { texts.withLock { $0[file] = text } }
      } catch {
        // A program that cannot be started has no version; a conversion reports the error.
        return
      }
    }
    self.texts = texts.withLock { $0 }
  }

  /// The version of the program at a path; nil if it is unknown.
  subscript(_ file: String) -> String? { texts[file].flatMap(Self.version) }

  /// Returns whether a program only has the file name of the declared program.
  ///
  /// A program that printed nothing in time counts as the declared program. A conversion with it reports the error.
  func isOther(_ found: InstalledConverters.Found) -> Bool {
    guard let name = found.program.printedName, let text = texts[found.file] else { return false }
    return !text.contains(name)
  }

  /// Returns the first word with digits and a period in the first line of a text, such as `22.12.0` or
  /// `6.9.11-60`.
  static func version(in text: String) -> String? {
    let line = text.split(whereSeparator: \.isNewline).first ?? ""
    return line.split { $0 == " " || $0 == "," || $0 == "(" || $0 == ")" }.map(String.init).first { word in
      let digits = word.drop { $0 == "v" || $0 == "n" }
      return digits.first?.isNumber == true && word.contains(".")
    }
  }
}
