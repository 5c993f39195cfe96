import DesktopTransfer
import Foundation
import ItemProviders
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import TypeDiscovery
import UniformTypes

/// The items to offer: one for each input that is not a bundle, and one for each item of a bundle.
struct CopiedItems {
  private(set) var providers: [ItemProvider] = []
  /// Whether any item is a folder, or is offered in a folder type.
  private(set) var haveFolders = false
  /// The types whose conversions are produced in the background, because programs give up after a second.
  private(set) var preparedTypes: [String] = []
  /// The contents of the first item's files that are too large for private copies, by type identifier.
  private(set) var pieces: [String: OfferedContent.Pieces] = [:]
  /// The files created from the items.
  let madeFiles: CopiedFiles
  /// The items, each with the provider of the same place in ``providers``.
  private(set) var items: [CopiedItem] = []
  /// The providers without the bundle of all items, which the first of ``providers`` also offers.
  private var ownProviders: [ItemProvider] = []
  private var texts: [CopiedText?] = []
  private var packed = CopiedBundle()
  /// Whether the providers offer only the types that the user chose.
  private let isLimited: Bool
  private let context: ActionContext

  /// The size of the largest document whose conversions are produced in the background, in bytes.
  private static let mostPreparedByteCount: UInt64 = 16 << 20

  /// Whether any item is offered as a file.
  var haveFiles: Bool {
    providers.contains { provider in
      provider.offers.contains {
        TypeIdentifier($0.typeIdentifier) == TypeIdentifier(UTType.fileURL.identifier)
      }
    }
  }

  /// - Parameters:
  ///   - inputs: the content to offer.
  ///   - wanted: the only types to offer, best first; if empty, all types.
  ///   - inputType: the type of a stream; if nil, the type is detected.
  ///   - asFiles: whether files take precedence, as in drags. If true, existing files are offered before
  ///     their contents, and an item that is offered only in `wanted` types is also offered as a file. If
  ///     false, existing files are offered before their contents only if there are several items.
  init(
    _ inputs: [ActionInput], as wanted: [TypeReference], inputType: TypeReference?, asFiles: Bool = false,
    context: ActionContext, _ note: (DesktopNote) -> Void
  ) throws {
    madeFiles = CopiedFiles(in: context.folders.temporary)
    self.context = context
    isLimited = !wanted.isEmpty
    for input in inputs {
      try context.checkCancellation()
      func add(_ bundle: ProviderBundle, isOnly: Bool) throws {
        try context.types.include(typesOf: bundle)
        items += try CopiedItem.items(of: bundle, extractingInto: madeFiles, in: context, note)
        try packed.add(bundle, isOnly: isOnly, note)
      }
      let input = try input.readable.spooled(in: context)
      switch input.origin {
      case .stream(let file), .contents(let file, _):
        let type =
          try inputType?.resolvedForContent(in: context)
          ?? context.types.detect(contents: file, of: input, context.note)
        if type == .dragBundle {
          try add(input.openBundle(in: context), isOnly: false)
          continue
        }
        if type == .data, inputType == nil { note(.inputTypeUnknown(input.description)) }
        let item = try CopiedItem(file, named: input.description, as: type, in: context)
        try packed.add(item)
        items.append(item)
      case .path(let path):
        let (type, file) = try context.types.detectOpening(path)
        if type == .dragBundle {
          // A bundle folder is read again on request, when the working directory may have changed.
          let isFolder = try FileStatus.of(path).kind == .folder
          try add(
            ActionInput(isFolder ? path.absolute() : path).openBundle(in: context), isOnly: inputs.count == 1)
        } else {
          let item = try CopiedItem(path, type, file, in: context)
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
      let text = try item.text(&coders)
      texts.append(text)
      ownProviders.append(
        wanted.isEmpty
          // An existing file can come first, because the user named it. The file of an item of a bundle comes
          // last, because it is created only for programs that accept none of the item's other types.
          ? try item.provider(
            filesFirst: (asFiles || items.count > 1) && item.path != nil, text: text, coders: &coders)
          : try item.provider(
            offering: wanted, packed, convertedInto: asFiles ? madeFiles : nil, coders: &coders, in: context
          ))
    }
    (providers, pieces) = selection(of: Array(items.indices))
    if items.count == 1, let byteCount = items[0].byteCount, byteCount <= CopiedItems.mostPreparedByteCount {
      preparedTypes = providers[0].offers.filter { $0.isPromised && CopiedItem.isPrepared($0.typeIdentifier) }
        .map(\.typeIdentifier)
    }
    if wanted.isEmpty, providers[0].offers.isEmpty {
      throw ActionError.negative("\(items[0].name) has no representation that other programs may see")
    }
  }

  /// Returns what some of the items offer together.
  ///
  /// - Parameters:
  ///   - places: the places of the items, in order; not empty.
  ///   - offersBundle: whether the first provider also offers a bundle of the items.
  /// - Returns: the providers, and the contents of the first item's files that are too large for private copies.
  func selection(
    of places: [Int], offeringBundle offersBundle: Bool = true
  ) -> (providers: [ItemProvider], pieces: [String: OfferedContent.Pieces]) {
    var providers = places.map { ownProviders[$0] }
    if !isLimited, offersBundle {
      providers[0] = ItemProvider(copying: providers[0])
      packed.selecting(places).register(on: providers[0], in: context)
    }
    return (providers, items[places[0]].pieces(texts[places[0]]))
  }
}

extension UTType {
  /// Returns whether the type is plain text in any encoding, rather than text with a syntax such as source
  /// code.
  func isPlainText(in types: TypeRegistry) -> Bool {
    if self == .plainText || self == .utf8PlainText { return true }
    guard types.conforms(self, to: .plainText) else { return false }
    let tags = types.tags(of: self)[.mimeType] ?? []
    return tags.contains { MediaType($0).essence == "text/plain" }
      || [.utf16PlainText, .utf16ExternalPlainText].contains(self)
  }
}
