/// The streams that a process is started with.
package enum StandardStreams {
  /// Keeps the streams that this process was started without from becoming files that it opens.
  ///
  /// Where one is closed, the next file to be opened would have its number: what is written to the standard output would
  /// go into that file, or the program would wait for itself at the other end of a pipe. Using such a stream goes on
  /// failing. For programs, to be called before anything is opened.
  package static func keepClosedOnesFailing() { SystemCalls.occupyClosedStandardStreams() }
}
