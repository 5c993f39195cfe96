import ByteTools
import Dispatch

/// Threads that run work which may block, each piece on one thread.
///
/// Work begins at once as long as fewer than ``mostThreads`` pieces are running; a thread that is idle is used again, and
/// ends after some seconds without work. Work beyond that number begins when a piece ends.
///
/// A concurrent queue of Dispatch would do the same, but on Linux Dispatch examines its threads in `/proc` once a second, and
/// ends the process if it cannot open the file, for example because too many files are open. Semaphores of Dispatch need no
/// threads and are used here.
package final class WorkerThreads: Sendable {
  package typealias Work = @Sendable () -> Void

  /// The most threads, about as many as Dispatch starts for queues whose work blocks.
  package static let mostThreads = 256
  /// How long a thread without work stays.
  private static let idleTime: DispatchTimeInterval = .seconds(5)

  /// The threads of the process.
  package static let shared = WorkerThreads()

  /// A thread, as the pool knows it.
  // The work is guarded by the lock of the pool's state.
  private final class Worker: @unchecked Sendable {
    let wakeup = DispatchSemaphore(value: 0)
    var work: Work?
    init(_ work: @escaping Work) { self.work = work }
  }

  private struct State {
    /// The threads without work, the last used one last.
    var idle: [Worker] = []
    /// Work for which there is no thread yet.
    var waiting = Queue<Work>()
    var threadCount = 0
  }

  private let state = Locked(State())

  init() {}

  /// Runs work on one of the threads.
  ///
  /// If no thread can be started and none is running, the calling thread runs the work.
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
    // The thread refers only to its worker, so that work is released when it is done.
    let worker = Worker(work)
    if let thread = RunningThread({ self.serve(worker) }) { return thread.detach() }
    let hasThreads = state.withLock { state in
      state.threadCount -= 1
      if state.threadCount > 0 { state.waiting.append(work) }
      return state.threadCount > 0
    }
    if !hasThreads { work() }
  }

  /// Runs work on one of the threads after some time.
  package func run(afterMilliseconds milliseconds: UInt32, _ work: @escaping Work) {
    run {
      SystemCalls.sleep(milliseconds: milliseconds)
      work()
    }
  }

  /// Runs pieces of work until none has arrived for some time.
  private func serve(_ worker: Worker) {
    repeat { perform(worker) } while waitForWork(of: worker)
  }

  /// Runs the work of a thread.
  ///
  /// Not inlined, so that the work and what it holds is released before the thread waits: in a local variable of the loop,
  /// an optimized build keeps it until the next work comes. Temporary files are removed with what is released.
  @inline(never)
  private func perform(_ worker: Worker) {
    let work = state.withLock { _ in
      defer { worker.work = nil }
      return worker.work
    }
    work?()
  }

  /// Gives a thread its next work; returns false if none has arrived for some time and the thread ends.
  private func waitForWork(of worker: Worker) -> Bool {
    let hasWork = state.withLock { state in
      worker.work = state.waiting.popFirst()
      if worker.work == nil { state.idle.append(worker) }
      return worker.work != nil
    }
    if hasWork { return true }
    guard worker.wakeup.wait(timeout: .now() + Self.idleTime) == .timedOut else { return true }
    let isOver = state.withLock { state in
      guard let place = state.idle.firstIndex(where: { $0 === worker }) else { return false }
      state.idle.remove(at: place)
      state.threadCount -= 1
      return true
    }
    // Otherwise work has arrived since, and its signal follows.
    if !isOver { worker.wakeup.wait() }
    return !isOver
  }
}
