import ByteTools
import Foundation
import ProfferConversions
import UniformTypes

/// A picture that is being read.
struct RTFPicture {
  enum Format { case png, jpeg, emf, wmf, macPicture, unknown }

  var format = Format.unknown
  var bytes: [UInt8] = []
  private var highDigit: UInt8?
  /// The display width and height, in twentieths of a point.
  var width: Int?
  var height: Int?
  /// The horizontal and vertical scale, in percent.
  var horizontalScale: Int?
  var verticalScale: Int?
  var propertyName = ""
  private(set) var properties: [String: String] = [:]

  /// Adds hexadecimal digits, and ignores all other bytes.
  mutating func addDigits(_ digits: Slice<UnsafeBufferPointer<UInt8>>) {
    for byte in digits {
      guard let digit = byte.hexadecimalDigit else { continue }
      if let high = highDigit {
        bytes.append(high << 4 | digit)
        highDigit = nil
      } else {
        highDigit = digit
      }
    }
  }

  /// Sets the value of the property whose name was read last.
  mutating func setProperty(_ value: String) {
    if ["wzDescription", "wzName", "wzTooltip"].contains(propertyName) { properties[propertyName] = value }
    propertyName = ""
  }

  /// Whether the group of picture properties exists, even if the picture has no data.
  var isDescribed = false
  /// Whether the picture has an explicit size.
  ///
  /// An explicit size is kept even if it equals the picture's own size. The document can also state
  /// explicitly that the picture is shown at its own size; width and height are then nil.
  private var hasExplicitSize = false
  /// The name of the file that contains an Apple attachment.
  var fileName: String?

  /// Removes the size read so far, because an explicit size follows.
  mutating func forgetSize() {
    (width, height, horizontalScale, verticalScale) = (nil, nil, nil, nil)
    hasExplicitSize = true
  }

  /// Sets the description, names and size of an attachment from the properties.
  func describe(_ attachment: inout RichText.Attachment) {
    if let text = properties["wzDescription"] { attachment.alternativeText = text }
    attachment.title = properties["wzTooltip"]
    if let name = properties["wzName"] { attachment.name = name }
    attachment.width = points(width, scale: horizontalScale)
    attachment.height = points(height, scale: verticalScale)
  }

  private func points(_ twips: Int?, scale: Int?) -> Double? {
    guard let twips, twips > 0 else { return nil }
    guard let scale, scale > 0, scale != 100 else { return Double(twips) / 20 }
    return (Double(twips) * Double(scale) / 100).rounded() / 20
  }

  /// Returns the picture as an attachment; nil if the picture has no data or an unsupported format.
  func attachment() -> RichText.Attachment? {
    guard !bytes.isEmpty, let typeIdentifier = format.typeIdentifier(of: bytes) else { return nil }
    var attachment = RichText.Attachment(.data(Data(bytes), typeIdentifier: typeIdentifier))
    describe(&attachment)
    // A size that equals the picture's own size, at 96 pixels per inch, is not stored in the attachment.
    if !hasExplicitSize, let size = PictureSize(bytes) {
      if attachment.width == Double(size.width) * 0.75 { attachment.width = nil }
      if attachment.height == Double(size.height) * 0.75 { attachment.height = nil }
    }
    return attachment
  }
}

extension RTFPicture.Format {
  fileprivate func typeIdentifier(of bytes: [UInt8]) -> String? {
    switch self {
    case .png: "public.png"
    case .jpeg: "public.jpeg"
    case .emf: "com.microsoft.emf"
    case .wmf: "com.microsoft.wmf"
    case .macPicture: "com.apple.pict"
    case .unknown:
      // Some programs write pictures without a format.
      if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
        "public.png"
      } else {
        bytes.starts(with: [0xFF, 0xD8, 0xFF]) ? "public.jpeg" : nil
      }
    }
  }
}

extension RTFReader {
  /// Handles a control word of a picture, and returns false for any other word.
  mutating func pictureWord(_ word: RTFWord, _ number: Int) -> Bool {
    switch word {
    case .pngblip: picture.format = .png
    case .jpegblip: picture.format = .jpeg
    case .emfblip: picture.format = .emf
    case .wmetafile: picture.format = .wmf
    case .macpict: picture.format = .macPicture
    case .picwgoal: picture.width = number
    case .pichgoal: picture.height = number
    case .picscalex: picture.horizontalScale = number
    case .picscaley: picture.verticalScale = number
    case .dibitmap, .wbitmap, .pmmetafile, .picw, .pich: break
    default: return false
    }
    return true
  }

  mutating func binary(_ range: Range<Int>) {
    finishCharacters()
    if frame.destination == .picture { picture.bytes += scanner.bytes[range] }
  }

  mutating func endPicture() {
    guard let outer = frames.last else { return }
    // A picture in a shape is the value of one of the shape's properties.
    guard outer.destination == .body || outer.destination == .capture(.propertyValue) else { return }
    guard let attachment = picture.attachment() else {
      guard !picture.bytes.isEmpty else { return }
      losses.add(.images, "pictures in a Windows format")
      return putDescription(outer)
    }
    let inner = frame
    frame = outer
    put(attachment)
    frame = inner
  }

  /// Adds the description of a picture that is missing or not supported, as text.
  private mutating func putDescription(_ outer: Frame) {
    guard outer.destination == .body, let words = picture.properties["wzDescription"] else { return }
    let inner = frame
    frame = outer
    for scalar in words.unicodeScalars { put(scalar) }
    frame = inner
  }

  /// Adds the file that an Apple attachment refers to.
  mutating func endGraphic() {
    let name = picture.fileName ?? takeCaptured()
    expectsPlaceholder = true
    guard let outer = frames.last, outer.destination == .body else { return }
    guard let data = files[name] else {
      losses.add(.images, "missing files")
      if files.isEmpty == false { warnings.append("the document does not contain the file “\(name)”") }
      putDescription(outer)
      expectsPlaceholder = true
      return
    }
    shownFiles.insert(name)
    var attachment = RichText.Attachment(
      .data(data, typeIdentifier: FileType.identifier(of: data, name: name)))
    picture.describe(&attachment)
    if !picture.isDescribed { attachment.name = name }
    let inner = frame
    frame = outer
    put(attachment)
    frame = inner
    expectsPlaceholder = true
  }
}

/// Determines the type of a file from its first bytes, and otherwise from its name.
enum FileType {
  static func identifier(of data: Data, name: String) -> String {
    if data.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "public.png" }
    if data.starts(with: [0xFF, 0xD8, 0xFF]) { return "public.jpeg" }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "public.data" }
    return UTType(filenameExtension: String(name[name.index(after: dot)...]))?.identifier ?? "public.data"
  }
}
