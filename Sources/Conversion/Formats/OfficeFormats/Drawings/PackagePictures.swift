import Foundation
import ProfferConversions
import RichTextFormats

/// The pictures of a package that the text uses.
struct PackagePictures {
  private var known: [PartName: RichText.Attachment.Source] = [:]
  /// The number of bytes that repeated pictures may still add.
  private var repeatedByteCount: Int

  init(repeatedByteCount: Int) { self.repeatedByteCount = repeatedByteCount }

  /// Returns the content of a picture; nil if the package does not contain it.
  mutating func source(
    of part: PartName, in package: inout OpenPackage, _ losses: inout LossCounter, _ warnings: inout [String]
  ) throws(CoderError) -> RichText.Attachment.Source? {
    if let known = known[part] {
      // Each use of a picture enlarges the documents written from the text.
      if case .data(let data, _) = known {
        guard data.count <= repeatedByteCount else {
          losses.add(.images, "pictures that are repeated too often")
          return nil
        }
        repeatedByteCount -= data.count
      }
      return known
    }
    guard let bytes = try package.content(of: part) else {
      losses.add(.images, "missing files")
      warnings.append("the document does not contain the file “\(part.path)”")
      return nil
    }
    let type = DrawingPictureType.identifier(
      of: bytes, mediaType: package.contentTypes.type(of: part), part: part)
    let source = RichText.Attachment.Source.data(Data(bytes), typeIdentifier: type)
    known[part] = source
    return source
  }
}

extension RichText.Attachment {
  /// Removes a size that equals the picture's own size, at 96 pixels per inch.
  mutating func forgetOwnSize(_ size: PictureSize?) {
    guard let size, let width, let height else { return }
    if abs(width - Double(size.width) * 0.75) < 0.5, abs(height - Double(size.height) * 0.75) < 0.5 {
      (self.width, self.height) = (nil, nil)
    }
  }
}
