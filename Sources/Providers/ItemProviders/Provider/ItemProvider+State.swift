import ByteTools
import Foundation
import UniformTypes

extension ItemProvider {
  /// Everything a provider knows; a copy of it is a copy of the provider.
  struct State: Sendable {
    var representations = RepresentationList()
    var addressOrder = FidelityOrder.AddressOrder.behindContents
    /// What was noticed when transferable values were registered.
    var transferRemarks: [ProviderDiagnostic] = []
    var suggestedName: String?
    var presentationSize = PresentationSize.zero
    var presentationStyle = PresentationStyle.unspecified
    var teamData: Data?
    var previewImageHandler: LoadHandler?
    var team: String?
    var group: String?
  }

  func register(_ representation: Representation) {
    state.withLock { $0.representations.append(representation) }
  }

  /// The rule of choice as this provider is asked by it.
  func fidelityOrder(registry: TypeRegistry = .current) -> FidelityOrder {
    FidelityOrder(addressOrder: addressOrder, registry: registry)
  }

  // MARK: Doors for the rooms above

  /// The representations in registered order, each with everything but its contents.
  package var offers: [RepresentationOffer] {
    state.withLock { state in
      state.representations.elements.enumerated().map { $0.element.offer(at: $0.offset) }
    }
  }

  /// Registers contents that need no copy on the way: a part of an open file, a folder still to be made, a
  /// file, bytes.
  ///
  /// - Parameters:
  ///   - kind: how it counts; a bundle offers again what it kept as the kind that was packed.
  ///   - isPromised: whether the contents are made of another representation when somebody asks.
  ///   - byteCount: what a load will give, where it is known.
  ///   - source: runs on a background queue for each load.
  package func registerFileRepresentation(
    for typeIdentifier: String, kind: RepresentationKind = .file, visibility: RepresentationVisibility = .all,
    openInPlace: Bool = false, isPromised: Bool = false, byteCount: UInt64? = nil,
    source: @escaping @Sendable (RepresentationRequest) throws -> RepresentationContents
  ) {
    register(
      Representation(
        typeIdentifier: typeIdentifier, kind: kind, visibility: visibility, allowsOpenInPlace: openInPlace,
        isPromised: isPromised, byteCount: byteCount
      ) { request, answer in
        answer(Result { .contents(try source(request)) })
        return nil
      })
  }
}

extension Representation {
  /// One type of a value that a handler makes.
  ///
  /// The load follows the handler's progress, and cancels the writing too.
  static func object<Object: ItemProviderWriting>(
    _ typeIdentifier: String, visibility: RepresentationVisibility,
    loadHandler: @escaping @Sendable (@escaping @Sendable (Object?, (any Error)?) -> Void) -> Progress?
  ) -> Representation {
    Representation(typeIdentifier: typeIdentifier, kind: .object, visibility: visibility) { request, answer in
      loadHandler { object, error in
        switch Result(object, error, orEmptyAnswerFor: request.typeIdentifier) {
        case .failure(let error): answer(.failure(error))
        case .success(let object):
          if let progress = writeObject(object, for: request, answer) { request.follow(progress) }
        }
      }
    }
  }

  /// One type of a value that is there.
  static func object(
    _ object: some ItemProviderWriting, as typeIdentifier: String, visibility: RepresentationVisibility
  ) -> Representation {
    Representation(typeIdentifier: typeIdentifier, kind: .object, visibility: visibility) { request, answer in
      writeObject(object, for: request, answer)
    }
  }

  private static func writeObject(
    _ object: some ItemProviderWriting, for request: RepresentationRequest,
    _ answer: @escaping @Sendable (Result<RepresentationAnswer, any Error>) -> Void
  ) -> Progress? {
    object.loadData(withTypeIdentifier: request.typeIdentifier) { data, error in
      answer(Result(data, error, orEmptyAnswerFor: request.typeIdentifier).map { .contents(.data($0)) })
    }
  }

  /// An item of the coercing interface.
  static func item(_ typeIdentifier: String, loadHandler: @escaping ItemProvider.LoadHandler)
    -> Representation
  {
    Representation(typeIdentifier: typeIdentifier, kind: .item, visibility: .all) { request, answer in
      let completion: ItemProvider.CompletionHandler = { item, error in
        answer(Result(item, error, orEmptyAnswerFor: request.typeIdentifier).map { .item($0) })
      }
      switch request.form {
      case .item(let expected, let options): loadHandler(completion, expected, options)
      case .data, .file, .inPlaceFile: loadHandler(completion, Data.self, [:])
      }
      return nil
    }
  }
}
