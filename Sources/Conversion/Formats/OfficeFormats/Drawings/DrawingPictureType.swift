import RichTextFormats
import UniformTypes

/// Determines the type of a picture from its first bytes, its media type or its name.
enum DrawingPictureType {
  /// Returns the type identifier of a picture.
  static func identifier(of bytes: [UInt8], mediaType: String?, part: PartName) -> String {
    if let identifier = PictureSignature.typeIdentifier(of: bytes) { return identifier }
    switch mediaType?.lowercased() {
    case "image/x-emf", "image/emf": return "com.microsoft.emf"
    case "image/x-wmf", "image/wmf": return "com.microsoft.wmf"
    case "image/tiff": return "public.tiff"
    case "image/bmp", "image/x-bmp": return "com.microsoft.bmp"
    case "image/svg+xml": return "public.svg-image"
    case "image/webp": return "org.webmproject.webp"
    default: break
    }
    switch part.filenameExtension {
    case "emf", "emz": return "com.microsoft.emf"
    case "wmf", "wmz": return "com.microsoft.wmf"
    case .some(let text): return UTType(filenameExtension: text)?.identifier ?? "public.data"
    case nil: return "public.data"
    }
  }
}
