import DesktopTransfer
import FolderDrops
import Foundation
import ItemProviders
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import TransferWindows
import UniformTypes

extension ContentReceipt {
  /// Returns whether content offered under the given names is accepted.
  func accepts(_ names: [String], in context: ActionContext) throws -> Bool {
    if accepted.isEmpty || converts { return true }
    let wanted = try wanted(in: context)
    return IncomingNames(names, types: context.types.registry).types.contains { type in
      wanted.contains { context.types.registry.conforms(identifier: type.typeIdentifier, to: $0.identifier) }
    }
  }

  /// The accepted types, in order of preference.
  private func wanted(in context: ActionContext) throws -> [UTType] {
    try accepted.flatMap { try $0.accepted(in: context) }
  }

  /// Returns what would be received from content offered under the given names, in words.
  func taken(from names: [String], in context: ActionContext) throws -> String {
    let types = context.types.registry
    let offered = IncomingNames(names, types: types).types.map(\.typeIdentifier)
    if bundlePath != nil { return WindowRow.names(of: offered, in: types) }
    let wanted = try wanted(in: context)
    if wanted.isEmpty {
      let files = [UTType.fileURL.identifier, UTType.uriList.identifier]
      if try outputFolder != nil, offered.contains(where: files.contains) { return "files" }
      let isText = { types.conforms(identifier: $0, to: UTType.text.identifier) }
      if case .stream = destination, offered.contains(where: isText) { return "text" }
      return WindowRow.names(of: Array(offered.prefix(1)), in: types)
    }
    let matching = offered.filter { type in
      wanted.contains { types.conforms(identifier: type, to: $0.identifier) }
    }
    return WindowRow.names(
      of: matching.isEmpty ? wanted.map(\.identifier) : Array(matching.prefix(1)), in: types)
  }

  /// What the user should do, and where the content goes.
  var headline: String {
    destinationText.map { "Drop here, into \($0)" } ?? "Drop here, for standard output"
  }

  /// Writes the offered content to the destination, and returns the result.
  ///
  /// - Parameter progress: called with the progress while files are copied, ten times a second.
  func take(
    _ content: PastedContent, in context: ActionContext, _ note: @escaping @Sendable (DesktopNote) -> Void,
    progress: (FolderDropProgress) -> Void = { _ in }
  ) throws -> Outcome {
    if content.names.isSensitive, bundlePath != nil || folder != nil, !takesSensitive {
      throw ActionError.negative(
        "the program that offers \(content.selection.displayName) marks its content as sensitive, for example as a password",
        code: .sensitive)
    }
    let wanted = try wanted(in: context)
    if let bundlePath {
      let bundle = PastedBundle(
        content, accepting: wanted, takingUnknownTypes: takesUnknownTypes, context: context, note: note)
      try bundle.write(to: bundlePath, replacing: replaces)
      return .bundle(bundlePath)
    }
    if wanted.isEmpty, let folder = try outputFolder, let files = try content.files() {
      try Folder.createWithParents(folder)
      guard try movesCutFiles && content.isCut() else {
        let placed = try PastedFiles(files).place(in: folder, context: context, progress: progress)
        return .files(placed.map { $0.named(in: folder) })
      }
      let moved = try PastedFiles(files).move(into: folder, context: context)
      note(.filesMoved(count: moved.count))
      return .files(moved.map { $0.named(in: folder) })
    }
    let (types, fileExtensions) =
      wanted.isEmpty
      ? try impliedTypes(content, context) : (wanted, try accepted.fileExtensions(in: context))
    let choices = try PastedChoice.all(
      of: content, accepting: types, fileExtensions: fileExtensions, converting: converts, context: context)
    return .document(try write(choices, fileExtensions, of: content, context, note))
  }

  /// The path of the destination bundle; nil if the destination is not a bundle.
  private var bundlePath: FilePath? {
    guard case .path(let path) = destination, let name = path.lastComponent?.string,
      name.lowercased().hasSuffix(".dragbundle")
    else { return nil }
    return path
  }

  /// The path of a destination given as `folder`; nil for any other destination.
  private var folder: FilePath? {
    if case .folder(let path) = destination { path } else { nil }
  }

  /// The path of the destination folder; nil if the destination is a file or a stream.
  private var outputFolder: FilePath? {
    get throws {
      switch destination {
      case .stream: return nil
      case .folder(let path): return path
      case .path(let path):
        return try path.hasTrailingSlash || FileStatus.ifPresent(path)?.kind == .folder ? path : nil
      }
    }
  }

  /// Returns the types implied by the destination, and their filename extensions.
  ///
  /// A file implies the type of its filename extension. A stream implies plain text if text is offered.
  private func impliedTypes(
    _ content: PastedContent, _ context: ActionContext
  ) throws -> ([UTType], [UTType: String]) {
    switch destination {
    case .stream: return (content.preferredTypes, [:])
    case .folder: return ([], [:])
    case .path(let path):
      guard try outputFolder == nil, let name = path.lastComponent, FilenameExtension.of(name.bytes) != nil,
        let wanted = try WantedType(of: name, in: context)
      else { return ([], [:]) }
      return ([wanted.type], wanted.fileExtension.map { [wanted.type: $0] } ?? [:])
    }
  }

  // MARK: Writing

  /// Writes the content with the first choice that succeeds.
  ///
  /// - Throws: the error of the first choice, if all choices fail.
  private func write(
    _ choices: [PastedChoice], _ fileExtensions: [UTType: String], of content: PastedContent,
    _ context: ActionContext, _ note: (DesktopNote) -> Void
  ) throws -> Document {
    func place(of typeIdentifier: String) throws -> DocumentDestination {
      let type = UTType(identifier: typeIdentifier, allowUndeclared: true, in: context.types.registry)
      return try self.place(of: typeIdentifier, type.flatMap { fileExtensions[$0] }, context)
    }
    var failure: (error: ActionError, remarks: [String])?
    for choice in choices {
      guard let plan = choice.plan else {
        return try write(choice.offered, to: place(of: choice.typeIdentifier), of: content, context)
      }
      let source = RepresentationSource(
        try content.data(choice.offered), typeIdentifier: choice.offered.typeIdentifier,
        limits: context.readingLimits)
      let result: ConversionResult
      do { result = try plan.run(on: source) } catch let error as CoderError {
        // The offered bytes do not have the type that their name indicates.
        let reason = "the offered content cannot be converted: \(error.message)"
        failure = failure ?? (ActionError.failure(reason, cause: error), [])
        continue
      }
      let report = StepReport(losses: result.losses, warnings: result.warnings)
      if isStrict {
        do { try report.refuse(of: plan, from: "the offered content", in: context) } catch let error
          as ActionError
        {
          failure = failure ?? (error, report.warnings)
          continue
        }
      }
      let place = try place(of: result.typeIdentifier)
      try place.write(result.contents, as: result.typeIdentifier, context: context)
      return Document(typeIdentifier: result.typeIdentifier, path: place.path, report: report)
    }
    guard let failure else { preconditionFailure("there is at least one way") }
    for remark in failure.remarks { note(.conversionRemark(remark)) }
    throw failure.error
  }

  /// Writes an offered type unchanged; its bytes are streamed.
  private func write(
    _ offered: IncomingNames.OfferedType, to place: DocumentDestination, of content: PastedContent,
    _ context: ActionContext
  ) throws -> Document {
    try place.write { take in
      try content.stream(offered) { piece in
        try context.checkCancellation()
        try take(piece)
      }
    }
    return Document(typeIdentifier: offered.typeIdentifier, path: place.path, report: nil)
  }

  /// Returns the destination for a document of the given type.
  ///
  /// - Parameter fileExtension: the extension that the user typed; nil for the preferred extension of the type.
  private func place(
    of typeIdentifier: String, _ fileExtension: String?, _ context: ActionContext
  ) throws -> DocumentDestination {
    if let folder { try Folder.createWithParents(folder) }
    var name = FileNaming.name(
      suggested: fileStem, sourceName: nil, typeIdentifier: typeIdentifier, fileExtension: fileExtension,
      registry: context.types.registry)
    switch destination {
    case .stream(let stream): return DocumentDestination(stream)
    case .path(let path): return try DocumentDestination(path, for: name, replacing: replaces)
    case .folder(let folder):
      if !replaces { name = try freeName(name, in: folder) }
      return try DocumentDestination(folder, for: name, replacing: replaces)
    }
  }

  /// Returns the name, or a numbered variant if the name is already used in the folder.
  ///
  /// Copied files are numbered in the same way.
  private func freeName(_ name: FileName, in folder: FilePath) throws -> FileName {
    var free = name
    var number = 2
    while try FileStatus.ifPresent(folder.appending(free), followingLinks: false) != nil {
      free = FileNaming.numbered(name, number)
      number += 1
    }
    return free
  }
}

extension DesktopContext {
  /// Returns the content that another program offers.
  ///
  /// Offered files are requested from the document portal if possible.
  func content(
    _ contents: any SelectionContents, of selection: TransferSelection, in context: ActionContext
  ) -> PastedContent {
    let files = PastedFileList(portal: session.documentPortal) { [note] in note(.portalNotUsed($0)) }
    return PastedContent(contents, of: selection, files, in: context)
  }
}
