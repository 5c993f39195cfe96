import ByteTools
package import Foundation
import UniformTypes

/// A source's first answer, and the delivery that converts it to the requested form.
struct Answered: Sendable {
  let delivery: Delivery
  let answer: RepresentationAnswer
}

extension ItemProvider {
  /// Starts a load of the representation that is chosen for a type.
  ///
  /// - Parameter deliver: creates the value from the source's answer; see
  ///   ``Load/run(_:following:handler:deliver:)``.
  func startLoad<Value: Sendable>(
    of typeIdentifier: String, form: RepresentationRequest.Form,
    deliver: @escaping @Sendable (Answered, @escaping Load<Value>.Completion) -> Void,
    completion: @escaping Load<Value>.Completion
  ) -> Progress {
    let (representations, suggestedName) = state.withLock { ($0.representations.elements, $0.suggestedName) }
    let identifiers = representations.map(\.typeIdentifier)
    let (load, progress) = Load.begin(registry: typeRegistry, completion)
    let order = fidelityOrder(registry: load.registry)
    guard let index = order.index(among: identifiers, accepting: [typeIdentifier]) else {
      load.finish(.failure(ItemProviderError.noRepresentation(of: typeIdentifier, among: identifiers)))
      return progress
    }
    start(
      load, progress, of: representations[index], form: form, suggestedName: suggestedName, deliver: deliver)
    return progress
  }

  private func start<Value: Sendable>(
    _ load: Load<Value>, _ progress: LoadProgress, of representation: Representation,
    form: RepresentationRequest.Form, suggestedName: String?,
    deliver: @escaping @Sendable (Answered, @escaping Load<Value>.Completion) -> Void
  ) {
    let request = RepresentationRequest(
      typeIdentifier: representation.typeIdentifier, form: form, progress: progress,
      isPending: { load.isPending })
    let delivery = Delivery(
      request: request, allowsOpenInPlace: representation.allowsOpenInPlace,
      suggestedName: suggestedName, registry: load.registry, staging: .current)
    load.run(representation.typeIdentifier, following: progress) {
      representation.handler(request, $0)
    } deliver: { answer, finish in
      deliver(Answered(delivery: delivery, answer: answer), finish)
    }
  }

  /// Starts a load that creates its value from the source's contents.
  func startContentsLoad<Value: Sendable>(
    of typeIdentifier: String, form: RepresentationRequest.Form,
    make: @escaping @Sendable (Delivery, RepresentationContents) throws -> Value,
    completion: @escaping Load<Value>.Completion
  ) -> Progress {
    startLoad(
      of: typeIdentifier, form: form, deliver: { Self.deliver($0, make: make, finish: $1) },
      completion: completion)
  }

  private static func deliver<Value: Sendable>(
    _ answered: Answered, make: @escaping @Sendable (Delivery, RepresentationContents) throws -> Value,
    finish: @escaping Load<Value>.Completion
  ) {
    let delivery = answered.delivery
    ItemCoercion.resolve(answered.answer, typeIdentifier: delivery.request.typeIdentifier) { contents in
      finish(contents.flatMap { contents in delivery.explaining { try make(delivery, contents) } })
    }
  }

  /// Loads the contents of one representation in the form that the source provides.
  ///
  /// With these contents, a module that stores representations can directly read a part of a file, a file
  /// or a folder.
  ///
  /// - Parameter index: the representation's index in `offers`.
  @discardableResult
  package func loadContents(
    at index: Int, completionHandler: @escaping @Sendable (Result<RepresentationContents, any Error>) -> Void
  ) -> Progress {
    let (representations, suggestedName) = state.withLock { ($0.representations.elements, $0.suggestedName) }
    let (load, progress) = Load.begin(registry: typeRegistry, completionHandler)
    precondition(
      representations.indices.contains(index), "there are \(representations.count) representations")
    start(
      load, progress, of: representations[index], form: .file, suggestedName: suggestedName
    ) { Self.deliver($0, make: { _, contents in contents }, finish: $1) }
    return progress
  }

  /// Loads the contents of one representation.
  package func contents(at index: Int) async throws -> RepresentationContents {
    try await Awaited.value { self.loadContents(at: index, completionHandler: $0) }
  }
}
