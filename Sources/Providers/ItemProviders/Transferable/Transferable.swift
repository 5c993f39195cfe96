public import Foundation
import UniformTypes

/// A type that declares how its values are transferred: under which types, in which order, and how each is made and read.
///
/// The representations are in order of preference: a receiver takes the first that it supports. The API is that of
/// Apple's CoreTransferable.
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
  /// The composed representations.
  associatedtype Representation: TransferRepresentation
  /// The representations, most wanted first.
  @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}

extension Transferable {
  /// The steps of all representations.
  ///
  /// A constraint that the representations are of this type would forbid adopters to write
  /// `some TransferRepresentation`. The builder ensures it instead; a representation made without the builder has no
  /// steps.
  static var transferSteps: [TransferStep<Self>] {
    transferRepresentation.steps as? [TransferStep<Self>] ?? []
  }
}

extension Transferable {
  /// What is allowed in the type's representations but probably a mistake.
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
  /// Exports UTF-8 text; imports plain text in any of its encodings.
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
  /// Imports the types that it reads as an object of an item provider.
  fileprivate static func imports(_ typeIdentifiers: [String]) -> TupleTransferRepresentation<Self> {
    TupleTransferRepresentation(
      steps: typeIdentifiers.compactMap { UTType($0) }.flatMap { type in
        DataRepresentation<Self>(importedContentType: type) {
          try Self.object(withItemProviderData: $0, typeIdentifier: type.identifier)
        }.steps
      })
  }
}
