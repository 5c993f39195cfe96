import ProfferFileSystem
package import ProviderBundles
import UniformTypes

extension ProviderBundleWriter {
  /// Returns a writer that reports stored bytes to the context, and stops if the action is cancelled.
  package static func writer(
    in context: ActionContext, omittingTimes omitsTimes: Bool = false,
    skippingHidden skipsHidden: Bool = false
  ) throws -> ProviderBundleWriter {
    var writer = ProviderBundleWriter(spoolFolder: context.folders.temporary)
    writer.didStore = { try context.advance(by: $0) }
    writer.includesTimes = !omitsTimes
    writer.skipsHidden = skipsHidden
    writer.didSkipHidden = { context.note(.packing(.hiddenLeftOut(count: $0))) }
    writer.latestTime = try context.latestTime
    return writer
  }

  /// Changes a bundle in place, and reports the expected size of its new version.
  ///
  /// - Returns: the number of items after the change.
  func change(
    _ path: FilePath, in context: ActionContext, _ change: (inout BundleDraft) throws -> Void
  ) throws -> Int {
    var count = 0
    try TypeRegistry.withCurrent(context.types.registry) {
      try edit(path) { draft in
        try change(&draft)
        context.expect(draft, skippingHidden: skipsHidden)
        count = draft.items.count
      }
    }
    return count
  }

  /// Writes a bundle as a file or a folder, or to a stream.
  func write(_ list: PackingList, to destination: BundleDestination, replacing: Bool) throws {
    switch destination.place {
    case .stream(let stream): try write(list, toStream: stream)
    case .file(let path):
      try OutputPlace(path).explainingReplacement { try write(list, to: path, replacing: replacing) }
    case .folder(let path):
      try OutputPlace(path).explainingReplacement {
        try writeFolder(list, to: path, replacing: replacing)
      } where: { kind in
        try kind == .folder && ProviderBundleWriter.isReplaceable(folder: path)
      }
    }
  }
}

extension ActionContext {
  /// Reports the expected number of bytes for storing a draft.
  ///
  /// - Parameter skippingHidden: whether hidden files below folders are left out.
  package func expect(_ draft: BundleDraft, skippingHidden: Bool = false) {
    progress(.expects { try draft.payloadByteCount(skippingHidden: skippingHidden) })
  }
}
