import Foundation
import OfficeFormats
import ProfferConversions
import RichTextFormats
import ZipArchives

/// A book for tests, made from the bodies of its documents.
struct BookFile {
  /// An entry of the manifest.
  struct Item {
    var href: String
    var mediaType = "application/xhtml+xml"
    var attributes = ""
    /// The content of the file; nil for no file.
    var content: [UInt8]?
    /// The attributes of the entry in the spine; nil for no entry.
    var spine: String?
  }

  var items: [Item] = []
  var metadata = ""
  /// Further attributes of `package` and `spine`.
  var packageAttributes = #"version="3.0""#
  var spineAttributes = ""
  /// Further files.
  var files: [(String, [UInt8])] = []
  /// The folder of the package document, with a slash; empty for the root.
  var folder = "OEBPS/"
  var mimetype: String? = "application/epub+zip"
  var container: String?

  /// Makes a book of documents, named `1.xhtml`, `2.xhtml` and so on, with these bodies.
  init(_ bodies: String...) {
    for (index, body) in bodies.enumerated() { add("\(index + 1).xhtml", Self.page(body)) }
  }

  /// Adds a document to the spine.
  mutating func add(_ href: String, _ content: String, spine: String? = "", name: String? = nil) {
    items.append(Item(href: href, content: Array(content.utf8), spine: spine))
  }

  /// Adds another file.
  mutating func add(file href: String, _ mediaType: String, _ content: [UInt8], _ attributes: String = "") {
    items.append(Item(href: href, mediaType: mediaType, attributes: attributes, content: content))
  }

  static func page(_ body: String, head: String = "<title>t</title>") -> String {
    #"<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml" "#
      + #"xmlns:epub="http://www.idpf.org/2007/ops"><head>\#(head)</head><body>\#(body)</body></html>"#
  }

  /// The files of the book.
  var parts: [(String, [UInt8])] {
    var parts: [(String, [UInt8])] = []
    if let mimetype { parts.append(("mimetype", Array(mimetype.utf8))) }
    let container =
      self.container
      ?? #"<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="\#(folder)book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>"#
    parts.append(("META-INF/container.xml", Array(container.utf8)))
    parts.append(("\(folder)book.opf", Array(package.utf8)))
    for item in items {
      if let content = item.content {
        parts.append((folder + (item.href.removingPercentEncoding ?? item.href), content))
      }
    }
    return parts + files
  }

  var package: String {
    let manifest = items.enumerated().map { index, item in
      #"<item id="i\#(index + 1)" href="\#(item.href)" media-type="\#(item.mediaType)" \#(item.attributes)/>"#
    }.joined()
    let spine = items.enumerated().compactMap { index, item in
      item.spine.map { #"<itemref idref="i\#(index + 1)" \#($0)/>"# }
    }.joined()
    return #"<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" \#(packageAttributes)>"#
      + #"<metadata xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:opf="http://www.idpf.org/2007/opf">\#(metadata)</metadata>"#
      + "<manifest>\(manifest)</manifest><spine \(spineAttributes)>\(spine)</spine></package>"
  }

  var data: Data {
    var archive = ZipPackageWriter()
    for (name, bytes) in parts { archive.add(name, bytes) }
    return archive.finish()
  }

  func read(_ options: OfficeReadingOptions = OfficeReadingOptions()) throws -> Reading<RichText> {
    try RichText.readEPUB(data, options: options)
  }

  /// The blocks of the book, as an outline.
  var outline: String { get throws { RichText(try read().value.blocks).debugDescription } }

  /// The losses, each as its kind, detail and count.
  var losses: [String] {
    get throws { try read().losses.map { "\($0.kind): \($0.detail ?? "") × \($0.count)" } }
  }

  /// The error of reading the book; nil if there is none.
  func error(_ options: OfficeReadingOptions = OfficeReadingOptions()) -> CoderError? {
    do {
      _ = try RichText.readEPUB(data, options: options)
      return nil
    } catch { return error }
  }
}
