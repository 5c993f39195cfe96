import Foundation
import ImageCoders
import ProfferConversions

extension Image {
  /// Makes a PNG of a picture in a text, for targets that hold only usual ones; nil for what is not decoded here, such as
  /// a picture of Windows (EMF), and where a library is not installed.
  ///
  /// - Returns: the PNG, and the kinds of what it does not hold.
  @Sendable static func pngOfPicture(_ data: Data, _ typeIdentifier: String) -> (png: Data, lost: String?)? {
    do {
      let reading = try read(data, as: typeIdentifier)
      let written = try reading.value.write(as: "public.png")
      let kinds = Set((reading.losses + written.losses).map(\.kind)).sorted().map(\.rawValue)
      return (written.data, kinds.isEmpty ? nil : kinds.joined(separator: ", "))
    } catch {
      // The target then counts the picture as lost.
      return nil
    }
  }
}
