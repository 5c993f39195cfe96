public import Foundation
import UniformTypes

extension String: Transferable {
  /// UTF-8 text out; plain text in any of its encodings in.
  public static var transferRepresentation: some TransferRepresentation {
    DataRepresentation(exportedContentType: .utf8PlainText) { Data($0.utf8) }
    imports(readableTypeIdentifiersForItemProvider)
  }
}

extension URL: Transferable {
  /// A file's address as such, and every address as `public.url`.
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
  /// Imports what the type reads as an item provider's object.
  fileprivate static func imports(_ typeIdentifiers: [String]) -> TupleTransferRepresentation<Self> {
    TupleTransferRepresentation(
      steps: typeIdentifiers.compactMap { UTType($0) }.flatMap { type in
        DataRepresentation<Self>(importedContentType: type) {
          try Self.object(withItemProviderData: $0, typeIdentifier: type.identifier)
        }.steps
      })
  }
}
