import Foundation
import ItemProviders
package import ProfferFileSystem
package import ProviderBundles
package import UniformTypes

extension ProviderBundle {
  /// Writes a representation to a file or folder, which is created only when it is complete.
  ///
  /// - Parameter context: receives the number of written bytes, and notes about shortened names.
  package func place(
    _ representation: BundledRepresentation, at place: OutputPlace, replacing: Bool,
    in context: ActionContext
  ) throws {
    if representation.isFolder {
      // A folder is never replaced, because the user may not know what the folder contains.
      if replacing, try FileStatus.ifPresent(place.path, followingLinks: false)?.kind == .folder {
        throw ActionError.failure(
          "\(place.path) is a folder, which is never replaced; remove it or choose another path",
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

  /// Passes the bytes of a representation to a function in chunks, and verifies their checksum.
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

  /// Sends a note if the bytes are outside the bundle, because a bundle can refer to any file.
  package func noteReference(in context: ActionContext) {
    if case .inPlace(let reference) = storage { context.note(.readsReference(reference.path)) }
  }

  /// Sends a note for each name that was shortened because it is too long for file systems.
  ///
  /// - Parameter written: the file name under which the representation was written; nil if the user chose the
  ///   name.
  package func noteShortenedNames(in context: ActionContext, writtenAs written: FileName? = nil) throws {
    if let name, let written, name.bytes.count > FileNaming.longestNameByteCount {
      context.note(.nameShortened("\(name)", to: written))
    }
    for shortened in try shortenedNames() { context.note(.nameShortened(shortened.path, to: shortened.name)) }
  }

  /// Returns the name for a file created from this representation.
  ///
  /// This is the name of the representation. If there is none, the name is composed of the item's name and an
  /// extension for the type. The name never exceeds the length limit of file systems.
  package func fileName(in item: BundledItem, types: TypeRegistry) -> FileName {
    FileNaming.name(
      suggested: name == nil ? item.suggestedName : nil, sourceName: name, typeIdentifier: typeIdentifier,
      registry: types)
  }
}
