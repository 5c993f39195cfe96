import Foundation
import UniformTypes

/// What a source answers: contents, or an item of the coercing interface that becomes contents when needed.
enum RepresentationAnswer: Sendable {
  case contents(RepresentationContents)
  case item(any Sendable)
}

/// Asks a source for one load's contents.
///
/// The answer may come before the call returns, later from anywhere, or never; whoever calls admits the
/// first.
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
  let handler: RepresentationHandler

  func offer(at index: Int) -> RepresentationOffer {
    RepresentationOffer(
      index: index, typeIdentifier: typeIdentifier, kind: kind, visibility: visibility,
      allowsOpenInPlace: allowsOpenInPlace, isPromised: isPromised, byteCount: byteCount)
  }
}

extension Result where Failure == any Error {
  /// The one result of a completion's two optional parameters; a value counts more than an error beside it.
  init(_ value: Success?, _ error: (any Error)?, orEmptyAnswerFor typeIdentifier: String) {
    if let value {
      self = .success(value)
    } else {
      self = .failure(error ?? ItemProviderError.emptyAnswer(for: typeIdentifier))
    }
  }
}

/// The representations of a provider in the order of their registration, each identifier once.
struct RepresentationList: Sendable {
  private(set) var elements: [Representation] = []
  /// The identifiers of newcomers that were ignored, each once.
  private(set) var ignored: [String] = []
  private var places: [String: Int] = [:]
  private var ignoredKeys: Set<String> = []

  /// Adds a representation at the end.
  ///
  /// An identifier that is there already stays as it is, and the newcomer is ignored.
  mutating func append(_ representation: Representation) {
    let key = TypeIdentifier.folded(representation.typeIdentifier)
    if places[key] != nil || representation.typeIdentifier.isEmpty {
      if ignoredKeys.insert(key).inserted { ignored.append(representation.typeIdentifier) }
      return
    }
    places[key] = elements.count
    elements.append(representation)
  }

  /// The representation of exactly this identifier.
  subscript(typeIdentifier: String) -> Representation? {
    places[TypeIdentifier.folded(typeIdentifier)].map { elements[$0] }
  }

  /// The list with only those that the predicate keeps, in the same order.
  func filter(_ isIncluded: (Representation) -> Bool) -> RepresentationList {
    var list = RepresentationList()
    for element in elements where isIncluded(element) { list.append(element) }
    return list
  }
}
