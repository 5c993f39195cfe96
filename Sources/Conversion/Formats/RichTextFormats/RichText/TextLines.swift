extension StringProtocol {
  /// The lines of a text, ended or separated by line feeds, carriage returns, or both together.
  ///
  /// A carriage return followed by a line feed is a single character, which a search for only a line feed
  /// does not find.
  var textLines: [SubSequence] {
    split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }
}

extension RichText.CodeBlock {
  /// The lines of the code, without their line ends.
  var lines: [Substring] {
    var lines = text.textLines
    // The text ends in a line feed, so no line follows the last one.
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
