import Foundation

/// The names of the files beside a text.
///
/// An attachment that occurs several times in the text is stored as one file.
struct AttachmentFileNames {
  /// The identity of a file: attachments with the same wanted name, type and bytes are one file.
  private struct File: Hashable {
    let name: String?
    let typeIdentifier: String
    let data: Data

    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(typeIdentifier)
      // `Data` hashes only its beginning, which pictures of the same program share.
      data.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  private var names: [File: String] = [:]

  /// The name of an attachment's file; nil before it is written.
  func name(of data: Data, _ typeIdentifier: String, wanted: String?) -> String? {
    names[File(name: wanted, typeIdentifier: typeIdentifier, data: data)]
  }

  /// Adds the name of an attachment's file.
  mutating func add(_ name: String, of data: Data, _ typeIdentifier: String, wanted: String?) {
    names[File(name: wanted, typeIdentifier: typeIdentifier, data: data)] = name
  }
}
