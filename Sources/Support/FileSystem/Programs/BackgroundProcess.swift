/// A copy of the process that continues in the background after it has started its work.
///
/// The first process waits until the copy reports that it has started, or ends; so the caller learns of
/// every failure before that point. A process must be copied before it starts threads, because the copy
/// does not have them.
package struct BackgroundProcess: Sendable {
  /// Which of the two processes the caller is.
  package enum Division: Sendable {
    /// The first process, after the copy has reported this status or ended with it.
    case first(status: Int32)
    /// The copy, which calls ``detach(reporting:)``.
    case copy(BackgroundProcess)
  }

  /// A pipe that is read only by the first process.
  private let report: OpenFile

  /// Copies the process; returns in the first process when the copy has started its work or ended.
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

  /// Returns the status that the copy reports, or its exit status if it reports none.
  ///
  /// - Throws: if a signal has ended the copy.
  private static func status(
    of child: Int32, _ reading: OpenFile, closing writing: consuming OpenFile
  ) throws(FileSystemError) -> Int32 {
    do {
      try SystemCalls.endWriting(writing.descriptor, of: reading.descriptor)
    } catch {
      // If the copy ended without a report, reading the report would block for ever.
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
        because: "it ended, and the system does not say how")
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

  /// Waits in the copy until the first process has ended or no longer waits for a report.
  package func waitUntilAlone() throws(FileSystemError) {
    do {
      // A pipe without a reader reports an error, which ends every wait, even a wait for neither reading nor
      // writing.
      _ = try SystemCalls.awaitDescriptors(
        [(descriptor: report.descriptor, reads: false, writes: false)], milliseconds: -1)
    } catch {
      throw FileSystemError("wait for", .currentFolder, calling: .name("the first process"), error.number)
    }
  }
}
