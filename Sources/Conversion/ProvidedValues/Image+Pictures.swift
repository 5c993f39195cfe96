import Foundation
import ImageCoders
import ProfferConversions

extension Image {
  /// Converts a picture in a formatted text to PNG, for document formats that contain only common picture
  /// types.
  ///
  /// - Returns: the PNG, and a text that lists the kinds of loss; nil if the picture cannot be decoded, for
  ///   example because its format is a Windows format (EMF) or a library is not installed.
  @Sendable static func pngOfPicture(_ data: Data, _ typeIdentifier: String) -> (png: Data, lost: String?)? {
    do {
      let reading = try read(data, as: typeIdentifier)
      let written = try reading.value.write(as: "public.png")
      let kinds = Set((reading.losses + written.losses).map(\.kind)).sorted().map(\.rawValue)
      return (written.data, kinds.isEmpty ? nil : kinds.joined(separator: ", "))
    } catch {
      // The writer of the document then counts the picture as lost.
      return nil
    }
  }
}
