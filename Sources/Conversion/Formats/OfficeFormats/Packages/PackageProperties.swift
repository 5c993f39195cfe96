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

/// The properties of a document in a package: title, author, dates and so on.
struct PackageProperties {
  private(set) var metadata = RichText.Metadata()
  private(set) var losses = LossCounter()
  private(set) var warnings: [String] = []

  /// Reads the properties; a part that cannot be read is reported.
  ///
  /// - Parameter language: the language of the document if its properties do not name a language.
  init(_ package: inout OpenPackage, language: String? = nil, depthLimit: Int) throws(CoderError) {
    metadata.language = language
    for relationship in package.relationships.all {
      switch relationship.type {
      case "metadata/core-properties", "extended-properties", "extendedProperties", "custom-properties",
        "customProperties":
        guard let part = relationship.part else { continue }
        do {
          try read(part, of: &package, depthLimit: depthLimit)
        } catch {
          guard error.code == .wrongFormat else { throw error }
          warnings.append("the properties of the document cannot be read: \(error.message)")
          losses.add(.metadata, "unreadable parts")
        }
      default: break
      }
    }
  }

  private mutating func read(
    _ part: PartName, of package: inout OpenPackage, depthLimit: Int
  ) throws(CoderError) {
    guard let bytes = try package.content(of: part) else { return }
    var xml = try PackageXML(bytes, PropertyName.vocabulary, part: part.path, depthLimit: depthLimit)
    var name: PropertyName?
    var value: [UInt8] = []
    while let event = try xml.next() {
      switch event {
      case .begin(let begun):
        name = begun
        value = []
        if begun == .property { losses.add(.metadata, "document properties") }
      case .text: if name != nil { xml.appendText(to: &value) }
      case .end(let ended):
        if let ended, ended == name {
          let text = String(decoding: value, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
          if !text.isEmpty { set(ended, text) }
        }
        name = nil
      }
    }
  }

  private mutating func set(_ name: PropertyName, _ text: String) {
    switch name {
    case .title: metadata.title = text
    case .creator: metadata.author = text
    case .subject: metadata.subject = text
    case .description: metadata.summary = text
    case .keywords: metadata.keywords = text
    case .language: metadata.language = text
    case .created: metadata.creationDate = W3CDate.date(text)
    case .modified: metadata.modificationDate = W3CDate.date(text)
    case .category, .status, .company, .manager:
      losses.add(.metadata, "companies, managers and categories")
    case .lastAuthor:
      if text != metadata.author { losses.add(.metadata, "names of last authors") }
    case .identifier, .version: losses.add(.metadata, "document properties")
    case .property: break
    }
  }
}
