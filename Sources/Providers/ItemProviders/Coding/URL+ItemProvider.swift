public import Foundation

extension URL: ItemProviderWriting {
  /// Only `public.url`: not every URL is a file's.
  public static var writableTypeIdentifiersForItemProvider: [String] { ["public.url"] }

  /// `public.file-url` before `public.url` for a file, `public.url` for everything else.
  public var writableTypeIdentifiersForItemProvider: [String] {
    isFileURL ? ["public.file-url", "public.url"] : ["public.url"]
  }

  /// Gives the absolute URL in UTF-8; a base is resolved, not kept.
  ///
  /// - Parameters:
  ///   - typeIdentifier: one of the types that the value can be written as.
  ///   - completionHandler: called once with the bytes, or an error.
  /// - Returns: nil; the bytes are made before this returns.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    completionHandler(Data(absoluteString.utf8), nil)
    return nil
  }
}

extension URL: ItemProviderReading {
  /// Any URL, including that of a file.
  public static var readableTypeIdentifiersForItemProvider: [String] { ["public.url"] }

  /// Reads UTF-8 text, whose spaces and characters outside ASCII are percent-escaped, or the small binary property list
  /// that Apple's phones write: an array of the URL and its base.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - typeIdentifier: the type of the bytes, one that can be read.
  /// - Returns: the URL.
  /// - Throws: `ItemProviderError` with code `unavailableCoercionError` for bytes that are not a URL.
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

  /// The strings at the start of a property list's array; other readers use what follows.
  private static func listedParts(_ data: Data) -> [String]? {
    list(data)?.prefix { $0 is String }.compactMap { $0 as? String }
  }

  /// The title in the dictionary after the URL, where the bytes are a property list with one.
  fileprivate static func listedTitle(_ data: Data) -> String? {
    guard isList(data), let extras = list(data)?.lazy.compactMap({ $0 as? [String: Any] }).first else {
      return nil
    }
    // Writers use different keys, and none is documented.
    return ["title", "_title", "Title", "name"].lazy.compactMap { extras[$0] as? String }.first
  }

  private static func isList(_ data: Data) -> Bool { data.starts(with: Array("bplist00".utf8)) }

  private static func list(_ data: Data) -> [Any]? {
    do {
      return try PropertyListSerialization.propertyList(from: data, format: nil) as? [Any]
    } catch {
      // Bytes that only begin like a property list are not a URL; the caller throws.
      return nil
    }
  }
}

/// A URL with the title that its source gave it, such as the text of a link.
///
/// The title is a part of the bytes of `public.url`: with a title they are the small binary property list that Apple's
/// phones write, an array of the URL, its base and a dictionary; without one, the URL in UTF-8. `URL` reads both and
/// drops the title.
public struct TitledURL: Sendable, Hashable {
  /// The URL.
  public var url: URL
  /// The title, nil for none.
  public var title: String?

  /// Makes a URL with a title.
  ///
  /// - Parameters:
  ///   - url: the URL.
  ///   - title: the title; nil where the source gave none.
  public init(_ url: URL, title: String? = nil) {
    self.url = url
    self.title = title
  }
}

extension TitledURL: ItemProviderWriting {
  /// The types of every `URL`.
  public static var writableTypeIdentifiersForItemProvider: [String] {
    URL.writableTypeIdentifiersForItemProvider
  }

  /// The types of the URL.
  public var writableTypeIdentifiersForItemProvider: [String] { url.writableTypeIdentifiersForItemProvider }

  /// Gives the URL, with its title where it has one.
  ///
  /// - Parameters:
  ///   - typeIdentifier: one of the types that the value can be written as.
  ///   - completionHandler: called once with the bytes, or an error.
  /// - Returns: nil; the bytes are made before this returns.
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
  /// The types that a `URL` reads.
  public static var readableTypeIdentifiersForItemProvider: [String] {
    URL.readableTypeIdentifiersForItemProvider
  }

  /// Reads what a `URL` reads, and the title where the bytes contain one.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - typeIdentifier: the type of the bytes, one that can be read.
  /// - Returns: the URL with its title.
  /// - Throws: `ItemProviderError` with code `unavailableCoercionError` for bytes that are not a URL.
  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> TitledURL {
    TitledURL(
      try URL.object(withItemProviderData: data, typeIdentifier: typeIdentifier), title: URL.listedTitle(data)
    )
  }
}
