import Synchronization

/// The kinds of system call, by which a fault plan chooses calls.
package enum SystemCallKind: CaseIterable, Sendable {
  case open, create, status, read, write, copyRange, seek, truncate, synchronize, setPermissions, setTimes
  case map, list, makeFolder, makeLink, readLink, rename, remove, lock, share
}

/// A door for tests: makes the n-th system call of some kinds fail, so that every failure can be tried.
///
/// While no plan is in force a system call costs one atomic load more.
package final class FaultPlan: Sendable {
  private let kinds: Set<SystemCallKind>
  private let failingCalls: Set<Int>
  private let number: ErrorNumber
  private let staysBroken: Bool
  private let transferLimit: Int
  private let calls = Atomic<Int>(0)

  /// Plans failures.
  ///
  /// - Parameters:
  ///   - kinds: the kinds of call that are counted.
  ///   - calls: which of them fail; the first is 1. None lets all succeed and only counts.
  ///   - number: the error that the calls give.
  ///   - staysBroken: whether all calls after the first failing one fail as well, as on a full device.
  ///   - transferLimit: the most bytes that one read or write moves, so that short transfers are met.
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

  /// Plans one failure, or with the call 0 none.
  package convenience init(
    failing kinds: Set<SystemCallKind>, call: Int, with number: ErrorNumber,
    staysBroken: Bool = false, transferLimit: Int = .max
  ) {
    self.init(
      failing: kinds, calls: call > 0 ? [call] : [], with: number, staysBroken: staysBroken,
      transferLimit: transferLimit)
  }

  /// How many calls of the plan's kinds were made so far.
  package var callCount: Int { calls.load(ordering: .relaxed) }

  /// Puts the plan in force for what the body calls on this task or thread.
  package func whileInForce<Value>(_ body: () throws -> Value) rethrows -> Value {
    Self.plansInForce.add(1, ordering: .relaxed)
    defer { Self.plansInForce.subtract(1, ordering: .relaxed) }
    return try Self.$scoped.withValue(self, operation: body)
  }

  /// What puts the plan of this task or thread in force on another thread.
  static func handingOn<Value>() -> @Sendable (_ body: () -> Value) -> Value {
    let plan = plansInForce.load(ordering: .relaxed) == 0 ? nil : scoped
    return { body in $scoped.withValue(plan, operation: body) }
  }

  @TaskLocal private static var scoped: FaultPlan?
  private static let plansInForce = Atomic<Int>(0)

  /// The error that the next call of this kind is to give instead of being made.
  @inline(__always)
  static func failure(of kind: SystemCallKind) -> ErrorNumber? {
    plansInForce.load(ordering: .relaxed) == 0 ? nil : plannedFailure(of: kind)
  }

  /// How many of the asked bytes the next transfer may move.
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
