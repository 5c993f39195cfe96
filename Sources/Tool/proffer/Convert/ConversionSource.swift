import Foundation
import ItemProviders
import ProfferActions
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import TypeDiscovery
import UniformTypes

/// What a conversion starts from: a file, standard input, or the representations of an item.
struct ConversionSource {
  /// What messages call it.
  let name: String
  /// The types in which the source is available, best first.
  let candidates: [String]
  /// The encoding that the command line names.
  private let encodingName: String?
  private let contents: (_ candidate: Int) throws -> (contents: DocumentContents, name: String?)

  private init(
    name: String, candidates: [String], encodingName: String? = nil,
    contents: @escaping (_ candidate: Int) throws -> (contents: DocumentContents, name: String?)
  ) {
    self.name = name
    self.candidates = candidates
    self.encodingName = encodingName
    self.contents = contents
  }

  /// Finds the types of an input without reading all of it.
  ///
  /// - Parameters:
  ///   - types: gets the types that a bundle carries.
  ///   - bar: shows how much of a stream is read.
  init(
    _ input: PathArgument, from: TypeArgument?, place: PlaceArgument?, receiver: ReceiverIdentity,
    context: ActionContext, showing bar: ProgressBar? = nil
  ) throws {
    let declared = try from?.resolved(in: context)
    let encodingName = try from?.encodingName
    switch input {
    case .standardStream:
      guard let declared else {
        throw ActionError.usage("standard input has no name that shows its type; add --from TYPE")
      }
      if declared == .dragBundle {
        let bundle = try input.openBundle(in: context)
        try context.types.include(typesOf: bundle)
        try self.init(bundle, at: place, receiver: receiver)
        return
      }
      guard place == nil else {
        throw ActionError.usage(
          "--item needs a bundle, and --from says that standard input is \(declared.identifier)")
      }
      self.init(name: "standard input", candidates: [declared.identifier], encodingName: encodingName) { _ in
        (.data(try OpenFile.standardInput.readAll { bar?.add($0) }), nil)
      }
    case .path(let path):
      // A file whose type is detected is the one that is converted, whatever is at its path by then.
      let (type, file) = try declared.map { ($0, nil) } ?? context.types.detectOpening(path)
      if type == .dragBundle {
        let bundle = try input.openBundle(in: context, item: place?.item)
        try context.types.include(typesOf: bundle)
        try self.init(bundle, at: place, receiver: receiver)
        return
      }
      guard place == nil else {
        throw ActionError.usage("--item needs a bundle, and \(path) is \(type.identifier)")
      }
      self.init(name: path.description, candidates: [type.identifier], encodingName: encodingName) { _ in
        (try file.map(DocumentContents.init) ?? DocumentContents(at: path), path.lastComponent?.string)
      }
    }
  }

  /// Finds the types of an item of an open bundle, whose types are known.
  ///
  /// - Parameter place: the item; nil where the bundle has only one.
  init(_ bundle: ProviderBundle, at place: PlaceArgument?, receiver: ReceiverIdentity) throws {
    let items = try bundle.items(numbered: place?.item)
    guard let first = items.first, items.count == 1 else {
      throw ActionError.failure(
        "\(bundle.path) has \(items.count) items; choose one with --item N, or convert all with --into FOLDER",
        name: "severalItems")
    }
    try place?.requireRepresentation(of: first.item, in: bundle)
    let stored = bundle.visible(in: first.item, to: receiver)
      .filter { place?.representationIndex ?? $0.index == $0.index }.map(\.representation)
      .filter { !$0.isPromise }
    self.init(name: "item \(first.number) of \(bundle.path)", candidates: stored.map(\.typeIdentifier)) {
      candidate in
      stored[candidate].noteReference()
      return (try DocumentContents(of: stored[candidate], in: bundle), stored[candidate].name?.string)
    }
  }

  /// Reads the bytes of a candidate.
  func load(_ candidate: Int) throws -> RepresentationSource {
    let (contents, name) = try contents(candidate)
    var source = RepresentationSource(contents, typeIdentifier: candidates[candidate], name: name)
    if let encodingName { source.declaredEncodingName = encodingName }
    return source
  }

  /// Runs a function on the source's bytes; the error of a coder then names the source.
  func naming<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as CoderError {
      throw ActionError.failure(error.message, of: name, cause: error)
    }
  }
}
