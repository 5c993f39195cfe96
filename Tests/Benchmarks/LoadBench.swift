import Dispatch
import Foundation
import ItemProviders

/// The common parts of the load benchmarks: a provider of 1 KiB, its loads, and the queue hops that a load
/// needs.
final class LoadBench: Sendable {
  static let typeIdentifier = "public.data"

  let provider = ItemProvider()
  private let first = DispatchQueue(label: "first hop", attributes: .concurrent)
  private let second = DispatchQueue(label: "second hop", attributes: .concurrent)

  init() {
    let data = Data(repeating: 7, count: 1024)
    provider.registerDataRepresentation(forTypeIdentifier: Self.typeIdentifier, visibility: .all) {
      completion in
      completion(data, nil)
      return nil
    }
  }

  /// Performs loads, one by one or several at once.
  func loads(_ count: Int, inFlight: Int = 1) {
    run(count, inFlight: inFlight) { done in
      self.provider.loadDataRepresentation(forTypeIdentifier: Self.typeIdentifier) { data, _ in
        if data?.count == 1024 { done() }
      }
    }
  }

  /// Performs the same number of hops: to the queue of handlers, and on to the queue of completions.
  func hops(_ count: Int, inFlight: Int = 1) {
    run(count, inFlight: inFlight) { done in
      self.first.async { self.second.async { done() } }
    }
  }

  private func run(_ count: Int, inFlight: Int, _ start: (@escaping @Sendable () -> Void) -> Void) {
    let slots = DispatchSemaphore(value: inFlight)
    for _ in 0..<count {
      slots.wait()
      start { slots.signal() }
    }
    // All slots are free again when all operations have finished.
    for _ in 0..<inFlight { slots.wait() }
    for _ in 0..<inFlight { slots.signal() }
  }
}
