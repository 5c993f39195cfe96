/// The search for programs in the folders of a search path, such as `PATH`.
package enum ProgramSearch {
  /// Returns the path of a program; nil if there is none.
  ///
  /// - Parameters:
  ///   - command: the name of the program, or its absolute path.
  ///   - searchPath: the folders, separated by colons. Relative folders are skipped, because they would make
  ///     the result depend on the working directory.
  ///   - rejected: paths of other programs with the same name.
  package static func path(
    of command: String, in searchPath: String, except rejected: Set<FilePath> = []
  ) -> FilePath? {
    let folders = searchPath.split(separator: ":").filter { $0.hasPrefix("/") }
    let places = command.hasPrefix("/") ? [command] : folders.map { "\($0)/\(command)" }
    return places.lazy.compactMap { FilePath($0) }.first { path in
      guard !rejected.contains(path), SystemCalls.isExecutable(path) else { return false }
      do { return try FileStatus.ifPresent(path)?.kind == .regular } catch {
        // A file that cannot be examined cannot be started.
        return false
      }
    }
  }
}
