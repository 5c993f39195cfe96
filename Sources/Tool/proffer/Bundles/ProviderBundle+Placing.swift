import Foundation
import ItemProviders
import ProfferActions
import ProfferFileSystem
import ProviderBundles
import UniformTypes

extension ProviderBundle {
  /// Writes a representation out as one file or folder, whole or not at all.
  ///
  /// - Parameter didCopy: called with the number of bytes that are done since the last call.
  func place(
    _ representation: BundledRepresentation, at place: OutputPlace, replacing: Bool,
    _ didCopy: (UInt64) -> Void
  ) throws {
    if representation.isFolder {
      // The name on the command line does not show what a folder contains, so that it is never removed.
      if replacing, try FileStatus.ifPresent(place.path, followingLinks: false)?.kind == .folder {
        throw ActionError.failure(
          "\(place.path) is a folder, which --force does not replace; remove it or name another place")
      }
      try place.explainingForce {
        let replacement = try place.newFolder(replacing: replacing)
        try extract(representation, into: replacement.contents, didCopy)
        try representation.noteShortenedNames()
        try replacement.commit()
      } where: { _ in
        false
      }
    } else {
      try place.explainingForce {
        let replacement = try place.newFile(replacing: replacing)
        try extract(representation, into: replacement.file, didCopy)
        try replacement.commit()
      }
    }
  }

  /// Gives the bytes of a representation piece by piece, and compares their checksum.
  func stream(_ representation: BundledRepresentation, _ receive: (UnsafeRawBufferPointer) throws -> Void)
    throws
  {
    switch representation.storage {
    case .payload(let payload): try stored(payload).stream(receive)
    case .inPlace: try bytes(of: representation).withUnsafeBytes(receive)
    case .folder:
      throw ActionError.failure(
        "\(representation.typeIdentifier) in \(path) is a folder and cannot be written to standard output; use -o PATH"
      )
    case .promise:
      throw ActionError.failure("\(representation.typeIdentifier) in \(path) is only promised")
    }
  }
}

extension BundledRepresentation {
  var isFolder: Bool {
    if case .folder = storage { true } else { false }
  }

  /// Reports bytes that are outside the bundle: a bundle may name any file.
  func noteReference() {
    if case .inPlace(let reference) = storage {
      Console.note("the bytes come from \(reference.path), which the bundle refers to but does not contain")
    }
  }

  /// Reports names that are too long for file systems.
  ///
  /// - Parameter written: the name of the file of this representation; nil if the user has chosen the name.
  func noteShortenedNames(writtenAs written: FileName? = nil) throws {
    func note(_ path: String, _ name: FileName) {
      Console.note("the name \(path.prefix(60))… is too long; it was shortened to \(name)")
    }
    if let name, let written, name.bytes.count > FileNaming.longestNameByteCount { note("\(name)", written) }
    for shortened in try shortenedNames() { note(shortened.path, shortened.name) }
  }

  /// The name of a file made of this representation: its own, or one made of the item's name and its type.
  ///
  /// It is no longer than file systems allow, whatever the bundle says.
  func fileName(in item: BundledItem, types: TypeRegistry) -> FileName {
    FileNaming.name(
      suggested: name == nil ? item.suggestedName : nil, sourceName: name, typeIdentifier: typeIdentifier,
      registry: types)
  }
}
