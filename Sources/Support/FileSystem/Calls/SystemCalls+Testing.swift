import Synchronization

/// The kinds of call that go through the door to the system, by the name a fault plan picks them by.
package enum SystemCallKind: String, CaseIterable, Sendable {
  case open, create, status, read, write, copyRange, seek, truncate, synchronize, setPermissions, setTimes
  case map, list, makeFolder, makeLink, readLink, rename, remove, lock, share

  /// The kinds that change what is on the disk, or bring it there.
  package static let modifying: Set<SystemCallKind> = [
    .create, .write, .copyRange, .truncate, .synchronize, .setPermissions, .setTimes, .makeFolder, .makeLink,
    .rename,
    .remove, .share,
  ]
}

/// A door for tests: makes the n-th system call of some kinds fail, or ends the process just before it, so that every
/// failure and every moment of a kill can be tried.
///
/// While no plan is in force a system call costs one atomic load more.
package final class FaultPlan: Sendable {
  private let kinds: Set<SystemCallKind>
  private let failingCalls: Set<Int>
  private let number: ErrorNumber
  private let staysBroken: Bool
  private let transferLimit: Int
  private let endsProcess: Bool
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
    endsProcess = false
  }

  /// Plans the end of the process by a signal that cannot be handled, just before a call.
  package init(endingProcessAt call: Int, of kinds: Set<SystemCallKind>) {
    self.kinds = kinds
    failingCalls = [call]
    number = .interrupted
    staysBroken = false
    transferLimit = .max
    endsProcess = true
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

  /// Puts the plan in force for the whole process, for good; a process takes only its first plan.
  package func installForProcess() {
    if Self.installed.storeIfNil(self) === self { Self.plansInForce.add(1, ordering: .relaxed) }
  }

  @TaskLocal private static var scoped: FaultPlan?
  private static let installed = AtomicLazyReference<FaultPlan>()
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
      ? asked : min(asked, (scoped ?? installed.load())?.transferLimit ?? asked)
  }

  private static func plannedFailure(of kind: SystemCallKind) -> ErrorNumber? {
    guard let plan = scoped ?? installed.load(), plan.kinds.contains(kind) else { return nil }
    let call = plan.calls.add(1, ordering: .relaxed).newValue
    if plan.failingCalls.contains(call) {
      if plan.endsProcess { SystemCalls.killProcess() }
      return plan.number
    }
    guard plan.staysBroken, let first = plan.failingCalls.min() else { return nil }
    return call > first ? plan.number : nil
  }
}

#if DEBUG
  extension FaultPlan {
    /// Puts the plan in force that the environment names in `PROFFER_TEST_FAULT`; in programs built for debugging only.
    ///
    /// The value is `KINDS:CALL:OUTCOME`. The kinds are names of ``SystemCallKind`` with commas between them, or
    /// `modifying`; the call is the number of the one that fails, from 1. The outcome is `kill`, which ends the process
    /// just before the call is made, or the number of an error; `28+` gives it to all later calls as well.
    package static func installFromEnvironment() {
      guard let text = EnvironmentVariable.value(of: "PROFFER_TEST_FAULT") else { return }
      guard let plan = FaultPlan(parsing: text) else {
        preconditionFailure("PROFFER_TEST_FAULT is '\(text)'; it must be KINDS:CALL:OUTCOME")
      }
      plan.installForProcess()
    }

    private convenience init?(parsing text: String) {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 3, let call = Int(parts[1]), call > 0 else { return nil }
      var kinds: Set<SystemCallKind> = []
      for name in parts[0].split(separator: ",") {
        if name == "modifying" {
          kinds.formUnion(SystemCallKind.modifying)
        } else {
          guard let kind = SystemCallKind(rawValue: String(name)) else { return nil }
          kinds.insert(kind)
        }
      }
      guard parts[2] != "kill" else {
        self.init(endingProcessAt: call, of: kinds)
        return
      }
      let staysBroken = parts[2].hasSuffix("+")
      guard let number = Int32(staysBroken ? parts[2].dropLast() : parts[2]) else { return nil }
      self.init(
        failing: kinds, call: call, with: ErrorNumber(rawValue: number), staysBroken: staysBroken)
    }
  }
#endif
