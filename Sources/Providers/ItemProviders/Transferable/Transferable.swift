public import Foundation
import UniformTypes

/// A type that declares how its values are transferred: as which types, in which order, and how each is
/// written and read.
///
/// The representations are in order of preference: a receiver uses the first one that it supports. The
/// API is that of Apple's CoreTransferable.
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
  /// `some TransferRepresentation`. The builder ensures the item type instead; a representation made
  /// without the builder has no steps.
  static var transferSteps: [TransferStep<Self>] {
    transferRepresentation.steps as? [TransferStep<Self>] ?? []
  }
}

extension Transferable {
  /// Problems in the type's representations: combinations that are allowed but probably mistakes.
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
  /// Exports UTF-8 text; imports plain text in any encoding.
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
  /// The bytes themselves.
  public static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(exportedContentType: .data) { $0 }
    imports(readableTypeIdentifiersForItemProvider)
  }
}

extension ItemProviderReading {
  /// Imports the types that this type can read as an item provider object.
  fileprivate static func imports(_ typeIdentifiers: [String]) -> TupleTransferRepresentation<Self> {
    TupleTransferRepresentation(
      steps: typeIdentifiers.compactMap { UTType($0) }.flatMap { type in
        DataRepresentation<Self>(importedContentType: type) {
          try Self.object(withItemProviderData: $0, typeIdentifier: type.identifier)
        }.steps
      })
  }
}
