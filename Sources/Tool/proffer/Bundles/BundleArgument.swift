import ArgumentParsing
import FileSystem
import ItemProviders
import ProviderBundles

extension PathArgument {
  /// Opens the bundle that the argument names; one that comes through a pipe is kept aside first.
  ///
  /// - Parameters:
  ///   - item: the number of the only item that will be asked for; nil opens all.
  ///   - limits: what the bundle may ask of the command.
  func openBundle(item: Int? = nil, limits: BundleLimits = .standard) throws -> ProviderBundle {
    let items = item.map { $0 - 1..<$0 }
    switch (self, items) {
    case (.path(let path), let items?):
      return try ProviderBundle(opening: path, items: items, limits: limits)
    case (.path(let path), nil): return try ProviderBundle(opening: path, limits: limits)
    case (.standardStream, let items):
      return try ProviderBundle(
        reading: .standardInput, spoolingIn: ProgramEnvironment.temporaryFolder, items: items, limits: limits)
    }
  }
}

extension ProviderBundle {
  /// The items a command speaks of, with their places counted from 1: the one that was asked for, or all.
  ///
  /// Each is made when it is asked for.
  func items(numbered number: Int?) throws -> LazyMapCollection<Range<Int>, (number: Int, item: BundledItem)>
  {
    try places(numbered: number).lazy.map { place in
      (number: place + 1, item: items[place - openedItems.lowerBound])
    }
  }

  /// The places, counted from 0, of the items a command speaks of.
  func places(numbered number: Int?) throws -> Range<Int> {
    guard let number else { return openedItems }
    guard openedItems.contains(number - 1) else {
      let count = itemCount == 1 ? "1 item" : "\(itemCount) items"
      throw Failure("there is no item \(number) in \(path), which has \(count)")
    }
    return number - 1..<number
  }
}

extension BundledItem {
  /// What to call the item before somebody who sees these of its representations: its suggested name, else the name of
  /// the first file; nothing is told of an item that is for others.
  func displayName(showing visible: [BundledRepresentation]) -> String {
    if visible.isEmpty && !representations.isEmpty { return "(for others)" }
    if let suggestedName { return PrintableText.escaped(suggestedName.utf8) }
    return visible.lazy.compactMap(\.name).first?.description ?? "(no name)"
  }
}
