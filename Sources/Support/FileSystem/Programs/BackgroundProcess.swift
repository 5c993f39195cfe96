import ByteTools

/// A copy of this process that continues in the background after its work has started.
///
/// The first process waits until the copy reports that its work has started, or until the copy ends. The
/// caller of the first process therefore receives every failure that occurs before the report. A process
/// must be copied before it starts threads, because the copy contains only the calling thread.
package struct BackgroundProcess: Sendable {
  /// The process in which ``divide()`` has returned.
  package enum Division: Sendable {
    /// The first process, with the status that the copy reported; without a report, the copy's exit status.
    case first(status: Int32)
    /// The copy, which must call ``detach(reporting:)`` when its work has started.
    case copy(BackgroundProcess)
  }

  /// The write end of a pipe that only the first process reads.
  private let report: OpenFile

  /// Copies the process.
  ///
  /// In the copy, this function returns immediately. In the first process, it returns when the copy has
  /// ended or has reported that its work has started.
  package static func divide() throws(FileSystemError) -> Division {
    let reading: OpenFile
    let writing: OpenFile
    let child: Int32
    do {
      let ends = try SystemCalls.openPipe()
      reading = OpenFile(descriptor: ends.reading, path: .currentFolder, calling: .name("a pipe"))
      writing = OpenFile(descriptor: ends.writing, path: .currentFolder, calling: .name("a pipe"))
      child = try SystemCalls.copyProcess()
    } catch {
      throw FileSystemError("start", .currentFolder, calling: .name("a background process"), error.number)
    }
    if child == 0 { return .copy(BackgroundProcess(report: writing)) }
    return .first(status: try status(of: child, reading, closing: writing))
  }

  /// Runs the work of the copy on a new thread, and waits until the work has ended.
  ///
  /// Swift's runtime caches the ID of a thread when the thread first uses a lock. In the copy, the calling thread
  /// still has the cached ID of the first process, which the system rejects as the owner of a lock. If another
  /// thread initialised the same global variable at the same time, both threads would wait forever and use a
  /// processor each. A new thread has an ID of its own.
  package func run<Value>(_ work: () throws -> Value) throws -> Value {
    let outcome = Locked<Result<Value, any Error>?>(nil)
    let isStarted = withoutActuallyEscaping(work) { work in
      nonisolated(unsafe) let work = work
      guard
        let thread = RunningThread({
          let result = Result { try work() }
          outcome.withLock { $0 = result }
        })
      else { return false }
      thread.join()
      return true
    }
    guard isStarted, let result = outcome.withLock({ $0 }) else {
      throw FileSystemError(
        "start", .currentFolder, calling: .name("a thread of the background process"), .outOfMemory)
    }
    return try result.get()
  }

  /// Returns the status that the copy reports, or the copy's exit status if there is no report.
  ///
  /// - Throws: if a signal has ended the copy, or if the exit status is not available.
  private static func status(
    of child: Int32, _ reading: OpenFile, closing writing: consuming OpenFile
  ) throws(FileSystemError) -> Int32 {
    do {
      try SystemCalls.endWriting(writing.descriptor, of: reading.descriptor)
    } catch {
      // While the first process has the write end open, a read would block forever if the copy ended
      // without a report.
      throw FileSystemError("start", .currentFolder, calling: .name("a background process"), error.number)
    }
    var status: UInt8 = 0
    let count = try withUnsafeMutableBytes(of: &status) { buffer throws(FileSystemError) in
      try reading.readNext(into: buffer)
    }
    if count == 1 { return Int32(status) }
    guard let end = SystemCalls.waitForEnd(of: child) else {
      throw FileSystemError(
        .inputOutput, cannot: "run", .currentFolder, calling: .name("a background process"),
        because: "it ended, and the system does not report how")
    }
    guard end.isSignal else { return end.status }
    // A signal ended the copy, so the copy could not print an error.
    throw FileSystemError(
      .inputOutput, cannot: "run", .currentFolder, calling: .name("a background process"),
      because: "signal \(end.status) ended it")
  }

  /// Lets the first process return, and detaches the copy from its terminal, standard streams and working
  /// directory.
  ///
  /// - Parameter status: the status that the first process returns.
  package func detach(reporting status: UInt8) throws(FileSystemError) {
    SystemCalls.leaveTerminal()
    try withUnsafeBytes(of: status) { bytes throws(FileSystemError) in try report.writeNext(bytes) }
  }

  /// Waits in the copy until the first process has ended or has closed the read end of the pipe.
  package func waitUntilAlone() throws(FileSystemError) {
    do {
      // If a pipe has no reader, its write end reports an error. The error ends every wait, even a wait for
      // neither reading nor writing.
      _ = try SystemCalls.awaitDescriptors(
        [(descriptor: report.descriptor, reads: false, writes: false)], milliseconds: -1)
    } catch {
      throw FileSystemError("wait for", .currentFolder, calling: .name("the first process"), error.number)
    }
  }
}
