import Foundation
import ProfferConversions
import XMLText
import ZipArchives

/// An OpenDocument file: an archive of XML documents and other files, or one XML document in the flat form.
///
/// Sources: ODF 1.3 part 2, packages; part 3, section 3.1.2, for the flat form.
struct OpenDocumentPackage {
  /// The flat document; nil for an archive.
  let flat: [UInt8]?
  private var archive: ZipPackage?
  private(set) var manifest = OpenDocumentManifest()
  /// Warnings about repaired errors of the package.
  private(set) var warnings: [String] = []

  /// Opens a package.
  ///
  /// A missing `mimetype` or manifest is only a warning, because the content can be read without it.
  ///
  /// - Parameter mediaTypes: the accepted media types of the package, without their common beginning, such
  ///   as `text`.
  /// - Throws: an error if the file is not an OpenDocument file of one of these types, or is encrypted.
  init(_ data: Data, mediaTypes: [String], limits: OfficeLimits) throws {
    let start = data.prefix(4)
    if start.starts(with: "PK".utf8) {
      flat = nil
      archive = try ZipPackage(
        data,
        limits: ZipPackageLimits(
          expandedByteCount: limits.expandedByteCount, entryCount: limits.entryCount))
      try readManifest(depthLimit: limits.depth)
      try checkMediaType(mediaTypes)
      return
    }
    if start.elementsEqual([0xD0, 0xCF, 0x11, 0xE0]) {
      throw CoderError(
        .wrongFormat, "this is a file of old Microsoft Office versions, not an OpenDocument file")
    }
    guard Self.mayBeXML(data) else {
      throw CoderError(
        .wrongFormat, "this is not an OpenDocument file: it is neither a zip archive nor XML", at: .byte(0))
    }
    guard data.count <= limits.expandedByteCount else {
      throw CoderError(
        .tooLarge,
        "the document has \(data.count) bytes; the limit is \(limits.expandedByteCount) bytes")
    }
    flat = [UInt8](data)
  }

  /// Returns the content of a file in the archive; nil if there is no such file.
  ///
  /// - Parameter path: the path, relative to the root of the package.
  mutating func content(of path: String) throws -> [UInt8]? {
    guard archive?.contains(path) == true else { return nil }
    return try archive?.content(of: path)
  }

  /// Returns a function that expands a file in chunks, and returns nil at its end; nil if there is no such file.
  ///
  /// - Parameter path: the path, relative to the root of the package.
  func chunks(of path: String) throws(CoderError) -> (() throws -> [UInt8]?)? {
    let reader: ZipEntryReader?
    do { reader = try archive?.reading(path) } catch { throw CoderError(packageError: error) }
    guard let reader else { return nil }
    return {
      do throws(ZipError) { return try reader.next() } catch { throw CoderError(packageError: error) }
    }
  }

  /// Returns the size in bytes that the directory of the archive states for a file; 0 if the file is missing.
  func byteCount(of path: String) -> Int { archive?.byteCount(of: path) ?? 0 }

  /// Whether the package contains macros, which are never run.
  var hasMacros: Bool {
    archive?.names.contains { name in
      ["Basic/", "Scripts/", "Dialogs/"].contains { name.hasPrefix($0) && name.utf8.count > $0.utf8.count }
    } ?? false
  }

  /// Whether the package has digital signatures.
  var isSigned: Bool {
    archive?.names.contains { $0.hasPrefix("META-INF/") && $0.contains("signatures") } ?? false
  }

  /// Returns the path that a reference in the package's documents leads to; nil for a reference to a place
  /// outside the package.
  static func path(of reference: String) -> String? {
    var reference = reference[...]
    while reference.hasPrefix("./") { reference = reference.dropFirst(2) }
    guard !reference.isEmpty, reference.utf8.first != UInt8(ascii: "/"), !reference.hasPrefix("../"),
      !reference.hasPrefix("#"), scheme(of: reference) == nil
    else { return nil }
    return reference.removingPercentEncoding ?? String(reference)
  }

  /// Returns the scheme of a URL; nil for a relative reference.
  static func scheme(of reference: some StringProtocol) -> Substring? {
    guard let colon = reference.utf8.prefix(40).firstIndex(of: UInt8(ascii: ":")) else { return nil }
    let scheme = Substring(reference[..<colon])
    guard let first = scheme.utf8.first, (first | 0x20) >= 0x61, (first | 0x20) <= 0x7A,
      scheme.utf8.allSatisfy({ byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
          true
        default: false
        }
      })
    else { return nil }
    return scheme
  }

  // MARK: Opening

  private mutating func readManifest(depthLimit: Int) throws {
    if archive?.contains("encrypted-package") == true { throw Self.encrypted }
    guard let bytes = try content(of: "META-INF/manifest.xml") else {
      warnings.append("the package has no META-INF/manifest.xml")
      return
    }
    do {
      manifest = try OpenDocumentManifest(bytes, depthLimit: depthLimit)
    } catch let error as XMLError {
      warnings.append("META-INF/manifest.xml is malformed: \(error.message)")
      return
    }
    // Other files, such as pictures, are never encrypted alone.
    if manifest.isEncrypted { throw Self.encrypted }
  }

  private static var encrypted: CoderError {
    CoderError(
      .wrongFormat, "the document is encrypted; save it without a password in the program that made it")
  }

  private mutating func checkMediaType(_ mediaTypes: [String]) throws {
    var mediaType: String?
    if let bytes = try content(of: "mimetype") {
      mediaType = String(decoding: bytes.prefix(200), as: UTF8.self)
        .trimmingCharacters(in: .whitespacesAndNewlines)
    } else {
      warnings.append("the package has no file “mimetype”")
      mediaType = manifest.mediaTypes["/"]
    }
    guard let mediaType else { return }
    let start = "application/vnd.oasis.opendocument."
    if mediaType.hasPrefix(start) {
      let kind = String(mediaType.dropFirst(start.utf8.count))
      guard mediaTypes.contains(kind) else {
        throw CoderError(.wrongFormat, "this is an OpenDocument file of another kind: \(kind)")
      }
    } else if archive?.contains("content.xml") != true || mediaType.hasPrefix("application/epub") {
      throw CoderError(
        .wrongFormat, "this is not an OpenDocument file: its type is “\(mediaType.prefix(80))”")
    } else {
      warnings.append("the file “mimetype” names another type: “\(mediaType.prefix(80))”")
    }
  }

  /// Returns whether the bytes may be an XML document: their first character is `<`.
  private static func mayBeXML(_ data: Data) -> Bool {
    data.prefix(1_024).first { ![0x20, 0x09, 0x0A, 0x0D, 0, 0xEF, 0xBB, 0xBF, 0xFE, 0xFF].contains($0) }
      == UInt8(ascii: "<")
  }
}
