package import Foundation
package import ProfferFileSystem
import UniformTypes

/// The contents from a source for one load, before they are converted to the requested form.
package enum RepresentationContents: Sendable {
  /// Bytes.
  case data(Data)
  /// A file or folder of the source.
  ///
  /// The receiver gets a copy, unless it requests the file itself, `isInPlace` is true, and the
  /// representation allows opening in place.
  case file(FilePath, isInPlace: Bool)
  /// A part of an open file.
  ///
  /// A load that returns a file copies this range, and shares extents with the open file if possible.
  case range(OpenFile, offset: UInt64, byteCount: UInt64, name: FileName?)
  /// A folder that is not on disk yet.
  ///
  /// The closure creates the folder and its contents at the path in its argument. The path does not exist
  /// before the call.
  case tree(name: FileName?, write: @Sendable (FilePath) throws -> Void)
}

/// A request to a source for the contents of one load.
package struct RepresentationRequest: Sendable {
  /// The form in which the receiver gets the contents.
  package enum Form: Sendable {
    /// Bytes in memory.
    case data
    /// A file owned by the receiver.
    case file
    /// The source's own file if the source allows opening in place, otherwise a file owned by the receiver.
    case inPlaceFile
    /// An item of the coercing interface; the values are the requested class and the receiver's options.
    case item(expected: Any.Type?, options: [String: any Sendable])
  }

  /// The registered identifier, which may be more specific than the requested identifier.
  package let typeIdentifier: String
  /// The form in which the receiver gets the contents.
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

  /// Sets the load's progress to the bytes that the source has processed.
  func report(_ completedByteCount: UInt64, of byteCount: UInt64) {
    progress.report(completedByteCount, of: byteCount)
  }

  /// Makes the load's progress follow another progress.
  ///
  /// Cancelling the load also cancels the other progress.
  func follow(_ source: Progress) { progress.follow(source) }

  /// Throws if the load is over, because further results would be discarded.
  func checkCancellation() throws {
    if !isPending() { throw ItemProviderError.cancelled }
  }
}

/// A source's answer: contents, an item of the coercing interface, or a registered object.
///
/// The item or object is converted to contents if the receiver requests bytes or a file.
enum RepresentationAnswer: Sendable {
  case contents(RepresentationContents)
  case item(any Sendable)
  case object(RegisteredObject)
}

/// An object that was registered to be written on request.
struct RegisteredObject: Sendable {
  /// The object, for a receiver that requests an item.
  let item: any Sendable
  /// Writes the object as bytes of the registered type.
  let write: @Sendable (@escaping @Sendable (Result<Data, any Error>) -> Void) -> Void
}

/// A value that is registered in place of an object that is not `Sendable`.
package protocol BoxedObject {
  /// The object, or the value that corresponds to it.
  var item: any Sendable { get }
}

/// Starts a source for one load.
///
/// The source may answer before the call returns, later on any thread, or never. Only the first answer
/// is used.
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
  /// Whether an item that is registered later for the same identifier replaces this representation.
  var isReplaceable = false
  let handler: RepresentationHandler

  func offer(at index: Int) -> RepresentationOffer {
    RepresentationOffer(
      index: index, typeIdentifier: typeIdentifier, kind: kind, visibility: visibility,
      allowsOpenInPlace: allowsOpenInPlace, isPromised: isPromised, byteCount: byteCount)
  }
}

/// The representations of a provider in registered order, with one representation for each identifier.
struct RepresentationList: Sendable {
  private(set) var elements: [Representation] = []
  /// The identifiers of registrations that were ignored, without duplicates.
  private(set) var ignored: [String] = []
  private var indices: [TypeIdentifier: Int] = [:]
  private var ignoredKeys: Set<TypeIdentifier> = []

  /// Adds a representation at the end, unless its identifier is empty or already present.
  ///
  /// There is one exception: an item overwrites a representation with the same identifier that is marked as
  /// replaceable.
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

  /// The representation with exactly this identifier; nil if there is none.
  subscript(typeIdentifier: String) -> Representation? {
    indices[TypeIdentifier(typeIdentifier)].map { elements[$0] }
  }

  /// Returns a list with the representations that satisfy the predicate, in the same order.
  func filter(_ isIncluded: (Representation) -> Bool) -> RepresentationList {
    var list = RepresentationList()
    for element in elements where isIncluded(element) { list.append(element) }
    return list
  }
}
