public import Foundation
public import UniformTypes

/// Values that travel as bytes in memory.
public struct DataRepresentation<Item: Sendable>: TransferRepresentation {
  /// The one way.
  public let steps: [TransferStep<Item>]

  /// Bytes out and in.
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

  /// Bytes out only.
  public init(exportedContentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data) {
    steps = [TransferStep(export: .init(type: exportedContentType) { .data(try await exporting($0)) })]
  }

  /// Bytes in only.
  public init(importedContentType: UTType, importing: @escaping @Sendable (Data) async throws -> Item) {
    steps = [TransferStep(importing: .init(type: importedContentType, reading: .data(importing)))]
  }
}
