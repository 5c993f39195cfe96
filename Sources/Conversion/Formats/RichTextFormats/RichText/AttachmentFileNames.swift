import Foundation

/// The names that the files beside a text have been given.
///
/// An attachment that stands at several places of the text is one file.
struct AttachmentFileNames {
  /// What makes attachments one file: the name wanted, the type and the bytes.
  private struct File: Hashable {
    let name: String?
    let typeIdentifier: String
    let data: Data

    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(typeIdentifier)
      // `Data` hashes no more than its beginning, which pictures of one program share.
      data.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  private var names: [File: String] = [:]

  /// The name that the file of an attachment has been given; nil where it has yet to be written.
  func name(of data: Data, _ typeIdentifier: String, wanted: String?) -> String? {
    names[File(name: wanted, typeIdentifier: typeIdentifier, data: data)]
  }

  /// Remembers the name of an attachment's file.
  mutating func add(_ name: String, of data: Data, _ typeIdentifier: String, wanted: String?) {
    names[File(name: wanted, typeIdentifier: typeIdentifier, data: data)] = name
  }
}
