public import Conversions
import Foundation
public import UniformTypes

extension OutsideProgram {
  /// The program as a converter.
  ///
  /// - Parameters:
  ///   - program: the program's file.
  ///   - searchPath: where the program finds programs of its own, as in `PATH`.
  ///   - temporaryFolder: where the folder is made in which it works.
  ///   - types: answers which extensions its files get.
  public func converter(
    program: String, searchPath: String, temporaryFolder: String, types: TypeRegistry = .current
  ) -> DocumentConverter {
    DocumentConverter(name, reads: reads, writes: writes, mayLose: losses, cost: cost) {
      source, destination in
      let folder = try WorkFolder(in: temporaryFolder)
      defer { folder.remove() }
      return try run(
        program: program, searchPath: searchPath, on: source, to: destination, in: folder, types: types)
    }
  }

  private func run(
    program: String, searchPath: String, on source: RepresentationSource, to destination: String,
    in folder: WorkFolder, types: TypeRegistry
  ) throws -> Written {
    guard case .data(let data) = source.contents else {
      throw CoderError(.programFailed, "\(name) takes a file, and this \(source.typeIdentifier) is a folder")
    }
    let given = isGivenWholePages ? WholePage.make(of: data) : Written(data)
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
      ["{input}": input, "{output}": output, "{folder}": folder.path, "{folder-address}": folder.address]) {
        first, _ in first
      }
    let process = OutsideProcess(
      program: program, arguments: command.dropFirst().map { $0.replacing(places) },
      environment: [
        "PATH": searchPath, "HOME": folder.path, "TMPDIR": folder.path, "LC_ALL": "C.UTF-8",
      ], folder: folder.path)
    try refuse(process.run(limit: timeLimit), saying: folder.complaint)
    guard let made = FileManager.default.contents(atPath: output) else {
      throw CoderError(.programFailed, "\(name) ended well and made no file\(folder.complaint)")
    }
    try OutsideResult.check(made, is: destination, madeBy: name, types: types)
    return Written(made, losses: given.losses, warnings: given.warnings)
  }

  private func refuse(_ end: OutsideProcess.End, saying complaint: String) throws {
    switch end {
    case .exited(0): return
    case .exited(let status):
      throw CoderError(.programFailed, "\(name) failed with status \(status)\(complaint)")
    case .killed(let signal):
      throw CoderError(.programFailed, "\(name) was ended by signal \(signal)\(complaint)")
    case .timedOut:
      throw CoderError(
        .programFailed,
        "\(name) was ended because it took longer than \(timeLimit.components.seconds) seconds")
    case .cancelled: throw CancellationError()
    }
  }

  private func fileExtension(of typeIdentifier: String, _ types: TypeRegistry) -> String {
    UTType(typeIdentifier)?.preferredFilenameExtension(in: types) ?? "data"
  }
}

extension String {
  /// The text with each key replaced by its value, from left to right; what a value brings is not looked at again.
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

/// A folder that one run of a program has to itself.
private struct WorkFolder {
  let path: String

  init(in parent: String) throws {
    path = "\(parent)/proffer-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
  }

  func path(_ name: String) -> String { "\(path)/\(name)" }

  /// The folder as a `file:` address, which ends in a slash.
  var address: String { URL(fileURLWithPath: path, isDirectory: true).absoluteString }

  /// Writes a file, and the folders that it stands in.
  func write(_ data: Data, to name: String) throws {
    let url = URL(fileURLWithPath: path(name))
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try data.write(to: url)
  }

  /// Removes the folder; one that cannot be removed is left to whoever cleans the temporary folder.
  func remove() { try? FileManager.default.removeItem(atPath: path) }

  /// The last line that the program complained with, as the end of a message.
  var complaint: String {
    let bytes = FileManager.default.contents(atPath: path(OutsideProcess.errorsName)) ?? Data()
    let lines = String(decoding: bytes.suffix(4_096), as: UTF8.self).split(whereSeparator: \.isNewline)
    return lines.last.map { ": \($0.prefix(300))" } ?? ""
  }
}
