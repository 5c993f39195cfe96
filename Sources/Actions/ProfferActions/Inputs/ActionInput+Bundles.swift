package import ProviderBundles

extension ActionInput {
  /// Opens the input as a bundle.
  ///
  /// A stream is first copied to a temporary file.
  ///
  /// - Parameter item: the number, from 1, of the only item to open; if nil, all items are opened.
  package func openBundle(item: Int? = nil, in context: ActionContext) throws -> ProviderBundle {
    let items = item.map { $0 - 1..<$0 }
    switch try readable.spooled(in: context).origin {
    case .path(let path):
      guard let items else { return try ProviderBundle(opening: path, limits: context.limits) }
      return try ProviderBundle(opening: path, items: items, limits: context.limits)
    case .contents(let file, let path):
      return try ProviderBundle(contents: file, of: path, items: items, limits: context.limits)
    case .stream: preconditionFailure("a stream was read into a file")
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
