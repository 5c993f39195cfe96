package import Foundation
import UniformTypes

/// Keeps the pictures of a document for a format that only refers to pictures.
package struct PictureKeeper: Sendable {
  /// A picture of a document.
  package struct Picture: Sendable {
    package let data: Data
    package let typeIdentifier: String
    /// The name in the document, which is not trusted; nil if the picture has none.
    package let name: String?

    package init(_ data: Data, typeIdentifier: String, name: String?) {
      (self.data, self.typeIdentifier, self.name) = (data, typeIdentifier, name)
    }
  }

  /// Keeps a picture and returns the address with which to refer to it; nil if the picture cannot be kept.
  package let address: @Sendable (Picture) -> String?

  /// Whether the keeper also keeps the names of the pictures.
  package let keepsNames: Bool

  package init(keepsNames: Bool, _ address: @escaping @Sendable (Picture) -> String?) {
    (self.address, self.keepsNames) = (address, keepsNames)
  }

  /// A keeper whose addresses are `data:` URLs that contain the pictures.
  package static let inline = PictureKeeper(keepsNames: false) { picture in
    guard let type = UTType(picture.typeIdentifier), type.conforms(to: .image),
      let mimeType = type.preferredMIMEType
    else { return nil }
    return "data:\(mimeType);base64,\(picture.data.base64EncodedString())"
  }
}

extension RepresentationWriter {
  /// Returns the writer with support for picture keepers.
  ///
  /// - Parameter form: returns a writer that passes its pictures to the given keeper.
  package func keepingPictures(
    _ form: @escaping @Sendable (PictureKeeper) -> RepresentationWriter
  ) -> RepresentationWriter {
    var writer = self
    writer.pictureKeepingForm = form
    return writer
  }
}
