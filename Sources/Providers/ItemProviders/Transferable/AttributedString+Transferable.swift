public import Foundation
import UniformTypes

extension AttributedString: Transferable {
  /// Exports and imports the text with its attributes as JSON, and plain text as `String` does.
  ///
  /// The attributes are the links, the languages, the URLs of images and their descriptions; others are omitted.
  /// Only programs of this library read the JSON; other programs read the plain text.
  public static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(contentType: UTType(exportedAs: "io.proffer.attributed-string", conformingTo: .json)) {
      text in
      try JSONEncoder().encode(text.runs.map { AttributedRun($0, of: text) })
    } importing: {
      try JSONDecoder().decode([AttributedRun].self, from: $0).reduce(into: AttributedString()) {
        $0 += $1.text
      }
    }
    ProxyRepresentation(exporting: { String($0.characters) }, importing: { AttributedString($0) })
  }
}

/// A part of an attributed text whose attributes are equal.
private struct AttributedRun: Codable {
  var characters: String
  var link: URL?
  var languageIdentifier: String?
  var imageURL: URL?
  var alternateDescription: String?

  init(_ run: AttributedString.Runs.Run, of whole: AttributedString) {
    characters = String(whole[run.range].characters)
    link = run.link
    languageIdentifier = run.languageIdentifier
    imageURL = run.imageURL
    alternateDescription = run.alternateDescription
  }

  var text: AttributedString {
    var text = AttributedString(characters)
    text.link = link
    text.languageIdentifier = languageIdentifier
    text.imageURL = imageURL
    text.alternateDescription = alternateDescription
    return text
  }
}
