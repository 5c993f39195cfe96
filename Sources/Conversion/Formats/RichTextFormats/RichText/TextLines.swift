extension StringProtocol {
  /// The lines of a text, which a line feed, a carriage return, or both together end or separate.
  ///
  /// A carriage return and the line feed after it are one character, which a search for a line feed alone does not find.
  var textLines: [SubSequence] {
    split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" || $0 == "\r" }
  }
}

extension RichText.CodeBlock {
  /// The lines of the code, without what ends them.
  var lines: [Substring] {
    var lines = text.textLines
    // The text ends in a line feed, so what follows the last one is not a line.
    if lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }
}
