import DesktopTransfer
import Foundation
import ItemProviders
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// What `copy` offers: an item for each operand and each item of a bundle.
struct CopiedItems {
  private(set) var providers: [ItemProvider] = []

  /// - Parameters:
  ///   - sources: the operands.
  ///   - wanted: the only types that are offered, best first; none offers all.
  ///   - inputType: the type of standard input; nil detects it.
  init(
    _ sources: [PathArgument], as wanted: [TypeArgument], inputType: TypeArgument?, types: TypeContext
  ) throws {
    var items: [CopiedItem] = []
    var packed = CopiedBundle()
    let files = Result { try CopiedFiles() }
    for source in sources {
      switch source {
      case .standardStream:
        let item = try CopiedItem(standardInputAs: inputType, types: types)
        packed.add(item)
        items.append(item)
      case .path(let path):
        let (type, file) = try types.detectOpening(path)
        if type == .dragBundle {
          // A folder is read later too, when the process works in another folder.
          let isFolder = try FileStatus.of(path).kind == .folder
          let bundle = try PathArgument.path(isFolder ? path.absolute() : path).openBundle()
          try types.include(typesOf: bundle)
          items += CopiedItem.items(of: bundle, extractingInto: try files.get(), types: types.registry)
          try packed.add(bundle, isOnly: sources.count == 1)
        } else {
          let item = try CopiedItem(path, type, file)
          packed.add(item)
          items.append(item)
        }
      }
    }
    guard !items.isEmpty else {
      throw ProgramError.negative(
        "\(sources.map(\.description).joined(separator: ", ")) contains no items to copy")
    }
    var coders = ProgramCoders(types: types.registry)
    let wanted = try wanted.map { try $0.resolved(in: types) }
    for item in items {
      let isFile = items.count > 1 || !item.isText(in: types.registry)
      providers.append(
        wanted.isEmpty
          // Files that exist are what was named; those of a bundle are made where its contents are not wanted.
          ? item.provider(filesFirst: items.count > 1 && item.path != nil, withFile: isFile, coders: &coders)
          : try item.provider(offering: wanted, packed, coders: &coders, types: types.registry))
    }
    if wanted.isEmpty { packed.register(on: providers[0], types: types.registry) }
    if wanted.isEmpty, providers[0].offers.isEmpty {
      throw ProgramError.negative("\(items[0].name) has no representation that other programs may see")
    }
  }
}

extension UTType {
  /// Whether the type is text without anything but characters, in some encoding.
  func isPlainText(in types: TypeRegistry) -> Bool {
    if self == .plainText || self == .utf8PlainText { return true }
    guard types.conforms(self, to: .plainText) else { return false }
    let tags = types.tags(of: self)[.mimeType] ?? []
    return tags.contains { MediaType($0).essence == "text/plain" }
      || [.utf16PlainText, .utf16ExternalPlainText].contains(self)
  }
}
