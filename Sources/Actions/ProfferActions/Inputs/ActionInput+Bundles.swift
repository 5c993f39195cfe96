package import ProviderBundles

extension ActionInput {
  /// Opens the input as a bundle.
  ///
  /// A stream is first copied to a temporary file.
  ///
  /// - Parameter item: the number, from 1, of the only item to open; if nil, all items are opened.
  package func openBundle(item: Int? = nil, in context: ActionContext) throws -> ProviderBundle {
    let items = item.map { $0 - 1..<$0 }
    switch (origin, items) {
    case (.path(let path), let items?):
      return try ProviderBundle(opening: path, items: items, limits: context.limits)
    case (.path(let path), nil): return try ProviderBundle(opening: path, limits: context.limits)
    case (.stream(let stream), let items):
      return try ProviderBundle(
        reading: stream, spoolingIn: context.folders.temporary, items: items, limits: context.limits)
    }
  }
}

extension ProviderBundle {
  /// Sends a note about items that are left out because they have no representation of an accepted type.
  package func note(leftOutItemsAt places: [Int], in context: ActionContext) {
    if places.isEmpty { return }
    context.note(.itemsSkipped(names(ofItemsAt: places, to: context.identity)))
  }
}
