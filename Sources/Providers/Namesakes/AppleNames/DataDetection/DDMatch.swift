#if !canImport(Darwin)
  public import Foundation

  /// A match in a text, as returned by the detection methods of pasteboards.
  ///
  /// The classes have the names of the framework DataDetection. The matches are made by the pasteboards of this
  /// library; the kinds that need data of the system (telephone numbers, addresses, events, parcels, flights, sums of
  /// money) do not exist here.
  open class DDMatch: NSObject, @unchecked Sendable {
    /// The matched part of the text.
    public let matchedString: String

    package init(matchedString: String) { self.matchedString = matchedString }
  }

  /// A web address in a text.
  public final class DDMatchLink: DDMatch, @unchecked Sendable {
    /// The address.
    public let url: URL

    /// Makes a match of an address.
    package init(_ url: URL) {
      self.url = url
      super.init(matchedString: url.absoluteString)
    }
  }

  /// A mail address in a text.
  public final class DDMatchEmailAddress: DDMatch, @unchecked Sendable {
    /// The address.
    public let emailAddress: String
    /// The kind of the address, such as "home"; always nil, because the text does not contain it.
    public var label: String? { nil }

    /// Makes a match of an address.
    package init(_ emailAddress: String) {
      self.emailAddress = emailAddress
      super.init(matchedString: emailAddress)
    }
  }
#endif
