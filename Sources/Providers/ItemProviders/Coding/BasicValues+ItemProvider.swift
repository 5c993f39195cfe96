public import Foundation
import UniformTypes

// MARK: Bytes

extension Data: ItemProviderWriting {
  /// The general type of bytes, because `Data` has no more specific type.
  public static var writableTypeIdentifiersForItemProvider: [String] { ["public.data"] }

  /// Passes the bytes unchanged to the completion handler.
  ///
  /// - Parameters:
  ///   - typeIdentifier: one of the types that the value can be written as.
  ///   - completionHandler: called once with the bytes, or an error.
  /// - Returns: nil; the bytes are created before this method returns.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    completionHandler(self, nil)
    return nil
  }
}

extension Data: ItemProviderReading {
  /// The most general type of bytes, so that bytes of any type can be read.
  public static var readableTypeIdentifiersForItemProvider: [String] { ["public.data"] }

  /// Returns the bytes unchanged.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - typeIdentifier: the type of the bytes, one of the readable types.
  /// - Returns: the bytes.
  public static func object(withItemProviderData data: Data, typeIdentifier: String) -> Data { data }
}

// MARK: - Text

extension String: ItemProviderWriting {
  /// The type of plain text in UTF-8.
  public static var writableTypeIdentifiersForItemProvider: [String] { ["public.utf8-plain-text"] }

  /// Passes the text to the completion handler as UTF-8, without a byte order mark.
  ///
  /// - Parameters:
  ///   - typeIdentifier: one of the types that the value can be written as.
  ///   - completionHandler: called once with the bytes, or an error.
  /// - Returns: nil; the bytes are created before this method returns.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    completionHandler(Data(utf8), nil)
    return nil
  }
}

extension String: ItemProviderReading {
  /// The types of plain text: in UTF-8, in UTF-16, and in an unspecified encoding.
  public static var readableTypeIdentifiersForItemProvider: [String] {
    [
      "public.utf8-plain-text", "public.utf16-external-plain-text", "public.utf16-plain-text",
      "public.plain-text",
    ]
  }

  /// Decodes UTF-16 if the type is UTF-16 or the bytes begin with a UTF-16 byte order mark, otherwise
  /// UTF-8.
  ///
  /// The text does not include the byte order mark.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - typeIdentifier: the type of the bytes, one of the readable types.
  /// - Returns: the text.
  /// - Throws: `ItemProviderError` with code `unavailableCoercionError` if the bytes are not valid in the
  ///   selected encoding.
  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> String {
    let mark = data.prefix(2)
    let isMarked = mark.elementsEqual([0xFE, 0xFF]) || mark.elementsEqual([0xFF, 0xFE])
    let isUTF16 =
      TypeRegistry.current.conforms(identifier: typeIdentifier, to: "public.utf16-plain-text")
      || TypeRegistry.current.conforms(identifier: typeIdentifier, to: "public.utf16-external-plain-text")
    let text =
      if isMarked || isUTF16 { utf16Text(data, isMarked: isMarked, typeIdentifier: typeIdentifier) } else {
        String(validating: data.starts(with: [0xEF, 0xBB, 0xBF]) ? data.dropFirst(3) : data, as: UTF8.self)
      }
    guard let text else {
      throw ItemProviderError(
        .unavailableCoercionError, reason: "the bytes of \(typeIdentifier) are not text in its encoding")
    }
    return text
  }

  /// Decodes UTF-16 in the byte order that the byte order mark specifies.
  ///
  /// Without a byte order mark, text of the type `public.utf16-plain-text` has the machine's byte order.
  /// Text of any other type is big-endian (RFC 2781).
  private static func utf16Text(_ data: Data, isMarked: Bool, typeIdentifier: String) -> String? {
    if data.count % 2 != 0 { return nil }
    let isExternal = !TypeRegistry.current.conforms(identifier: typeIdentifier, to: "public.utf16-plain-text")
    let isBigEndian =
      isMarked ? data.first == 0xFE : isExternal || UInt16(bigEndian: 1) == 1
    let bytes = isMarked ? data.dropFirst(2) : data
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    var high: UInt16?
    for byte in bytes {
      if let first = high {
        units.append(isBigEndian ? first << 8 | UInt16(byte) : UInt16(byte) << 8 | first)
        high = nil
      } else {
        high = UInt16(byte)
      }
    }
    return String(validating: units, as: UTF16.self)
  }
}
