import ByteTools
import DesktopTransfer
import Foundation
import ItemProviders
import Pasteboards
import ProfferFileSystem
import UniformTypes

/// The items that another program offers; their data is fetched when it is read.
///
/// Only a list of files is fetched at once, because each file is an item. A key of the document portal is left out: the
/// paths that it stands for are not known without the portal.
struct ReceivedItems {
  /// The items: one for each file of a list, of which the first has all other types too; otherwise one.
  let items: [PasteboardItem]

  init(_ contents: any SelectionContents) {
    let names = IncomingNames(contents.names, types: .current)
    // A connection to the display fetches one value at a time.
    let source = Locked(contents)
    let types = names.types.filter { $0.isKnown && !$0.isFileTransfer }
    let list = types.first { $0.typeIdentifier == UTType.uriList.identifier }
    // A list that cannot be fetched now stays a type of the item; reading the type reports the error.
    let fetched = list.flatMap { list in try? URIList(source.data(list)).entries.map(\.located) }
    let urls = fetched ?? []
    let first = ItemProvider()
    if let url = urls.first { first.register(url) }
    for type in types where fetched == nil || type.typeIdentifier != UTType.uriList.identifier {
      first.registerFileRepresentation(for: type.typeIdentifier, kind: .data) { _ in
        .data(try source.data(type))
      }
    }
    guard !first.registeredTypeIdentifiers.isEmpty else {
      items = []
      return
    }
    if names.isSensitive {
      first.registerFileRepresentation(for: ConcealedType.identifier, kind: .data) { _ in .data(Data()) }
    }
    let others = urls.dropFirst().map { url in
      let provider = ItemProvider()
      provider.register(url)
      return provider
    }
    items = ([first] + others).map { PasteboardItem($0) }
  }
}

extension Locked<any SelectionContents> {
  /// Fetches the data of a type.
  fileprivate func data(_ type: IncomingNames.OfferedType) throws -> Data {
    try withLock { contents in
      var data = Data()
      try contents.fetch(type.name) { data.append(contentsOf: $0) }
      return try type.representation(of: data)
    }
  }
}

extension URIList.Entry {
  /// The type and the text of the URL.
  fileprivate var located: (typeIdentifier: String, text: String) {
    switch self {
    case .file(let path): (UTType.fileURL.identifier, path.fileURLText)
    case .url(let text): (UTType.url.identifier, text)
    }
  }
}

extension ItemProvider {
  fileprivate func register(_ url: (typeIdentifier: String, text: String)) {
    registerFileRepresentation(for: url.typeIdentifier, kind: .data) { _ in .data(Data(url.text.utf8)) }
  }
}
