extension String {
  /// The lines of a text of the program's own, without their line breaks; one at the end does not begin another line.
  var lines: [String] {
    var lines = unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}
