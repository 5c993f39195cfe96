import Conversions
import FileSystem
import Foundation
import ItemProviders
import ProviderBundles
import TypeDiscovery
import UniformTypes

/// What a conversion starts from: a file, standard input, or the representations of an item.
struct ConversionSource {
  /// What messages call it.
  let name: String
  /// The types that the bytes can be had in, best first.
  let candidates: [String]
  /// The types that the candidates are of, those that a bundle carries included.
  let types: TypeRegistry
  /// The encoding that the input was said to be in.
  private let encodingName: String?
  private let contents: (_ candidate: Int) throws -> (contents: DocumentContents, name: String?)

  private init(
    name: String, candidates: [String], types: TypeRegistry = .current, encodingName: String? = nil,
    contents: @escaping (_ candidate: Int) throws -> (contents: DocumentContents, name: String?)
  ) {
    self.name = name
    self.candidates = candidates
    self.types = types
    self.encodingName = encodingName
    self.contents = contents
  }

  /// Finds the types of an input without reading it.
  init(_ input: PathArgument, from: TypeArgument?, item: Int?, receiver: ReceiverIdentity, console: Console)
    throws
  {
    let declared = try from?.resolved(console: console)
    let encodingName = try from?.encodingName
    switch input {
    case .standardStream:
      guard let declared else {
        throw UsageError("standard input has no name to tell its type by: add --from TYPE")
      }
      if declared.identifier == UTType.dragBundle.identifier {
        try self.init(input.openBundle(), item: item, receiver: receiver, console: console)
        return
      }
      guard item == nil else {
        throw UsageError("--item goes with a bundle, and standard input is said to be \(declared.identifier)")
      }
      self.init(name: "standard input", candidates: [declared.identifier], encodingName: encodingName) { _ in
        (.data(try OpenFile.standardInput.readAll()), nil)
      }
    case .path(let path):
      let type = try declared ?? ProgramTypes.detect(path).type
      if type.identifier == UTType.dragBundle.identifier {
        try self.init(ProviderBundle(opening: path), item: item, receiver: receiver, console: console)
        return
      }
      guard item == nil else {
        throw UsageError("--item goes with a bundle, and \(path) is \(type.identifier)")
      }
      self.init(name: path.description, candidates: [type.identifier], encodingName: encodingName) { _ in
        (try DocumentContents(at: path), path.lastComponent?.string)
      }
    }
  }

  private init(
    _ bundle: ProviderBundle, item number: Int?, receiver: ReceiverIdentity, console: Console
  ) throws {
    let items = try bundle.items(numbered: number)
    guard let first = items.first, items.count == 1 else {
      throw Failure("\(bundle.path) has \(items.count) items; choose one with --item N")
    }
    let stored = bundle.visible(in: first.item, to: receiver).map(\.representation)
      .filter { !$0.isPromise }
    self.init(
      name: "item \(first.number) of \(bundle.path)", candidates: stored.map(\.typeIdentifier),
      types: try bundle.registry(beyond: .current)
    ) { candidate in
      stored[candidate].noteReference(console: console)
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

  /// Runs something on the source's bytes; a coder's error then says which bytes they were.
  func naming<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as CoderError {
      throw Failure("\(name): \(error.message)")
    }
  }
}

extension OpenFile {
  /// All that a stream still gives.
  func readAll() throws -> Data {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = try buffer.withUnsafeMutableBytes { try readNext(into: $0) }
      if count == 0 { return data }
      data.append(contentsOf: buffer[..<count])
    }
  }
}
