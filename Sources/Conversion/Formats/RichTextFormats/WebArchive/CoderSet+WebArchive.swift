public import Conversions
public import Foundation
import StructuredFormats

extension RichText {
  /// Reads a web archive: the page with the pictures and style sheets that were saved with it.
  ///
  /// Everything that `readHTML(_:encodingName:)` says holds here. Pages within the page are lost.
  ///
  /// - Throws: `CoderError` when the bytes are no property list, or one that is no web archive
  ///   (`wrongFormat`).
  public static func readWebArchive(_ data: Data) throws -> Reading<RichText> {
    try WebArchive(data).richText
  }

  /// Writes a web archive: one page as ``writeHTML()`` writes it, pictures in it, in a binary property list.
  ///
  /// - Throws: what writing property lists throws.
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
  /// Web archives: reads and writes `com.apple.webarchive`.
  public static let webArchive = CoderSet(
    readers: [
      RepresentationReader(
        "web archive", reads: ["com.apple.webarchive"], as: .richText, mayLose: webReaderLosses
      ) { try RichText.readWebArchive($0.data) }
    ],
    writers: [
      RepresentationWriter(
        "web archive", writes: ["com.apple.webarchive"], from: .richText,
        mayLose: [.characters, .images, .links, .metadata], cost: 2
      ) { text, _ in try text.writeWebArchive() }
    ])
}
