import ByteTools
import UniformTypes

/// The answers of a registry for MIME types, as a thousand files have a few types.
final class FoundTypes: Sendable {
  private struct State: Sendable {
    var registry: TypeRegistry?
    var answers: [String: UTType?] = [:]
  }

  private let state = Locked(State())
  /// How many answers are kept: more than a database has names.
  private static let limit = 4096

  /// The answer of a registry, found now if it has not been; the answers of one registry are kept.
  func answer(_ mimeType: String, in registry: TypeRegistry, find: () -> UTType?) -> UTType? {
    let known = state.withLock { $0.registry === registry ? $0.answers[mimeType] : nil }
    if let known { return known }
    let answer = find()
    state.withLock { state in
      if state.registry !== registry { state = State(registry: registry) }
      if state.answers.count < Self.limit { state.answers[mimeType] = .some(answer) }
    }
    return answer
  }
}
