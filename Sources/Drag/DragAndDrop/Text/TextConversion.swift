import FileSystem
import Foundation
import ItemProviders
import UniformTypes

/// How a provider becomes a piece of text.
struct TextConversion: Sendable {
  private enum Kind {
    case string
    case link
    case attachment(typeIdentifier: String)
  }

  private let provider: ItemProvider
  private let kind: Kind
  private let isRich: Bool

  /// Chooses by the provider's own order between text and link; what is neither, or wants to be a file, becomes
  /// an attachment where the text takes those.
  ///
  /// - Returns: nil when the text cannot take the item.
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

  /// Loads the piece; nothing when that fails.
  func load(_ completion: @escaping @Sendable ([TextElement]) -> Void) {
    switch kind {
    case .link:
      provider.loadObject(ofClass: URL.self) { url, _ in completion(url.map { [.link($0)] } ?? []) }
    case .string:
      let isRich = isRich
      provider.loadObject(ofClass: String.self) { string, _ in
        guard let string else { return completion([]) }
        if isRich, let url = Self.address(string) { return completion([.link(url)]) }
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

  /// A text that is an address and nothing else.
  private static func address(_ text: String) -> URL? {
    guard !text.contains(where: \.isWhitespace), let url = URL(string: text), let scheme = url.scheme,
      ["http", "https", "ftp", "mailto", "file"].contains(scheme.lowercased())
    else { return nil }
    return url
  }
}
