public import Foundation
public import UniformTypes

/// A representation that transfers values as files.
///
/// One representation can have several file types, whereas Apple's API needs one representation for
/// each type.
public struct FileRepresentation<Item: Sendable>: TransferRepresentation {
  /// One step for each type, in order.
  public let steps: [TransferStep<Item>]

  /// Exports and imports files.
  ///
  /// - Parameters:
  ///   - contentType: the type of the file.
  ///   - shouldAttemptToOpenInPlace: whether receivers may open the exported file itself, and whether an
  ///     import opens the source's own file if the source allows it.
  ///   - exporting: creates a file from a value.
  ///   - importing: creates a value from a file. When the closure returns, the file is deleted, unless it
  ///     is the source's own file.
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

  /// Exports files.
  ///
  /// - Parameters:
  ///   - exportedContentType: the type of the file.
  ///   - shouldAllowToOpenInPlace: whether receivers may open the exported file itself.
  ///   - exporting: creates a file from a value.
  public init(
    exportedContentType: UTType, shouldAllowToOpenInPlace: Bool = false,
    exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
  ) {
    steps = [TransferStep(export: Self.export(exportedContentType, shouldAllowToOpenInPlace, exporting))]
  }

  /// Imports files.
  ///
  /// - Parameters:
  ///   - importedContentType: the type of the file.
  ///   - shouldAttemptToOpenInPlace: whether to open the source's own file if the source allows it.
  ///   - importing: creates a value from a file. When the closure returns, the file is deleted, unless it
  ///     is the source's own file.
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

  /// Exports and imports files of several types, most preferred first.
  ///
  /// - Parameters:
  ///   - contentTypes: the types of the files.
  ///   - shouldAttemptToOpenInPlace: whether receivers may open the exported file itself, and whether an
  ///     import opens the source's own file if the source allows it.
  ///   - exporting: creates a file from a value. The second argument is the type of the file.
  ///   - importing: creates a value from a file. The type of the file is the `contentType` of the argument.
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

  /// Exports files of several types, most preferred first.
  ///
  /// - Parameters:
  ///   - exportedContentTypes: the types of the files.
  ///   - shouldAllowToOpenInPlace: whether receivers may open the exported file itself.
  ///   - exporting: creates a file from a value. The second argument is the type of the file.
  public init(
    exportedContentTypes: [UTType], shouldAllowToOpenInPlace: Bool = false,
    exporting: @escaping @Sendable (Item, UTType) async throws -> SentTransferredFile
  ) {
    steps = exportedContentTypes.map { type in
      TransferStep(export: Self.export(type, shouldAllowToOpenInPlace) { try await exporting($0, type) })
    }
  }

  /// Imports files of several types, most preferred first.
  ///
  /// - Parameters:
  ///   - importedContentTypes: the types of the files.
  ///   - shouldAttemptToOpenInPlace: whether to open the source's own file if the source allows it.
  ///   - importing: creates a value from a file. The type of the file is the `contentType` of the argument.
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

/// A file returned by an export.
public struct SentTransferredFile: Sendable {
  /// The URL of the file.
  public let file: URL
  /// Whether a receiver may open the file itself instead of a copy.
  public let allowAccessingOriginalFile: Bool

  /// Creates the result of an export.
  ///
  /// - Parameters:
  ///   - file: the URL of the file.
  ///   - allowAccessingOriginalFile: whether a receiver may open the file itself instead of a copy.
  public init(_ file: URL, allowAccessingOriginalFile: Bool = false) {
    self.file = file
    self.allowAccessingOriginalFile = allowAccessingOriginalFile
  }
}

/// A received file; valid only inside the closure that imports it.
public struct ReceivedTransferredFile: Sendable {
  /// The URL of the file.
  ///
  /// When the closure returns, the file is deleted, unless it is the source's own file. To keep the file,
  /// copy or move it.
  public let file: URL
  /// Whether this is the source's own file.
  ///
  /// The source's own file is not deleted, and writing to it changes the source's item.
  public let isOriginalFile: Bool
  /// The type under which the source registered the file; nil if the type is not declared.
  public let contentType: UTType?
}
