package import ProviderBundles

extension ActionInput {
  /// Opens the input as a bundle; a stream is copied to a temporary file first.
  ///
  /// - Parameter item: the number of the only item that is needed; nil opens all items.
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
  /// Sends a note about items that are left out because none of their types is accepted.
  package func note(leftOutItemsAt places: [Int], in context: ActionContext) {
    if places.isEmpty { return }
    context.note(.itemsSkipped(names(ofItemsAt: places, to: context.identity)))
  }
}
