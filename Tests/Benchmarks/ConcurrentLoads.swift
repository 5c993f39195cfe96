import Dispatch
import Foundation
import ItemProviders

/// Whether 10,000 concurrent loads complete when no source answers before the last load has started.
struct ConcurrentLoads: Benchmark {
  let name = "concurrent-loads"

  private static let count = 10_000

  func run() -> BenchmarkOutcome {
    var completedCount = 0
    let comparison = Comparison(rounds: 5, operations: Self.count) {
      completedCount = Self.completedLoads()
    } against: {
      Self.heldHops()
    }
    return .measured(
      .init(
        value: Double(completedCount), unit: "loads completed", target: .atLeast(Double(Self.count)),
        details: "\(comparison.subject.short) ns a load, \(comparison.ratio.short) × the bare hops"))
  }

  /// Starts all loads, lets all sources answer, and counts the answers within one minute.
  private static func completedLoads() -> Int {
    let answers = Collected<@Sendable (Data?, (any Error)?) -> Void>()
    let provider = ItemProvider()
    provider.registerDataRepresentation(forTypeIdentifier: "public.data", visibility: .all) { completion in
      answers.append(completion)
      return nil
    }
    let arrived = DispatchSemaphore(value: 0)
    for _ in 0..<count {
      provider.loadDataRepresentation(forTypeIdentifier: "public.data") { _, _ in arrived.signal() }
    }
    for answer in answers.wait(for: count) { answer(Data(), nil) }
    let deadline = DispatchTime.now() + .seconds(60)
    var done = 0
    while done < count, arrived.wait(timeout: deadline) == .success { done += 1 }
    return done
  }

  /// Performs two queue hops in place of each load, for comparison.
  private static func heldHops() {
    let first = DispatchQueue(label: "first hop", attributes: .concurrent)
    let second = DispatchQueue(label: "second hop", attributes: .concurrent)
    let answers = Collected<@Sendable () -> Void>()
    let arrived = DispatchSemaphore(value: 0)
    for _ in 0..<count {
      first.async { answers.append { second.async { arrived.signal() } } }
    }
    for answer in answers.wait(for: count) { answer() }
    for _ in 0..<count { arrived.wait() }
  }
}

/// Collects values from several threads for a thread that waits for all of them.
private final class Collected<Element: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var elements: [Element] = []

  func append(_ element: Element) {
    condition.lock()
    elements.append(element)
    condition.signal()
    condition.unlock()
  }

  func wait(for count: Int) -> [Element] {
    condition.lock()
    defer { condition.unlock() }
    while elements.count < count { condition.wait() }
    return elements
  }
}
