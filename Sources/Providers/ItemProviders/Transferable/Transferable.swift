public import Foundation
import UniformTypes

/// A type that declares how its values are transferred: the type identifiers, their order, and how values
/// are exported and imported.
///
/// The representations are in order of preference: a receiver uses the first representation that it
/// supports. The API is the same as that of Apple's CoreTransferable.
///
/// ```swift
/// struct Profile: Codable, Transferable {
///   var name: String
///   static var transferRepresentation: some TransferRepresentation {
///     CodableRepresentation(contentType: UTType(exportedAs: "org.example.profile"))
///     ProxyRepresentation(exporting: \.name)
///   }
/// }
/// ```
public protocol Transferable: Sendable {
  /// The type of the composed representations.
  associatedtype Representation: TransferRepresentation
  /// The representations, in order of preference.
  @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}

extension Transferable {
  /// The steps of all representations.
  ///
  /// Constraining the item type of the representations to this type would prevent adopters from writing
  /// `some TransferRepresentation`. The builder ensures the item type instead. A representation with a
  /// different item type, created without the builder, has no steps.
  static var transferSteps: [TransferStep<Self>] {
    transferRepresentation.steps as? [TransferStep<Self>] ?? []
  }
}

extension Transferable {
  /// Diagnostics for the type's representations: combinations that are allowed but are probably mistakes.
  public static var transferDiagnostics: [ProviderDiagnostic] {
    let exports = transferSteps.compactMap(\.export)
    guard let first = exports.first, first.isProxy, let own = exports.first(where: { !$0.isProxy }) else {
      return []
    }
    return [.proxyBeforeOwn(proxy: first.type.identifier, own: own.type.identifier)]
  }
}

// MARK: - Values of the standard library and Foundation

extension String: Transferable {
  /// Exports text in UTF-8; imports plain text in UTF-8 or UTF-16.
  public static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(exportedContentType: .utf8PlainText) { Data($0.utf8) }
    imports(readableTypeIdentifiersForItemProvider)
  }
}

extension URL: Transferable {
  /// Exports a file URL as `public.file-url`, and every URL as `public.url`.
  public static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(exportedContentType: .fileURL) { Data($0.absoluteString.utf8) }
      .exportingCondition { $0.isFileURL }
    DataRepresentation(exportedContentType: .url) { Data($0.absoluteString.utf8) }
    imports(readableTypeIdentifiersForItemProvider)
  }
}

extension Data: Transferable {
  /// Exports and imports the bytes unchanged.
  public static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(exportedContentType: .data) { $0 }
    imports(readableTypeIdentifiersForItemProvider)
  }
}

extension ItemProviderReading {
  /// Returns representations that import values, one for each of the given types.
  fileprivate static func imports(_ typeIdentifiers: [String]) -> TupleTransferRepresentation<Self> {
    TupleTransferRepresentation(
      steps: typeIdentifiers.compactMap { UTType($0) }.flatMap { type in
        DataRepresentation<Self>(importedContentType: type) {
          try Self.object(withItemProviderData: $0, typeIdentifier: type.identifier)
        }.steps
      })
  }
}
