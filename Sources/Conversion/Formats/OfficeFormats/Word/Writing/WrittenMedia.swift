import Foundation

/// The pictures of a Word document; a picture that occurs several times is one part.
struct WrittenMedia {
  /// A type of pictures that Word shows.
  struct Format {
    let filenameExtension: String
    let mimeType: String

    /// The format for a uniform type identifier; nil for any other type.
    init?(_ typeIdentifier: String) {
      switch typeIdentifier {
      case "public.png": (filenameExtension, mimeType) = ("png", "image/png")
      case "public.jpeg": (filenameExtension, mimeType) = ("jpeg", "image/jpeg")
      case "com.compuserve.gif": (filenameExtension, mimeType) = ("gif", "image/gif")
      case "com.microsoft.bmp": (filenameExtension, mimeType) = ("bmp", "image/bmp")
      case "public.tiff": (filenameExtension, mimeType) = ("tiff", "image/tiff")
      case "com.microsoft.emf": (filenameExtension, mimeType) = ("emf", "image/x-emf")
      case "com.microsoft.wmf": (filenameExtension, mimeType) = ("wmf", "image/x-wmf")
      default: return nil
      }
    }
  }

  /// The identity of a picture.
  private struct Key: Hashable {
    let data: Data
    let filenameExtension: String

    func hash(into hasher: inout Hasher) {
      // `Data` hashes only its first bytes, which are the same in many pictures from one program.
      data.withUnsafeBytes { hasher.combine(bytes: $0) }
      hasher.combine(filenameExtension)
    }
  }

  /// The parts, with their names relative to the folder of the document.
  private(set) var parts: [(name: String, bytes: [UInt8])] = []
  /// The MIME types by file name extension.
  private(set) var mimeTypes: [String: String] = [:]
  private var names: [Key: String] = [:]

  /// Returns the name of a picture's part, and adds the part if necessary.
  mutating func name(of data: Data, _ format: Format) -> String {
    let key = Key(data: data, filenameExtension: format.filenameExtension)
    if let name = names[key] { return name }
    let name = "media/image\(parts.count + 1).\(format.filenameExtension)"
    parts.append((name, Array(data)))
    names[key] = name
    mimeTypes[format.filenameExtension] = format.mimeType
    return name
  }
}
