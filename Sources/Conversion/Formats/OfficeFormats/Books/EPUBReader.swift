import Foundation
import ProfferConversions
import RichTextFormats
import UniformTypes

/// Reads books: the documents of the spine in their order, as one text.
struct EPUBReader {
  private let options: OfficeReadingOptions
  private let container: EPUBContainer
  private let package: EPUBPackageDocument
  private var losses: LossCounter
  private var warnings: [String]

  static func read(_ data: Data, options: OfficeReadingOptions) throws(CoderError) -> Reading<RichText> {
    var reader = try EPUBReader(data, options: options)
    return try reader.read()
  }

  /// Returns the cover picture of a book, and its media type; nil if the book has none.
  static func coverPicture(
    of data: Data, options: OfficeReadingOptions
  ) throws(CoderError) -> (data: Data, mediaType: String)? {
    let container = try EPUBContainer(data, limits: options.limits)
    let item = try EPUBPackageDocument(container).coverPicture
    guard let item, let path = item.path, let bytes = try container.content(of: path) else { return nil }
    return (Data(bytes), item.mediaType)
  }

  init(_ data: Data, options: OfficeReadingOptions) throws(CoderError) {
    self.options = options
    container = try EPUBContainer(data, limits: options.limits)
    package = try EPUBPackageDocument(container)
    losses = package.losses
    warnings = container.warnings
  }

  /// A part of the text between documents.
  private enum Part {
    case document
    case picture(RichText.Attachment)
  }

  private mutating func read() throws(CoderError) -> Reading<RichText> {
    var metadata = package.metadata.metadata(&losses)
    var book = HTMLBook()
    let hasText = try addDocuments(to: &book)
    guard hasText else {
      throw CoderError(
        .wrongFormat, "the book has no text: its reading order names no document that the archive contains",
        subject: container.packagePath)
    }
    let (files, repeatedByteLimit) = try self.files(of: book)
    let (reading, languages) = book.read(files: files, repeatedByteLimit: repeatedByteLimit)
    losses.add(contentsOf: reading.losses)
    warnings += reading.warnings
    if metadata.language == nil, languages.count == 1 { metadata.language = languages.first }
    let language = metadata.language?.lowercased()
    let foreignCount = languages.count { $0.lowercased() != language }
    losses.add(.metadata, "languages of single documents", count: foreignCount)
    if let cover = package.coverPicture?.path, files[cover] == nil {
      losses.add(.images, "cover pictures outside of the text")
    }
    losses.add(.formatting, "further forms of the whole book", count: container.otherRenditionCount)
    if container.isSigned { losses.add(.metadata, "digital signatures") }
    var text = reading.value
    text.metadata = metadata
    return Reading(text.normalized(), losses: losses.total, warnings: warnings)
  }

  // MARK: Documents

  /// Returns whether a document of a media type can be read, and whether it is XML; nil if it cannot.
  private static func isXML(_ mediaType: String) -> Bool? {
    switch mediaType {
    case "application/xhtml+xml", "application/xml", "text/xml", "text/x-oeb1-document": true
    case "text/html": false
    default: nil
    }
  }

  /// Adds the documents of the spine, those outside of the reading order last; returns whether there are any.
  private mutating func addDocuments(to book: inout HTMLBook) throws(CoderError) -> Bool {
    var added: Set<String> = []
    var missing: [String] = []
    for entry in package.spine.filter(\.isLinear) + package.spine.filter({ !$0.isLinear }) {
      guard package.items[entry.identifier] != nil else {
        missing.append(entry.identifier)
        continue
      }
      guard let item = package.item(entry.identifier, where: { Self.isPage($0) }) else {
        losses.add(.characters, "documents of unsupported types")
        continue
      }
      guard let path = item.path else {
        missing.append(entry.identifier)
        continue
      }
      guard added.insert(path).inserted else {
        losses.add(.formatting, "repeated documents")
        continue
      }
      if let isXML = Self.isXML(item.mediaType) {
        guard let bytes = try container.content(of: path) else {
          missing.append(path)
          continue
        }
        book.add(Data(bytes), path: path, isXML: isXML)
      } else {
        book.add(Self.page(for: path), path: path + "#page", isXML: true)
      }
    }
    losses.add(.characters, "missing documents", count: missing.count)
    if let first = missing.first {
      warnings.append(
        "the book does not contain “\(first.prefix(200))”"
          + (missing.count > 1 ? " and \(missing.count - 1) other documents of its reading order" : ""))
    }
    return !book.isEmpty
  }

  /// Returns whether the spine can contain a file of a media type.
  private static func isPage(_ mediaType: String) -> Bool {
    isXML(mediaType) != nil || mediaType.hasPrefix("image/")
  }

  /// Returns a document that shows a picture of the spine.
  private static func page(for path: String) -> Data {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    let reference = name.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? name
    return Data("<p><img src=\"\(reference.replacingOccurrences(of: "&", with: "&amp;"))\"/></p>".utf8)
  }

  // MARK: Files

  /// Returns the pictures and style sheets of the documents, and the number of bytes for repeated pictures.
  private func files(of book: HTMLBook) throws(CoderError) -> ([String: HTMLBook.File], Int) {
    var types: [String: String] = [:]
    for item in package.items.values { if let path = item.path { types[path] = item.mediaType } }
    var files: [String: HTMLBook.File] = [:]
    for path in book.files {
      guard let bytes = try container.content(of: path) else { continue }
      files[path] = HTMLBook.File(Data(bytes), mediaType: types[path] ?? Self.mediaType(of: bytes))
    }
    return (files, options.limits.expandedByteCount)
  }

  /// Returns the media type of a picture that the package document does not list.
  private static func mediaType(of bytes: [UInt8]) -> String {
    let identifier = PictureSignature.typeIdentifier(of: bytes)
    return identifier.flatMap { UTType($0)?.preferredMIMEType } ?? "application/octet-stream"
  }
}
