import Foundation
import ItemProviders
package import ProfferConversions
package import ProfferFileSystem
package import ProviderBundles

extension DocumentContents {
  /// Reads the document at a path: the bytes of a file, or the files of a folder that is a single document.
  package init(at path: FilePath) throws {
    guard try FileStatus.of(path).kind == .folder else {
      try self.init(OpenFile.readingRegular(path))
      return
    }
    let prefixLength = path.bytes.count
    let files = try FileList(below: path)
    self = .package(
      try (0..<files.count).map { number in
        let file = files.path(at: number)
        let names = file.bytes.dropFirst(prefixLength).drop { $0 == UInt8(ascii: "/") }
        return PackageMember(
          try DocumentContents.memberPath(Array(names), in: path.description),
          try DocumentContents(OpenFile.readingRegular(file)).bytes)
      })
  }

  /// Reads an open file.
  package init(_ file: OpenFile) throws {
    self = .data(try Data(keepingAllOf: file))
  }

  /// Reads a representation that is stored in a bundle.
  package init(of representation: BundledRepresentation, in bundle: ProviderBundle) throws {
    guard case .folder(_, let members) = representation.storage else {
      self = .data(try bundle.bytes(of: representation))
      return
    }
    var files: [PackageMember] = []
    for member in members {
      guard case .file(let payload, _) = member.content else { continue }
      let data = try bundle.bytes(of: payload)
      let names = member.names.map(\.bytes).joined(separator: [UInt8(ascii: "/")])
      files.append(
        PackageMember(
          try DocumentContents.memberPath(
            Array(names), in: "\(representation.typeIdentifier) in \(bundle.path)"),
          data))
    }
    self = .package(files)
  }

  private static func memberPath(_ bytes: [UInt8], in document: String) throws -> String {
    guard let path = String(validating: bytes, as: UTF8.self) else {
      throw ActionError.failure(
        "\(document) has a file whose name is not UTF-8: \(PrintableText.escaped(bytes))")
    }
    return path
  }
}
