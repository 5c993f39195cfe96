#if !canImport(Darwin)
  public import AppleNames
  import AppleValues
  public import Foundation
  import ItemProviders
  import Pasteboards

  extension UIPasteboard {
    /// What the text of an item probably is.
    ///
    /// The constants without a rule of this library (telephone numbers, postal addresses, events, parcels, flights and
    /// sums of money) can be asked for, and are never detected.
    public struct DetectionPattern: RawRepresentable, Hashable, Sendable {
      /// The name of the pattern.
      public let rawValue: String
      /// Makes a pattern from its name.
      public init(rawValue: String) { self.rawValue = rawValue }
      /// The whole text is a web address.
      public static let probableWebURL = DetectionPattern(rawValue: "probableWebURL")
      /// The whole text is a line that can be searched for.
      public static let probableWebSearch = DetectionPattern(rawValue: "probableWebSearch")
      /// The whole text is a number.
      public static let number = DetectionPattern(rawValue: "number")
      /// The text contains a web address with a scheme.
      public static let link = DetectionPattern(rawValue: "link")
      /// The text contains a mail address.
      public static let emailAddress = DetectionPattern(rawValue: "emailAddress")
      /// A telephone number; never detected.
      public static let phoneNumber = DetectionPattern(rawValue: "phoneNumber")
      /// A postal address; never detected.
      public static let postalAddress = DetectionPattern(rawValue: "postalAddress")
      /// An event with a date; never detected.
      public static let calendarEvent = DetectionPattern(rawValue: "calendarEvent")
      /// The number of a parcel; never detected.
      public static let shipmentTrackingNumber = DetectionPattern(rawValue: "shipmentTrackingNumber")
      /// The number of a flight; never detected.
      public static let flightNumber = DetectionPattern(rawValue: "flightNumber")
      /// A sum of money; never detected.
      public static let moneyAmount = DetectionPattern(rawValue: "moneyAmount")
    }

    /// The values that were detected in the text of an item.
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
      /// The patterns that were detected.
      public internal(set) var patterns: Set<DetectionPattern> = []
    }

    /// Finds patterns in the text of the first item.
    ///
    /// - Parameters:
    ///   - patterns: the patterns to look for.
    ///   - completionHandler: called on a background queue with those that were found.
    public func detectPatterns(
      for patterns: Set<DetectionPattern>,
      completionHandler: @escaping @Sendable (Result<Set<DetectionPattern>, any Error>) -> Void
    ) {
      inBackground { completionHandler(.success(Self.found(patterns, in: $0.detected(in: [0]).first))) }
    }

    /// Finds patterns in the texts of some items.
    ///
    /// - Parameters:
    ///   - patterns: the patterns to look for.
    ///   - itemSet: the indices of the items; nil for all items.
    ///   - completionHandler: called on a background queue with those that were found in each item.
    public func detectPatterns(
      for patterns: Set<DetectionPattern>, inItemSet itemSet: IndexSet?,
      completionHandler: @escaping @Sendable (Result<[Set<DetectionPattern>], any Error>) -> Void
    ) {
      inBackground { pasteboard in
        completionHandler(.success(pasteboard.detected(in: itemSet).map { Self.found(patterns, in: $0) }))
      }
    }

    /// Finds values in the text of the first item.
    ///
    /// - Parameters:
    ///   - patterns: the patterns to look for.
    ///   - completionHandler: called on a background queue with the values by pattern.
    public func detectValues(
      for patterns: Set<DetectionPattern>,
      completionHandler: @escaping @Sendable (Result<[DetectionPattern: Any], any Error>) -> Void
    ) {
      inBackground { completionHandler(.success(Self.values(patterns, in: $0.detected(in: [0]).first))) }
    }

    /// Returns which patterns the text of the first item has.
    ///
    /// - Parameter patterns: the patterns to look for.
    /// - Returns: those that were found.
    /// - Throws: nothing; an item without text has no patterns.
    public func detectedPatterns(for patterns: Set<DetectionPattern>) async throws -> Set<DetectionPattern> {
      Self.found(patterns, in: await values(in: [0]).first)
    }

    /// Returns which patterns the texts of some items have.
    ///
    /// - Parameters:
    ///   - patterns: the patterns to look for.
    ///   - itemSet: the indices of the items; nil for all items.
    /// - Returns: those that were found in each item.
    /// - Throws: nothing; an item without text has no patterns.
    public func detectedPatterns(
      for patterns: Set<DetectionPattern>, inItemSet itemSet: IndexSet?
    ) async throws -> [Set<DetectionPattern>] {
      await values(in: itemSet).map { Self.found(patterns, in: $0) }
    }

    /// Returns which values the text of the first item has.
    ///
    /// - Parameter keyPaths: the values to look for; the others may be set too.
    /// - Returns: the values.
    /// - Throws: nothing; an item without text has no values.
    public func detectedValues(for keyPaths: Set<PartialKeyPath<DetectedValues>>) async throws
      -> DetectedValues
    {
      await values(in: [0]).first ?? DetectedValues()
    }

    /// Returns which values the texts of some items have.
    ///
    /// - Parameters:
    ///   - keyPaths: the values to look for; the others may be set too.
    ///   - itemSet: the indices of the items; nil for all items.
    /// - Returns: the values of each item.
    /// - Throws: nothing; an item without text has no values.
    public func detectedValues(
      for keyPaths: Set<PartialKeyPath<DetectedValues>>, inItemSet itemSet: IndexSet?
    ) async throws -> [DetectedValues] { await values(in: itemSet) }

    // MARK: Detecting

    private func inBackground(_ body: @escaping @Sendable (UIPasteboard) -> Void) {
      DispatchQueue.global().async { body(self) }
    }

    private func values(in itemSet: IndexSet?) async -> [DetectedValues] {
      await withCheckedContinuation { continuation in
        inBackground { continuation.resume(returning: $0.detected(in: itemSet)) }
      }
    }

    /// Returns the values of each item; an item without text has no values, and the result is empty if an index is out of
    /// range.
    private func detected(in itemSet: IndexSet?) -> [DetectedValues] {
      (items(in: itemSet) ?? []).map { item in
        guard let type = item.type(accepting: Self.typeListString + Self.typeListURL),
          let data = item.data(for: type), let text = PropertyListForm.text(data, as: type)
        else { return DetectedValues() }
        return DetectedValues(TextPatterns(text))
      }
    }

    private static func found(
      _ patterns: Set<DetectionPattern>, in values: DetectedValues?
    ) -> Set<DetectionPattern> { patterns.intersection(values?.patterns ?? []) }

    private static func values(
      _ patterns: Set<DetectionPattern>, in values: DetectedValues?
    ) -> [DetectionPattern: Any] {
      guard let values else { return [:] }
      let all: [DetectionPattern: Any?] = [
        .probableWebURL: values.probableWebURL, .probableWebSearch: values.probableWebSearch,
        .number: values.number, .link: values.links, .emailAddress: values.emailAddresses,
      ]
      let found = found(patterns, in: values)
      return all.filter { found.contains($0.key) }.compactMapValues { $0 }
    }
  }

  extension UIPasteboard.DetectedValues {
    init(_ text: TextPatterns) {
      probableWebURL = text.webAddress ?? ""
      probableWebSearch = text.searchText ?? ""
      number = text.number
      links = text.links.map { DDMatchLink($0) }
      emailAddresses = text.mailAddresses.map { DDMatchEmailAddress($0) }
      if text.webAddress != nil { patterns.insert(.probableWebURL) }
      if text.searchText != nil { patterns.insert(.probableWebSearch) }
      if text.number != nil { patterns.insert(.number) }
      if !text.links.isEmpty { patterns.insert(.link) }
      if !text.mailAddresses.isEmpty { patterns.insert(.emailAddress) }
    }
  }
#endif
