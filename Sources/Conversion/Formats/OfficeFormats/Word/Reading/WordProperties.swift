import ByteTools
import Foundation
import ProfferConversions
import RichTextFormats
import XMLText

/// The names in the parts with the properties of a document.
private enum PropertyName: String, CaseIterable, Sendable {
  case title = "dc:title"
  case creator = "dc:creator"
  case subject = "dc:subject"
  case description = "dc:description"
  case language = "dc:language"
  case keywords = "cp:keywords"
  case category = "cp:category"
  case status = "cp:contentStatus"
  case created = "dcterms:created"
  case modified = "dcterms:modified"
  case company = "ep:Company"
  case manager = "ep:Manager"
  case lastAuthor = "cp:lastModifiedBy"
  case identifier = "dc:identifier"
  case version = "cp:version"
  case property = "custom:property"

  static let vocabulary = XMLVocabulary<PropertyName>([
    "dc": ["http://purl.org/dc/elements/1.1/"],
    "dcterms": ["http://purl.org/dc/terms/"],
    "cp": [
      "http://schemas.openxmlformats.org/package/2006/metadata/core-properties",
      "http://schemas.openxmlformats.org/officedocument/2006/relationships/metadata/core-properties",
    ],
    "ep": [
      "http://schemas.openxmlformats.org/officeDocument/2006/extended-properties",
      "http://purl.oclc.org/ooxml/officeDocument/extendedProperties",
    ],
    "custom": [
      "http://schemas.openxmlformats.org/officeDocument/2006/custom-properties",
      "http://purl.oclc.org/ooxml/officeDocument/customProperties",
    ],
  ])
}

/// Reads the properties of a document: title, author, dates and so on.
enum WordProperties {
  static func read(_ document: inout WordDocument) throws(CoderError) {
    for relationship in document.package.relationships.all {
      switch relationship.type {
      case "metadata/core-properties", "extended-properties", "extendedProperties", "custom-properties",
        "customProperties":
        guard let part = relationship.part else { continue }
        do {
          try read(part, &document)
        } catch {
          guard error.code == .wrongFormat else { throw error }
          document.warnings.append("the properties of the document cannot be read: \(error.message)")
          document.losses.add(.metadata, "unreadable parts")
        }
      default: break
      }
    }
  }

  private static func read(_ part: PartName, _ document: inout WordDocument) throws(CoderError) {
    guard let bytes = try document.package.content(of: part) else { return }
    var xml = try PackageXML(
      bytes, PropertyName.vocabulary, part: part.path, depthLimit: document.options.limits.depth)
    var name: PropertyName?
    var value: [UInt8] = []
    while let event = try xml.next() {
      switch event {
      case .begin(let begun):
        name = begun
        value = []
        if begun == .property { document.losses.add(.metadata, "document properties") }
      case .text: if name != nil { xml.appendText(to: &value) }
      case .end(let ended):
        if let ended, ended == name {
          let text = String(decoding: value, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
          if !text.isEmpty { set(ended, text, &document) }
        }
        name = nil
      }
    }
  }

  private static func set(_ name: PropertyName, _ text: String, _ document: inout WordDocument) {
    switch name {
    case .title: document.metadata.title = text
    case .creator: document.metadata.author = text
    case .subject: document.metadata.subject = text
    case .description: document.metadata.summary = text
    case .keywords: document.metadata.keywords = text
    case .language: document.metadata.language = text
    case .created: document.metadata.creationDate = date(text)
    case .modified: document.metadata.modificationDate = date(text)
    case .category, .status, .company, .manager:
      document.losses.add(.metadata, "companies, managers and categories")
    case .lastAuthor:
      if text != document.metadata.author { document.losses.add(.metadata, "names of last authors") }
    case .identifier, .version: document.losses.add(.metadata, "document properties")
    case .property: break
    }
  }

  /// Parses a date of W3C's profile of ISO 8601, such as `2024-05-17T08:00:00Z`; nil for any other text.
  private static func date(_ text: String) -> Date? {
    let numbers = text.split { !$0.isNumber }.compactMap { Int($0) }
    guard let year = numbers.first, (1...9_999).contains(year), text.first?.isNumber ?? false else {
      return nil
    }
    let hasTime = text.contains("T") && numbers.count > 4
    let (hour, minute) = hasTime ? (numbers[3], numbers[4]) : (0, 0)
    var second = hasTime && numbers.count > 5 ? numbers[5] : 0
    var offset = 0
    if hasTime, let time = text.split(separator: "T").last,
      let sign = time.lastIndex(where: { $0 == "+" || $0 == "-" })
    {
      let zone = time[time.index(after: sign)...].split(separator: ":").compactMap { Int($0) }
      if let hours = zone.first, hours < 100 {
        offset = (hours * 60 + (zone.count > 1 ? zone[1] % 60 : 0)) * (time[sign] == "-" ? -60 : 60)
        // The numbers of the zone are not seconds.
        if time[..<sign].split(separator: ":").count < 3 { second = 0 }
      }
    }
    guard
      let day = CivilDate(
        year: Int64(year), month: Int64(numbers.count > 1 ? numbers[1] : 1),
        day: Int64(numbers.count > 2 ? numbers[2] : 1)),
      (0...24).contains(hour), (0...59).contains(minute), (0...60).contains(second)
    else { return nil }
    let seconds = day.dayNumber * 86_400 + Int64(hour * 3_600 + minute * 60 + second - offset)
    return Date(timeIntervalSince1970: Double(seconds))
  }
}
