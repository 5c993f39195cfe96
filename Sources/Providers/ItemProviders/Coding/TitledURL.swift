public import Foundation

/// An address with the title that its source gave it, such as the words of a link.
///
/// The title travels inside the bytes of `public.url`: with one, they are the small binary property list that
/// Apple's phones write, an array of the address, its base and a dictionary; without one, the address in
/// UTF-8. `URL` reads both and knows no title.
public struct TitledURL: Sendable, Hashable {
  /// The address.
  public var url: URL
  /// The title, nil for none.
  public var title: String?

  /// Makes an address with a title.
  public init(_ url: URL, title: String? = nil) {
    self.url = url
    self.title = title
  }
}

extension TitledURL: ItemProviderWriting {
  /// What every `URL` can be written as.
  public static var writableTypeIdentifiersForItemProvider: [String] {
    URL.writableTypeIdentifiersForItemProvider
  }

  /// What the address can be written as.
  public var writableTypeIdentifiersForItemProvider: [String] { url.writableTypeIdentifiersForItemProvider }

  /// Gives the address, with its title where it has one.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    guard let title else {
      return url.loadData(
        withTypeIdentifier: typeIdentifier, forItemProviderCompletionHandler: completionHandler)
    }
    let list: [Any] = [url.absoluteString, "", ["title": title]]
    do {
      let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
      completionHandler(data, nil)
    } catch {
      completionHandler(nil, error)
    }
    return nil
  }
}

extension TitledURL: ItemProviderReading {
  /// What a `URL` reads.
  public static var readableTypeIdentifiersForItemProvider: [String] {
    URL.readableTypeIdentifiersForItemProvider
  }

  /// Makes an address of what a `URL` reads, and takes its title where the bytes hold one.
  ///
  /// - Throws: `ItemProviderError` with code `unavailableCoercionError` for bytes that are no address.
  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> TitledURL {
    TitledURL(
      try URL.object(withItemProviderData: data, typeIdentifier: typeIdentifier), title: URL.listedTitle(data)
    )
  }
}
