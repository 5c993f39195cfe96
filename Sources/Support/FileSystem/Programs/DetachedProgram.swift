/// A program that this process starts and does not end, such as a browser.
///
/// The program runs without a shell in a session of its own. Its standard streams are `/dev/null`.
package enum DetachedProgram {
  /// Starts a program and waits for a limited time until it ends.
  ///
  /// A program that is still running then continues to run.
  ///
  /// - Parameters:
  ///   - arguments: the arguments after the name of the program.
  ///   - environment: the complete environment of the program.
  ///   - limit: the maximum time to wait.
  /// - Returns: the end of the program; nil if it is still running.
  /// - Throws: if the program cannot be started.
  package static func start(
    _ program: FilePath, arguments: [String], environment: [String: String], waiting limit: Duration
  ) throws(FileSystemError) -> StartedProgram.End? {
    let device = FilePath(known: Array("/dev/null".utf8))
    let child = try FileSystemError.naming("run", program) { () throws(SystemFailure) in
      let null = OpenFile(descriptor: try SystemCalls.openFile(device, .readAndWrite), path: device)
      return try SystemCalls.startProgram(
        program, arguments: [program.string ?? program.description] + arguments,
        environment: environment.map { "\($0)=\($1)" }.sorted(), in: .root, input: null.descriptor,
        output: null.descriptor, errors: null.descriptor)
    }
    let deadline = ContinuousClock.now + limit
    while !SystemCalls.hasEnded(child) {
      guard .now < deadline else { return nil }
      SystemCalls.sleep(milliseconds: 5)
    }
    guard let end = SystemCalls.reap(child) else { return .unknown }
    return end.isSignal ? .killed(signal: end.status) : .exited(end.status)
  }
}
