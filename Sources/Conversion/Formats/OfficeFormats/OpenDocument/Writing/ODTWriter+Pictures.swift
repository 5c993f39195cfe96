import Foundation
import ProfferConversions
import RichTextFormats
import UniformTypes
import XMLText

/// The pictures in the package.
struct ODTPictures {
  /// The types of pictures that LibreOffice 7.4 shows, with the extensions of their files and their media
  /// types.
  static let types: [String: (fileExtension: String, mediaType: String)] = [
    "public.png": ("png", "image/png"), "public.jpeg": ("jpg", "image/jpeg"),
    "com.compuserve.gif": ("gif", "image/gif"), "com.microsoft.bmp": ("bmp", "image/bmp"),
    "public.tiff": ("tif", "image/tiff"), "public.svg-image": ("svg", "image/svg+xml"),
    "org.webmproject.webp": ("webp", "image/webp"),
    "io.proffer.enhanced-metafile": ("emf", "image/x-emf"),
    "io.proffer.windows-metafile": ("wmf", "image/x-wmf"),
  ]

  /// The extensions of pictures that are compressed already.
  private static let compressedExtensions: Set = ["png", "jpg", "gif", "webp"]

  private(set) var files: [ODTWriter.File] = []
  private var names = AttachmentFileNames()

  /// Returns the name of a picture's file, and adds the file if the package does not have the picture yet.
  mutating func name(of data: Data, _ typeIdentifier: String) -> String? {
    guard let type = Self.types[typeIdentifier] else { return nil }
    if let name = names.name(of: data, typeIdentifier, wanted: nil) { return name }
    let name = "Pictures/\(files.count + 1).\(type.fileExtension)"
    files.append(
      ODTWriter.File(
        name: name, bytes: Array(data), mediaType: type.mediaType,
        isStored: Self.compressedExtensions.contains(type.fileExtension)))
    names.add(name, of: data, typeIdentifier, wanted: nil)
    return name
  }
}

extension ODTWriter {
  mutating func write(_ attachment: RichText.Attachment, in line: inout Line) {
    switch attachment.source {
    case .url(let destination):
      writeFrame(attachment, reference: ODTAttributes.reference(destination), size: nil)
    case .data(let data, let typeIdentifier):
      if let name = pictures.name(of: data, typeIdentifier) {
        writeFrame(attachment, reference: name, size: PictureSize(data))
      } else if let converted = pictureConversion?(data, typeIdentifier),
        let name = pictures.name(of: converted.png, "public.png")
      {
        if let lost = converted.lost { losses.add(.images, "whose \(lost) a PNG cannot hold") }
        writeFrame(attachment, reference: name, size: PictureSize(converted.png))
      } else {
        losses.add(.images, "files that OpenDocument text cannot show")
        write(attachment.alternativeText, of: &line, isBeforeWord: false)
      }
    }
  }

  /// - Parameter size: the picture's own size; nil if it is unknown.
  private mutating func writeFrame(
    _ attachment: RichText.Attachment, reference: String, size: PictureSize?
  ) {
    var attributes: [(StaticString, String)] = [
      ("draw:style-name", ODTStyleSheet.pictureStyle), ("text:anchor-type", "as-char"),
    ]
    if let name = attachment.name { attributes.append(("draw:name", name)) }
    attributes += lengths(of: attachment, size: size)
    body.begin("draw:frame", attributes: attributes)
    body.add(
      "draw:image", ("xlink:href", reference), ("xlink:type", "simple"), ("xlink:show", "embed"),
      ("xlink:actuate", "onLoad"))
    if let title = attachment.title { body.add("svg:title", text: title) }
    if !attachment.alternativeText.isEmpty { body.add("svg:desc", text: attachment.alternativeText) }
    body.end("draw:frame")
  }

  /// The width of a picture whose size is unknown, in pixels.
  private static let unknownWidth = 240
  private static let unknownHeight = 160

  /// Returns the size of a picture as attributes.
  ///
  /// A size that the text specifies is in points. LibreOffice shows a picture without a size very small, so
  /// the picture's own size is also written, in pixels. A reader ignores sizes in pixels.
  private mutating func lengths(
    of attachment: RichText.Attachment, size: PictureSize?
  ) -> [(StaticString, String)] {
    let own = (Double(size?.width ?? Self.unknownWidth), Double(size?.height ?? Self.unknownHeight))
    func explicit(_ points: Double?) -> Double? { points.flatMap { $0 > 0 && $0.isFinite ? $0 : nil } }
    let (width, height) = (explicit(attachment.width), explicit(attachment.height))
    if width == nil, attachment.width != nil { losses.add(.layout, "image sizes") }
    if height == nil, attachment.height != nil { losses.add(.layout, "image sizes") }
    // The other length of a picture with one given length keeps the proportions.
    let pixels = (
      height.map { $0 / 0.75 * own.0 / own.1 } ?? own.0, width.map { $0 / 0.75 * own.1 / own.0 } ?? own.1
    )
    return [
      ("svg:width", width.map { ODTAttributes.points($0, &losses) } ?? ODTAttributes.pixels(pixels.0)),
      ("svg:height", height.map { ODTAttributes.points($0, &losses) } ?? ODTAttributes.pixels(pixels.1)),
    ]
  }
}
