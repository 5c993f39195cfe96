public import UniformTypes

/// Values that travel as files.
///
/// One representation may stand for several types of file, where Apple's needs one for each.
public struct FileRepresentation<Item: Sendable>: TransferRepresentation {
  /// The one way, or one for each type in their order.
  public let steps: [TransferStep<Item>]

  /// Files out and in.
  ///
  /// - Parameter shouldAttemptToOpenInPlace: whether receivers may open the source's file, and whether this
  ///   type asks for the source's own file when it receives.
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

  /// Files of several types out and in, most wanted first.
  ///
  /// - Parameters:
  ///   - shouldAttemptToOpenInPlace: whether receivers may open the source's file, and whether this type asks
  ///     for the source's own file when it receives.
  ///   - exporting: makes a file of the type that it is told.
  ///   - importing: reads a file; its `contentType` tells of which type it is.
  public init(
    contentTypes: [UTType], shouldAttemptToOpenInPlace: Bool = false,
    exporting: @escaping @Sendable (Item, UTType) async throws -> SentTransferredFile,
    importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
  ) {
    steps = contentTypes.map { type in
      TransferStep(
        export: Self.export(type, shouldAttemptToOpenInPlace) { try await exporting($0, type) },
        importing: .init(type: type, reading: .file(attemptsInPlace: shouldAttemptToOpenInPlace, importing)))
    }
  }

  /// Files of several types out only, most wanted first.
  ///
  /// - Parameter exporting: makes a file of the type that it is told.
  public init(
    exportedContentTypes: [UTType], shouldAllowToOpenInPlace: Bool = false,
    exporting: @escaping @Sendable (Item, UTType) async throws -> SentTransferredFile
  ) {
    steps = exportedContentTypes.map { type in
      TransferStep(export: Self.export(type, shouldAllowToOpenInPlace) { try await exporting($0, type) })
    }
  }

  /// Files of several types in only, most wanted first.
  public init(
    importedContentTypes: [UTType], shouldAttemptToOpenInPlace: Bool = false,
    importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
  ) {
    steps = importedContentTypes.map { type in
      TransferStep(
        importing: .init(type: type, reading: .file(attemptsInPlace: shouldAttemptToOpenInPlace, importing)))
    }
  }

  private static func export(
    _ type: UTType, _ allowsOpenInPlace: Bool,
    _ exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
  ) -> TransferStep<Item>.Export {
    .init(type: type, isFile: true, allowsOpenInPlace: allowsOpenInPlace) { .file(try await exporting($0)) }
  }
}
