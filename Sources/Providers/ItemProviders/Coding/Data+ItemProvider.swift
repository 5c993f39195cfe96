public import Foundation

extension Data: ItemProviderWriting {
  /// Bytes of no particular type.
  public static var writableTypeIdentifiersForItemProvider: [String] { ["public.data"] }

  /// Gives the bytes themselves.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    completionHandler(self, nil)
    return nil
  }
}

extension Data: ItemProviderReading {
  /// Bytes of any type.
  public static var readableTypeIdentifiersForItemProvider: [String] { ["public.data"] }

  /// Gives the bytes themselves.
  public static func object(withItemProviderData data: Data, typeIdentifier: String) -> Data { data }
}
