import ByteTools
import Foundation

/// What became of a load, as a trace tells it.
struct LoadRecord: Sendable {
  enum Outcome: Sendable { case running, done, failed(String), cancelled }

  let itemNumber: Int
  let typeIdentifier: String
  var outcome = Outcome.running
}

/// The loads of one drop session: when they may start, how many run, and what became of them.
final class SessionLoads: Sendable {
  enum Phase: Sendable { case hovering, performing, over }

  private struct State {
    var phase = Phase.hovering
    var records: [LoadRecord] = []
    var runningCount = 0
    /// What was asked for when it could not be: each is a mistake in the receiver.
    var refusals: [DragAndDropError] = []
    var whenQuiet: (@MainActor @Sendable () -> Void)?
  }

  let progress = JoinedProgress()
  private let state = Locked(State())
  private let work: MainActorQueue

  init(work: MainActorQueue) { self.work = work }

  /// What was asked for, in the order of asking.
  var records: [LoadRecord] { state.withLock { $0.records } }

  func enter(_ phase: Phase) { state.withLock { $0.phase = phase } }

  /// Takes the refusals since the last call.
  func takeRefusals() -> [DragAndDropError] {
    state.withLock { state in
      defer { state.refusals = [] }
      return state.refusals
    }
  }

  /// Lets a load begin, or says why it must not.
  func admit(itemNumber: Int, typeIdentifier: String) -> Result<Int, DragAndDropError> {
    let answer = state.withLock { state -> Result<Int, DragAndDropError> in
      let what = "\(typeIdentifier) of item \(itemNumber)"
      switch state.phase {
      case .performing:
        state.records.append(LoadRecord(itemNumber: itemNumber, typeIdentifier: typeIdentifier))
        state.runningCount += 1
        return .success(state.records.count - 1)
      case .hovering:
        let error = DragAndDropError(
          .loadBeforeDrop, subject: what,
          "cannot be loaded before the drop: ask for types and names now, and load in performDrop")
        state.refusals.append(error)
        return .failure(error)
      case .over:
        let error = DragAndDropError(
          .loadAfterDrop, subject: what,
          "cannot be loaded any more: start the load before performDrop returns; it may finish later")
        state.refusals.append(error)
        return .failure(error)
      }
    }
    if case .success = answer {
      progress.expect()
      work.begin()
    }
    return answer
  }

  /// Notes that a load's completion has returned; a second call for one load does nothing.
  func finish(_ load: Int, _ outcome: LoadRecord.Outcome) {
    let (isFirst, whenQuiet) = state.withLock { state -> (Bool, (@MainActor @Sendable () -> Void)?) in
      guard case .running = state.records[load].outcome else { return (false, nil) }
      state.records[load].outcome = outcome
      state.runningCount -= 1
      guard state.runningCount == 0, state.phase == .over else { return (true, nil) }
      defer { state.whenQuiet = nil }
      return (true, state.whenQuiet)
    }
    if isFirst { progress.finishOne() }
    if let whenQuiet { work.post(whenQuiet) }
    if isFirst { work.end() }
  }

  /// Closes the door and calls back on the main actor when no load runs any more.
  func close(whenQuiet: @escaping @MainActor @Sendable () -> Void) {
    let isQuiet = state.withLock { state in
      state.phase = .over
      if state.runningCount > 0 { state.whenQuiet = whenQuiet }
      return state.runningCount == 0
    }
    if isQuiet { work.post(whenQuiet) }
  }
}
