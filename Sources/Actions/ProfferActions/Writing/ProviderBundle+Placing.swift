import Foundation
import ItemProviders
package import ProfferFileSystem
package import ProviderBundles
package import UniformTypes

extension ProviderBundle {
  /// Writes a representation out as one file or folder, whole or not at all.
  ///
  /// - Parameter context: learns of shortened names, and of the bytes that are done.
  package func place(
    _ representation: BundledRepresentation, at place: OutputPlace, replacing: Bool,
    in context: ActionContext
  ) throws {
    if representation.isFolder {
      // The name on the command line does not show what a folder contains, so that it is never removed.
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

  /// Gives the bytes of a representation piece by piece, and compares their checksum.
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

  /// Reports bytes that are outside the bundle: a bundle may name any file.
  package func noteReference(in context: ActionContext) {
    if case .inPlace(let reference) = storage { context.note(.readsReference(reference.path)) }
  }

  /// Reports names that are too long for file systems.
  ///
  /// - Parameter written: the name of the file of this representation; nil if the user has chosen the name.
  package func noteShortenedNames(in context: ActionContext, writtenAs written: FileName? = nil) throws {
    if let name, let written, name.bytes.count > FileNaming.longestNameByteCount {
      context.note(.nameShortened("\(name)", to: written))
    }
    for shortened in try shortenedNames() { context.note(.nameShortened(shortened.path, to: shortened.name)) }
  }

  /// The name of a file made of this representation: its own, or one made of the item's name and its type.
  ///
  /// It is no longer than file systems allow, whatever the bundle says.
  package func fileName(in item: BundledItem, types: TypeRegistry) -> FileName {
    FileNaming.name(
      suggested: name == nil ? item.suggestedName : nil, sourceName: name, typeIdentifier: typeIdentifier,
      registry: types)
  }
}
