public import Foundation

/// The contents of a document: bytes, or the files of a folder that is used like a single file, such as RTFD
/// or TextBundle.
public enum DocumentContents: Sendable, Equatable {
  /// A single sequence of bytes.
  case data(Data)
  /// The files of a folder, sorted by path.
  case package([PackageMember])

  /// The bytes of the document; empty if the document is a folder.
  public var bytes: Data {
    switch self {
    case .data(let data): data
    case .package: Data()
    }
  }

  /// The total number of bytes in the document.
  public var byteCount: Int {
    switch self {
    case .data(let data): data.count
    case .package(let members): members.reduce(0) { $0 + $1.data.count }
    }
  }
}

/// A file inside a folder document.
public struct PackageMember: Sendable, Equatable {
  /// The path relative to the folder, with slashes between the names: `assets/photo.png`.
  public var path: String
  /// The bytes of the file.
  public var data: Data

  /// Makes a member.
  ///
  /// - Parameters:
  ///   - path: the path relative to the folder, with slashes between the names.
  ///   - data: the bytes of the file.
  public init(_ path: String, _ data: Data) {
    self.path = path
    self.data = data
  }
}
