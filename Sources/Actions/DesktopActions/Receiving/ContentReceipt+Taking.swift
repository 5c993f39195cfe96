import DesktopTransfer
import Foundation
import ItemProviders
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import UniformTypes

extension ContentReceipt {
  /// Whether content offered under these names is accepted.
  func accepts(_ names: [String], in context: ActionContext) throws -> Bool {
    if accepted.isEmpty || converts { return true }
    let wanted = try accepted.map { try $0.resolved(in: context) }
    return IncomingNames(names, types: context.types.registry).types.contains { type in
      wanted.contains { context.types.registry.conforms(identifier: type.typeIdentifier, to: $0.identifier) }
    }
  }

  /// Writes the offered content to the destination.
  func take(
    _ content: PastedContent, in context: ActionContext, _ note: @escaping @Sendable (DesktopNote) -> Void
  ) throws -> Outcome {
    if content.names.isSensitive, bundlePath != nil || folder != nil, !takesSensitive {
      throw ActionError.negative(
        "the program that offers \(content.selection.displayName) asks not to keep it, as of a password",
        code: .sensitive)
    }
    let wanted = try accepted.map { try $0.resolved(in: context) }
    if let bundlePath {
      let bundle = PastedBundle(
        content, accepting: wanted, takingUnknownTypes: takesUnknownTypes, context: context, note: note)
      try bundle.write(to: bundlePath, replacing: replaces)
      return .bundle(bundlePath)
    }
    if wanted.isEmpty, let folder = try outputFolder, let files = try content.files() {
      try Folder.createWithParents(folder)
      return .files(try PastedFiles(files).place(in: folder, context: context))
    }
    let choice = try PastedChoice(
      content, accepting: wanted.isEmpty ? impliedTypes(content, context) : wanted, converting: converts,
      context: context)
    return .document(try write(choice, of: content, context, note))
  }

  /// The bundle that receives everything; nil for any other destination.
  private var bundlePath: FilePath? {
    guard case .path(let path) = destination, let name = path.lastComponent?.string,
      name.lowercased().hasSuffix(".dragbundle")
    else { return nil }
    return path
  }

  /// The folder if the destination is explicitly a folder; otherwise nil.
  private var folder: FilePath? {
    if case .folder(let path) = destination { path } else { nil }
  }

  /// The output folder; nil for a file or a stream.
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

  /// The types that the destination implies: the type of a file's name, or any offered text for a stream.
  private func impliedTypes(_ content: PastedContent, _ context: ActionContext) throws -> [UTType] {
    switch destination {
    case .stream: return content.hasText ? [.plainText] : []
    case .folder: return []
    case .path(let path):
      guard try outputFolder == nil, let name = path.lastComponent,
        let fileExtension = FilenameExtension.of(name.bytes),
        let type = context.types.registry.type(
          tag: fileExtension, tagClass: .filenameExtension, conformingTo: nil), !type.isDynamic
      else { return [] }
      return [type]
    }
  }

  // MARK: Writing

  private func write(
    _ choice: PastedChoice, of content: PastedContent, _ context: ActionContext, _ note: (DesktopNote) -> Void
  ) throws -> Document {
    guard let plan = choice.plan else {
      let place = try place(of: choice.typeIdentifier, context)
      // Without a conversion, the bytes can be streamed.
      try place.write { take in
        try content.stream(choice.offered) { piece in
          try context.checkCancellation()
          try take(piece)
        }
      }
      return Document(typeIdentifier: choice.typeIdentifier, path: place.path, report: nil)
    }
    let source = RepresentationSource(
      try content.data(choice.offered), typeIdentifier: choice.offered.typeIdentifier)
    let result: ConversionResult
    do { result = try plan.run(on: source) } catch let error as CoderError {
      throw ActionError.failure("what is offered cannot be converted: \(error.message)", cause: error)
    }
    let report = StepReport(losses: result.losses, warnings: result.warnings)
    if isStrict {
      do { try report.refuse(of: plan, from: "what is offered", in: context) } catch {
        for remark in report.warnings { note(.conversionRemark(remark)) }
        throw error
      }
    }
    let place = try place(of: result.typeIdentifier, context)
    try place.write(result.contents, as: result.typeIdentifier, context: context)
    return Document(typeIdentifier: result.typeIdentifier, path: place.path, report: report)
  }

  /// The destination for a document of this type.
  private func place(of typeIdentifier: String, _ context: ActionContext) throws -> DocumentDestination {
    if let folder { try Folder.createWithParents(folder) }
    var name = FileNaming.name(
      suggested: fileStem, sourceName: nil, typeIdentifier: typeIdentifier, registry: context.types.registry)
    switch destination {
    case .stream(let stream): return DocumentDestination(stream)
    case .path(let path): return try DocumentDestination(path, for: name, replacing: replaces)
    case .folder(let folder):
      if !replaces { name = try freeName(name, in: folder) }
      return try DocumentDestination(folder, for: name, replacing: replaces)
    }
  }

  /// The name, or its first numbered variant that is unused in the folder, as for copied files.
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
  /// The content that another program offers, with its files from the document portal if possible.
  func content(
    _ contents: any SelectionContents, of selection: TransferSelection, in context: ActionContext
  ) -> PastedContent {
    let files = PastedFileList(portal: session.documentPortal) { [note] in note(.portalNotUsed($0)) }
    return PastedContent(contents, of: selection, files, in: context)
  }
}
