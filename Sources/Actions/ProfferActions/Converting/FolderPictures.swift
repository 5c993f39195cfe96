import Foundation
package import ProfferConversions
package import ProfferFileSystem
import TypeDiscovery
import UniformTypes

/// Opens the pictures that stand in the folder of a document.
///
/// The document may be from a stranger and name private files. Therefore, only regular files inside of the
/// folder are opened, with links resolved, and only if their content is a picture. Absolute paths, `file:` URLs
/// and paths that leave the folder are refused.
package struct FolderPictures: Sendable {
  /// The maximum size of a picture in bytes.
  package static let byteCountLimit: UInt64 = 64 << 20

  /// The folder, with links resolved.
  private let root: FilePath
  private let types: TypeContext

  /// - Parameters:
  ///   - document: the path of the document.
  ///   - context: detects the types of the pictures.
  package init(beside document: FilePath, in context: ActionContext) throws {
    root = try document.absolute().parent.resolvingLinks()
    types = context.types
  }

  /// The pictures, for coders.
  package var resolver: PictureResolver { PictureResolver { picture(at: $0) } }

  /// Returns the picture at an address; nil if the document may not show the file, or if it is not a picture.
  ///
  /// An error of the file system has the same result, because coders count a picture without bytes as a loss.
  private func picture(at address: String) -> PictureResolver.Picture? {
    guard let names = FolderPictures.names(in: address) else { return nil }
    do {
      let path = try root.appending(names).resolvingLinks()
      guard isInside(path) else { return nil }
      let (file, status) = try OpenFile.examiningRegular(path, followingLinks: false)
      guard status.byteCount > 0, status.byteCount <= FolderPictures.byteCountLimit else { return nil }
      let type = try types.detectUndeclared(file).type
      guard types.registry.conforms(type, to: .image) else { return nil }
      let bytes = try file.bytes(at: 0, count: Int(status.byteCount))
      return PictureResolver.Picture(Data(bytes), typeIdentifier: type.identifier)
    } catch {
      return nil
    }
  }

  private func isInside(_ path: FilePath) -> Bool {
    let folder = root.bytes.last == UInt8(ascii: "/") ? root.bytes : root.bytes + [UInt8(ascii: "/")]
    return path.bytes.starts(with: folder)
  }

  /// Returns the path components of a relative address; nil for every other address.
  private static func names(in address: String) -> [FileName]? {
    let text = address.prefix { $0 != "?" && $0 != "#" }
    guard !text.hasPrefix("/"), !text.contains("\\"), let path = FilePath(percentEncoded: String(text)),
      !path.isAbsolute
    else { return nil }
    var names: [FileName] = []
    for part in path.bytes.split(separator: UInt8(ascii: "/")) {
      switch Array(part) {
      case [UInt8(ascii: ".")]: continue
      case Array("..".utf8):
        if names.isEmpty { return nil }
        names.removeLast()
      case let bytes:
        guard let name = FileName(bytes: bytes) else { return nil }
        names.append(name)
      }
    }
    return names.isEmpty ? nil : names
  }
}
