public import Foundation

/// Reading and writing documents by file URL.
extension DocumentContents {
  /// Reads a document: the bytes of a file, or the files of a folder, sorted by path.
  ///
  /// - Parameter url: a file URL.
  /// - Throws: Foundation's error if the document cannot be read; ``ConversionError`` with the code `folder`
  ///   if the folder contains anything other than files and folders.
  public init(contentsOf url: URL) throws {
    let manager = FileManager.default
    guard try manager.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType == .typeDirectory else {
      self = .data(try Data(contentsOf: url))
      return
    }
    var members: [PackageMember] = []
    for path in try manager.subpathsOfDirectory(atPath: url.path).sorted() {
      let member = url.appendingPathComponent(path)
      switch try manager.attributesOfItem(atPath: member.path)[.type] as? FileAttributeType {
      case .typeRegular?: members.append(PackageMember(path, try Data(contentsOf: member)))
      case .typeDirectory?: break
      default:
        throw ConversionError(
          .folder, "contains \(path), which is neither a file nor a folder", subject: url.path)
      }
    }
    self = .package(members)
  }

  /// Writes the document as a file, or as a folder that contains its files.
  ///
  /// An existing file is replaced atomically. If a folder cannot be written completely, it is removed.
  ///
  /// - Parameter url: a file URL. If the document is a folder, nothing may exist at this URL yet.
  /// - Throws: Foundation's error if the document cannot be written; ``ConversionError`` with the code
  ///   `folder` if the path of a file in the document points outside the folder.
  public func write(to url: URL) throws {
    switch self {
    case .data(let data): try data.write(to: url, options: .atomic)
    case .package(let members):
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      do {
        for member in members { try Self.write(member, below: url) }
      } catch {
        // If the removal fails as well, its error is ignored, because the first error is the cause.
        try? FileManager.default.removeItem(at: url)
        throw error
      }
    }
  }

  private static func write(_ member: PackageMember, below folder: URL) throws {
    let names = member.path.split(separator: "/", omittingEmptySubsequences: false)
    if names.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) {
      throw ConversionError(
        .folder, "would write its member \(member.path) outside the document", subject: folder.path)
    }
    let file = folder.appendingPathComponent(member.path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try member.data.write(to: file)
  }
}
