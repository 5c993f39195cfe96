import FileSystem
import Foundation
import ItemProviders
import ProviderBundles

extension ProviderBundle {
  /// Writes a representation out as one file or folder, whole or not at all.
  func place(_ representation: BundledRepresentation, at place: OutputPlace, replacing: Bool) throws {
    if representation.isFolder {
      // What is in a folder is not what the name on the command line says; it is never removed for it.
      if replacing, try FileStatus.ifPresent(place.path, followingLinks: false)?.kind == .folder {
        throw Failure(
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

  /// Gives the bytes of a representation piece by piece, checked as they pass.
  func stream(_ representation: BundledRepresentation, _ receive: (UnsafeRawBufferPointer) throws -> Void)
    throws
  {
    switch representation.storage {
    case .payload(let payload): try stored(payload).stream(receive)
    case .inPlace: try bytes(of: representation).withUnsafeBytes(receive)
    case .folder:
      throw Failure(
        "\(representation.typeIdentifier) in \(path) is a folder, which is no stream of bytes; name a place with -o"
      )
    case .promise: throw Failure("\(representation.typeIdentifier) in \(path) is only promised")
    }
  }
}

extension BundledRepresentation {
  /// Says where the bytes come from when that is outside the bundle: who packed it may have named any file.
  func noteReference(console: Console) {
    if case .inPlace(let reference) = storage {
      console.note("the bytes come from \(reference.path), which the bundle names and does not hold")
    }
  }

  /// The name of a file made of this representation: its own, or one made of the item's name and its type.
  ///
  /// It is no longer than file systems allow, whatever the bundle says.
  func fileName(in item: BundledItem) -> FileName {
    FileNaming.name(
      suggested: name == nil ? item.suggestedName : nil, sourceName: name, typeIdentifier: typeIdentifier)
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
