import ItemProviders
import JSONText

extension ManifestDecoder {
  /// Reads the preview of an item.
  mutating func preview() throws -> BundledPreview {
    var type: String?
    var path: String?
    var byteCount: UInt64?
    var crc32: UInt32?
    var width: Int?
    var height: Int?
    var unknown: [JSONMember] = []
    try object("a preview") { decoder, key, span in
      switch key {
      case .type: type = try decoder.typeIdentifier()
      case .path: path = try decoder.text("path")
      case .byteCount: byteCount = UInt64(try decoder.integer("byteCount"))
      case .crc32: crc32 = try decoder.checksum()
      case .width: width = try decoder.side("width")
      case .height: height = try decoder.side("height")
      default: unknown.append(try decoder.unknownMember(span))
      }
    }
    guard let type, !type.isEmpty else { throw missing("type", in: "a preview") }
    guard let path else { throw missing("path", in: "a preview") }
    guard let byteCount else { throw missing("byteCount", in: "a preview") }
    guard let crc32 else { throw missing("crc32", in: "a preview") }
    guard byteCount <= UInt64(limits.previewByteCount) else {
      throw BundleError(
        .limitExceeded,
        "manifest.json has a preview of \(byteCount) bytes; the limit is \(limits.previewByteCount)")
    }
    var size: PresentationSize?
    switch (width, height) {
    case (let width?, let height?): size = PresentationSize(width: Double(width), height: Double(height))
    case (nil, nil): break
    default: throw malformed("a preview must have both a \"width\" and a \"height\", or neither")
    }
    var preview = BundledPreview(
      typeIdentifier: type, payload: BundledPayload(path: path, byteCount: byteCount, crc32: crc32),
      pixelSize: size)
    preview.unknownMembers = unknown
    return preview
  }

  /// Reads the width or the height of a preview in pixels.
  private mutating func side(_ what: String) throws -> Int {
    let count = try integer(what)
    guard 1...BundledPreview.longestSide ~= count else {
      throw wrong(what, "a number of pixels from 1 to \(BundledPreview.longestSide)")
    }
    return count
  }
}
