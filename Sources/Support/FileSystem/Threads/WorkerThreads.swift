import ByteTools
import Dispatch

/// A pool of threads for work that can block; each piece of work runs on one thread.
///
/// A piece of work starts immediately if fewer than ``mostThreads`` pieces are running. Otherwise, the work
/// starts when another piece ends. Idle threads are reused, and end after some seconds without work.
///
/// A concurrent Dispatch queue would do the same. On Linux, however, Dispatch reads the state of its
/// threads from `/proc` once a second. If Dispatch cannot open the file, for example because too many files
/// are open, it ends the process. This type uses only semaphores of Dispatch. Semaphores need no threads.
package final class WorkerThreads: Sendable {
  package typealias Work = @Sendable () -> Void

  /// The maximum number of threads, similar to the limit of Dispatch for work that blocks.
  package static let mostThreads = 256
  /// The time after which an idle thread ends.
  private let idleTime: DispatchTimeInterval

  /// The pool that the whole process shares.
  package static let shared = WorkerThreads()

  /// The pool's record of a thread.
  // The lock of the pool's state guards the work.
  private final class Worker: @unchecked Sendable {
    let wakeup = DispatchSemaphore(value: 0)
    var work: Work?
    init(_ work: @escaping Work) { self.work = work }
  }

  private struct State {
    /// The idle threads, in the order of their last use.
    var idle: [Worker] = []
    /// The pieces of work that wait for a thread.
    var waiting = Queue<Work>()
    var threadCount = 0
  }

  private let state = Locked(State())

  /// - Parameter seconds: the time after which an idle thread ends; nil keeps the threads.
  package init(idleSeconds seconds: Int? = 5) { idleTime = seconds.map { .seconds($0) } ?? .never }

  /// Runs work on one of the threads.
  ///
  /// If no thread can be started and none is running, the work runs on the calling thread.
  package func run(_ work: @escaping Work) {
    let (woken, isNew) = state.withLock { state -> (Worker?, Bool) in
      if let worker = state.idle.popLast() {
        worker.work = work
        return (worker, false)
      }
      if state.threadCount == Self.mostThreads {
        state.waiting.append(work)
        return (nil, false)
      }
      state.threadCount += 1
      return (nil, true)
    }
    woken?.wakeup.signal()
    guard isNew else { return }
    // The thread retains only its worker, so the work is released when the work has ended.
    let worker = Worker(work)
    if let thread = RunningThread({ self.serve(worker) }) { return thread.detach() }
    let hasThreads = state.withLock { state in
      state.threadCount -= 1
      if state.threadCount > 0 { state.waiting.append(work) }
      return state.threadCount > 0
    }
    if !hasThreads { work() }
  }

  /// Runs work on one of the threads after a delay.
  package func run(afterMilliseconds milliseconds: UInt32, _ work: @escaping Work) {
    run {
      SystemCalls.sleep(milliseconds: milliseconds)
      work()
    }
  }

  /// Runs pieces of work until the thread has been idle for ``idleTime``.
  private func serve(_ worker: Worker) {
    repeat { perform(worker) } while waitForWork(of: worker)
  }

  /// Runs the current work of a thread.
  ///
  /// This method is not inlined, so that the work and its captured values are released before the thread
  /// waits. In an optimized build, a local variable of the loop would keep these values until the next work
  /// arrives. Releasing the values can remove temporary files.
  @inline(never)
  private func perform(_ worker: Worker) {
    let work = state.withLock { _ in
      defer { worker.work = nil }
      return worker.work
    }
    work?()
  }

  /// Waits for the next work of a thread; returns false if no work arrives in time and the thread must end.
  private func waitForWork(of worker: Worker) -> Bool {
    let hasWork = state.withLock { state in
      worker.work = state.waiting.popFirst()
      if worker.work == nil { state.idle.append(worker) }
      return worker.work != nil
    }
    if hasWork { return true }
    guard worker.wakeup.wait(timeout: .now() + idleTime) == .timedOut else { return true }
    let isOver = state.withLock { state in
      guard let place = state.idle.firstIndex(where: { $0 === worker }) else { return false }
      state.idle.remove(at: place)
      state.threadCount -= 1
      return true
    }
    // If the worker is no longer idle, work arrived after the timeout, and a signal for this work follows.
    if !isOver { worker.wakeup.wait() }
    return !isOver
  }
}
