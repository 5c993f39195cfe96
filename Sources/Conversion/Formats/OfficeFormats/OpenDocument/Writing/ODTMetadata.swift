import Foundation
import ProfferConversions
import RichTextFormats
import XMLText

/// The file `meta.xml`.
///
/// The generator has no version, so that different versions of the library write the same bytes.
struct ODTMetadata {
  /// The loss detail for languages that are not tags.
  static let languageDetail = "languages that are not valid language tags"

  private let metadata: RichText.Metadata

  init(_ metadata: RichText.Metadata) { self.metadata = metadata }

  /// The language of the document; nil if it has none, or if the language is not a valid tag.
  var language: ODTLanguage? { metadata.language.flatMap(ODTLanguage.init) }

  /// Returns the file.
  func file(_ losses: inout LossCounter) -> [UInt8] {
    var xml = XMLWriter()
    xml.begin(
      "office:document-meta", attributes: WrittenOpenDocument.attributes)
    xml.begin("office:meta")
    xml.add("meta:generator", text: "Proffer")
    if let title = metadata.title { xml.add("dc:title", text: title) }
    if let summary = metadata.summary { xml.add("dc:description", text: summary) }
    if let subject = metadata.subject { xml.add("dc:subject", text: subject) }
    for keyword in keywords { xml.add("meta:keyword", text: keyword) }
    if let author = metadata.author {
      xml.add("meta:initial-creator", text: author)
      xml.add("dc:creator", text: author)
    }
    if let date = metadata.creationDate { addTime(date, "meta:creation-date", to: &xml, &losses) }
    if let date = metadata.modificationDate { addTime(date, "dc:date", to: &xml, &losses) }
    if let language = metadata.language {
      if self.language == nil {
        losses.add(.metadata, Self.languageDetail)
      } else {
        xml.add("dc:language", text: language)
      }
    }
    xml.end("office:meta")
    xml.end("office:document-meta")
    losses.add(.characters, WrittenOpenDocument.forbiddenDetail, count: xml.droppedCount)
    return xml.bytes
  }

  /// The keywords, one by one if their separators can be restored.
  private var keywords: [String] {
    guard let line = metadata.keywords else { return [] }
    let separator = ", "
    let keywords = line.components(separatedBy: separator)
    let isExact = keywords.allSatisfy { keyword in
      !keyword.isEmpty && !keyword.contains(",") && keyword.first != " " && keyword.last != " "
    }
    return isExact ? keywords : [line]
  }

  private func addTime(
    _ date: Date, _ name: StaticString, to xml: inout XMLWriter, _ losses: inout LossCounter
  ) {
    guard let time = ODTAttributes.time(date, &losses) else {
      return losses.add(.metadata, "dates outside of the years 1 to 9999")
    }
    xml.add(name, text: time)
  }
}
