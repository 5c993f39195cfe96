import Synchronization

/// The kinds of system call that a fault plan can select.
package enum SystemCallKind: CaseIterable, Sendable {
  case open, create, status, read, write, copyRange, seek, truncate, synchronize, setPermissions, setTimes
  case map, list, makeFolder, makeLink, readLink, rename, remove, lock, share
}

/// A test hook that makes selected system calls fail, so that tests can check how every failure is handled.
///
/// While no plan is active, a system call costs one additional atomic load.
package final class FaultPlan: Sendable {
  private let kinds: Set<SystemCallKind>
  private let failingCalls: Set<Int>
  private let number: ErrorNumber
  private let staysBroken: Bool
  private let transferLimit: Int
  private let calls = Atomic<Int>(0)

  /// Makes a plan of failures.
  ///
  /// - Parameters:
  ///   - kinds: the kinds of call that are counted.
  ///   - calls: the numbers of the calls that fail, counted from 1. If the set is empty, no call fails and
  ///     the plan only counts.
  ///   - number: the error that the failing calls return.
  ///   - staysBroken: whether every call after the first failing call also fails, as on a full device.
  ///   - transferLimit: the maximum number of bytes for each read or write, to produce short transfers.
  package init(
    failing kinds: Set<SystemCallKind>, calls: Set<Int>, with number: ErrorNumber,
    staysBroken: Bool = false, transferLimit: Int = .max
  ) {
    self.kinds = kinds
    failingCalls = calls
    self.number = number
    self.staysBroken = staysBroken
    self.transferLimit = transferLimit
  }

  /// Makes a plan in which one call fails; no call fails if `call` is 0.
  package convenience init(
    failing kinds: Set<SystemCallKind>, call: Int, with number: ErrorNumber,
    staysBroken: Bool = false, transferLimit: Int = .max
  ) {
    self.init(
      failing: kinds, calls: call > 0 ? [call] : [], with: number, staysBroken: staysBroken,
      transferLimit: transferLimit)
  }

  /// The number of calls counted so far.
  package var callCount: Int { calls.load(ordering: .relaxed) }

  /// Runs the body with the plan active on the current task or thread.
  package func whileInForce<Value>(_ body: () throws -> Value) rethrows -> Value {
    Self.plansInForce.add(1, ordering: .relaxed)
    defer { Self.plansInForce.subtract(1, ordering: .relaxed) }
    return try Self.$scoped.withValue(self, operation: body)
  }

  /// Returns a function that runs a body on another thread with the caller's active plan.
  static func handingOn<Value>() -> @Sendable (_ body: () -> Value) -> Value {
    let plan = plansInForce.load(ordering: .relaxed) == 0 ? nil : scoped
    return { body in $scoped.withValue(plan, operation: body) }
  }

  @TaskLocal private static var scoped: FaultPlan?
  private static let plansInForce = Atomic<Int>(0)

  /// Counts a call, and returns the error with which the call must fail; nil if the call must be made.
  @inline(__always)
  static func failure(of kind: SystemCallKind) -> ErrorNumber? {
    plansInForce.load(ordering: .relaxed) == 0 ? nil : plannedFailure(of: kind)
  }

  /// Returns the number of requested bytes, reduced to the plan's transfer limit.
  @inline(__always)
  static func transferCount(_ asked: Int) -> Int {
    plansInForce.load(ordering: .relaxed) == 0
      ? asked : min(asked, scoped?.transferLimit ?? asked)
  }

  private static func plannedFailure(of kind: SystemCallKind) -> ErrorNumber? {
    guard let plan = scoped, plan.kinds.contains(kind) else { return nil }
    let call = plan.calls.add(1, ordering: .relaxed).newValue
    if plan.failingCalls.contains(call) { return plan.number }
    guard plan.staysBroken, let first = plan.failingCalls.min() else { return nil }
    return call > first ? plan.number : nil
  }
}
