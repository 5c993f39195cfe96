#if !canImport(Darwin)
  public import AppleNames
  import Pasteboards

  extension NSPasteboard {
    /// The values that were detected in the text of an item.
    ///
    /// The kinds that need data of the system (telephone numbers, postal addresses, events, parcels, flights and sums
    /// of money) have no properties here.
    public struct DetectedValues: Sendable {
      /// The web address that the whole text is; empty if it is none.
      public internal(set) var probableWebURL = ""
      /// The line that can be searched for; empty if the text is none.
      public internal(set) var probableWebSearch = ""
      /// The number that the whole text is; nil if it is none.
      public internal(set) var number: Double?
      /// The web addresses with a scheme in the text, in order.
      public internal(set) var links: [DDMatchLink] = []
      /// The mail addresses in the text, in order.
      public internal(set) var emailAddresses: [DDMatchEmailAddress] = []
    }

    /// Returns which values the text of the first item has; blocks a thread while promised text is made.
    ///
    /// - Parameter keyPaths: the values to look for; the others may be set too.
    /// - Returns: the values; without text, none.
    /// - Throws: nothing here; on Apple's systems, the user may refuse access.
    public func detectedValues(for keyPaths: Set<PartialKeyPath<DetectedValues>>) async throws
      -> DetectedValues
    {
      let item = pasteboardItems?.first
      guard let text = item?.string(forType: .string) ?? item?.string(forType: .URL) else {
        return DetectedValues()
      }
      return DetectedValues(TextPatterns(text))
    }
  }

  extension NSPasteboard.DetectedValues {
    init(_ text: TextPatterns) {
      probableWebURL = text.webAddress ?? ""
      probableWebSearch = text.searchText ?? ""
      number = text.number
      links = text.links.map { DDMatchLink($0) }
      emailAddresses = text.mailAddresses.map { DDMatchEmailAddress($0) }
    }
  }
#endif
