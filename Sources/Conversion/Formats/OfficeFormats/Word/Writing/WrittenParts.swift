import ByteTools
import Foundation
import ProfferConversions
import RichTextFormats
import XMLText

/// The parts of a written Word document, in the order of the archive, and the losses.
struct WrittenParts {
  var parts: [(name: String, bytes: [UInt8])]
  var losses: [Loss]
  var warnings: [String]
}

extension WordWriter {
  /// Returns the document with the written body and notes.
  func document(_ metadata: RichText.Metadata) -> WrittenParts {
    var losses = losses
    var characters = WrittenCharacterLosses()
    var relationships = story.relationships
    var package = WrittenPackage()

    func addWordPart(_ kind: WrittenRelationships.Kind, _ xml: XMLWriter) {
      let name = kind.rawValue
      package.add("word/\(name).xml", type: "\(Self.typePrefix)\(name)+xml", characters.finish(xml))
      _ = relationships.identifier(kind, "\(name).xml")
    }

    package.add(
      "word/document.xml", type: "\(Self.typePrefix)document.main+xml", characters.finish(story.xml))
    var xml = XMLWriter()
    styles.write(language: language, to: &xml)
    addWordPart(.styles, xml)
    addWordPart(.settings, settings)
    if !lists.isEmpty {
      xml = XMLWriter()
      WrittenList.write(lists, to: &xml)
      addWordPart(.numbering, xml)
    }
    if noteCount > 0 {
      addWordPart(.footnotes, otherStory.xml)
      if !otherStory.relationships.isEmpty {
        package.add("word/_rels/footnotes.xml.rels", otherStory.relationships.part(&characters))
      }
    }
    package.add("word/_rels/document.xml.rels", relationships.part(&characters))
    for (name, bytes) in media.parts { package.add("word/\(name)", bytes) }
    for (filenameExtension, type) in media.mimeTypes { package.addDefault(filenameExtension, type) }

    _ = package.relationships.identifier(.officeDocument, "word/document.xml")
    let properties = WrittenMetadata(metadata, language: language)
    package.add(
      "docProps/core.xml", type: "application/vnd.openxmlformats-package.core-properties+xml",
      characters.finish(properties.core(&losses)))
    _ = package.relationships.identifier(WrittenRelationships.Kind.coreProperties, "docProps/core.xml")
    package.addApplication()
    let parts = package.finish(&characters)
    losses.add(.characters, "that XML does not allow", count: characters.count)
    return WrittenParts(parts: parts, losses: losses.total, warnings: warnings)
  }

  /// The beginning of the content types of WordprocessingML.
  private static let typePrefix = "application/vnd.openxmlformats-officedocument.wordprocessingml."

  /// The settings part.
  private var settings: XMLWriter {
    var xml = XMLWriter()
    xml.begin("w:settings", ("xmlns:w", WrittenNamespaces.main))
    xml.add("w:zoom", ("w:percent", "100"))
    xml.add("w:defaultTabStop", ("w:val", "720"))
    xml.add("w:characterSpacingControl", ("w:val", "doNotCompress"))
    if noteCount > 0 {
      xml.begin("w:footnotePr")
      xml.add("w:footnote", ("w:id", "-1"))
      xml.add("w:footnote", ("w:id", "0"))
      xml.end("w:footnotePr")
    }
    xml.begin("w:compat")
    // Without this setting, Word opens the document in a mode for old files.
    for (name, value) in [
      ("compatibilityMode", "15"), ("overrideTableStyleFontSizeAndJustification", "1"),
      ("enableOpenTypeFeatures", "1"), ("doNotFlipMirrorIndents", "1"),
      ("differentiateMultirowTableHeaders", "1"),
    ] {
      xml.add(
        "w:compatSetting", ("w:name", name), ("w:uri", "http://schemas.microsoft.com/office/word"),
        ("w:val", value))
    }
    xml.end("w:compat")
    if let language { xml.add("w:themeFontLang", ("w:val", language)) }
    xml.add("w:decimalSymbol", ("w:val", "."))
    xml.add("w:listSeparator", ("w:val", ","))
    xml.end("w:settings")
    return xml
  }
}

/// The properties of a document: its title, author and other metadata.
private struct WrittenMetadata {
  private let metadata: RichText.Metadata
  private let language: String?

  init(_ metadata: RichText.Metadata, language: String?) {
    self.metadata = metadata
    self.language = language
  }

  /// Returns the part with the core properties, and counts what the part cannot express.
  func core(_ losses: inout LossCounter) -> XMLWriter {
    var xml = XMLWriter()
    xml.begin(
      "cp:coreProperties",
      ("xmlns:cp", "http://schemas.openxmlformats.org/package/2006/metadata/core-properties"),
      ("xmlns:dc", "http://purl.org/dc/elements/1.1/"), ("xmlns:dcterms", "http://purl.org/dc/terms/"),
      ("xmlns:xsi", "http://www.w3.org/2001/XMLSchema-instance"))
    let texts: [(StaticString, String?)] = [
      ("dc:title", metadata.title), ("dc:subject", metadata.subject), ("dc:creator", metadata.author),
      ("cp:keywords", metadata.keywords), ("dc:description", metadata.summary), ("dc:language", language),
    ]
    for (name, text) in texts {
      if let text { xml.add(name, text: text) }
    }
    let dates: [(StaticString, Date?)] = [
      ("dcterms:created", metadata.creationDate), ("dcterms:modified", metadata.modificationDate),
    ]
    for (name, date) in dates {
      guard let date else { continue }
      guard let text = Self.text(of: date) else {
        losses.add(.metadata, "dates before the year 1 or after the year 9999")
        continue
      }
      if date.timeIntervalSince1970.rounded(.down) != date.timeIntervalSince1970 {
        losses.add(.precision, "fractions of a second")
      }
      xml.begin(name, ("xsi:type", "dcterms:W3CDTF"))
      xml.add(text: text)
      xml.end(name)
    }
    xml.end("cp:coreProperties")
    return xml
  }

  /// Returns a date in W3C's profile of ISO 8601; nil if the year does not have four digits.
  private static func text(of date: Date) -> String? {
    let seconds = date.timeIntervalSince1970.rounded(.down)
    guard seconds >= -62_135_596_800, seconds < 253_402_300_800 else { return nil }
    var text: [UInt8] = []
    CivilTime(secondsSince1970: Int64(seconds)).append(to: &text)
    return String(decoding: text, as: UTF8.self) + "Z"
  }
}
