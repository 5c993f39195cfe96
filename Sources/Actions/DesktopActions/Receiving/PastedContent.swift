import DesktopTransfer
import Foundation
import ItemProviders
import ProfferActions
import ProfferFileSystem
import UniformTypes

/// The content that another program offers, which can be fetched by type.
struct PastedContent {
  /// The offered URL list and the file written on request, each fetched at most once.
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

    /// Returns the path of a file that the offering program writes on request; nil if it offers none.
    func file(of contents: any SelectionContents) throws -> FilePath? {
      if let file { return file }
      let path = try contents.directFile { try folders.make() }
      file = .some(path)
      return path
    }
  }

  let names: IncomingNames
  /// The selection that contains the offer.
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

  /// The declared types, best first.
  var knownTypes: [IncomingNames.OfferedType] { names.types.filter(\.isKnown) }

  /// Whether plain text is offered.
  var hasText: Bool {
    knownTypes.contains { TypeIdentifier($0.typeIdentifier) == TypeIdentifier("public.utf8-plain-text") }
  }

  /// The offered types, worded for a message.
  var description: String {
    let types = names.types.map(\.typeIdentifier)
    let shown = TypeNames.list(Array(types.prefix(10)))
    return types.isEmpty ? "nothing" : shown + (types.count > 10 ? " and \(types.count - 10) more" : "")
  }

  /// Passes the bytes of a type to a function in chunks.
  func stream(
    _ type: IncomingNames.OfferedType, _ take: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    if type.isWrittenAsItIs, !isThroughPortal(type) { return try contents.fetch(type.name, take) }
    try data(type).withUnsafeBytes(take)
  }

  /// Returns all bytes of a type.
  ///
  /// To save memory, large content is stored in a memory-mapped temporary file.
  func data(_ type: IncomingNames.OfferedType) throws -> Data {
    guard isThroughPortal(type), let key = names.fileTransferName else { return try fetched(type) }
    return try fileList.data(
      key: { try bytes(named: key) }, list: type.isFileTransfer ? nil : { try fetched(type) })
  }

  /// Returns whether the type is a list of files that can be fetched through the document portal.
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

  /// The types to accept if the receiver names none: plain text if it is offered, otherwise any type.
  var preferredTypes: [UTType] { hasText ? [.utf8PlainText, .plainText] : [] }

  /// Returns whether the offering program has cut its files, so that a paste moves them.
  ///
  /// Source: the formats of the file managers of GNOME and MATE (first line) and of KDE (first byte).
  func isCut() throws -> Bool {
    try names.names.contains { name in
      switch name.text.lowercased() {
      case "x-special/gnome-copied-files", "x-special/mate-copied-files":
        try value(named: name.text)?.prefix { $0 != UInt8(ascii: "\n") } == Data("cut".utf8)
      case "application/x-kde-cutselection": try value(named: name.text)?.first == UInt8(ascii: "1")
      default: false
      }
    }
  }

  /// Returns the value of a name; nil if the offering program refuses it, as PCManFM does for files that it has copied.
  private func value(named name: String) throws -> Data? {
    do { return try bytes(named: name) } catch let error as TransferError where error.code == .refused {
      return nil
    }
  }

  /// Returns the offered URL list; nil if there is none.
  func uriList() throws -> URIList? {
    guard let type = names.types.first(where: { $0.typeIdentifier == UTType.uriList.identifier }) else {
      return nil
    }
    return try listing.list { URIList(try data(type)) }
  }

  /// Returns the path of a file that the offering program writes on request.
  ///
  /// Returns nil if the program offers no such file, or if it offers existing files.
  func directFile() throws -> FilePath? {
    let listed = try uriList()?.entries ?? []
    let hasFile = listed.contains { if case .file = $0 { true } else { false } }
    return hasFile ? nil : try listing.file(of: contents)
  }

  /// Returns the offered files, and the offered URLs that are not files.
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

  /// Returns the offered files; nil if there are none, or if existing files are offered with other URLs.
  func files() throws -> [FilePath]? {
    let (files, urls) = try entries()
    // A URL that accompanies a file written on request identifies the origin of the file.
    return try files.isEmpty || (!urls.isEmpty && directFile() == nil) ? nil : files
  }
}
