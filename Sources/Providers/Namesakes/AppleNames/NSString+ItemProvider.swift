public import Foundation
import ItemProviders

extension NSString: NSItemProviderWriting {
  /// UTF-8 text.
  public class var writableTypeIdentifiersForItemProvider: [String] {
    String.writableTypeIdentifiersForItemProvider
  }

  /// Gives the text in UTF-8, without a byte order mark.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    (self as String).loadData(
      withTypeIdentifier: typeIdentifier, forItemProviderCompletionHandler: completionHandler)
  }
}

extension NSString: NSItemProviderReading {
  /// Plain text, in the encoding that its type says.
  public class var readableTypeIdentifiersForItemProvider: [String] {
    String.readableTypeIdentifiersForItemProvider
  }

  /// Makes text as `String` does.
  public class func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
    self.init(string: try String.object(withItemProviderData: data, typeIdentifier: typeIdentifier))
  }
}
