public import Foundation
public import UniformTypes

/// A representation that transfers values as bytes in memory.
public struct DataRepresentation<Item: Sendable>: TransferRepresentation {
  /// The single step of the representation.
  public let steps: [TransferStep<Item>]

  /// Exports and imports bytes.
  ///
  /// - Parameters:
  ///   - contentType: the type of the bytes.
  ///   - exporting: creates bytes from a value.
  ///   - importing: creates a value from bytes.
  public init(
    contentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data,
    importing: @escaping @Sendable (Data) async throws -> Item
  ) {
    steps = [
      TransferStep(
        export: .init(type: contentType) { .data(try await exporting($0)) },
        importing: .init(type: contentType, reading: .data(importing)))
    ]
  }

  /// Exports bytes.
  ///
  /// - Parameters:
  ///   - exportedContentType: the type of the bytes.
  ///   - exporting: creates bytes from a value.
  public init(exportedContentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data) {
    steps = [TransferStep(export: .init(type: exportedContentType) { .data(try await exporting($0)) })]
  }

  /// Imports bytes.
  ///
  /// - Parameters:
  ///   - importedContentType: the type of the bytes.
  ///   - importing: creates a value from bytes.
  public init(importedContentType: UTType, importing: @escaping @Sendable (Data) async throws -> Item) {
    steps = [TransferStep(importing: .init(type: importedContentType, reading: .data(importing)))]
  }
}

// MARK: - Codable values

/// An encoder that encodes values as bytes, such as `JSONEncoder` and `PropertyListEncoder`.
public protocol TransferEncoder: Sendable {
  /// Encodes a value.
  ///
  /// - Parameter value: the value.
  /// - Returns: the encoded bytes.
  /// - Throws: the encoder's own error.
  func encode<Value: Encodable>(_ value: Value) throws -> Data
}

/// A decoder that decodes values from bytes, such as `JSONDecoder` and `PropertyListDecoder`.
public protocol TransferDecoder: Sendable {
  /// Decodes a value.
  ///
  /// - Parameters:
  ///   - type: the type of the value.
  ///   - data: the encoded bytes.
  /// - Returns: the value.
  /// - Throws: the decoder's own error.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONEncoder: TransferEncoder {}
extension JSONDecoder: TransferDecoder {}
extension PropertyListEncoder: TransferEncoder {}
extension PropertyListDecoder: TransferDecoder {}

/// A representation that transfers `Codable` values in an encoded form.
public struct CodableRepresentation<Item: Codable & Sendable>: TransferRepresentation {
  /// The single step of the representation.
  public let steps: [TransferStep<Item>]

  /// Encodes and decodes values as JSON, or as property lists if the type conforms to
  /// `com.apple.property-list`.
  ///
  /// - Parameters:
  ///   - itemType: the type of the values.
  ///   - contentType: the type of the bytes.
  public init(for itemType: Item.Type = Item.self, contentType: UTType) {
    steps =
      DataRepresentation<Item>(
        contentType: contentType,
        exporting: { try CodableBytes.encode($0, as: contentType.identifier) },
        importing: { try CodableBytes.decode($0, as: contentType.identifier) }
      ).steps
  }

  /// Encodes and decodes values with the given encoder and decoder.
  ///
  /// - Parameters:
  ///   - itemType: the type of the values.
  ///   - contentType: the type of the bytes.
  ///   - encoder: encodes values.
  ///   - decoder: decodes values.
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

// MARK: - Keyed archives

/// A representation that transfers objects as keyed archives.
///
/// ```swift
/// static var transferRepresentation: some TransferRepresentation {
///   ArchivedRepresentation(contentType: UTType(exportedAs: "org.example.person"))
/// }
/// ```
public struct ArchivedRepresentation<Item: NSObject & NSSecureCoding & Sendable>: TransferRepresentation {
  /// The single step of the representation.
  public let steps: [TransferStep<Item>]

  /// Exports and imports keyed archives.
  ///
  /// The outermost object of an imported archive must be of this class or a subclass.
  ///
  /// - Parameters:
  ///   - itemType: the type of the values.
  ///   - contentType: the type of the bytes.
  public init(for itemType: Item.Type = Item.self, contentType: UTType) {
    steps =
      DataRepresentation<Item>(
        contentType: contentType, exporting: { try ArchivedObject.data(of: $0) },
        importing: { try ArchivedObject.object(of: Item.self, in: $0) }
      ).steps
  }
}
