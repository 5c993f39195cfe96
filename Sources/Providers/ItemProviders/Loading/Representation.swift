package import Foundation
package import ProfferFileSystem
import UniformTypes

/// What a source gives for one load, before it becomes what the receiver asked for.
package enum RepresentationContents: Sendable {
  /// Bytes.
  case data(Data)
  /// A file or folder of the source's.
  ///
  /// The receiver gets a copy, or the file itself when it asks for that, `isInPlace` is true and the representation
  /// allows it.
  case file(FilePath, isInPlace: Bool)
  /// A part of an open file: loading to a file copies the range, where possible by sharing extents.
  case range(OpenFile, offset: UInt64, byteCount: UInt64, name: FileName?)
  /// A folder that is not on disk yet.
  ///
  /// The closure makes it, with everything in it, at a path that does not exist.
  case tree(name: FileName?, write: @Sendable (FilePath) throws -> Void)
}

/// A load as its source sees it.
package struct RepresentationRequest: Sendable {
  /// What the receiver will be given.
  package enum Form: Sendable {
    /// Bytes in memory.
    case data
    /// A file of the receiver's own.
    case file
    /// The source's file itself, where the source allows that.
    case inPlaceFile
    /// An item through the coercing interface, with the wanted class and the receiver's options.
    case item(expected: Any.Type?, options: [String: any Sendable])
  }

  /// The registered identifier, which may be more specific than the one that the receiver named.
  package let typeIdentifier: String
  /// What the receiver will be given.
  package let form: Form
  private let isPending: @Sendable () -> Bool
  private let progress: LoadProgress

  init(typeIdentifier: String, form: Form, progress: LoadProgress, isPending: @escaping @Sendable () -> Bool)
  {
    self.typeIdentifier = typeIdentifier
    self.form = form
    self.progress = progress
    self.isPending = isPending
  }

  /// Sets the load's progress to the bytes that the source has done.
  func report(_ completedByteCount: UInt64, of byteCount: UInt64) {
    progress.report(completedByteCount, of: byteCount)
  }

  /// Makes the load's progress follow another one and cancel it.
  func follow(_ source: Progress) { progress.follow(source) }

  /// Throws when the load is over, because everything that is still made for it is discarded.
  func checkCancellation() throws {
    if !isPending() { throw ItemProviderError.cancelled }
  }
}

/// A source's answer: contents, or an item of the coercing interface that becomes contents when needed.
enum RepresentationAnswer: Sendable {
  case contents(RepresentationContents)
  case item(any Sendable)
}

/// Starts a source for one load.
///
/// The source may answer before the call returns, later on any thread, or never; only the first answer counts.
typealias RepresentationHandler =
  @Sendable (RepresentationRequest, @escaping @Sendable (Result<RepresentationAnswer, any Error>) -> Void) ->
  Progress?

/// One registered representation.
struct Representation: Sendable {
  let typeIdentifier: String
  let kind: RepresentationKind
  let visibility: RepresentationVisibility
  var allowsOpenInPlace = false
  var isPromised = false
  var byteCount: UInt64?
  /// Whether an item that is registered later for the same identifier takes its place.
  var isReplaceable = false
  let handler: RepresentationHandler

  func offer(at index: Int) -> RepresentationOffer {
    RepresentationOffer(
      index: index, typeIdentifier: typeIdentifier, kind: kind, visibility: visibility,
      allowsOpenInPlace: allowsOpenInPlace, isPromised: isPromised, byteCount: byteCount)
  }
}

/// The representations of a provider in the order of their registration, each identifier once.
struct RepresentationList: Sendable {
  private(set) var elements: [Representation] = []
  /// The identifiers of registrations that were ignored, each once.
  private(set) var ignored: [String] = []
  private var indices: [TypeIdentifier: Int] = [:]
  private var ignoredKeys: Set<TypeIdentifier> = []

  /// Adds a representation at the end, unless its identifier is empty or present already.
  ///
  /// An item takes the place of a replaceable one with its identifier.
  mutating func append(_ representation: Representation) {
    let key = TypeIdentifier(representation.typeIdentifier)
    if let index = indices[key], elements[index].isReplaceable, representation.kind == .item {
      elements[index] = representation
      return
    }
    if indices[key] != nil || representation.typeIdentifier.isEmpty {
      if ignoredKeys.insert(key).inserted { ignored.append(representation.typeIdentifier) }
      return
    }
    indices[key] = elements.count
    elements.append(representation)
  }

  /// The representation of exactly this identifier.
  subscript(typeIdentifier: String) -> Representation? {
    indices[TypeIdentifier(typeIdentifier)].map { elements[$0] }
  }

  /// The list with only those that the predicate keeps, in the same order.
  func filter(_ isIncluded: (Representation) -> Bool) -> RepresentationList {
    var list = RepresentationList()
    for element in elements where isIncluded(element) { list.append(element) }
    return list
  }
}
