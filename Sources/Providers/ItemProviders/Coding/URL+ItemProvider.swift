public import Foundation

extension URL: ItemProviderWriting {
  /// Only `public.url`, because not every URL is a file URL.
  public static var writableTypeIdentifiersForItemProvider: [String] { ["public.url"] }

  /// `public.file-url` and then `public.url` for a file URL, otherwise only `public.url`.
  public var writableTypeIdentifiersForItemProvider: [String] {
    isFileURL ? ["public.file-url", "public.url"] : ["public.url"]
  }

  /// Passes the absolute URL to the completion handler as UTF-8.
  ///
  /// A relative URL is resolved against its base URL.
  ///
  /// - Parameters:
  ///   - typeIdentifier: one of the types that the value can be written as.
  ///   - completionHandler: called once with the bytes, or an error.
  /// - Returns: nil; the bytes are created before this method returns.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    completionHandler(Data(absoluteString.utf8), nil)
    return nil
  }
}

extension URL: ItemProviderReading {
  /// `public.url`, the type of all URLs, including file URLs.
  public static var readableTypeIdentifiersForItemProvider: [String] { ["public.url"] }

  /// Decodes a URL from UTF-8 text, or from the small binary property list that iPhones write.
  ///
  /// This method percent-encodes spaces and non-ASCII characters in the text. The property list is an array
  /// that contains the URL and its base URL.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - typeIdentifier: the type of the bytes, one of the readable types.
  /// - Returns: the URL.
  /// - Throws: `ItemProviderError` with code `unavailableCoercionError` if the bytes are not a URL.
  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> URL {
    let parts =
      isList(data) ? listedParts(data) : String(validating: data, as: UTF8.self).map { [$0] }
    guard let text = parts?.first?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty else {
      throw ItemProviderError(
        .unavailableCoercionError, reason: "the bytes of \(typeIdentifier) are not a URL")
    }
    let base = parts?.dropFirst().first.flatMap { $0.isEmpty ? nil : URL(string: $0) }
    guard let url = URL(string: text, relativeTo: base) else {
      throw ItemProviderError(.unavailableCoercionError, reason: "\"\(text)\" is not a URL")
    }
    return url.absoluteURL
  }

  /// Returns the strings at the start of the property list's array: the URL and its base URL.
  ///
  /// The elements after these strings are ignored.
  private static func listedParts(_ data: Data) -> [String]? {
    list(data)?.prefix { $0 is String }.compactMap { $0 as? String }
  }

  /// Returns the title in the property list's dictionary.
  ///
  /// The result is nil if the bytes are not a property list or contain no title.
  fileprivate static func listedTitle(_ data: Data) -> String? {
    guard isList(data), let extras = list(data)?.lazy.compactMap({ $0 as? [String: Any] }).first else {
      return nil
    }
    // Different writers use different keys, and no key is documented.
    return ["title", "_title", "Title", "name"].lazy.compactMap { extras[$0] as? String }.first
  }

  private static func isList(_ data: Data) -> Bool { data.starts(with: Array("bplist00".utf8)) }

  private static func list(_ data: Data) -> [Any]? {
    do {
      return try PropertyListSerialization.propertyList(from: data, format: nil) as? [Any]
    } catch {
      // These bytes begin like a property list but are not a URL; the caller throws.
      return nil
    }
  }
}

/// A URL with an optional title, such as the text of a link.
///
/// The title is part of the bytes of `public.url`. With a title, the bytes are the small binary property
/// list that iPhones write: an array of the URL, its base URL and a dictionary with the title. Without a
/// title, the bytes are the URL in UTF-8. A `URL` can be read from both forms, without the title.
public struct TitledURL: Sendable, Hashable {
  /// The URL.
  public var url: URL
  /// The title; nil if there is none.
  public var title: String?

  /// Creates a URL with a title.
  ///
  /// - Parameters:
  ///   - url: the URL.
  ///   - title: the title; nil if the source has none.
  public init(_ url: URL, title: String? = nil) {
    self.url = url
    self.title = title
  }
}

extension TitledURL: ItemProviderWriting {
  /// The types that every `URL` can be written as.
  public static var writableTypeIdentifiersForItemProvider: [String] {
    URL.writableTypeIdentifiersForItemProvider
  }

  /// The types that this URL can be written as.
  public var writableTypeIdentifiersForItemProvider: [String] { url.writableTypeIdentifiersForItemProvider }

  /// Passes the URL, and its title if it has one, to the completion handler.
  ///
  /// - Parameters:
  ///   - typeIdentifier: one of the types that the value can be written as.
  ///   - completionHandler: called once with the bytes, or an error.
  /// - Returns: nil; the bytes are created before this method returns.
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
  /// The types that a `URL` can be read from.
  public static var readableTypeIdentifiersForItemProvider: [String] {
    URL.readableTypeIdentifiersForItemProvider
  }

  /// Decodes a URL in the same way as `URL`, and the title if the bytes contain one.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - typeIdentifier: the type of the bytes, one of the readable types.
  /// - Returns: the URL with its title.
  /// - Throws: `ItemProviderError` with code `unavailableCoercionError` if the bytes are not a URL.
  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> TitledURL {
    TitledURL(
      try URL.object(withItemProviderData: data, typeIdentifier: typeIdentifier), title: URL.listedTitle(data)
    )
  }
}
