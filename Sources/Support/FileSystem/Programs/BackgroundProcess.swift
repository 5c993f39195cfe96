/// A copy of the process that goes on in the background once it has begun its work.
///
/// The first process waits until the copy says that it has begun, or ends; so a caller learns of every failure that comes
/// before. A process is copied before it starts threads: the copy has none of them.
package struct BackgroundProcess: Sendable {
  /// Which of the two processes the caller is.
  package enum Division: Sendable {
    /// The first one: the copy has begun its work, or ended, with this status.
    case first(status: Int32)
    /// The copy, which calls ``detach(reporting:)``.
    case copy(BackgroundProcess)
  }

  /// A pipe that only the first process reads.
  private let report: OpenFile

  /// Copies the process; the first one returns when the copy has begun or ended.
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

  /// The status that the copy reports, or else its exit status.
  ///
  /// - Throws: if a signal has ended it.
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
    // The copy has printed no error: a signal ends it at once.
    throw FileSystemError(
      .inputOutput, cannot: "run", .currentFolder, calling: .name("a background process"),
      because: "signal \(end.status) ended it")
  }

  /// Lets the first process return, and goes on without its terminal, its standard streams and its folder.
  ///
  /// - Parameter status: what the first process returns.
  package func detach(reporting status: UInt8) throws(FileSystemError) {
    SystemCalls.leaveTerminal()
    try withUnsafeBytes(of: status) { bytes throws(FileSystemError) in try report.writeNext(bytes) }
  }

  /// Waits in the copy until the first process has ended, or waits for no report any more.
  package func waitUntilAlone() throws(FileSystemError) {
    do {
      // A pipe without a reader has an error, which ends every wait, also one for neither reading nor writing.
      _ = try SystemCalls.awaitDescriptors(
        [(descriptor: report.descriptor, reads: false, writes: false)], milliseconds: -1)
    } catch {
      throw FileSystemError("wait for", .currentFolder, calling: .name("the first process"), error.number)
    }
  }
}
