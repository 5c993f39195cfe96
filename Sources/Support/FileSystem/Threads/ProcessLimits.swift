import ByteTools

/// The limits on files and threads that Dispatch queues need.
///
/// If Dispatch cannot open a file or get an event from the system, it ends the process. If Dispatch cannot
/// start a thread, it blocks forever. Work that uses Dispatch queues therefore checks these limits first, so
/// that an ordinary error is thrown when a limit is reached.
package enum ProcessLimits {
  /// The number of descriptors that Dispatch queues need: for wake-ups, threads and the files of their
  /// work.
  private static let fileCount = 24
  private static let threadCount = 4

  /// Throws if the limits would prevent Dispatch queues from running work.
  ///
  /// - Parameter action: the action that will not be started, worded to follow "cannot".
  /// - Throws: `tooManyOpenFiles` or `outOfMemory`.
  package static func requireQueues(to action: String) throws(FileSystemError) {
    do {
      var descriptors: [Int32] = []
      defer { for descriptor in descriptors { SystemCalls.closeFile(descriptor) } }
      for _ in 0..<fileCount { descriptors.append(try SystemCalls.openFile(.root, .folder)) }
    } catch {
      throw FileSystemError(
        .tooManyOpenFiles, cannot: action, nil,
        because: "the process may not open enough files (see ulimit -n)",
        systemError: error.number.rawValue)
    }
    do {
      SystemCalls.closeFile(try SystemCalls.openEvent())
    } catch {
      throw FileSystemError(
        .outOfMemory, cannot: action, nil, because: "the system provides no event queue for the process",
        systemError: error.number.rawValue)
    }
    let gate = Lock()
    let threads = gate.withLock {
      // All threads exist at the same time, because each waits for the lock.
      (0..<threadCount).map { _ in RunningThread { gate.withLock {} } }
    }
    for thread in threads { thread?.join() }
    if threads.contains(where: { $0 == nil }) {
      throw FileSystemError(
        .outOfMemory, cannot: action, nil,
        because: "the process cannot create another thread (see ulimit -v and ulimit -u)")
    }
  }
}

/// Descriptors that are reserved for cleanup, in case the process cannot open further files.
final class DescriptorReserve: @unchecked Sendable {
  private let lock = Lock()
  private var descriptors: [Int32]

  /// Reserves the number of descriptors that are necessary for removing a folder.
  init() throws(SystemFailure) {
    descriptors = []
    // If opening a descriptor fails, `deinit` closes the descriptors that are already open.
    for _ in 0..<2 { descriptors.append(try SystemCalls.openFile(.root, .folder)) }
  }

  deinit { release() }

  /// Closes the reserved descriptors, so that the cleanup can open files.
  func release() {
    let freed = lock.withLock {
      defer { descriptors = [] }
      return descriptors
    }
    for descriptor in freed { SystemCalls.closeFile(descriptor) }
  }
}
