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
  /// - Returns: the absolute paths of the copies.
  /// - Throws: the error of the first file that could not be copied. Other files may have been copied.
  func place(in folder: FilePath, context: ActionContext) throws -> [FilePath] {
    try ProcessLimits.requireQueues(to: "paste into \(folder)")
    let providers = try files.map { path in
      let provider = ItemProvider()
      provider.suggestedName = path.lastComponent?.string
      let type = try context.types.detect(path).type
      provider.registerFileRepresentation(for: type.identifier) { _ in .file(path, isInPlace: false) }
      return provider
    }
    var drop = FolderDrop(into: folder)
    drop.order = FidelityOrder(registry: context.types.registry)
    let report = try drop.run(providers, addingTo: nil)
    for (outcome, file) in zip(report.outcomes, files) {
      if case .failure(let error) = outcome.result {
        throw ActionError.failure("\(file) was not pasted: \(error)", cause: error)
      }
    }
    return report.paths
  }
}
