import ByteTools
package import Foundation
import UniformTypes

/// A source's first answer, and what is needed to make of it what the receiver asked for.
struct Answered: Sendable {
  let delivery: Delivery
  let answer: RepresentationAnswer
}

extension ItemProvider {
  /// Starts a load of the representation that answers a request for a type.
  ///
  /// - Parameter deliver: makes the value of the source's answer, on the queue on which the source gave it: a
  ///   source may remove its file as soon as its completion returned. Calls the function it is given once.
  func startLoad<Value: Sendable>(
    of typeIdentifier: String, form: RepresentationRequest.Form,
    deliver: @escaping @Sendable (Answered, @escaping @Sendable (Result<Value, any Error>) -> Void) -> Void,
    completion: @escaping Load<Value>.Completion
  ) -> Progress {
    let (representations, suggestedName) = state.withLock { ($0.representations.elements, $0.suggestedName) }
    let identifiers = representations.map(\.typeIdentifier)
    let (load, progress) = Load.begin(completion)
    guard
      let index = fidelityOrder(registry: load.registry).index(
        among: identifiers, accepting: [typeIdentifier])
    else {
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
    deliver: @escaping @Sendable (Answered, @escaping @Sendable (Result<Value, any Error>) -> Void) -> Void
  ) {
    let request = RepresentationRequest(
      typeIdentifier: representation.typeIdentifier, form: form, progress: progress,
      isPending: { load.isPending })
    let delivery = Delivery(
      request: request, allowsOpenInPlace: representation.allowsOpenInPlace,
      suggestedName: suggestedName, registry: load.registry)
    let pending = PendingAnswer(load, typeIdentifier: representation.typeIdentifier)
    CallbackQueue.loading.async {
      guard load.isPending else { return }
      load.registry.perform {
        let source = representation.handler(request) { result in
          guard pending.load.admitAnswer() else { return }
          switch result {
          case .failure(let error): pending.load.finish(.failure(error))
          case .success(let answer):
            pending.load.registry.perform {
              deliver(Answered(delivery: delivery, answer: answer)) { pending.load.finish($0) }
            }
          }
        }
        if let source { progress.follow(source) }
      }
    }
  }

  /// Starts a load whose value is made of contents.
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
    finish: @escaping @Sendable (Result<Value, any Error>) -> Void
  ) {
    let delivery = answered.delivery
    ItemCoercion.resolve(answered.answer, typeIdentifier: delivery.request.typeIdentifier) { contents in
      finish(contents.flatMap { contents in delivery.explaining { try make(delivery, contents) } })
    }
  }

  /// Starts a load of an item as its source stored or made it.
  func startItemLoad(
    of typeIdentifier: String, expecting expected: Any.Type?, options: [String: any Sendable],
    completion: @escaping Load<any Sendable>.Completion
  ) -> Progress {
    startLoad(
      of: typeIdentifier, form: .item(expected: expected, options: options),
      deliver: { answered, finish in
        finish(answered.delivery.explaining { try answered.delivery.item(of: answered.answer) })
      }, completion: completion)
  }

  /// Loads the contents of one representation without making anything of them: a room that stores them reads
  /// the range, the file or the folder itself.
  ///
  /// - Parameter index: the representation's place in `offers`.
  @discardableResult
  package func loadContents(
    at index: Int, completionHandler: @escaping @Sendable (Result<RepresentationContents, any Error>) -> Void
  ) -> Progress {
    let (representations, suggestedName) = state.withLock { ($0.representations.elements, $0.suggestedName) }
    let (load, progress) = Load.begin(completionHandler)
    precondition(
      representations.indices.contains(index), "there are \(representations.count) representations")
    start(
      load, progress, of: representations[index], form: .file, suggestedName: suggestedName
    ) { Self.deliver($0, make: { _, contents in contents }, finish: $1) }
    return progress
  }

  /// Loads the contents of one representation, for a caller that can wait.
  package func contents(at index: Int) async throws -> RepresentationContents {
    try await Awaited.value { self.loadContents(at: index, completionHandler: $0) }
  }
}

extension Delivery {
  /// Runs a step; what goes wrong with a file is told as a load that failed, with the file's own error as its
  /// cause.
  func explaining<Value>(_ step: () throws -> Value) -> Result<Value, any Error> {
    do {
      return .success(try step())
    } catch let error as ItemProviderError {
      return .failure(error)
    } catch {
      return .failure(ItemProviderError.unreadable(request.typeIdentifier, cause: error))
    }
  }
}
