import DesktopTransfer
import Foundation
import ItemProviders
import ProfferFileSystem
import UniformTypes

/// What another program offers, as types.
struct PastedContent {
  let names: IncomingNames
  private let contents: any SelectionContents

  init(_ contents: any SelectionContents, types: TypeRegistry) {
    self.contents = contents
    names = IncomingNames(contents.names, types: types)
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
    if type.isWrittenAsItIs { return try contents.fetch(type.name, take) }
    try data(type).withUnsafeBytes(take)
  }

  /// All bytes of a type, in a temporary file that is mapped, so that much takes no memory.
  func data(_ type: IncomingNames.OfferedType) throws -> Data {
    let file = try OpenFile.unnamed(in: ProgramEnvironment.temporaryFolder)
    var end: UInt64 = 0
    try contents.fetch(type.name) { piece in
      try file.write(piece, at: end)
      end += UInt64(piece.count)
    }
    return try type.representation(of: Data(keeping: file, at: 0, byteCount: end))
  }

  /// The URLs that are offered; nil where there are none.
  func uriList() throws -> URIList? {
    guard let type = names.types.first(where: { $0.typeIdentifier == "io.proffer.uri-list" }) else {
      return nil
    }
    return URIList(try data(type))
  }

  /// The files that were copied; nil where anything else was.
  func files() throws -> [FilePath]? {
    guard let entries = try uriList()?.entries, !entries.isEmpty else { return nil }
    let files = entries.compactMap { entry -> FilePath? in
      if case .file(let path) = entry { path } else { nil }
    }
    return files.count == entries.count ? files : nil
  }
}
