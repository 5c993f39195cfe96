import FolderDrops
import ItemProviders
import ProfferActions
import ProfferFileSystem
import TypeDiscovery
import UniformTypes

/// Files that another program has copied, to be pasted into a folder.
struct PastedFiles {
  private let files: [FilePath]

  init(_ files: [FilePath]) { self.files = files }

  /// Copies the files into a folder under their own names.
  ///
  /// A number is added to names that are in use.
  ///
  /// - Parameter progress: called with the progress, ten times a second.
  /// - Returns: the absolute paths of the copies.
  /// - Throws: the error of the first file that could not be copied. Other files may have been copied.
  func place(
    in folder: FilePath, context: ActionContext, progress: (FolderDropProgress) -> Void = { _ in }
  ) throws -> [FilePath] {
    try ProcessLimits.requireQueues(to: "paste into \(folder)")
    let report = try drop(into: folder, .copy, context).run(
      providers(inPlace: false, context), addingTo: nil, progress: progress)
    return try paths(of: report) { "\($0) was not pasted" }
  }

  /// Moves the files into a folder under their own names; the move can be undone.
  ///
  /// A number is added to names that are in use.
  ///
  /// - Returns: the absolute paths of the moved files.
  /// - Throws: the error of the first file that could not be moved. This file is unchanged; other files may have been
  ///   moved, and can be moved back.
  func move(into folder: FilePath, context: ActionContext) throws -> [FilePath] {
    try ProcessLimits.requireQueues(to: "paste into \(folder)")
    let providers = try providers(inPlace: true, context)
    let report = try DropHistory(in: context).recording(isMove: false) { record in
      try record?.describe(
        from: files[0].parent, opened: nil, into: folder, itemCount: files.count, isMove: true, in: context)
      let report = try drop(into: folder, .move, context).run(providers, addingTo: record)
      return (hasChanged: !report.paths.isEmpty, value: report)
    }
    return try paths(of: report) { "\($0) was not moved" }
  }

  private func drop(
    into folder: FilePath, _ operation: FolderDrop.Operation, _ context: ActionContext
  ) -> FolderDrop {
    var drop = FolderDrop(into: folder, operation: operation)
    drop.order = FidelityOrder(registry: context.types.registry)
    return drop
  }

  /// Returns a provider for each file.
  ///
  /// - Parameter isInPlace: whether the file itself is offered, so that it can be moved.
  private func providers(inPlace isInPlace: Bool, _ context: ActionContext) throws -> [ItemProvider] {
    try files.map { path in
      let provider = ItemProvider()
      provider.suggestedName = path.lastComponent?.string
      let type = try context.types.detect(path).type
      provider.registerFileRepresentation(for: type.identifier, openInPlace: isInPlace) { _ in
        .file(path, isInPlace: isInPlace)
      }
      return provider
    }
  }

  private func paths(of report: FolderDropReport, failure: (FilePath) -> String) throws -> [FilePath] {
    for (outcome, file) in zip(report.outcomes, files) {
      if case .failure(let error) = outcome.result {
        throw ActionError.failure("\(failure(file)): \(error)", cause: error)
      }
    }
    return report.paths
  }
}
