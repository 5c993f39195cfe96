import Foundation
import ProfferConversions
import RichTextFormats
import XMLText

extension ODTReader {
  /// Reads the metadata, which are in the current element.
  mutating func readMetadata() throws {
    while let event = try xml.next() {
      guard case .begin(let name) = event else {
        if case .end = event { return }
        continue
      }
      switch name {
      case .dcTitle, .dcSubject, .dcDescription, .dcCreator, .dcDate, .dcLanguage, .metaInitialCreator,
        .metaCreationDate, .metaKeyword:
        let text = try xml.elementText()
        if let name, !ODTValue.trimmed(text).isEmpty { set(name, text) }
      case .metaUserDefined, .metaPrintedBy, .metaPrintDate, .metaTemplate:
        losses.add(.metadata, "document properties")
        try xml.skipElement()
      // The other elements describe the program and the editing, or count pages and words.
      default: try xml.skipElement()
      }
    }
  }

  private mutating func set(_ name: ODTName, _ text: String) {
    switch name {
    case .dcTitle: metadata.title = text
    case .dcSubject: metadata.subject = text
    case .dcDescription: metadata.summary = text
    case .dcCreator: lastCreator = text
    case .metaInitialCreator: initialCreator = text
    case .dcDate: metadata.modificationDate = time(text)
    case .metaCreationDate: metadata.creationDate = time(text)
    case .dcLanguage: metadata.language = ODTValue.trimmed(text)
    case .metaKeyword: keywords.append(text)
    default: break
    }
  }

  private mutating func time(_ text: String) -> Date? {
    guard let time = ODTValue.time(text) else {
      losses.add(.metadata, "malformed dates")
      return nil
    }
    return time
  }

  /// Completes the metadata when the text has been read.
  mutating func finishMetadata() {
    metadata.author = initialCreator ?? lastCreator
    if let initialCreator, let lastCreator, initialCreator != lastCreator {
      losses.add(.metadata, "names of last authors")
    }
    if !keywords.isEmpty { metadata.keywords = keywords.joined(separator: ", ") }
    if metadata.title == nil { metadata.title = title }
    if metadata.language == nil { metadata.language = styles.language }
  }
}
