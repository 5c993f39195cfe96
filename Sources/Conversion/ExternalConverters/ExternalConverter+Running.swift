import Foundation
import ItemProviders
public import ProfferConversions
import ProfferFileSystem
public import UniformTypes

extension ExternalConverter {
  /// Returns a converter that runs the program.
  ///
  /// - Parameters:
  ///   - program: the path of the program.
  ///   - searchPath: the value of `PATH` in the program's environment, used by the program to find other
  ///     programs.
  ///   - temporaryFolder: the folder in which the program's working directory is created.
  ///   - isOnlyProgram: whether this process runs no other program at the same time. If true, every process
  ///     that becomes a child of this process is attributed to the program and terminated with it. If false,
  ///     processes are attributed by their parents, session or environment.
  ///   - types: the type registry, which determines the file extensions of the input and the result.
  /// - Returns: the converter.
  public func converter(
    program: String, searchPath: String, temporaryFolder: String, isOnlyProgram: Bool = false,
    types: TypeRegistry = .current
  ) -> DocumentConverter {
    DocumentConverter(name, reads: reads, writes: writes, mayLose: losses, cost: cost) {
      source, destination in
      let folder = try WorkFolder(in: temporaryFolder)
      defer { folder.remove() }
      return try run(
        program: program, searchPath: searchPath, isOnlyProgram, on: source, to: destination, in: folder,
        types: types)
    }
  }

  private func run(
    program: String, searchPath: String, _ isOnlyProgram: Bool, on source: RepresentationSource,
    to destination: String, in folder: WorkFolder, types: TypeRegistry
  ) throws -> Written {
    guard case .data(let data) = source.contents else {
      throw CoderError(
        .programFailed,
        "\(name) accepts only files, and this \(TypeNames.name(of: source.typeIdentifier)) is a folder")
    }
    let given = needsSelfContainedPages ? SelfContainedPage.make(of: data) : Written(data)
    let extensions = [
      "{input-extension}": fileExtension(of: source.typeIdentifier, types),
      "{output-extension}": fileExtension(of: destination, types),
    ]
    let input = folder.path("input.\(extensions["{input-extension}", default: "data"])")
    let output = folder.path(
      (result ?? "output.{output-extension}").replacing(extensions))
    for (path, text) in files { try folder.write(Data(text.utf8), to: path) }
    try given.data.write(to: URL(fileURLWithPath: input))
    let places = extensions.merging(
      ["{input}": input, "{output}": output, "{folder}": folder.path, "{folder-address}": folder.url]) {
        first, _ in first
      }
    guard let file = FilePath(program) else {
      throw CoderError(.programFailed, "the path of the program is not valid", subject: name)
    }
    let process = ConverterProcess(
      program: file, arguments: command.dropFirst().map { $0.replacing(places) },
      environment: [
        "PATH": searchPath, "HOME": folder.path, "TMPDIR": folder.path, "LC_ALL": "C.UTF-8",
      ], folder: folder.place, sizeLimit: sizeLimit, isOnlyProgram: isOnlyProgram)
    let end: ConverterProcess.End
    do { end = try process.run(limit: timeLimit) } catch let error as FileSystemError {
      throw CoderError(.programFailed, "\(name) cannot be run: \(error)", cause: error)
    }
    try refuse(end, saying: folder.complaint)
    let made = try result(at: output, in: folder)
    try ConverterResult.check(made, is: destination, madeBy: name, types: types)
    return Written(made, losses: given.losses, warnings: given.warnings)
  }

  /// Returns the bytes that the program wrote; the bytes remain valid after the folder is removed.
  private func result(at path: String, in folder: WorkFolder) throws -> Data {
    do {
      guard let path = FilePath(path) else { throw CocoaError(.fileNoSuchFile) }
      // The path is not trusted: a symbolic link could point to a file that the program did not create, and
      // opening a FIFO would block.
      let file = try OpenFile.readingRegular(path, followingLinks: false)
      return try Data(keeping: file, at: 0, byteCount: file.status().byteCount)
    } catch {
      throw CoderError(
        .programFailed, "\(name) succeeded but wrote no file\(folder.complaint)", cause: error)
    }
  }

  private func refuse(_ end: ConverterProcess.End, saying complaint: String) throws {
    switch end {
    case .exited(0): return
    case .exited(let status):
      throw CoderError(.programFailed, "\(name) failed with status \(status)\(complaint)")
    case .killed(let signal):
      throw CoderError(.programFailed, "\(name) was killed by signal \(signal)\(complaint)")
    case .timedOut:
      throw CoderError(
        .programFailed,
        "\(name) was stopped because it took longer than \(timeLimit.components.seconds) seconds")
    case .wroteTooMuch:
      throw CoderError(
        .programFailed,
        "\(name) was stopped because it wrote more than \(sizeLimit) bytes; increase the size in its declaration"
      )
    case .unknown:
      throw CoderError(.programFailed, "the system does not report how \(name) ended\(complaint)")
    case .cancelled: throw CancellationError()
    }
  }

  private func fileExtension(of typeIdentifier: String, _ types: TypeRegistry) -> String {
    UTType(typeIdentifier)?.preferredFilenameExtension(in: types) ?? "data"
  }
}

extension String {
  /// Returns a copy of the text in which each key is replaced by its value.
  ///
  /// The keys are replaced from left to right. Keys inside the inserted values are not replaced.
  fileprivate func replacing(_ values: [String: String]) -> String {
    var result = ""
    var rest = self[...]
    while let open = rest.firstIndex(of: "{") {
      result += rest[..<open]
      rest = rest[open...]
      if let (key, value) = values.first(where: { rest.hasPrefix($0.key) }) {
        result += value
        rest = rest.dropFirst(key.count)
      } else {
        result.append(rest.removeFirst())
      }
    }
    return result + rest
  }
}

/// A folder for one run of a program.
///
/// The folder is also removed if a catchable signal ends this process. If this process is killed, the next
/// run removes the folder.
private struct WorkFolder {
  let place: FilePath
  let path: String
  private let folders: LoadFolders

  init(in parent: String) throws {
    folders = LoadFolders(in: FilePath(parent))
    place = try folders.make()
    guard let path = place.string else {
      folders.remove(place)
      throw CoderError(.programFailed, "the folder \(place) is not UTF-8 and cannot be passed to a program")
    }
    self.path = path
  }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// The address of the folder as a `file:` URL that ends in a slash.
  var url: String { URL(fileURLWithPath: path, isDirectory: true).absoluteString }

  /// Writes a file and creates its parent folders.
  func write(_ data: Data, to name: String) throws {
    let url = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }

  /// Removes the folder; if the removal fails, the next run removes the folder.
  func remove() { folders.remove(place) }

  /// The maximum number of bytes that are read from the end of standard error.
  private static let longestComplaint: UInt64 = 4_096

  /// The last line of the program's standard error, worded to complete an error message; empty if there is
  /// none.
  var complaint: String {
    do {
      guard let path = FilePath(path(ConverterProcess.errorsName)) else { return "" }
      let file = try OpenFile.readingRegular(path, followingLinks: false)
      let byteCount = try file.status().byteCount
      let count = min(byteCount, WorkFolder.longestComplaint)
      let bytes = try file.bytes(at: byteCount - count, count: Int(count))
      let lines = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
      return lines.last.map { ": \(PrintableText.line(String($0.prefix(300))))" } ?? ""
    } catch {
      // The error output cannot be read, for example because the program removed the file.
      return ""
    }
  }
}
