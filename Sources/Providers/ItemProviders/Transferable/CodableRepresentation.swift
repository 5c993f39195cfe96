public import Foundation
public import UniformTypes

/// Makes bytes of any encodable value.
///
/// `JSONEncoder` and `PropertyListEncoder` do.
public protocol TransferEncoder: Sendable {
  /// Encodes a value.
  func encode<Value: Encodable>(_ value: Value) throws -> Data
}

/// Makes any decodable value of bytes.
///
/// `JSONDecoder` and `PropertyListDecoder` do.
public protocol TransferDecoder: Sendable {
  /// Decodes a value.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONEncoder: TransferEncoder {}
extension JSONDecoder: TransferDecoder {}
extension PropertyListEncoder: TransferEncoder {}
extension PropertyListDecoder: TransferDecoder {}

/// `Codable` values that travel encoded.
public struct CodableRepresentation<Item: Codable & Sendable>: TransferRepresentation {
  /// The one way.
  public let steps: [TransferStep<Item>]

  /// JSON, or a property list when the type conforms to one.
  public init(for itemType: Item.Type = Item.self, contentType: UTType) {
    steps =
      DataRepresentation<Item>(
        contentType: contentType,
        exporting: { try CodableBytes.encode($0, as: contentType.identifier) },
        importing: { try CodableBytes.decode($0, as: contentType.identifier) }
      ).steps
  }

  /// Whatever the encoder makes and the decoder reads.
  public init(
    for itemType: Item.Type = Item.self, contentType: UTType, encoder: some TransferEncoder,
    decoder: some TransferDecoder
  ) {
    steps =
      DataRepresentation<Item>(
        contentType: contentType, exporting: { try encoder.encode($0) },
        importing: { try decoder.decode(Item.self, from: $0) }
      ).steps
  }
}
