import ByteTools

/// The numbers of files and threads that the process can still create.
///
/// Dispatch ends the process if it cannot open a file or get an event from the system, and blocks
/// forever if it gets no thread. Work that uses queues therefore checks these limits first, so that
/// reaching one is an ordinary error.
package enum ProcessLimits {
  /// The number of descriptors that queues need for their wake-ups, their threads and the files of their
  /// work.
  private static let fileCount = 24
  private static let threadCount = 4

  /// Throws if queues could not run their work.
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
        .outOfMemory, cannot: action, nil, because: "the system gives the process no events to wait for",
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
        because: "the process gets no further thread (see ulimit -v and ulimit -u)")
    }
  }
}

/// Descriptors that are reserved for cleaning up, even if the process can open no further file.
final class DescriptorReserve: @unchecked Sendable {
  private let lock = Lock()
  private var descriptors: [Int32]

  /// Reserves as many descriptors as removing a folder needs.
  init() throws(SystemFailure) {
    descriptors = []
    // If this throws, `deinit` closes the descriptors that were opened.
    for _ in 0..<2 { descriptors.append(try SystemCalls.openFile(.root, .folder)) }
  }

  deinit { release() }

  /// Releases the descriptors, so that they can be used.
  func release() {
    let freed = lock.withLock {
      defer { descriptors = [] }
      return descriptors
    }
    for descriptor in freed { SystemCalls.closeFile(descriptor) }
  }
}
