import DesktopTransfer
import Foundation
import ItemProviders
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import UniformTypes

/// What is offered of some inputs: an item for each of them, and for each item of a bundle.
struct CopiedItems {
  private(set) var providers: [ItemProvider] = []
  /// Whether a file of an item is a folder.
  private(set) var haveFolders = false
  /// The files that are made of the items.
  let madeFiles: CopiedFiles

  /// Whether an item is offered as a file.
  var haveFiles: Bool {
    providers.contains { provider in
      provider.offers.contains {
        TypeIdentifier($0.typeIdentifier) == TypeIdentifier(UTType.fileURL.identifier)
      }
    }
  }

  /// - Parameters:
  ///   - inputs: what is offered.
  ///   - wanted: the only types that are offered, best first; none offers all.
  ///   - inputType: the type of a stream; nil detects it.
  ///   - asFiles: whether everything is a file too, as drags are; otherwise text alone is only text.
  init(
    _ inputs: [ActionInput], as wanted: [TypeReference], inputType: TypeReference?, asFiles: Bool = false,
    context: ActionContext, _ note: (DesktopNote) -> Void
  ) throws {
    var items: [CopiedItem] = []
    var packed = CopiedBundle()
    madeFiles = CopiedFiles(in: context.folders.temporary)
    for input in inputs {
      try context.checkCancellation()
      switch input.origin {
      case .stream(let stream):
        let item = try CopiedItem(stream, named: input.description, as: inputType, in: context, note)
        try packed.add(item)
        items.append(item)
      case .path(let path):
        let (type, file) = try context.types.detectOpening(path)
        if type == .dragBundle {
          // A folder is read later too, when the process works in another folder.
          let isFolder = try FileStatus.of(path).kind == .folder
          let bundle = try ActionInput(isFolder ? path.absolute() : path).openBundle(in: context)
          try context.types.include(typesOf: bundle)
          items += try CopiedItem.items(
            of: bundle, extractingInto: madeFiles, types: context.types.registry, note)
          try packed.add(bundle, isOnly: inputs.count == 1, note)
        } else {
          let item = try CopiedItem(path, type, file, spoolingIn: context.folders.temporary)
          try packed.add(item)
          items.append(item)
        }
      }
    }
    guard !items.isEmpty else {
      throw ActionError.negative(
        "\(inputs.map(\.description).joined(separator: ", ")) contains no items to copy")
    }
    var coders = AvailableCoders(in: context)
    let wanted = try wanted.map { try $0.resolved(in: context) }
    haveFolders =
      items.contains(where: \.isFolder)
      || wanted.contains { context.types.registry.conforms($0, to: .directory) }
    for item in items {
      let text = item.text(coders.own)
      let isFile = asFiles || items.count > 1 || !item.isText(text, in: context.types.registry)
      providers.append(
        wanted.isEmpty
          // Files that exist are what was named; those of a bundle are made where its contents are not wanted.
          ? item.provider(
            filesFirst: (asFiles || items.count > 1) && item.path != nil, withFile: isFile, text: text,
            coders: coders.own)
          : try item.provider(
            offering: wanted, packed, convertedInto: asFiles ? madeFiles : nil, coders: &coders, in: context
          ))
    }
    if wanted.isEmpty { packed.register(on: providers[0], in: context) }
    if wanted.isEmpty, providers[0].offers.isEmpty {
      throw ActionError.negative("\(items[0].name) has no representation that other programs may see")
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
