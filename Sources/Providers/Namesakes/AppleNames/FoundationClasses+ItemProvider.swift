#if !canImport(Darwin)
  public import Foundation
  import ItemProviders

  extension NSString: NSItemProviderWriting {
    /// The type of plain text in UTF-8.
    public class var writableTypeIdentifiersForItemProvider: [String] {
      String.writableTypeIdentifiersForItemProvider
    }

    /// Writes the text in UTF-8, without a byte order mark.
    public func loadData(
      withTypeIdentifier typeIdentifier: String,
      forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
      (self as String).loadData(
        withTypeIdentifier: typeIdentifier, forItemProviderCompletionHandler: completionHandler)
    }
  }

  extension NSString: NSItemProviderReading {
    /// The types of plain text; the type determines the encoding of the text.
    public class var readableTypeIdentifiersForItemProvider: [String] {
      String.readableTypeIdentifiersForItemProvider
    }

    /// Creates a string in the same way as `String` does.
    public class func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
      self.init(string: try String.object(withItemProviderData: data, typeIdentifier: typeIdentifier))
    }
  }

  extension NSURL: NSItemProviderWriting {
    /// Only `public.url`, because not every URL is a file URL.
    public class var writableTypeIdentifiersForItemProvider: [String] {
      URL.writableTypeIdentifiersForItemProvider
    }

    /// The same types as for `URL`.
    public var writableTypeIdentifiersForItemProvider: [String] {
      (self as URL).writableTypeIdentifiersForItemProvider
    }

    /// Writes the absolute URL in UTF-8; a relative URL is resolved against its base.
    public func loadData(
      withTypeIdentifier typeIdentifier: String,
      forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
      (self as URL).loadData(
        withTypeIdentifier: typeIdentifier, forItemProviderCompletionHandler: completionHandler)
    }
  }

  extension NSURL: NSItemProviderReading {
    /// The types of URLs, including file URLs.
    public class var readableTypeIdentifiersForItemProvider: [String] {
      URL.readableTypeIdentifiersForItemProvider
    }

    /// Creates a URL in the same way as `URL` does.
    ///
    /// - Throws: ``ItemProviderError`` with code `unexpectedValueClassError` if called on a subclass; only
    ///   `NSURL` objects can be created.
    public class func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
      let url = try URL.object(withItemProviderData: data, typeIdentifier: typeIdentifier) as NSURL
      guard let url = url as? Self else {
        throw ItemProviderError(
          .unexpectedValueClassError, reason: "a URL is not of the class \(self); load it as NSURL")
      }
      return url
    }
  }
#endif
