import CommandLineArguments
import FileSystem
import ItemProviders
import ProviderBundles

extension PathArgument {
  /// Opens the bundle that the argument names; one that comes through a pipe is kept aside first.
  func openBundle() throws -> ProviderBundle {
    switch self {
    case .path(let path): try ProviderBundle(opening: path)
    case .standardStream:
      try ProviderBundle(reading: .standardInput, spoolingIn: ProgramEnvironment.temporaryFolder)
    }
  }
}

extension ProviderBundle {
  /// The items a command speaks of, with their places counted from 1: the one that was asked for, or all.
  func items(numbered number: Int?) throws -> [(number: Int, item: BundledItem)] {
    guard let number else { return items.enumerated().map { (number: $0.offset + 1, item: $0.element) } }
    guard items.indices.contains(number - 1) else {
      let count = items.count == 1 ? "1 item" : "\(items.count) items"
      throw Failure("there is no item \(number) in \(path), which has \(count)")
    }
    return [(number: number, item: items[number - 1])]
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
