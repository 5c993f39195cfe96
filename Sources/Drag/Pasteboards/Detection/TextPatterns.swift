package import Foundation

/// What a text probably is, for the detection of `UIPasteboard` and `NSPasteboard`.
///
/// The rules are simple on purpose: a receiver only decides whether to offer a paste. Patterns that need a database
/// of the system (addresses, telephone, parcel and flight numbers, events, sums of money) are not detected.
package struct TextPatterns: Sendable {
  /// The whole text as a web address; nil if it is none.
  package let webAddress: String?
  /// The whole text as the words of a search: one line of at most 200 characters that is neither a web address nor a
  /// number; nil if it is none.
  package let searchText: String?
  /// The whole text as a number; nil if it is none.
  package let number: Double?
  /// The web addresses with a scheme among the words of the text, in order.
  package let links: [URL]
  /// The mail addresses among the words of the text, in order.
  package let mailAddresses: [String]

  /// Finds the patterns in a text.
  package init(_ text: String) {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    let words = trimmed.split(whereSeparator: \.isWhitespace).map {
      String($0).trimmingCharacters(in: CharacterSet(charactersIn: "<>()[]\"',;"))
    }
    webAddress = words.count == 1 && Self.isWebAddress(trimmed) ? trimmed : nil
    // `Double` also reads the words "nan", "inf" and "infinity".
    number = Double(trimmed).flatMap { $0.isFinite ? $0 : nil }
    let isSearch = webAddress == nil && number == nil && !trimmed.isEmpty
    searchText = isSearch && trimmed.count <= 200 && !trimmed.contains(where: \.isNewline) ? trimmed : nil
    links = words.filter(Self.hasWebScheme).compactMap { URL(string: $0) }.filter { $0.host != nil }
    mailAddresses = words.filter(Self.isMailAddress)
  }

  private static func hasWebScheme(_ word: String) -> Bool {
    let word = word.lowercased()
    return word.hasPrefix("http://") || word.hasPrefix("https://")
  }

  private static func isWebAddress(_ word: String) -> Bool {
    if word.contains("@") { return false }
    guard !hasWebScheme(word) else { return URL(string: word)?.host != nil }
    return isHostName(word.prefix { !"/?#:".contains($0) })
  }

  private static func isMailAddress(_ word: String) -> Bool {
    let parts = word.split(separator: "@", omittingEmptySubsequences: false)
    return parts.count == 2 && !parts[0].isEmpty && isHostName(parts[1])
  }

  /// Returns whether a text has two or more labels, of which the last has letters only.
  private static func isHostName(_ text: Substring) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, let last = labels.last, last.count > 1, last.allSatisfy(\.isLetter) else {
      return false
    }
    return labels.allSatisfy { label in
      !label.isEmpty && label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    }
  }
}
