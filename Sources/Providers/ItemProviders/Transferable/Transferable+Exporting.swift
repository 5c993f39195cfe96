public import Foundation
import ProfferFileSystem
public import UniformTypes

extension Transferable {
  /// Returns the types that values of this type may be exported as and that the given receivers can see, in
  /// order.
  ///
  /// - Parameter visibility: `all` for receivers in other processes, `ownProcess` for the program itself,
  ///   which can see all representations.
  /// - Returns: the types, without duplicates.
  public static func exportedContentTypes(visibility: RepresentationVisibility = .all) -> [UTType] {
    unique(
      transferRepresentation.steps.compactMap(\.export).filter { $0.isVisible(at: visibility) }.map(\.type))
  }

  /// Returns the types that this value can be exported as, in order.
  ///
  /// A representation is omitted if the value does not satisfy its condition.
  ///
  /// - Parameter visibility: `all` for receivers in other processes, `ownProcess` for the program itself.
  /// - Returns: the types, without duplicates.
  public func exportedContentTypes(_ visibility: RepresentationVisibility = .all) -> [UTType] {
    // As in a provider, only the first representation of each type is used.
    var seen: Set<UTType> = []
    return exports.filter { seen.insert($0.type).inserted }.filter { $0.isVisible(at: visibility) }.map(
      \.type)
  }

  /// Returns the types that values can be imported from, in order of preference.
  ///
  /// - Returns: the types, without duplicates.
  public static func importedContentTypes() -> [UTType] {
    unique(transferSteps.compactMap(\.importing).map(\.type))
  }

  /// The file name that the representations suggest for this value; the last suggestion is used.
  public var suggestedFilename: String? {
    Self.transferSteps.compactMap(\.export?.suggestedFileName).last.flatMap { $0(self) }
  }

  /// Exports the value as bytes; reads the file if the representation is a file.
  ///
  /// - Parameter contentType: the requested type. If the value cannot be exported as exactly this type, the
  ///   first type that conforms to the requested type is used. Nil selects the first representation.
  /// - Returns: the bytes.
  /// - Throws: ``ItemProviderError`` if the value cannot be exported as this type, or the
  ///   representation's own error.
  public func exported(as contentType: UTType? = nil) async throws -> Data {
    let export = try export(as: contentType)
    return try await export.run(self).data(named: export.type.identifier)
  }

  /// Exports the value as a file in a folder; the name is derived from the suggested name and the type.
  ///
  /// - Parameters:
  ///   - folder: the URL of an existing folder.
  ///   - contentType: the type of the file; nil for the first type that can be exported.
  /// - Returns: the URL of the file, which the caller owns.
  /// - Throws: ``ItemProviderError`` if the value cannot be exported as this type, or the error of the
  ///   export or of the file system.
  public func export(to folder: URL, contentType: UTType? = nil) async throws -> URL {
    let file = try await exportedFile(contentType)
    let destination = try FilePath(fileURL: folder).appending(file.path.lastComponent.map { [$0] } ?? [])
    try file.keep(at: destination)
    return try destination.fileURL(isFolder: file.isFolder)
  }

  /// Exports the value as a temporary file, which is removed when the closure returns.
  ///
  /// - Parameters:
  ///   - contentType: the type of the file; nil for the first type that can be exported.
  ///   - fileHandler: reads the file.
  /// - Returns: the result of the closure.
  /// - Throws: ``ItemProviderError`` if the value cannot be exported as this type, or the error of the
  ///   export or of the closure.
  public func withExportedFile<Result>(
    contentType: UTType? = nil, fileHandler: (URL) async throws -> Result
  ) async throws -> Result {
    let file = try await exportedFile(contentType)
    defer { file.release() }
    return try await file.withURL(fileHandler)
  }

  /// Exports the value as a file in the same way as for any receiver: with a provider and its file loader.
  private func exportedFile(_ contentType: UTType?) async throws -> LoadedFile {
    let export = try export(as: contentType)
    return try await ItemProvider.registering(self).loadFileRepresentation(for: export.type)
  }

  private var exports: [TransferStep<Self>.Export] {
    Self.transferSteps.compactMap(\.export).filter { $0.condition?(self) ?? true }
  }

  private func export(as contentType: UTType?) throws -> TransferStep<Self>.Export {
    let exports = exports
    let identifiers = exports.map(\.type.identifier)
    let index =
      contentType.map { contentType in
        // The provider retains the declarations of the exported types, because the current registry may not
        // declare them.
        let types = ItemProvider()
        for export in exports { types.keep(export.type) }
        return types.fidelityOrder().index(among: identifiers, accepting: [contentType.identifier])
      } ?? exports.indices.first
    guard let index else {
      throw ItemProviderError.noRepresentation(of: contentType?.identifier ?? "any", among: identifiers)
    }
    return exports[index]
  }

  private static func unique(_ types: [UTType]) -> [UTType] {
    var seen: Set<UTType> = []
    return types.filter { seen.insert($0).inserted }
  }
}

extension TransferStep.Export {
  /// Returns whether the given receivers can see this export.
  fileprivate func isVisible(at relation: RepresentationVisibility) -> Bool {
    visibility == .all || relation == .ownProcess || visibility == relation
  }
}

// MARK: - Importing

extension Transferable {
  /// Imports a value from bytes.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - contentType: the type of the bytes; if it is nil, the importing representations are tried in
  ///     order.
  /// - Throws: ``ItemProviderError`` if no representation imports this type, or the error of the last
  ///   representation tried.
  public init(importing data: Data, contentType: UTType? = nil) async throws {
    let types = contentType.map { [$0] } ?? Self.importedContentTypes()
    var failure: any Error = ItemProviderError.noRepresentation(
      of: String(describing: Self.self), among: types.map(\.identifier))
    var imported: Self?
    for type in types where imported == nil {
      let provider = ItemProvider()
      provider.keep(type)
      provider.registerFileRepresentation(for: type.identifier, kind: .data) { _ in .data(data) }
      do { imported = try await provider.loadTransferable(type: Self.self) } catch { failure = error }
    }
    guard let imported else { throw failure }
    self = imported
  }

  /// Imports a value from a file or folder.
  ///
  /// - Parameters:
  ///   - file: the URL of the file or folder.
  ///   - contentType: the type of the file; nil to determine the type by the file's extension.
  /// - Throws: ``ItemProviderError`` if no representation imports this type, or the representation's own
  ///   error.
  public init(importing file: URL, contentType: UTType? = nil) async throws {
    let provider = ItemProvider(contentsOf: file, contentType: contentType, openInPlace: true)
    self = try await provider.loadTransferable(type: Self.self)
  }
}
