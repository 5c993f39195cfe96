import FileSystem
import Foundation
import ItemProviders
import ProviderBundles
import UniformTypes

extension ProviderBundle {
  /// Writes a representation out as one file or folder, whole or not at all.
  func place(_ representation: BundledRepresentation, at place: OutputPlace, replacing: Bool) throws {
    if representation.isFolder {
      // The name on the command line does not show what a folder contains, so that it is never removed.
      if replacing, try FileStatus.ifPresent(place.path, followingLinks: false)?.kind == .folder {
        throw ProgramError.failure(
          "\(place.path) is a folder, which --force does not replace; remove it or name another place")
      }
      try place.explainingForce {
        let replacement = try place.newFolder(replacing: replacing)
        try extract(representation, into: replacement.contents)
        try replacement.commit()
      } where: { _ in
        false
      }
    } else {
      try place.explainingForce {
        let replacement = try place.newFile(replacing: replacing)
        try extract(representation, into: replacement.file)
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
      throw ProgramError.failure(
        "\(representation.typeIdentifier) in \(path) is a folder, which is not a stream of bytes; name a place with -o"
      )
    case .promise:
      throw ProgramError.failure("\(representation.typeIdentifier) in \(path) is only promised")
    }
  }
}

extension BundledRepresentation {
  var isFolder: Bool {
    if case .folder = storage { true } else { false }
  }

  /// reports bytes that are outside the bundle: a bundle may name any file.
  func noteReference() {
    if case .inPlace(let reference) = storage {
      Console.note("the bytes come from \(reference.path), which the bundle names and does not contain")
    }
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

extension BundledItem {
  /// The item's name without an extension, for files of another type.
  var stem: String? {
    if let suggestedName { return suggestedName }
    guard let name = representations.lazy.compactMap(\.name).first?.string else { return nil }
    return name.lastIndex(of: ".").flatMap { $0 == name.startIndex ? nil : String(name[..<$0]) } ?? name
  }
}
