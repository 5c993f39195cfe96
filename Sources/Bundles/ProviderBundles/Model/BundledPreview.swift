public import ItemProviders
package import JSONText
import ProfferFileSystem
import UniformTypes

/// The preview of an item: a picture stored in addition to the item's representations, visible to all
/// readers.
///
/// The entry of a preview is below `previews/`. A reader that does not support previews treats the entry as
/// an entry of another program, and keeps it.
public struct BundledPreview: Sendable, Equatable {
  /// The type of the picture.
  public let typeIdentifier: String
  /// The width and height in pixels that the bundle states; nil if the bundle does not state them.
  ///
  /// The program that made the bundle may have stated a wrong size.
  public let pixelSize: PresentationSize?
  /// The entry that contains the picture.
  package let payload: BundledPayload
  package var unknownMembers: [JSONMember] = []

  /// The size of the picture in bytes.
  public var byteCount: UInt64 { payload.byteCount }

  package init(typeIdentifier: String, payload: BundledPayload, pixelSize: PresentationSize? = nil) {
    self.typeIdentifier = typeIdentifier
    self.payload = payload
    self.pixelSize = pixelSize
  }

  /// The maximum width or height in pixels that a manifest may state.
  static let longestSide = 1_000_000

  /// Throws if the preview violates a rule that applies to all previews.
  ///
  /// - Parameter itemPlace: the index of the item, counted from 0.
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

  /// Throws if the preview exceeds the limits.
  ///
  /// - Parameter itemPlace: the index of the item, counted from 0.
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

  /// Returns whether the type of the preview conforms to `public.image`.
  func isImage(_ registry: TypeRegistry) -> Bool {
    registry.conforms(identifier: typeIdentifier, to: UTType.image.identifier)
  }

  /// Throws if the type of the preview does not conform to `public.image`.
  ///
  /// - Parameter itemPlace: the index of the item, counted from 0.
  func check(_ registry: TypeRegistry, at itemPlace: Int) throws(BundleError) {
    guard isImage(registry) else {
      throw BundleError(
        .previewNotImage,
        "the preview of item \(itemPlace + 1) is \(typeIdentifier), which does not conform to public.image")
    }
  }
}
