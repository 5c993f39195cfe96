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
  /// The width and height to show it in, in twentieths of a point.
  var width: Int?
  var height: Int?
  /// Per cent of these.
  var horizontalScale: Int?
  var verticalScale: Int?
  var propertyName = ""
  private(set) var properties: [String: String] = [:]

  /// Takes hexadecimal digits; anything else between them is ignored.
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

  /// Takes the value of the property whose name came before.
  mutating func setProperty(_ value: String) {
    if ["wzDescription", "wzName", "wzTooltip"].contains(propertyName) { properties[propertyName] = value }
    propertyName = ""
  }

  /// Whether it has properties, even if it is not a picture.
  var isDescribed = false
  /// Whether the size is explicit, be it the picture's own or none.
  private var hasExplicitSize = false
  /// The file that an Apple attachment is in.
  var fileName: String?

  /// Prepares for an explicit size.
  mutating func forgetSize() {
    (width, height, horizontalScale, verticalScale) = (nil, nil, nil, nil)
    hasExplicitSize = true
  }

  /// Says of an attachment what the properties say.
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

  /// The picture with its bytes; nil for none and for forms that no other program takes.
  func attachment() -> RichText.Attachment? {
    guard !bytes.isEmpty, let typeIdentifier = format.typeIdentifier(of: bytes) else { return nil }
    var attachment = RichText.Attachment(.data(Data(bytes), typeIdentifier: typeIdentifier))
    describe(&attachment)
    // The picture's own size is what its dots take at 96 to the inch.
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
      // Some writers name no format.
      if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
        "public.png"
      } else {
        bytes.starts(with: [0xFF, 0xD8, 0xFF]) ? "public.jpeg" : nil
      }
    }
  }
}

extension RTFReader {
  /// Takes a word of a picture; false for any other word.
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
    // What a shape shows is a property of it.
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

  /// Puts the words that stand for a picture which cannot be had.
  private mutating func putDescription(_ outer: Frame) {
    guard outer.destination == .body, let words = picture.properties["wzDescription"] else { return }
    let inner = frame
    frame = outer
    for scalar in words.unicodeScalars { put(scalar) }
    frame = inner
  }

  /// Puts the file that an Apple attachment names.
  mutating func endGraphic() {
    let name = picture.fileName ?? takeCaptured()
    expectsPlaceholder = true
    guard let outer = frames.last, outer.destination == .body else { return }
    guard let data = files[name] else {
      losses.add(.images, "missing files")
      if files.isEmpty == false { warnings.append("the document has no file “\(name)” beside it") }
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

/// What a file is, by its first bytes and its name.
enum FileType {
  static func identifier(of data: Data, name: String) -> String {
    if data.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return "public.png" }
    if data.starts(with: [0xFF, 0xD8, 0xFF]) { return "public.jpeg" }
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "public.data" }
    return UTType(filenameExtension: String(name[name.index(after: dot)...]))?.identifier ?? "public.data"
  }
}
