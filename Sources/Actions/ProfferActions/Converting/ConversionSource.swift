import Foundation
import ItemProviders
package import ProfferConversions
package import ProfferFileSystem
package import ProviderBundles
import TypeDiscovery
package import UniformTypes

/// The source of a conversion: a file, standard input, or the representations of an item.
package struct ConversionSource {
  /// The name that messages use for the source.
  package let name: String
  /// The types in which the source is available, best first.
  package let candidates: [String]
  /// The encoding that the user specified; nil if none was specified.
  private let encodingName: String?
  /// Whether the source is an item of a bundle.
  private let isItem: Bool
  private let limits: ReadingLimits
  /// The path of the source; nil for a stream or an item of a bundle.
  package let path: FilePath?
  private let contents: (_ candidate: Int) throws -> (contents: DocumentContents, name: String?)

  private init(
    name: String, candidates: [String], encodingName: String? = nil, isItem: Bool = false,
    path: FilePath? = nil, limits: ReadingLimits,
    contents: @escaping (_ candidate: Int) throws -> (contents: DocumentContents, name: String?)
  ) {
    self.name = name
    self.candidates = candidates
    self.encodingName = encodingName
    self.isItem = isItem
    self.path = path
    self.limits = limits
    self.contents = contents
  }

  /// Creates a source from an input and detects its type.
  ///
  /// A file is not read completely. A stream is read completely if `from` is nil.
  ///
  /// - Parameter context: receives the types that a bundle declares, and the progress of reading a stream.
  package init(
    _ input: ActionInput, from: TypeReference?, place: PlaceReference?, in context: ActionContext
  ) throws {
    let declared = try from?.resolved(in: context)
    // A stream of a known type is read only when it is converted.
    let input = declared == nil ? try input.spooled(in: context) : input
    // The same open file is used for detection and conversion, even if the path changes in between.
    var opened: OpenFile?
    let type: UTType
    if let declared {
      type = declared
    } else {
      switch input.origin {
      case .path(let path): (type, opened) = try context.types.detectOpening(path)
      case .contents(let file, _), .stream(let file):
        type = try context.types.detect(contents: file, of: input, context.note)
        guard type != .data else {
          throw ActionError.failure("cannot detect the type of \(input)", code: .needsType)
        }
      }
    }
    if type == .dragBundle {
      let bundle = try input.openBundle(item: place?.itemNumber, in: context)
      try context.types.include(typesOf: bundle)
      try self.init(bundle, at: place?.resolved(in: bundle, for: context.identity), in: context)
      return
    }
    guard place == nil else {
      let name = TypeNames.name(of: type.identifier, in: context.types.registry)
      throw ActionError.usage("\(input) is not a bundle, but \(name), which has no items", code: .noItems)
    }
    let path = input.path
    self.init(
      name: input.description, candidates: [type.identifier], encodingName: try from?.encodingName,
      path: path, limits: context.readingLimits
    ) { [opened] _ in
      let contents: DocumentContents =
        switch input.origin {
        case .path(let path): try opened.map(DocumentContents.init) ?? DocumentContents(at: path)
        case .stream(let stream): .data(try stream.readAll(context.advance))
        case .contents(let file, _):
          .data(try Data(mapping: file, at: 0, byteCount: file.status().byteCount))
        }
      return (contents, path?.lastComponent?.string)
    }
  }

  /// Creates a source from an item of an open bundle.
  ///
  /// The context must already contain the bundle's types.
  ///
  /// - Parameter place: the item; if nil, the bundle must have a single item.
  package init(_ bundle: ProviderBundle, at place: BundlePlace?, in context: ActionContext) throws {
    let items = try bundle.items(numbered: place?.item)
    guard let first = items.first, items.count == 1 else {
      throw ActionError.failure(
        "\(bundle.path) has \(items.count) items", code: .severalItemsToConvert)
    }
    try place?.requireRepresentation(of: first.item, in: bundle)
    let stored = bundle.visible(in: first.item, to: context.identity)
      .filter { place?.representationIndex ?? $0.index == $0.index }.map(\.representation)
      .filter { !$0.isPromise }
    self.init(
      name: "item \(first.number) of \(bundle.path)", candidates: stored.map(\.typeIdentifier),
      isItem: true, limits: context.readingLimits
    ) { candidate in
      stored[candidate].noteReference(in: context)
      return (try DocumentContents(of: stored[candidate], in: bundle), stored[candidate].name?.string)
    }
  }

  /// Returns the contents of the source in a type.
  ///
  /// - Parameter candidate: the index of the type in ``candidates``.
  package func load(_ candidate: Int) throws -> RepresentationSource {
    let (contents, name) = try contents(candidate)
    var source = RepresentationSource(
      contents, typeIdentifier: candidates[candidate], name: name, limits: limits)
    if let encodingName { source.declaredEncodingName = encodingName }
    return source
  }

  /// Returns the MIME type that states the encoding of the source with a `charset` parameter.
  ///
  /// The result is nil for an item of a bundle, because ``DocumentConversion/from`` is the type of the whole
  /// input.
  ///
  /// - Parameter candidate: the index of the type in ``candidates``.
  package func textType(_ candidate: Int, in registry: TypeRegistry) -> String? {
    if isItem { return nil }
    let tags = registry.declaredType(candidates[candidate]).map { registry.tags(of: $0) }
    // Text whose type has no MIME type can be read only as plain text.
    return tags?[.mimeType]?.first.map { MediaType($0).essence } ?? "text/plain"
  }

  /// Returns the pictures beside the source for a conversion; nil if the result can refer to them.
  ///
  /// A result in another folder contains the pictures. If its format cannot, they are counted as losses.
  ///
  /// - Parameters:
  ///   - destination: the path of the result; nil if it is not known.
  ///   - keepsPictures: whether the conversion keeps the pictures that the result cannot contain.
  package func pictures(
    for plan: ConversionPlan, to destination: FilePath?, keepsPictures: Bool = false,
    in context: ActionContext
  ) throws -> PictureResolver? {
    guard let path else { return nil }
    let destination = keepsPictures ? destination ?? context.unnamedResult : destination
    if plan.writer.pictures != .inside {
      guard let destination, plan.writer.kind == plan.reader.kind, try !isBeside(destination)
      else { return nil }
      if plan.writer.pictures == .elsewhere, !keepsPictures { return PictureResolver { _ in nil } }
    }
    return try FolderPictures(beside: path, in: context).resolver
  }

  /// Returns whether the source is not a file or the path is in its folder.
  private func isBeside(_ destination: FilePath) throws -> Bool {
    guard let path else { return true }
    let folder = try destination.absolute().parent
    // A missing folder counts as another folder.
    guard try FileStatus.ifPresent(folder) != nil else { return false }
    return try path.absolute().parent.resolvingLinks() == folder.resolvingLinks()
  }

  /// Calls a function.
  ///
  /// If a coder throws an error, the name of the source is added to the error.
  package func naming<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as CoderError {
      throw ActionError.failure(error.message, of: name, cause: error)
    }
  }
}
