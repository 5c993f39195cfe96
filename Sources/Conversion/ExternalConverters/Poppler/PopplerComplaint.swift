/// The messages of Poppler's programs that are replaced by plainer ones.
enum PopplerComplaint {
  /// Returns the reason for which a document is refused; nil if the message is not known.
  ///
  /// - Parameter message: the last line that the program wrote to standard error.
  static func reason(of message: String) -> String? {
    if message.contains("Incorrect password") {
      return "the document is encrypted; save it without a password in the program that made it"
    }
    if message.contains("Copying of text from this document is not allowed") {
      return
        "the author of the document does not allow its text to be copied; its pages can be converted to pictures"
    }
    // The message ends in: the first page (9) can not be after the last page (2).
    if message.contains("Wrong page range given") {
      let numbers = message.split { !$0.isNumber }.compactMap { Int($0) }
      guard numbers.count >= 2 else { return nil }
      return PageInformation.missing(page: numbers[numbers.count - 2], last: numbers[numbers.count - 1])
    }
    return nil
  }
}
