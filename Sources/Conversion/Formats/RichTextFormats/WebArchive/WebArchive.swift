public import Foundation
public import ProfferConversions
import StructuredFormats
import TextEncodings

/// A page with its pictures and style sheets in one property list, in the format of Safari.
struct WebArchive {
  /// A resource that the page has loaded, or the page itself.
  struct Resource {
    let data: Data
    /// The URL by which the page refers to the resource.
    let url: String
    let mimeType: String
    let encodingName: String?
  }

  let main: Resource
  let others: [Resource]
  /// The number of embedded pages.
  let frameCount: Int

  /// Reads an archive, which is an XML or binary property list.
  ///
  /// - Throws: `CoderError` with the codes of the property list reader if the data is not a property list,
  ///   and with `wrongFormat` if the list contains no page.
  init(_ data: Data, limits: ReadingLimits) throws {
    let list = try StructuredValue.readPropertyList(data, limits: limits.ofIntermediateValues).value
    guard let main = list["WebMainResource"].flatMap({ Resource($0) }) else {
      throw CoderError(
        .wrongFormat, "the property list is not a web archive: it has no WebMainResource with WebResourceData"
      )
    }
    self.main = main
    others = (list["WebSubresources"]?.elements ?? []).compactMap { Resource($0) }
    frameCount = list["WebSubframeArchives"]?.elements?.count ?? 0
  }
}

extension WebArchive.Resource {
  /// Reads an entry of the property list; nil if the entry contains no data.
  fileprivate init?(_ entry: StructuredValue) {
    guard let data = entry["WebResourceData"]?.dataValue else { return nil }
    self.data = data
    url = entry["WebResourceURL"]?.stringValue ?? ""
    mimeType = entry["WebResourceMIMEType"]?.stringValue?.lowercased() ?? "text/html"
    encodingName = entry["WebResourceTextEncodingName"]?.stringValue
  }
}

extension WebArchive {
  /// The page as rich text, including its pictures.
  var richText: Reading<RichText> {
    var known: [String: WebResources.Resource] = [:]
    for other in others where known[other.url] == nil {
      known[other.url] = WebResources.Resource(data: other.data, mimeType: other.mimeType)
    }
    let page: Reading<RichText>
    switch main.mimeType {
    case let type where type.hasPrefix("image/"): page = Reading(picture)
    case "text/plain": page = plainText
    default:
      page = RichText.readHTML(
        HTMLDocument(main.data, encodingName: main.encodingName),
        isXML: main.mimeType == "application/xhtml+xml", base: base,
        resources: WebResources(known))
    }
    // The HTML reader counts only embedded pages to which the page refers.
    var losses = LossCounter()
    let isCounted = page.losses.contains { $0.kind == .images && $0.detail == HTMLReader.framesDetail }
    if !isCounted { losses.add(.images, HTMLReader.framesDetail, count: frameCount) }
    return Reading(page.value, losses: page.losses + losses.total, warnings: page.warnings)
  }

  /// The base of the page's URLs; nil if the URL is `about:blank`, which means that the page has no URL.
  private var base: URL? {
    URL(string: main.url).flatMap { $0.scheme?.lowercased() == "about" ? nil : $0 }
  }

  private var picture: RichText {
    let type = DataURL.typeIdentifier(ofMIMEType: main.mimeType)
    let attachment = RichText.Attachment(
      .data(main.data, typeIdentifier: type), name: URL(string: main.url)?.lastPathComponent)
    return RichText([.paragraph(RichText.Paragraph([.attachment(attachment)]))])
  }

  /// The page as preformatted text, for a page of type `text/plain`.
  private var plainText: Reading<RichText> {
    let named = main.encodingName.flatMap { TextEncoding(name: $0) }
    let detection =
      named.map { EncodingDetection(encoding: $0, evidence: .declaration) }
      ?? TextEncoding.detection(in: main.data)
    let text = detection.encoding.decode(main.data)
    let lines = text.value.replacingOccurrences(of: "\r\n", with: "\n").replacingOccurrences(
      of: "\r", with: "\n")
    return Reading(
      RichText([.codeBlock(RichText.CodeBlock(lines))]).normalized(), losses: text.losses,
      warnings: detection.warnings)
  }
}

extension RichText {
  /// Reads a web archive: a page with its saved pictures and style sheets.
  ///
  /// The page is read as by `readHTML(_:encodingName:)`. Embedded pages are lost.
  ///
  /// - Parameters:
  ///   - data: the bytes of the archive.
  ///   - limits: the limits on the archive and on the text.
  /// - Returns: the text and the losses.
  /// - Throws: `CoderError` if the bytes are not a property list, if they are not a web archive
  ///   (`wrongFormat`), or if a limit is exceeded (`tooLarge`, `tooDeep`).
  public static func readWebArchive(
    _ data: Data, limits: ReadingLimits = .standard
  ) throws -> Reading<RichText> {
    try limits.check(byteCount: data.count)
    return try limits.checked(WebArchive(data, limits: limits).richText, as: .richText)
  }

  /// Writes the text as a web archive.
  ///
  /// The archive is a binary property list with the page that ``writeHTML()`` writes, including pictures.
  ///
  /// - Returns: the bytes of the archive and the losses.
  /// - Throws: the errors of the property list writer.
  public func writeWebArchive() throws -> Written {
    let page = writeHTML()
    let resource = StructuredValue.dictionary([
      StructuredMember("WebResourceData", .data(page.data)),
      StructuredMember("WebResourceMIMEType", "text/html"),
      StructuredMember("WebResourceTextEncodingName", "UTF-8"),
      StructuredMember("WebResourceFrameName", ""),
      StructuredMember("WebResourceURL", "about:blank"),
    ])
    let archive = try StructuredValue.dictionary([StructuredMember("WebMainResource", resource)])
      .writeBinaryPropertyList()
    return Written(
      archive.data, losses: page.losses + archive.losses, warnings: page.warnings + archive.warnings)
  }
}

extension CoderSet {
  /// Coders that read and write web archives (`com.apple.webarchive`).
  public static let webArchive = CoderSet(
    readers: [
      RepresentationReader(
        "web archive", reads: ["com.apple.webarchive"], as: .richText, mayLose: webReaderLosses
      ) { try WebArchive($0.data, limits: $0.limits).richText }
    ],
    writers: [
      RepresentationWriter(
        "web archive", writes: ["com.apple.webarchive"], from: .richText,
        mayLose: [.characters, .images, .links, .metadata], cost: 2
      ) { text, _ in try text.writeWebArchive() }.placingPictures(.inside)
    ])
}
