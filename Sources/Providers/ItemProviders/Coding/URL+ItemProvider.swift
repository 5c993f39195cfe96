public import Foundation

extension URL: ItemProviderWriting {
  /// Only `public.url`: not every address is a file's.
  public static var writableTypeIdentifiersForItemProvider: [String] { ["public.url"] }

  /// `public.file-url` before `public.url` for a file, `public.url` for everything else.
  public var writableTypeIdentifiersForItemProvider: [String] {
    isFileURL ? ["public.file-url", "public.url"] : ["public.url"]
  }

  /// Gives the absolute address in UTF-8; a base is resolved, not kept.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    completionHandler(Data(absoluteString.utf8), nil)
    return nil
  }
}

extension URL: ItemProviderReading {
  /// An address, a file's included.
  public static var readableTypeIdentifiersForItemProvider: [String] { ["public.url"] }

  /// Makes an address of UTF-8 text, whose spaces and characters outside ASCII are percent-escaped, or of the
  /// small binary property list that Apple's phones write: an array of the address and its base.
  ///
  /// - Throws: `ItemProviderError` with code `unavailableCoercionError` for bytes that are no address.
  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> URL {
    let parts =
      isList(data) ? listedParts(data) : String(validating: data, as: UTF8.self).map { [$0] }
    guard let text = parts?.first?.trimmingCharacters(in: .whitespacesAndNewlines), !text.isEmpty else {
      throw ItemProviderError(.unavailableCoercionError, "the bytes of \(typeIdentifier) are no address")
    }
    let base = parts?.dropFirst().first.flatMap { $0.isEmpty ? nil : URL(string: $0) }
    guard let url = URL(string: text, relativeTo: base) else {
      throw ItemProviderError(.unavailableCoercionError, "\"\(text)\" is no address")
    }
    return url.absoluteURL
  }

  /// The strings at the start of a property list's array; what follows them is for other readers.
  private static func listedParts(_ data: Data) -> [String]? {
    list(data)?.prefix { $0 is String }.compactMap { $0 as? String }
  }

  /// The title in the dictionary behind the address, where the bytes are a property list and hold one.
  static func listedTitle(_ data: Data) -> String? {
    guard isList(data), let extras = list(data)?.lazy.compactMap({ $0 as? [String: Any] }).first else {
      return nil
    }
    // Writers differ in the key; no document says which is right.
    return ["title", "_title", "Title", "name"].lazy.compactMap { extras[$0] as? String }.first
  }

  private static func isList(_ data: Data) -> Bool { data.starts(with: Array("bplist00".utf8)) }

  private static func list(_ data: Data) -> [Any]? {
    do {
      return try PropertyListSerialization.propertyList(from: data, format: nil) as? [Any]
    } catch {
      // Bytes that only look like a property list are no address; the caller says so.
      return nil
    }
  }
}
