import XMLText

/// The manifest of an OpenDocument package: the files with their media types.
struct OpenDocumentManifest {
  /// The media types of the files, by path; the path `/` is the package itself.
  private(set) var mediaTypes: [String: String] = [:]
  /// Whether at least one file is encrypted.
  private(set) var isEncrypted = false

  /// Makes the manifest of a package without one.
  init() {}

  /// Reads a manifest.
  init(_ bytes: [UInt8], depthLimit: Int) throws {
    var xml = try XMLReader(bytes, Self.vocabulary, depthLimit: depthLimit)
    while let event = try xml.next() {
      guard case .begin(let name) = event else { continue }
      switch name {
      case .fileEntry:
        guard let path = xml.attribute(.fullPath) else { break }
        mediaTypes[path] = xml.attribute(.mediaType) ?? ""
      case .encryptionData: isEncrypted = true
      default: break
      }
    }
  }

  private enum Name: String, CaseIterable, Sendable {
    case manifest = "manifest:manifest"
    case fileEntry = "manifest:file-entry"
    case fullPath = "manifest:full-path"
    case mediaType = "manifest:media-type"
    case encryptionData = "manifest:encryption-data"
  }

  private static let vocabulary = XMLVocabulary<Name>([
    "manifest": ["urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"]
  ])
}
