import Foundation
import ProfferConversions
import RichTextFormats

/// The metadata of a book, as written in its package document.
struct EPUBMetadata {
  /// A field whose text has not been read yet.
  struct Field {
    var name: EPUBName
    var identifier: String?
    /// The role of a person, or the event of a date (EPUB 2).
    var detail: String?
    /// The property of an element `meta` (EPUB 3).
    var property: String?
    /// The identifier of the field that an element `meta` describes.
    var refines: String?

    /// Makes a field from the current element; nil if the element is not a field.
    init?(_ name: EPUBName, _ xml: PackageXML<EPUBName>) {
      switch name {
      case .title, .creator, .contributor, .bookLanguage, .date, .subject, .description, .publisher,
        .bookIdentifier, .rights, .source, .type, .format, .relation, .coverage, .meta:
        break
      default: return nil
      }
      self.name = name
      identifier = xml.attribute(.identifier)
      detail = xml.attribute(name == .date ? .event : .role)
      property = xml.attribute(.property)
      refines = xml.attribute(.refines).map { $0.hasPrefix("#") ? String($0.dropFirst()) : $0 }
    }
  }

  private struct Value {
    var text: String
    var identifier: String?
    var detail: String?
  }

  var packageLanguage: String?
  private var titles: [Value] = []
  private var creators: [Value] = []
  private var dates: [Value] = []
  private var languages: [String] = []
  private var subjects: [String] = []
  private var descriptions: [String] = []
  private var modified: String?
  /// The properties of fields: kind of title, role of a person.
  private var refinements: [String: String] = [:]
  private var publicationCount = 0
  private var contributorCount = 0
  /// The number of metadata without a place in the text's metadata.
  var otherCount = 0

  mutating func add(_ field: Field, _ text: String) {
    let value = Value(text: text, identifier: field.identifier, detail: field.detail)
    switch field.name {
    case .title: titles.append(value)
    case .creator: creators.append(value)
    case .contributor: contributorCount += 1
    case .bookLanguage: languages.append(text)
    case .date: dates.append(value)
    case .subject: subjects.append(text)
    case .description: descriptions.append(text)
    // An identifier is required in every book, and the format is always the same.
    case .bookIdentifier, .format: break
    case .publisher, .rights, .source, .type, .relation, .coverage: publicationCount += 1
    default: addMeta(field, text)
    }
  }

  private mutating func addMeta(_ field: Field, _ text: String) {
    switch field.property {
    case "dcterms:modified" where field.refines == nil: modified = text
    case "title-type", "role": if let refines = field.refines { refinements[refines] = text }
    // These properties are about the order and display of other fields, and about the layout of pages.
    case "display-seq", "identifier-type", "rendition:spread", "rendition:orientation", "rendition:flow",
      "rendition:viewport", "generator":
      break
    default: otherCount += 1
    }
  }

  /// Returns the metadata of the text, and counts the rest.
  func metadata(_ losses: inout LossCounter) -> RichText.Metadata {
    var metadata = RichText.Metadata()
    let main =
      titles.firstIndex { $0.identifier.flatMap { refinements[$0] } == "main" } ?? titles.indices.first
    metadata.title = main.map { titles[$0].text }
    let subtitle = titles.first { $0.identifier.flatMap { refinements[$0] } == "subtitle" }
    if let title = metadata.title, let subtitle { metadata.title = "\(title): \(subtitle.text)" }
    let titleCount = titles.count - (main == nil ? 0 : 1) - (subtitle == nil ? 0 : 1)
    losses.add(.metadata, "further titles of the book", count: titleCount)

    let authors = creators.filter { isAuthor($0) }
    let others = creators.count - authors.count
    if !authors.isEmpty { metadata.author = authors.map(\.text).joined(separator: ", ") }
    losses.add(.metadata, "translators, editors and other contributors", count: contributorCount + others)

    metadata.language = languages.first ?? packageLanguage
    losses.add(.metadata, "further languages of the book", count: max(languages.count - 1, 0))
    if !subjects.isEmpty { metadata.subject = subjects.joined(separator: ", ") }
    if !descriptions.isEmpty {
      metadata.summary = descriptions.map(Self.plainText).joined(separator: " ")
    }
    addDates(to: &metadata, &losses)
    losses.add(.metadata, "publishers, sources and rights", count: publicationCount)
    losses.add(.metadata, "document properties", count: otherCount)
    return metadata
  }

  private func isAuthor(_ creator: Value) -> Bool {
    let role = creator.detail ?? creator.identifier.flatMap { refinements[$0] }
    return role.map { $0 == "aut" || $0 == "author" } ?? true
  }

  private func addDates(to metadata: inout RichText.Metadata, _ losses: inout LossCounter) {
    var lostCount = 0
    func set(_ text: String, _ field: WritableKeyPath<RichText.Metadata, Date?>) {
      guard metadata[keyPath: field] == nil else {
        lostCount += 1
        return
      }
      guard let date = W3CDate.date(text) else { return losses.add(.metadata, "malformed dates") }
      metadata[keyPath: field] = date
    }
    for date in dates where date.detail == "creation" { set(date.text, \.creationDate) }
    for date in dates where date.detail != "creation" && date.detail != "modification" {
      set(date.text, \.creationDate)
    }
    if let modified { set(modified, \.modificationDate) }
    for date in dates where date.detail == "modification" { set(date.text, \.modificationDate) }
    losses.add(.metadata, "further dates of the book", count: lostCount)
  }

  /// Returns a description as plain text; many programs write HTML.
  private static func plainText(_ text: String) -> String {
    guard text.contains("</") || text.contains("/>") else { return text }
    return RichText.readHTML(text).value.blocks.words
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}
