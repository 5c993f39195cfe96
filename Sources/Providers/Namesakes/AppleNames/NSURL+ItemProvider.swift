public import Foundation
import ItemProviders

extension NSURL: NSItemProviderWriting {
  /// Only `public.url`: not every address is a file's.
  public class var writableTypeIdentifiersForItemProvider: [String] {
    URL.writableTypeIdentifiersForItemProvider
  }

  /// What `URL` says of the same address.
  public var writableTypeIdentifiersForItemProvider: [String] {
    (self as URL).writableTypeIdentifiersForItemProvider
  }

  /// Gives the absolute address in UTF-8; a base is resolved, not kept.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    (self as URL).loadData(
      withTypeIdentifier: typeIdentifier, forItemProviderCompletionHandler: completionHandler)
  }
}

extension NSURL: NSItemProviderReading {
  /// An address, a file's included.
  public class var readableTypeIdentifiersForItemProvider: [String] {
    URL.readableTypeIdentifiersForItemProvider
  }

  /// Makes an address as `URL` does.
  ///
  /// - Throws: ``ItemProviderError`` with code `unexpectedValueClassError` for a subclass, which no address can be made
  ///   of here.
  public class func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
    let url = try URL.object(withItemProviderData: data, typeIdentifier: typeIdentifier) as NSURL
    guard let url = url as? Self else {
      throw ItemProviderError(.unexpectedValueClassError, reason: "a URL is not a \(self); load it as NSURL")
    }
    return url
  }
}
