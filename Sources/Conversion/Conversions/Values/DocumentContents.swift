public import Foundation

/// What a document is made of: bytes, or a folder that is handled as one file, such as RTFD and TextBundle.
public enum DocumentContents: Sendable, Equatable {
  /// One run of bytes.
  case data(Data)
  /// The files of a folder, in the order of their paths.
  case package([PackageMember])

  /// The bytes of a document that is not a folder; none for a folder.
  public var bytes: Data {
    switch self {
    case .data(let data): data
    case .package: Data()
    }
  }

  /// How many bytes there are in all.
  public var byteCount: Int {
    switch self {
    case .data(let data): data.count
    case .package(let members): members.reduce(0) { $0 + $1.data.count }
    }
  }
}

/// A file inside a document that is a folder.
public struct PackageMember: Sendable, Equatable {
  /// Where it is in the folder, with slashes between the names: `assets/photo.png`.
  public var path: String
  /// Its bytes.
  public var data: Data

  /// Makes a member.
  ///
  /// - Parameters:
  ///   - path: where it is in the folder, with slashes between the names.
  ///   - data: its bytes.
  public init(_ path: String, _ data: Data) {
    self.path = path
    self.data = data
  }
}
