import XMLText

/// The files of a package of OpenDocument that is being written.
///
/// Source: OpenDocument 1.3, part 2.
enum WrittenOpenDocument {
  /// A file of the package.
  struct File {
    let name: String
    let bytes: [UInt8]
    var mediaType = "text/xml"
    var isStored = false
  }

  /// Returns all files of a package in the order of the archive, with `mimetype` and the list of the files.
  ///
  /// - Parameters:
  ///   - files: the other files.
  ///   - type: the media type of the document.
  static func package(of files: [File], type: String) -> [File] {
    let first = File(name: "mimetype", bytes: Array(type.utf8), isStored: true)
    return [first] + files + [manifest(of: files, type: type)]
  }

  /// Returns the list of the files, except `mimetype` and the list itself.
  ///
  /// Source: OpenDocument 1.3, part 2, section 3.2.
  private static func manifest(of files: [File], type: String) -> File {
    var xml = XMLWriter()
    xml.begin(
      "manifest:manifest", ("xmlns:manifest", "urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"),
      ("manifest:version", "1.3"))
    xml.add(
      "manifest:file-entry", ("manifest:full-path", "/"), ("manifest:version", "1.3"),
      ("manifest:media-type", type))
    for file in files {
      xml.add(
        "manifest:file-entry", ("manifest:full-path", file.name), ("manifest:media-type", file.mediaType))
    }
    xml.end("manifest:manifest")
    return File(name: "META-INF/manifest.xml", bytes: xml.bytes)
  }

  /// The loss detail for characters that XML 1.0 does not allow.
  static let forbiddenDetail = "control characters that XML does not allow"

  /// The namespaces of a file, and the version of the format.
  static let attributes: [(StaticString, String)] = [
    ("xmlns:office", "urn:oasis:names:tc:opendocument:xmlns:office:1.0"),
    ("xmlns:style", "urn:oasis:names:tc:opendocument:xmlns:style:1.0"),
    ("xmlns:text", "urn:oasis:names:tc:opendocument:xmlns:text:1.0"),
    ("xmlns:table", "urn:oasis:names:tc:opendocument:xmlns:table:1.0"),
    ("xmlns:draw", "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"),
    ("xmlns:fo", "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"),
    ("xmlns:svg", "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"),
    ("xmlns:meta", "urn:oasis:names:tc:opendocument:xmlns:meta:1.0"),
    ("xmlns:dc", "http://purl.org/dc/elements/1.1/"), ("xmlns:xlink", "http://www.w3.org/1999/xlink"),
    ("office:version", "1.3"),
  ]
}
