import ByteTools
import UniformTypes

/// A cache of a registry's types for MIME types, because a thousand files have only a few types.
final class FoundTypes: Sendable {
  private struct State: Sendable {
    var registry: TypeRegistry?
    var answers: [String: UTType?] = [:]
  }

  private let state = Locked(State())
  /// The maximum number of cached types, more than a database has names.
  private static let limit = 4096

  /// Returns the cached type in a registry, or finds it; only the types of one registry are cached.
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
