import ByteTools

/// Files and threads that a process may still have.
///
/// The system's library of queues ends the process where it may open no further file or gets no event from the system, and
/// waits for ever where it gets no thread. Work that uses queues asks here first, so that a limit is an error with a name.
package enum ProcessLimits {
  /// What queues need to run work, files of their own to be woken by and threads, with what their work opens.
  private static let fileCount = 24
  private static let threadCount = 4

  /// Refuses to begin where queues could not run what they are given.
  ///
  /// - Parameter action: what will not be begun, as words that follow "cannot".
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
        .outOfMemory, cannot: action, nil, because: "the system gives the process no events to wait for",
        systemError: error.number.rawValue)
    }
    let gate = Lock()
    let threads = gate.withLock {
      // All are there at the same time, each waiting for the lock.
      (0..<threadCount).map { _ in RunningThread { gate.withLock {} } }
    }
    for thread in threads { thread?.join() }
    if threads.contains(where: { $0 == nil }) {
      throw FileSystemError(
        .outOfMemory, cannot: action, nil,
        because: "the process gets no further thread (see ulimit -v and ulimit -u)")
    }
  }
}

/// Descriptors that are kept for the end of a piece of work: what was begun can be removed again even where the process
/// may open no further file.
final class DescriptorReserve: @unchecked Sendable {
  private let lock = Lock()
  private var descriptors: [Int32]

  /// Takes as many as removing a folder needs.
  init() throws(SystemFailure) {
    descriptors = []
    // If this throws, `deinit` closes the descriptors that were opened.
    for _ in 0..<2 { descriptors.append(try SystemCalls.openFile(.root, .folder)) }
  }

  deinit { release() }

  /// Gives them back to be used.
  func release() {
    let freed = lock.withLock {
      defer { descriptors = [] }
      return descriptors
    }
    for descriptor in freed { SystemCalls.closeFile(descriptor) }
  }
}
