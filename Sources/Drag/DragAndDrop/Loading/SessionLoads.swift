import ByteTools
import Foundation

/// A load that was started, and its outcome, for the trace.
struct LoadRecord: Sendable {
  enum Outcome: Sendable { case running, done, failed(String), cancelled }

  let itemNumber: Int
  let typeIdentifier: String
  var outcome = Outcome.running
}

/// The loads of one drop session: the current phase, the number of running loads and the outcomes of the
/// loads.
final class SessionLoads: Sendable {
  enum Phase: Sendable { case beforeDrop, performing, afterDrop }

  private struct State {
    var phase = Phase.beforeDrop
    var records: [LoadRecord] = []
    var runningCount = 0
    /// The errors of loads that were started in the wrong phase; each error indicates a mistake in the
    /// receiver.
    var refusedLoads: [DragAndDropError] = []
    var whenFinished: (@MainActor @Sendable () -> Void)?
  }

  let progress = CombinedProgress()
  private let state = Locked(State())
  private let queue: MainActorQueue

  init(queue: MainActorQueue) { self.queue = queue }

  /// The loads that were started, in order.
  var records: [LoadRecord] { state.withLock { $0.records } }

  func enter(_ phase: Phase) { state.withLock { $0.phase = phase } }

  /// Returns and clears the errors of the loads that were refused since the last call.
  func removeRefusedLoads() -> [DragAndDropError] {
    state.withLock { state in
      defer { state.refusedLoads = [] }
      return state.refusedLoads
    }
  }

  /// Starts a load; returns an error if the current phase does not allow loads.
  ///
  /// - Returns: the load's number, for ``finish(_:_:)``.
  func start(itemNumber: Int, typeIdentifier: String) -> Result<Int, DragAndDropError> {
    let result = state.withLock { state -> Result<Int, DragAndDropError> in
      let what = "\(typeIdentifier) of item \(itemNumber)"
      switch state.phase {
      case .performing:
        state.records.append(LoadRecord(itemNumber: itemNumber, typeIdentifier: typeIdentifier))
        state.runningCount += 1
        return .success(state.records.count - 1)
      case .beforeDrop:
        let error = DragAndDropError(
          .loadBeforeDrop, subject: what,
          "cannot be loaded before the drop: query types and names now, and load in performDrop")
        state.refusedLoads.append(error)
        return .failure(error)
      case .afterDrop:
        let error = DragAndDropError(
          .loadAfterDrop, subject: what,
          "can no longer be loaded: start the load before performDrop returns; it may finish later")
        state.refusedLoads.append(error)
        return .failure(error)
      }
    }
    if case .success = result {
      progress.addPendingLoad()
      queue.beginLoad()
    }
    return result
  }

  /// Ends a load when its completion handler has returned; a second call for the same load does nothing.
  func finish(_ load: Int, _ outcome: LoadRecord.Outcome) {
    let (isFirst, whenFinished) = state.withLock { state -> (Bool, (@MainActor @Sendable () -> Void)?) in
      guard case .running = state.records[load].outcome else { return (false, nil) }
      state.records[load].outcome = outcome
      state.runningCount -= 1
      guard state.runningCount == 0, state.phase == .afterDrop else { return (true, nil) }
      defer { state.whenFinished = nil }
      return (true, state.whenFinished)
    }
    if isFirst { progress.completeLoad() }
    if let whenFinished { queue.post(whenFinished) }
    if isFirst { queue.endLoad() }
  }

  /// Ends the phase in which loads can start.
  ///
  /// When the last load has finished, the handler is called on the main actor.
  func close(whenFinished: @escaping @MainActor @Sendable () -> Void) {
    let isFinished = state.withLock { state in
      state.phase = .afterDrop
      if state.runningCount > 0 { state.whenFinished = whenFinished }
      return state.runningCount == 0
    }
    if isFinished { queue.post(whenFinished) }
  }
}

/// The combined progress of several loads, with one unit for each load.
///
/// A load counts as completed when its completion handler has returned, even if the load failed.
///
/// The progress objects of the loads are not children of the combined progress. Loads finish on any thread,
/// but outside Apple's platforms Foundation changes the tree of progress objects without a lock.
final class CombinedProgress: Progress, @unchecked Sendable {
  private struct State {
    var loads: [Progress] = []
    var startedCount: Int64 = 0
    var isCancelled = false
  }

  private let state = Locked(State())

  init() {
    super.init(parent: nil, userInfo: nil)
    isCancellable = true
  }

  /// Counts a load; called before the load starts, so that no load is completed before the load is counted.
  func addPendingLoad() {
    state.withLock { state in
      state.startedCount += 1
      totalUnitCount = state.startedCount
    }
  }

  /// Adds the progress of a load; cancelling the combined progress cancels the load.
  func add(_ load: Progress) {
    let isCancelled = state.withLock { state in
      state.loads.append(load)
      return state.isCancelled
    }
    if isCancelled { load.cancel() }
  }

  /// Counts a load as completed.
  func completeLoad() { state.withLock { _ in completedUnitCount += 1 } }

  override func cancel() {
    super.cancel()
    let loads = state.withLock { state in
      state.isCancelled = true
      return state.loads
    }
    for load in loads { load.cancel() }
  }
}
