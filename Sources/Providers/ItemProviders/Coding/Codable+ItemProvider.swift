public import Foundation
import UniformTypes

/// Encodes and decodes `Codable` values as JSON, or as property lists for types that conform to
/// `com.apple.property-list`.
enum CodableBytes {
  static func encode(_ value: some Encodable, as typeIdentifier: String) throws -> Data {
    if isPropertyList(typeIdentifier) {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = isXML(typeIdentifier) ? .xml : .binary
      return try encoder.encode(value)
    }
    let encoder = JSONEncoder()
    // With these options, equal values are encoded as equal bytes.
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(value)
  }

  static func decode<Value: Decodable>(_ data: Data, as typeIdentifier: String) throws -> Value {
    if isPropertyList(typeIdentifier) { return try PropertyListDecoder().decode(Value.self, from: data) }
    return try JSONDecoder().decode(Value.self, from: data)
  }

  private static func isPropertyList(_ typeIdentifier: String) -> Bool {
    TypeRegistry.current.conforms(identifier: typeIdentifier, to: "com.apple.property-list")
  }

  private static func isXML(_ typeIdentifier: String) -> Bool {
    TypeRegistry.current.conforms(identifier: typeIdentifier, to: "com.apple.xml-property-list")
  }
}

extension ItemProviderWriting where Self: Encodable {
  /// Encodes the value as JSON, or as a property list if the type conforms to `com.apple.property-list`.
  ///
  /// - Parameters:
  ///   - typeIdentifier: one of the types that the value can be written as.
  ///   - completionHandler: called once with the bytes, or an error.
  /// - Returns: nil; the bytes are created before this method returns.
  public func loadData(
    withTypeIdentifier typeIdentifier: String,
    forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
  ) -> Progress? {
    do {
      completionHandler(try CodableBytes.encode(self, as: typeIdentifier), nil)
    } catch {
      completionHandler(nil, error)
    }
    return nil
  }
}

extension ItemProviderReading where Self: Decodable {
  /// Decodes a value from JSON, or from a property list if the type conforms to `com.apple.property-list`.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - typeIdentifier: the type of the bytes, one of the readable types.
  /// - Returns: the value.
  /// - Throws: the decoder's error.
  public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
    try CodableBytes.decode(data, as: typeIdentifier)
  }
}
