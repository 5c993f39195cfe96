package import ProfferFileSystem

/// Shows a page of a manual on the terminal, one screen at a time.
package struct PageViewer: Sendable {
  /// The environment of the programs that show the page, such as the variables `PAGER` and `MANPAGER`.
  private let environment: [String: String]
  /// The folder for a temporary file without a name.
  private let folder: FilePath

  package init(environment: [String: String], temporaryFolder folder: FilePath) {
    self.environment = environment
    self.folder = folder
  }

  /// Shows a page with `man`, or with the user's pager if `man` cannot show it.
  ///
  /// Waits until the user has left the page.
  ///
  /// - Parameters:
  ///   - source: the page in roff, for `man`.
  ///   - text: the same as plain text, for the pager.
  /// - Returns: whether one of the programs has shown the page.
  package func show(_ source: String, orText text: String) throws -> Bool {
    try run("exec man -l - 2> /dev/null", on: source) || run("exec ${PAGER:-less}", on: text)
  }

  private func run(_ line: String, on text: String) throws -> Bool {
    let input = try OpenFile.unnamed(in: folder)
    try Array(text.utf8).withUnsafeBytes { try input.write($0, at: 0) }
    let command = ShellCommand(
      line, environment: environment, output: .standardOutput, errors: .standardError)
    guard case .exited(0) = try command.run(input: input) else { return false }
    return true
  }
}
