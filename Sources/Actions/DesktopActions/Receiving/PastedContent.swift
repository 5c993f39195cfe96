import DesktopTransfer
import Foundation
import ItemProviders
import ProfferActions
import ProfferFileSystem
import UniformTypes

/// What another program offers, as types.
struct PastedContent {
  /// The files and URLs that are offered, each asked for once.
  private final class Listing {
    private let folders: LoadFolders
    private var list: URIList??
    private var file: FilePath??

    init(in folder: FilePath) { folders = LoadFolders(in: folder) }

    func list(_ fetch: () throws -> URIList?) throws -> URIList? {
      if let list { return list }
      let fetched = try fetch()
      list = .some(fetched)
      return fetched
    }

    /// A file that the program that offers writes when it is asked to.
    func file(of contents: any SelectionContents) throws -> FilePath? {
      if let file { return file }
      let path = try contents.directFile { try folders.make() }
      file = .some(path)
      return path
    }
  }

  let names: IncomingNames
  /// Where it is offered.
  let selection: TransferSelection
  private let contents: any SelectionContents
  private let fileList: PastedFileList
  private let listing: Listing
  private let temporaryFolder: FilePath

  init(
    _ contents: any SelectionContents, of selection: TransferSelection, _ fileList: PastedFileList,
    in context: ActionContext
  ) {
    temporaryFolder = context.folders.temporary
    listing = Listing(in: temporaryFolder)
    self.contents = contents
    self.fileList = fileList
    self.selection = selection
    names = IncomingNames(contents.names, types: context.types.registry)
  }

  /// The types that are declared here, best first.
  var knownTypes: [IncomingNames.OfferedType] { names.types.filter(\.isKnown) }

  /// Whether text is offered.
  var hasText: Bool {
    knownTypes.contains { TypeIdentifier($0.typeIdentifier) == TypeIdentifier("public.utf8-plain-text") }
  }

  /// What a message says is offered.
  var description: String {
    let types = names.types.map(\.typeIdentifier)
    let shown = types.prefix(10).joined(separator: ", ")
    return types.isEmpty ? "nothing" : shown + (types.count > 10 ? " and \(types.count - 10) more" : "")
  }

  /// Gives the bytes of a type piece by piece.
  func stream(
    _ type: IncomingNames.OfferedType, _ take: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    if type.isWrittenAsItIs, !isThroughPortal(type) { return try contents.fetch(type.name, take) }
    try data(type).withUnsafeBytes(take)
  }

  /// All bytes of a type, in a temporary file that is mapped, so that much takes no memory.
  func data(_ type: IncomingNames.OfferedType) throws -> Data {
    guard isThroughPortal(type), let key = names.fileTransferName else { return try fetched(type) }
    return try fileList.data(
      key: { try bytes(named: key) }, list: type.isFileTransfer ? nil : { try fetched(type) })
  }

  /// Whether the type is a list of files that are offered through the document portal too, or only there.
  private func isThroughPortal(_ type: IncomingNames.OfferedType) -> Bool {
    names.fileTransferName != nil && type.typeIdentifier == UTType.uriList.identifier
  }

  private func fetched(_ type: IncomingNames.OfferedType) throws -> Data {
    try type.representation(of: bytes(named: type.name))
  }

  private func bytes(named name: String) throws -> Data {
    let file = try OpenFile.unnamed(in: temporaryFolder)
    var end: UInt64 = 0
    try contents.fetch(name) { piece in
      try file.write(piece, at: end)
      end += UInt64(piece.count)
    }
    return try Data(keeping: file, at: 0, byteCount: end)
  }

  /// The URLs that are offered; nil where there are none.
  func uriList() throws -> URIList? {
    guard let type = names.types.first(where: { $0.typeIdentifier == UTType.uriList.identifier }) else {
      return nil
    }
    return try listing.list { URIList(try data(type)) }
  }

  /// A file that the program that offers has written for this; nil where it offers none, or offers files that exist.
  func directFile() throws -> FilePath? {
    let listed = try uriList()?.entries ?? []
    let hasFile = listed.contains { if case .file = $0 { true } else { false } }
    return hasFile ? nil : try listing.file(of: contents)
  }

  /// The files and the other URLs that are offered.
  func entries() throws -> (files: [FilePath], urls: [String]) {
    var (files, urls) = ([FilePath](), [String]())
    for entry in try uriList()?.entries ?? [] {
      switch entry {
      case .file(let path): files.append(path)
      case .url(let url): urls.append(url)
      }
    }
    if let direct = try directFile() { files.append(direct) }
    return (files, urls)
  }

  /// The files that are offered; nil where anything else is.
  func files() throws -> [FilePath]? {
    let (files, urls) = try entries()
    // Beside a file that the program writes, a URL says where it got it.
    return try files.isEmpty || (!urls.isEmpty && directFile() == nil) ? nil : files
  }
}
