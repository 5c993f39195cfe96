public import Foundation
public import UniformTypes

extension Transferable {
  /// Makes a value of bytes.
  ///
  /// - Parameter contentType: the type of the bytes; nil tries the importing representations in their order.
  /// - Throws: ``ItemProviderError`` when no representation imports that type, or the last one's own error.
  public init(importing data: Data, contentType: UTType? = nil) async throws {
    let types = contentType.map { [$0] } ?? Self.importedContentTypes()
    var failure: any Error = ItemProviderError.noRepresentation(
      of: String(describing: Self.self), among: types.map(\.identifier))
    var imported: Self?
    for type in types where imported == nil {
      let provider = ItemProvider()
      provider.registerFileRepresentation(for: type.identifier, kind: .data) { _ in .data(data) }
      do { imported = try await provider.loadTransferable(type: Self.self) } catch { failure = error }
    }
    guard let imported else { throw failure }
    self = imported
  }

  /// Makes a value of a file or folder.
  ///
  /// - Parameter contentType: the type of the file; nil takes the one of its extension.
  /// - Throws: ``ItemProviderError`` when no representation imports that type, or the representation's own
  ///   error.
  public init(importing file: URL, contentType: UTType? = nil) async throws {
    let provider = ItemProvider(contentsOf: file, contentType: contentType, openInPlace: true)
    self = try await provider.loadTransferable(type: Self.self)
  }
}
