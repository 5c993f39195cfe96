import Foundation
import ItemProviders
package import ProfferFileSystem
package import ProviderBundles
package import UniformTypes

extension ProviderBundle {
  /// Writes a representation to a file or folder, which appears only when it is complete.
  ///
  /// - Parameter context: receives notes about shortened names, and the number of completed bytes.
  package func place(
    _ representation: BundledRepresentation, at place: OutputPlace, replacing: Bool,
    in context: ActionContext
  ) throws {
    if representation.isFolder {
      // A folder is never removed, because its name on the command line does not show what it contains.
      if replacing, try FileStatus.ifPresent(place.path, followingLinks: false)?.kind == .folder {
        throw ActionError.failure(
          "\(place.path) is a folder, which is never replaced; remove it or name another place",
          code: .notReplaceable)
      }
      try place.explainingReplacement {
        let replacement = try place.newFolder(replacing: replacing)
        try extract(representation, into: replacement.contents, context.advance)
        try representation.noteShortenedNames(in: context)
        try replacement.commit()
      } where: { _ in
        false
      }
    } else {
      try place.explainingReplacement {
        let replacement = try place.newFile(replacing: replacing)
        try extract(representation, into: replacement.file, context.advance)
        try replacement.commit()
      }
    }
  }

  /// Streams the bytes of a representation in pieces, and verifies their checksum.
  package func stream(
    _ representation: BundledRepresentation, _ receive: (UnsafeRawBufferPointer) throws -> Void
  )
    throws
  {
    switch representation.storage {
    case .payload(let payload): try stored(payload).stream(receive)
    case .inPlace: try bytes(of: representation).withUnsafeBytes(receive)
    case .folder:
      throw ActionError.failure(
        "\(representation.typeIdentifier) in \(path) is a folder and cannot be written to a stream",
        code: .needsPlace)
    case .promise:
      throw ActionError.failure("\(representation.typeIdentifier) in \(path) is only promised")
    }
  }
}

extension BundledRepresentation {
  package var isFolder: Bool {
    if case .folder = storage { true } else { false }
  }

  /// Sends a note if the bytes are outside the bundle, because a bundle may name any file.
  package func noteReference(in context: ActionContext) {
    if case .inPlace(let reference) = storage { context.note(.readsReference(reference.path)) }
  }

  /// Sends a note for each name that is too long for file systems.
  ///
  /// - Parameter written: the file name of this representation; nil if the user has chosen the name.
  package func noteShortenedNames(in context: ActionContext, writtenAs written: FileName? = nil) throws {
    if let name, let written, name.bytes.count > FileNaming.longestNameByteCount {
      context.note(.nameShortened("\(name)", to: written))
    }
    for shortened in try shortenedNames() { context.note(.nameShortened(shortened.path, to: shortened.name)) }
  }

  /// The name of a file made from this representation: its own, or one made from the item's name and the
  /// type.
  ///
  /// The name never exceeds the length that file systems allow, whatever the bundle contains.
  package func fileName(in item: BundledItem, types: TypeRegistry) -> FileName {
    FileNaming.name(
      suggested: name == nil ? item.suggestedName : nil, sourceName: name, typeIdentifier: typeIdentifier,
      registry: types)
  }
}
