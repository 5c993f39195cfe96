import Foundation
import ProfferConversions
import XMLText
import ZipArchives

/// The archive of a book: its files, and the path of its package document.
///
/// Source: EPUB 3.3, section 4 (OCF).
struct EPUBContainer {
  private let archive: ZipPackage
  /// The names of the files in the archive, by the key of their path.
  private var names: [String: String] = [:]
  private let limits: OfficeLimits
  /// The path of the package document.
  private(set) var packagePath = ""
  /// The number of further renditions of the book, which are not read.
  private(set) var otherRenditionCount = 0
  private(set) var isSigned = false
  private(set) var warnings: [String] = []

  /// The media type of a book.
  static let mediaType = "application/epub+zip"

  /// Opens a book.
  ///
  /// - Throws: ``CoderError`` with the code `wrongFormat` if the data is not a book or is encrypted, and
  ///   `tooLarge` or `tooDeep` if a limit is exceeded.
  init(_ data: Data, limits: OfficeLimits) throws(CoderError) {
    self.limits = limits
    do {
      archive = try ZipPackage(
        data,
        limits: ZipPackageLimits(
          expandedByteCount: limits.expandedByteCount, entryCount: limits.entryCount))
    } catch { throw Self.error(error) }
    for name in archive.names {
      let key = PartName(path: name).key
      if names[key] == nil { names[key] = name }
    }
    isSigned = names["meta-inf/signatures.xml"] != nil
    try checkMediaType()
    try checkEncryption()
    packagePath = try findPackage()
  }

  /// Returns the content of a file; nil if the archive does not contain the file.
  ///
  /// - Parameter path: the path in the archive. If no file has exactly this path, the case of letters is
  ///   ignored, as some programs do.
  func content(of path: String) throws(CoderError) -> [UInt8]? {
    guard !path.isEmpty, path.utf8.count <= Self.pathByteLimit else { return nil }
    let name = archive.contains(path) ? path : names[PartName(path: path).key]
    guard let name else { return nil }
    do { return try archive.content(of: name) } catch { throw Self.error(error) }
  }

  private static let pathByteLimit = 1_024

  /// Opens an XML file of the book for reading; nil if the archive does not contain the file.
  func xml(of path: String) throws(CoderError) -> PackageXML<EPUBName>? {
    guard let bytes = try content(of: path) else { return nil }
    return try PackageXML(
      bytes, EPUBName.vocabulary, part: path, depthLimit: limits.depth, allowsDocumentType: true)
  }

  // MARK: Opening

  private mutating func checkMediaType() throws(CoderError) {
    guard let bytes = try content(of: "mimetype") else {
      warnings.append("the archive has no file “mimetype”")
      return
    }
    let type = String(decoding: bytes.prefix(200), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard type != Self.mediaType else { return }
    if type.hasPrefix("application/vnd.oasis.opendocument") {
      throw CoderError(.wrongFormat, "this is an OpenDocument file, not an EPUB book")
    }
    warnings.append("the file “mimetype” names another type: “\(type.prefix(80))”")
  }

  /// The algorithms that only hide fonts; the text is not encrypted.
  ///
  /// Sources: EPUB 3.3, section 4.4 (font obfuscation); Adobe, Content Protection: Font Mangling.
  private static let fontAlgorithms: Set<String> = [
    "http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC",
  ]

  private func checkEncryption() throws(CoderError) {
    guard var xml = try xml(of: "META-INF/encryption.xml") else { return }
    while let event = try xml.next() {
      guard case .begin(.encryptionMethod) = event else { continue }
      let algorithm = xml.attribute(.algorithm) ?? ""
      guard Self.fontAlgorithms.contains(algorithm) else {
        throw CoderError(
          .wrongFormat,
          "the book is encrypted, probably by the copy protection of a shop; only the shop's programs can read it",
          subject: "META-INF/encryption.xml")
      }
    }
  }

  /// Returns the path of the package document.
  private mutating func findPackage() throws(CoderError) -> String {
    var paths: [String] = []
    if var xml = try xml(of: "META-INF/container.xml") {
      while let event = try xml.next() {
        guard case .begin(.rootFile) = event, let path = xml.attribute(.fullPath) else { continue }
        let type = xml.attribute(.mediaType) ?? "application/oebps-package+xml"
        guard type == "application/oebps-package+xml" else { continue }
        if let name = PartName(target: path, from: nil) { paths.append(name.path) }
      }
    } else {
      paths = archive.names.filter { $0.lowercased().hasSuffix(".opf") }.sorted()
      guard !paths.isEmpty else {
        throw CoderError(
          .wrongFormat, "this is not an EPUB book: the archive has no META-INF/container.xml")
      }
      warnings.append("the archive has no META-INF/container.xml; “\(paths[0])” describes the book")
    }
    guard let path = paths.first else {
      throw CoderError(
        .wrongFormat, "the container names no package document", subject: "META-INF/container.xml")
    }
    otherRenditionCount = paths.count - 1
    return path
  }

  private static func error(_ error: ZipError) -> CoderError {
    if error.code == .encrypted {
      return CoderError(.wrongFormat, "the book is encrypted", subject: error.subject, cause: error)
    }
    return CoderError(packageError: error)
  }
}
