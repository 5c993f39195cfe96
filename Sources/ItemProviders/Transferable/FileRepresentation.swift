public import UniformTypes

/// Values that travel as files.
public struct FileRepresentation<Item: Sendable>: TransferRepresentation {
  /// The one way.
  public let steps: [TransferStep<Item>]

  /// Files out and in.
  ///
  /// - Parameter shouldAttemptToOpenInPlace: whether receivers may open the source's file, and whether this type asks
  ///   for the source's own file when it receives.
  public init(
    contentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
    exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile,
    importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
  ) {
    steps = [
      TransferStep(
        export: Self.export(contentType, shouldAttemptToOpenInPlace, exporting),
        importing: .init(
          type: contentType,
          reading: .file(attemptsInPlace: shouldAttemptToOpenInPlace, importing)))
    ]
  }

  /// Files out only.
  public init(
    exportedContentType: UTType, shouldAllowToOpenInPlace: Bool = false,
    exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
  ) {
    steps = [TransferStep(export: Self.export(exportedContentType, shouldAllowToOpenInPlace, exporting))]
  }

  /// Files in only.
  public init(
    importedContentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
    importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
  ) {
    steps = [
      TransferStep(
        importing: .init(
          type: importedContentType,
          reading: .file(attemptsInPlace: shouldAttemptToOpenInPlace, importing)))
    ]
  }

  private static func export(
    _ type: UTType, _ allowsOpenInPlace: Bool,
    _ exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
  ) -> TransferStep<Item>.Export {
    .init(type: type, isFile: true, allowsOpenInPlace: allowsOpenInPlace) { .file(try await exporting($0)) }
  }
}
