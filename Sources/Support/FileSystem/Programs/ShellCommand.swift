/// A command line of the user that is run by the shell `/bin/sh`.
///
/// Programs that the command starts in the background continue after the command has ended.
package struct ShellCommand: Sendable {
  /// The command line.
  package let line: String
  /// The environment of the shell.
  package let environment: [String: String]
  /// The standard output and the standard error of the shell.
  package let output, errors: OpenFile

  package init(_ line: String, environment: [String: String], output: OpenFile, errors: OpenFile) {
    (self.line, self.environment, self.output, self.errors) = (line, environment, output, errors)
  }

  /// Runs the command and waits until it has ended.
  ///
  /// - Parameters:
  ///   - input: the standard input of the command; an unnamed file that is read from the beginning.
  ///   - variables: variables in addition to the environment.
  /// - Throws: if the shell cannot be started.
  package func run(
    input: OpenFile, adding variables: [String: String] = [:]
  ) throws(FileSystemError) -> StartedProgram.End {
    let shell = FilePath(known: Array("/bin/sh".utf8))
    let all = environment.merging(variables) { _, added in added }
    let child = try FileSystemError.naming("run", shell) { () throws(SystemFailure) in
      try SystemCalls.startProgram(
        shell, arguments: ["sh", "-c", line], environment: all.map { "\($0)=\($1)" }.sorted(),
        in: .currentFolder, input: input.descriptor, output: output.descriptor, errors: errors.descriptor)
    }
    guard let end = SystemCalls.waitForEnd(of: child) else { return .unknown }
    return end.isSignal ? .killed(signal: end.status) : .exited(end.status)
  }
}
