import Foundation
import ItemProviders
import TestSupport
import Testing

/// The arguments of a completion: exactly one of the two should be present.
struct Reported<Value: Sendable>: Sendable {
  let value: Value?
  let error: (any Error)?

  var providerError: ItemProviderError? { error as? ItemProviderError }
}

/// Waits for a load that reports through a completion handler.
func reported<Value: Sendable>(
  isolation: isolated (any Actor)? = #isolation,
  _ start: (@escaping @Sendable (Value?, (any Error)?) -> Void) -> Progress
) async -> Reported<Value> {
  await withCheckedContinuation { continuation in
    _ = start { value, error in continuation.resume(returning: Reported(value: value, error: error)) }
  }
}

/// A value shared between threads.
final class Shared<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value { change { $0 } }

  @discardableResult
  func change<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return body(&stored)
  }
}

/// An error from a source.
struct SourceError: Error, Equatable { var number = 7 }

extension ItemProvider {
  /// A provider of text registered under identifiers, in order; the text is the identifier unless given.
  convenience init(types: [String], bytes: [String: String] = [:]) {
    self.init()
    for type in types { registerText(bytes[type] ?? type, as: type) }
  }

  func registerText(_ text: String, as type: String, visibility: RepresentationVisibility = .all) {
    registerDataRepresentation(forTypeIdentifier: type, visibility: visibility) { completion in
      completion(Data(text.utf8), nil)
      return nil
    }
  }

  func text(of type: String) async throws -> String {
    String(decoding: try await loadDataRepresentation(forTypeIdentifier: type), as: UTF8.self)
  }
}

/// Waits until a condition holds; returns false if it does not within the limit for hangs.
func eventually(_ condition: @Sendable () -> Bool) async throws -> Bool {
  try await HangLimit.waits(until: condition)
}
