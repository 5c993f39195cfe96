public import Foundation

/// What text consists of: characters, and in rich text links and attachments between them.
public enum TextElement: Hashable, Sendable {
  /// A character.
  case character(Character)
  /// An address.
  case link(URL)
  /// A file that stands in the text.
  case attachment(TextAttachment)

  /// The characters of a string.
  static func elements(of string: String) -> [TextElement] { string.map { .character($0) } }

  /// The element as plain text; U+FFFC for an attachment, as text systems write it.
  var plainText: String {
    switch self {
    case .character(let character): String(character)
    case .link(let url): url.absoluteString
    case .attachment: "\u{FFFC}"
    }
  }
}

/// A file that stands in a text.
public struct TextAttachment: Hashable, Sendable {
  /// Its name with extension.
  public let name: String
  /// The type of its bytes.
  public let typeIdentifier: String
  /// Its bytes.
  public let data: Data

  /// Makes an attachment.
  public init(name: String, typeIdentifier: String, data: Data) {
    self.name = name
    self.typeIdentifier = typeIdentifier
    self.data = data
  }
}
