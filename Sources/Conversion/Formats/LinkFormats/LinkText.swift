import ByteTools
import Foundation
import ProfferConversions

/// A text that is expected to be a single URL with a scheme.
struct LinkText {
  /// The treatment of ASCII characters that are not allowed in a URL.
  enum Rule {
    /// Invalid characters are an error. Used for arbitrary text.
    case strict
    /// Invalid characters, for example spaces, are percent-escaped. Used for text declared to be a URL.
    case lenient
  }

  private let text: String

  /// - Parameter text: the text; surrounding whitespace and line breaks are ignored.
  init(_ text: String) { self.text = text.trimmingCharacters(in: .whitespacesAndNewlines) }

  /// Returns the URL in the text.
  ///
  /// The host name is encoded according to IDNA; other non-ASCII characters are percent-escaped as UTF-8.
  /// Existing escapes are kept. A percent sign that does not begin a valid escape is itself escaped.
  func url(_ rule: Rule) throws -> URL {
    let colon = try checkScheme()
    try check(rule)
    let afterScheme = text[text.index(after: colon)...]
    let authority = LinkText.authority(afterScheme)
    let rest = afterScheme[authority.endIndex...]
    let spelling = text[...colon] + authority + LinkText.escaped(rest)
    guard let url = URL(string: String(spelling)) else { throw notALink("its host is not valid") }
    return url
  }

  // MARK: Checks

  /// Checks that the text begins with a scheme, and returns the position of its colon.
  private func checkScheme() throws -> String.Index {
    guard let colon = text.firstIndex(of: ":") else {
      throw notALink("it does not begin with a scheme such as 'https:'")
    }
    let scheme = text[..<colon].utf8
    guard let first = scheme.first, LinkText.isLetter(first), scheme.allSatisfy(LinkText.isSchemeByte) else {
      throw notALink("it does not begin with a scheme such as 'https:'")
    }
    guard scheme.count > 1 else { throw notALink("a single letter before a colon is a drive, not a scheme") }
    guard text.index(after: colon) != text.endIndex else { throw notALink("nothing follows its scheme") }
    return colon
  }

  private func check(_ rule: Rule) throws {
    for scalar in text.unicodeScalars {
      if scalar.value < 0x20 || scalar.value == 0x7F { throw notALink("it contains a control character") }
      guard rule == .strict else { continue }
      if scalar.properties.isWhitespace { throw notALink("it contains a space") }
      if "\"<>\\^`{|}".unicodeScalars.contains(scalar) { throw notALink("it contains '\(scalar)'") }
    }
  }

  private func notALink(_ reason: String) -> CoderError {
    let shown = (text.count > 60 ? text.prefix(60) + "…" : text[...]).debugDescription
    return CoderError(.notALink, "\(shown) is not a single URL: \(reason)")
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- UInt8(ascii: "a") < 26 }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- UInt8(ascii: "0") < 10 }

  /// Returns whether a byte is allowed in a scheme (Source: RFC 3986, section 3.1).
  private static func isSchemeByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }

  // MARK: Escaping

  /// Returns the two slashes and the authority of a URL; an empty text if the URL has no authority.
  private static func authority(_ afterScheme: Substring) -> Substring {
    guard afterScheme.hasPrefix("//") else { return afterScheme.prefix(0) }
    let end = afterScheme.dropFirst(2).firstIndex { $0 == "/" || $0 == "?" || $0 == "#" }
    return afterScheme[..<(end ?? afterScheme.endIndex)]
  }

  /// Returns the path, query and fragment.
  ///
  /// Characters that RFC 3986 does not allow are percent-escaped.
  private static func escaped(_ rest: Substring) -> String {
    let bytes = Array(rest.utf8)
    var spelling: [UInt8] = []
    spelling.reserveCapacity(bytes.count)
    var isInFragment = false
    for (index, byte) in bytes.enumerated() {
      let isAllowed: Bool
      switch byte {
      case UInt8(ascii: "%"): isAllowed = beginsEscape(bytes, at: index)
      case UInt8(ascii: "#"):
        isAllowed = !isInFragment
        isInFragment = true
      default: isAllowed = isLetter(byte) || isDigit(byte) || punctuation.contains(byte)
      }
      if isAllowed {
        spelling.append(byte)
      } else {
        let (high, low) = byte.hexadecimalDigits(capitals: true)
        spelling += [UInt8(ascii: "%"), high, low]
      }
    }
    return String(decoding: spelling, as: UTF8.self)
  }

  private static func beginsEscape(_ bytes: [UInt8], at index: Int) -> Bool {
    index + 2 < bytes.count
      && bytes[index + 1...index + 2].allSatisfy { $0.hexadecimalDigit != nil }
  }

  private static let punctuation = Set("-._~!$&'()*+,;=:@/?".utf8)
}

/// A link read from a file, together with file contents that a URL cannot represent.
struct FoundLink {
  let url: URL
  /// The title of the target.
  var title: String?
  /// The number of other items in the file, such as the location of an icon.
  var remarkCount = 0

  /// The URL, with the title and the remarks reported as lost.
  var reading: Reading<URL> {
    var losses = LossCounter()
    if let title { losses.add(.metadata, "the title \(title.debugDescription)") }
    losses.add(.metadata, "fields other than the URL", count: remarkCount)
    return Reading(url, losses: losses.total)
  }
}
