package import Foundation

/// The names of the files that are written beside a text.
///
/// An attachment that occurs several times in the text is written as one file.
package struct AttachmentFileNames {
  /// The identity of a file: attachments with the same wanted name, type and bytes share a file.
  private struct File: Hashable {
    let name: String?
    let typeIdentifier: String
    let data: Data

    func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(typeIdentifier)
      // `Data` hashes only its first bytes, which are the same in many pictures from one program.
      data.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }

  private var names: [File: String] = [:]

  package init() {}

  /// Returns the name of an attachment's file; nil if the file has not been written yet.
  package func name(of data: Data, _ typeIdentifier: String, wanted: String?) -> String? {
    names[File(name: wanted, typeIdentifier: typeIdentifier, data: data)]
  }

  /// Records the name of the file written for an attachment.
  package mutating func add(_ name: String, of data: Data, _ typeIdentifier: String, wanted: String?) {
    names[File(name: wanted, typeIdentifier: typeIdentifier, data: data)] = name
  }
}
