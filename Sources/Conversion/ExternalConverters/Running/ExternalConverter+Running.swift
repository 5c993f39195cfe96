package import Foundation
import ItemProviders
public import ProfferConversions
import ProfferFileSystem
import RichTextFormats
import SystemPackages
public import UniformTypes
import VectorFormats

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
  ///   - request: the page and the size of the picture; ignored by a program that cannot choose them.
  ///   - types: the type registry, which determines the file extensions of the input and the result.
  /// - Returns: the converter.
  public func converter(
    program: String, searchPath: String, temporaryFolder: String, isOnlyProgram: Bool = false,
    drawing request: DrawingRequest = DrawingRequest(), types: TypeRegistry = .current
  ) -> DocumentConverter {
    var choices: Set<ConverterChoice> = []
    if !pageArguments.isEmpty { choices.insert(.page) }
    if !sizeArguments.isEmpty { choices.insert(.size) }
    return DocumentConverter(
      name, reads: reads, writes: writes, mayLose: losses, cost: cost, choices: choices
    ) { source, destination in
      let folder = try WorkFolder(in: temporaryFolder)
      defer { folder.remove() }
      let place = Place(
        program: program, searchPath: searchPath, isOnlyProgram: isOnlyProgram, folder: folder, types: types)
      return try run(on: source, to: destination, at: place, request)
    }
  }

  /// Returns the number of pages of a document; nil if ``pageInformation`` is empty.
  ///
  /// - Parameters:
  ///   - contents: the document.
  ///   - typeIdentifier: the type of the document.
  ///   - searchPath: the folders in which the program is looked up, as in `PATH`.
  ///   - temporaryFolder: the folder in which the program's working directory is created.
  ///   - isOnlyProgram: whether this process runs no other program at the same time.
  ///   - types: the type registry.
  /// - Throws: ``CoderError`` if the program fails, for example because the document is encrypted.
  package func pageCount(
    of contents: Data, typeIdentifier: String, searchPath: String, temporaryFolder: String,
    isOnlyProgram: Bool, types: TypeRegistry
  ) throws -> Int? {
    guard !pageInformation.isEmpty else { return nil }
    let folder = try WorkFolder(in: temporaryFolder)
    defer { folder.remove() }
    let place = Place(
      program: command[0], searchPath: searchPath, isOnlyProgram: isOnlyProgram, folder: folder, types: types)
    let input = folder.path("input.\(fileExtension(of: typeIdentifier, types))")
    try contents.write(to: URL(fileURLWithPath: input))
    return try information(for: nil, ["{input}": input], at: place).pageCount
  }

  /// Where and how the programs of a converter run.
  private struct Place {
    /// The path of the first program.
    let program: String
    let searchPath: String
    let isOnlyProgram: Bool
    let folder: WorkFolder
    let types: TypeRegistry
  }

  private func run(
    on source: RepresentationSource, to destination: String, at place: Place, _ request: DrawingRequest
  ) throws -> Written {
    let (folder, types) = (place.folder, place.types)
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
    let output = folder.path((result ?? "output.{output-extension}").replacing(extensions))
    for (path, text) in files { try folder.write(Data(text.utf8), to: path) }
    try given.data.write(to: URL(fileURLWithPath: input))
    let paths = extensions.merging(
      ["{input}": input, "{output}": output, "{folder}": folder.path, "{folder-address}": folder.url]) {
        first, _ in first
      }
    var losses = LossCounter()
    losses.add(contentsOf: given.losses)
    var warnings = given.warnings
    var request = pageArguments.isEmpty && sizeArguments.isEmpty ? DrawingRequest() : request
    if !pageInformation.isEmpty {
      let pages = try information(for: request.pageNumber, paths, at: place)
      // If a page is requested, others are not lost.
      if request.pageNumber == nil { losses.add(.images, "other pages", count: pages.pageCount - 1) }
      request = pages.fitting(request)
      try pages.check(request, limits: source.limits)
    }
    if types.conforms(identifier: source.typeIdentifier, to: UTType.svg.identifier) {
      let inspection = try VectorDrawing.inspection(of: data, depthLimit: source.limits.depth)
      losses.add(contentsOf: inspection.losses)
      warnings += inspection.warnings
      if types.conforms(identifier: destination, to: UTType.image.identifier) {
        try check(inspection.size, request, limits: source.limits)
      }
    }
    try run(place.program, arguments(command.dropFirst(), paths, request), at: place)
    for command in furtherCommands {
      try run(command[0], arguments(command.dropFirst(), paths, request), at: place)
    }
    let made = try result(at: output, in: folder)
    switch resultForm {
    case .document:
      try ConverterResult.check(made, is: destination, madeBy: name, types: types)
      return Written(made, losses: losses.total, warnings: warnings)
    case .pagesOfText:
      let links = try result(at: folder.path("links.xml"), in: folder)
      let reading = PagesOfText(pages: made, links: links, firstPage: request.pageNumber ?? 1).read()
      losses.add(contentsOf: reading.losses)
      let page = reading.value.writeHTML()
      losses.add(contentsOf: page.losses)
      return Written(page.data, losses: losses.total, warnings: warnings + reading.warnings)
    }
  }

  /// Throws `tooLarge` if the picture of a drawing would have too many pixels.
  ///
  /// - Parameter size: the size of the drawing in pixels; nil if it is unknown.
  private func check(
    _ size: VectorDrawing.Size?, _ request: DrawingRequest, limits: ReadingLimits
  ) throws(CoderError) {
    guard let wanted = request.size else {
      if let size { try limits.checkDrawing(width: size.width, height: size.height) }
      return
    }
    let (width, height) = (Double(wanted.width), Double(wanted.height))
    guard let size, size.width > 0, size.height > 0 else {
      return try limits.checkDrawing(width: width, height: height)
    }
    let scale = min(width / size.width, height / size.height)
    try limits.checkDrawing(width: size.width * scale, height: size.height * scale)
  }

  /// Runs a program; throws if it fails.
  ///
  /// - Parameter program: the path of the program, or its name.
  private func run(_ program: String, _ arguments: [String], at place: Place) throws {
    guard let file = ProgramSearch.path(of: program, in: place.searchPath) else {
      throw CoderError(
        .programFailed,
        SystemPackage.program(program)?.missing(neededBy: name)
          ?? "\(name) needs \(program), which is not installed")
    }
    let folder = place.folder
    let process = ConverterProcess(
      program: file, arguments: arguments,
      environment: [
        "PATH": place.searchPath, "HOME": folder.path, "TMPDIR": folder.path, "LC_ALL": "C.UTF-8",
      ], folder: folder.place, sizeLimit: sizeLimit, isOnlyProgram: place.isOnlyProgram)
    let end: ConverterProcess.End
    do { end = try process.run(limit: timeLimit) } catch let error as FileSystemError {
      throw CoderError(.programFailed, "\(name) cannot be run: \(error)", cause: error)
    }
    try refuse(end, saying: folder.complaint)
  }

  /// Returns what ``pageInformation`` prints about a document and one of its pages.
  private func information(
    for page: Int?, _ paths: [String: String], at place: Place
  ) throws -> PageInformation {
    let request = DrawingRequest(pageNumber: page ?? 1)
    try run(pageInformation[0], arguments(pageInformation.dropFirst(), paths, request), at: place)
    let path = place.folder.path(ConverterProcess.outputName)
    guard
      let information = PageInformation(
        String(decoding: try result(at: path, in: place.folder), as: UTF8.self))
    else { throw CoderError(.programFailed, "\(pageInformation[0]) does not print the number of pages") }
    if let page, page > information.pageCount {
      throw CoderError(
        .programFailed, PageInformation.missing(page: page, last: information.pageCount))
    }
    return information
  }

  /// Returns the arguments of a command, with the places of files and the request filled in.
  private func arguments(
    _ arguments: some Sequence<String>, _ paths: [String: String], _ request: DrawingRequest
  ) -> [String] {
    arguments.flatMap { argument -> [String] in
      switch argument {
      case "{page}":
        guard let number = request.pageNumber else { return [] }
        return pageArguments.map { $0.replacing(["{number}": String(number)]) }
      case "{size}":
        guard let size = request.size else { return [] }
        let lengths = ["{width}": String(size.width), "{height}": String(size.height)]
        return sizeArguments.map { $0.replacing(lengths) }
      default: return [argument.replacing(paths)]
      }
    }
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
      if let reason = PopplerComplaint.reason(of: complaint) { throw CoderError(.programFailed, reason) }
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
      // The path of the folder means nothing to the user.
      return lines.last.map {
        ": \(PrintableText.line(String($0.replacing("\(self.path)/", with: "").prefix(300))))"
      } ?? ""
    } catch {
      // The error output cannot be read, for example because the program removed the file.
      return ""
    }
  }
}
