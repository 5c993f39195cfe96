import DesktopTransfer
import Foundation
import ItemProviders
import ProfferActions
import ProfferFileSystem
import ProviderBundles
import TypeDiscovery
import UniformTypes

/// A bundle of all content that another program offers.
struct PastedBundle {
  private let content: PastedContent
  private let wanted: [UTType]
  private let takesUnknownTypes: Bool
  /// The maximum size of each file and each type, in bytes; larger files and types are left out.
  ///
  /// If nil, files of any size are included, and a type that exceeds the transfer limit causes an error.
  private let largestByteCount: UInt64?
  private let context: ActionContext
  private let note: @Sendable (DesktopNote) -> Void

  /// - Parameters:
  ///   - wanted: the types to include; if empty, all types are included.
  ///   - note: called for each type or file that is left out.
  init(
    _ content: PastedContent, accepting wanted: [UTType], takingUnknownTypes: Bool,
    atMost largestByteCount: UInt64? = nil, context: ActionContext,
    note: @escaping @Sendable (DesktopNote) -> Void
  ) {
    self.content = content
    self.wanted = wanted
    takesUnknownTypes = takingUnknownTypes
    self.largestByteCount = largestByteCount
    self.context = context
    self.note = note
  }

  /// Fetches all content, then writes the bundle.
  func write(to path: FilePath, replacing: Bool) throws {
    // If the file already exists, the error is thrown before any content is fetched.
    if !replacing, try FileStatus.ifPresent(path) != nil {
      try OutputPlace(path).explainingReplacement {
        throw FileSystemError(.alreadyExists, cannot: "create", path, because: "it already exists")
      }
    }
    context.progress(.expects(byteCount: { nil }))
    var writer = ProviderBundleWriter(spoolFolder: context.folders.temporary)
    writer.didStore = { [progress = context.progress] in progress(.advanced(byteCount: $0)) }
    writer.latestTime = try context.latestTime
    let draft: BundleDraft
    if wanted.isEmpty, let copied = try copiedBundle() {
      draft = copied
    } else {
      draft = try BundleDraft(items: items())
    }
    guard draft.items.contains(where: { !$0.representations.isEmpty }) else {
      throw ActionError.negative(
        "\(content.selection.displayName) offers \(content.description), but no type was pasted",
        code: .noKnownType)
    }
    var carrying = draft
    carrying.carryDeclarations(from: context.types.registry)
    try context.checkCancellation()
    try OutputPlace(path).explainingReplacement {
      try writer.write(PackingList(carrying), to: path, replacing: replacing)
    }
  }

  /// Returns the bundle offered by another Proffer process; nil if there is none or it cannot be used.
  private func copiedBundle() throws -> BundleDraft? {
    let identifier = UTType.dragBundle.identifier
    guard let type = content.knownTypes.first(where: { $0.typeIdentifier == identifier }) else { return nil }
    let folders = LoadFolders(in: context.folders.temporary)
    let folder = try folders.make()
    defer { folders.remove(folder) }
    guard let name = FileName("pasted.dragbundle") else { preconditionFailure("the name is valid") }
    let path = folder.appending(name)
    do {
      let file = try OpenFile.creating(path)
      var end: UInt64 = 0
      try content.stream(type) { piece in
        try file.write(piece, at: end)
        end += UInt64(piece.count)
      }
      let bundle = try ProviderBundle(opening: path)
      try context.types.include(typesOf: bundle)
      return try BundleDraft(of: bundle)
    } catch let error as TransferError where error.code == .tooLarge && largestByteCount != nil {
      note(.typeLeftOut(type.name, .error(error.ofReceiving)))
      return nil
    } catch let error as BundleError {
      // The other offered types may contain the same content as the bundle.
      note(.offeredBundleUnreadable(error))
      return nil
    }
  }

  /// Returns one item for each copied file, or a single item with all types.
  private func items() throws -> [BundleDraft.Item] {
    let (files, urls) = try content.entries()
    let hasDirectFile = try content.directFile() != nil
    if files.count > 1 || (files.count == 1 && wanted.isEmpty && !offersMore) {
      return try files.map { try self.item(of: $0) }
    }
    var item = BundleDraft.Item(suggestedName: files.first?.lastComponent?.string)
    for type in content.names.types where isTaken(type) {
      if type.typeIdentifier == UTType.uriList.identifier {
        // A single URL becomes a separate representation; several URLs remain a list.
        if urls.count == 1, !item.offers(.url) { item.add(Data(urls[0].utf8), UTType.url.identifier) }
        if urls.count > 1 { try add(type, to: &item) }
        if let file = files.first { try add(file, to: &item) }
      } else if hasDirectFile, MediaType(type.name).essence == "application/octet-stream" {
        // The file written by the other program already contains these bytes.
        continue
      } else if !item.offers(
        UTType(identifier: type.typeIdentifier, allowUndeclared: true, in: context.types.registry))
      {
        try add(type, to: &item)
      }
    }
    if hasDirectFile, wanted.isEmpty, !names(.uriList), let file = files.first { try add(file, to: &item) }
    return item.representations.isEmpty ? [] : [item]
  }

  private func names(_ type: UTType) -> Bool {
    content.names.types.contains { $0.typeIdentifier == type.identifier }
  }

  /// Whether the offer has known types other than a URI list and plain text.
  ///
  /// If a single file was copied, these two types can contain only the file and its path.
  private var offersMore: Bool {
    content.knownTypes.contains {
      ![UTType.utf8PlainText.identifier, UTType.uriList.identifier].contains($0.typeIdentifier)
    }
  }

  private func isTaken(_ type: IncomingNames.OfferedType) -> Bool {
    let limit = BundleLimits.standard.nameByteCount
    guard type.typeIdentifier.utf8.count <= limit else {
      note(.typeLeftOut(type.name, .longName(byteCount: type.name.utf8.count, limit: limit)))
      return false
    }
    guard type.isKnown || takesUnknownTypes else {
      note(.typeLeftOut(type.name, .undeclared))
      return false
    }
    let registry = context.types.registry
    return wanted.isEmpty
      || wanted.contains { registry.conforms(identifier: type.typeIdentifier, to: $0.identifier) }
  }

  /// Fetches a type and adds it to an item.
  ///
  /// The type is left out if the other program refuses the request, or if the value is empty, malformed or
  /// larger than `largestByteCount`.
  private func add(_ type: IncomingNames.OfferedType, to item: inout BundleDraft.Item) throws {
    do {
      let data = try content.data(type)
      guard !data.isEmpty else { return note(.typeLeftOut(type.name, .empty)) }
      item.add(data, type.typeIdentifier)
    } catch let error as TransferError
      where [.refused, .notRepresentable].contains(error.code)
      || (error.code == .tooLarge && largestByteCount != nil)
    {
      note(.typeLeftOut(type.name, .error(error.ofReceiving)))
    }
  }

  private func add(_ file: FilePath, to item: inout BundleDraft.Item) throws {
    if let largestByteCount {
      let status = try FileStatus.of(file)
      let byteCount =
        status.kind == .folder
        ? FileTree.byteCount(below: file, enough: min(largestByteCount, .max - 1) + 1) : status.byteCount
      if byteCount > largestByteCount {
        return note(.fileLeftOut(file))
      }
    }
    let type = try context.types.detect(file).type
    // The other program created the bytes of this type from the file, so the file replaces them.
    item.representations.removeAll { TypeIdentifier($0.typeIdentifier) == TypeIdentifier(type.identifier) }
    item.representations.append(BundleDraft.Representation(.file(file), typeIdentifier: type.identifier))
  }

  private func item(of file: FilePath) throws -> BundleDraft.Item {
    var item = BundleDraft.Item(suggestedName: file.lastComponent?.string)
    try add(file, to: &item)
    return item
  }
}

extension BundleDraft.Item {
  /// Returns whether the item has a representation of a type.
  fileprivate func offers(_ type: UTType?) -> Bool {
    guard let type else { return false }
    return representations.contains { TypeIdentifier($0.typeIdentifier) == TypeIdentifier(type.identifier) }
  }

  fileprivate mutating func add(_ data: Data, _ typeIdentifier: String) {
    representations.append(
      BundleDraft.Representation(.bytes(data), typeIdentifier: typeIdentifier, kind: .data))
  }
}
