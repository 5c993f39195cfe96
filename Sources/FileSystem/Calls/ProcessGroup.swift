/// The programs that one started program led into being.
package enum ProcessGroup {
  /// Ends a program that leads its group, and all it started that stayed in the group, at once.
  ///
  /// Nothing happens when none of them is left.
  package static func end(ledBy process: Int32) { SystemCalls.killGroup(process) }
}
