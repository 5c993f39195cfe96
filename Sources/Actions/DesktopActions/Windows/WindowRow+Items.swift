import ByteTools
import ItemProviders
import TransferWindows
import UniformTypes

extension WindowRow {
  /// The number of types that a row names.
  private static let namedTypeCount = 4
  /// Types that every item offers in addition to its content; a row does not name them.
  private static let unnamedTypes: Set<TypeIdentifier> = [
    TypeIdentifier(UTType.fileURL.identifier), TypeIdentifier(UTType.url.identifier),
    TypeIdentifier(UTType.dragBundle.identifier),
  ]

  /// Creates the row of an item.
  ///
  /// - Parameters:
  ///   - identifier: the number of the item.
  ///   - provider: the types in which the item is offered.
  init(_ identifier: Int, for item: CopiedItem, _ provider: ItemProvider, in types: TypeRegistry) {
    let offered = provider.offers.filter { $0.visibility == .all }.map(\.typeIdentifier)
    let size = item.isFolder ? "folder" : item.shownByteCount.map { ByteCount($0).text }
    let names = WindowRow.names(of: offered, in: types)
    self.init(
      identifier: identifier, name: item.suggestedName ?? item.name,
      detail: [size, names.isEmpty ? nil : names].compactMap(\.self).joined(separator: " · "),
      icon: item.isFolder
        ? .folder
        : WindowIcon(for: item.representations.first?.type.identifier ?? UTType.data.identifier, in: types))
  }

  /// Returns types in words, best first, such as "Markdown, HTML, RTF, text".
  ///
  /// A name that several types share is given once.
  static func names(of typeIdentifiers: [String], in types: TypeRegistry) -> String {
    var names: [String] = []
    for identifier in typeIdentifiers where !unnamedTypes.contains(TypeIdentifier(identifier)) {
      let name =
        identifier == UTType.utf8PlainText.identifier ? "text" : TypeNames.name(of: identifier, in: types)
      if !names.contains(name) { names.append(name) }
    }
    let rest = names.count - namedTypeCount
    // "and 1 more" would be as long as most names.
    if rest > 1 { names[namedTypeCount...] = ["\(rest) more"] }
    return names.joined(separator: ", ")
  }
}
