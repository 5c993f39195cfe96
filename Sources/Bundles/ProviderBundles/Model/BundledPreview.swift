public import ItemProviders
package import JSONText
import ProfferFileSystem
import UniformTypes

/// The preview of an item: a picture that is stored beside the representations of the item, for everyone to see.
///
/// Its entry is below `previews/`, where a reader that does not know previews takes it for an entry of another program and
/// keeps it.
public struct BundledPreview: Sendable, Equatable {
  /// The type of its bytes.
  public let typeIdentifier: String
  /// The numbers of columns and rows of pixels that the bundle states; nil where it does not.
  ///
  /// The maker of the bundle may be mistaken.
  public let pixelSize: PresentationSize?
  /// Where its bytes are.
  package let payload: BundledPayload
  package var unknownMembers: [JSONMember] = []

  /// The number of its bytes.
  public var byteCount: UInt64 { payload.byteCount }

  package init(typeIdentifier: String, payload: BundledPayload, pixelSize: PresentationSize? = nil) {
    self.typeIdentifier = typeIdentifier
    self.payload = payload
    self.pixelSize = pixelSize
  }

  /// The most columns or rows that a manifest may state.
  static let longestSide = 1_000_000

  /// Checks the rules that hold for every preview.
  ///
  /// - Parameter itemPlace: the place of its item, counted from 0.
  func check(at itemPlace: Int) throws(BundleError) {
    let type = TypeIdentifier(typeIdentifier)
    guard type.isValid, BundledItem.isPlain(typeIdentifier) else {
      let problem = TypeError.malformed(TypeIdentifier(PrintableText.escaped(typeIdentifier.utf8)))
      throw BundleError(
        .malformedType, "the preview of item \(itemPlace + 1): \(problem.message)", cause: problem)
    }
    guard BundleManifest.isPath(payload.path[...], below: BundleMark.previews) else {
      throw BundleError(
        .pathOutsidePreviews,
        "the preview of item \(itemPlace + 1) has the path \(payload.path.debugDescription), which is not below previews/"
      )
    }
  }

  /// Refuses a preview that exceeds the limits.
  ///
  /// - Parameter itemPlace: the place of its item, counted from 0.
  func check(_ limits: BundleLimits, at itemPlace: Int) throws(BundleError) {
    try limits.check(typeIdentifier.utf8.count, "type", of: "the preview of item \(itemPlace + 1)")
    try limits.check(payload.path.utf8.count, "path", of: "the preview of item \(itemPlace + 1)")
    guard payload.byteCount <= UInt64(limits.previewByteCount) else {
      throw BundleError(
        .limitExceeded,
        "the preview of item \(itemPlace + 1) has \(payload.byteCount) bytes; the limit is \(limits.previewByteCount)"
      )
    }
  }

  /// Whether its type conforms to `public.image`.
  func isImage(_ registry: TypeRegistry) -> Bool {
    registry.conforms(identifier: typeIdentifier, to: UTType.image.identifier)
  }

  /// Refuses a preview whose type is not one of images.
  ///
  /// - Parameter itemPlace: the place of its item, counted from 0.
  func check(_ registry: TypeRegistry, at itemPlace: Int) throws(BundleError) {
    guard isImage(registry) else {
      throw BundleError(
        .previewNotImage,
        "the preview of item \(itemPlace + 1) is \(typeIdentifier), which does not conform to public.image")
    }
  }
}
