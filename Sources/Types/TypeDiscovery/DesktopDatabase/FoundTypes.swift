import ByteTools
import UniformTypes

/// A cache of the types that a registry contains for MIME types.
///
/// The cache is small, because even a thousand files usually have only a few types.
final class FoundTypes: Sendable {
  private struct State: Sendable {
    var registry: TypeRegistry?
    var answers: [String: UTType?] = [:]
  }

  private let state = Locked(State())
  /// The maximum number of cached types, which is greater than the number of names in a database.
  private static let limit = 4096

  /// Returns the cached uniform type of a MIME type; if nothing is cached, calls a function to find the type.
  ///
  /// Only the types of one registry are cached at a time.
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
