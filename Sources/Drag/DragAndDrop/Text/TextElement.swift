public import Foundation
import ItemProviders
import ProfferFileSystem
import UniformTypes

/// An element of text: a character, a link or an attachment.
public enum TextElement: Hashable, Sendable {
  /// A character.
  case character(Character)
  /// A link.
  case link(URL)
  /// An attached file.
  case attachment(TextAttachment)

  /// Returns the characters of a string as elements.
  static func elements(of string: String) -> [TextElement] { string.map { .character($0) } }

  /// The element as plain text; the object replacement character U+FFFC for an attachment.
  var plainText: String {
    switch self {
    case .character(let character): String(character)
    case .link(let url): url.absoluteString
    case .attachment: "\u{FFFC}"
    }
  }
}

/// A file that is attached to text.
public struct TextAttachment: Hashable, Sendable {
  /// The name with its extension.
  public let name: String
  /// The type of the data.
  public let typeIdentifier: String
  /// The contents.
  public let data: Data

  /// Makes an attachment.
  ///
  /// - Parameters:
  ///   - name: the name of the file.
  ///   - typeIdentifier: the type of the bytes.
  ///   - data: the bytes.
  public init(name: String, typeIdentifier: String, data: Data) {
    self.name = name
    self.typeIdentifier = typeIdentifier
    self.data = data
  }
}

/// The conversion of a provider to text elements.
struct TextConversion: Sendable {
  private enum Kind {
    case string
    case link
    case attachment(typeIdentifier: String)
  }

  private let provider: ItemProvider
  private let kind: Kind
  private let isRich: Bool

  /// Chooses whether the item becomes text, a link or an attachment.
  ///
  /// If a provider offers both text and a link, the representation that was registered first is used. In rich
  /// text, an item becomes an attachment if its preferred style is an attachment, or if its provider offers
  /// no text and no link.
  ///
  /// - Returns: nil if the text cannot contain the item.
  init?(of provider: ItemProvider, isRich: Bool) {
    self.provider = provider
    self.isRich = isRich
    let offered = provider.registeredTypeIdentifiers
    if isRich, provider.preferredPresentationStyle == .attachment, let first = offered.first {
      kind = .attachment(typeIdentifier: first)
      return
    }
    let readable = URL.readableTypeIdentifiersForItemProvider + String.readableTypeIdentifiersForItemProvider
    if let index = FidelityOrder(outerLoop: .provider).index(among: offered, accepting: readable) {
      let isLink = TypeRegistry.current.conforms(identifier: offered[index], to: "public.url")
      kind = isLink ? .link : .string
    } else if isRich, let first = offered.first {
      kind = .attachment(typeIdentifier: first)
    } else {
      return nil
    }
  }

  /// Loads the elements; calls the completion with no elements if the load fails.
  func load(_ completion: @escaping @Sendable ([TextElement]) -> Void) {
    switch kind {
    case .link:
      provider.loadObject(ofClass: URL.self) { url, _ in completion(url.map { [.link($0)] } ?? []) }
    case .string:
      let isRich = isRich
      provider.loadObject(ofClass: String.self) { string, _ in
        guard let string else { return completion([]) }
        if isRich, let url = Self.url(in: string) { return completion([.link(url)]) }
        completion(TextElement.elements(of: string))
      }
    case .attachment(let type):
      let name = FileNaming.name(suggested: provider.suggestedName, sourceName: nil, typeIdentifier: type)
      provider.loadDataRepresentation(forTypeIdentifier: type) { data, _ in
        completion(
          data.map {
            [.attachment(TextAttachment(name: name.description, typeIdentifier: type, data: $0))]
          } ?? [])
      }
    }
  }

  /// Returns the URL if the whole string is a URL; nil for other text.
  private static func url(in text: String) -> URL? {
    guard !text.contains(where: \.isWhitespace), let url = URL(string: text), let scheme = url.scheme,
      ["http", "https", "ftp", "mailto", "file"].contains(scheme.lowercased())
    else { return nil }
    return url
  }
}
