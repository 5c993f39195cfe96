extension StringProtocol {
  /// The lines of a text, ended or separated by a line feed, a carriage return, or a carriage return and a
  /// line feed.
  ///
  /// In Swift, a carriage return and a line feed are one character, so a search for a line feed alone does
  /// not find this line end.
  var textLines: [SubSequence] {
    split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }
}

extension RichText.CodeBlock {
  /// The lines of the code, without their line ends.
  package var lines: [Substring] {
    var lines = text.textLines
    // The text ends in a line feed, so the last element is empty and not a line.
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
