package import Foundation

/// Gives coders the pictures that a document refers to by the addresses of files.
///
/// Coders open no files themselves. Without a resolver, the address of a picture is kept as it is.
package struct PictureResolver: Sendable {
  /// A picture that a document shows.
  package struct Picture: Sendable {
    package let data: Data
    package let typeIdentifier: String

    package init(_ data: Data, typeIdentifier: String) {
      (self.data, self.typeIdentifier) = (data, typeIdentifier)
    }
  }

  /// Returns the picture at a relative address; nil if the document may not show the file.
  package let picture: @Sendable (_ address: String) -> Picture?

  /// Whether a picture that is not found keeps its address; if false, its alternative text replaces it.
  package let keepsAddresses: Bool

  package init(
    keepsAddresses: Bool = true, _ picture: @escaping @Sendable (_ address: String) -> Picture?
  ) {
    (self.picture, self.keepsAddresses) = (picture, keepsAddresses)
  }

  /// Finds no pictures; for documents whose picture files do not exist.
  static let withoutFiles = PictureResolver(keepsAddresses: false) { _ in nil }
}
