#if !canImport(Darwin)
  public import Foundation

  /// Is told what becomes of shared items.
  @preconcurrency @MainActor
  public protocol NSSharingServiceDelegate: NSObjectProtocol {
    /// Called before the items are shared.
    ///
    /// - Parameters:
    ///   - sharingService: the service.
    ///   - items: the items.
    func sharingService(_ sharingService: NSSharingService, willShareItems items: [Any])
    /// Called when the items could not be shared.
    ///
    /// - Parameters:
    ///   - sharingService: the service.
    ///   - items: the items.
    ///   - error: the reason.
    func sharingService(
      _ sharingService: NSSharingService, didFailToShareItems items: [Any], error: any Error)
    /// Called after the items were shared.
    ///
    /// - Parameters:
    ///   - sharingService: the service.
    ///   - items: the items.
    func sharingService(_ sharingService: NSSharingService, didShareItems items: [Any])
  }

  extension NSSharingServiceDelegate {
    /// Default implementation; does nothing.
    public func sharingService(_ sharingService: NSSharingService, willShareItems items: [Any]) {}
    /// Default implementation; does nothing.
    public func sharingService(
      _ sharingService: NSSharingService, didFailToShareItems items: [Any], error: any Error
    ) {}
    /// Default implementation; does nothing.
    public func sharingService(_ sharingService: NSSharingService, didShareItems items: [Any]) {}
  }

  /// A way to share items with a person or a program.
  ///
  /// The services of the system, such as mail, do not exist here: they cannot perform, and say so to their delegate. A
  /// service that the program makes with a handler works.
  @preconcurrency @MainActor
  open class NSSharingService: NSObject {
    /// The name of a service of the system.
    public struct Name: RawRepresentable, Hashable, Sendable {
      /// The name.
      public let rawValue: String
      /// Makes a name.
      public init(rawValue: String) { self.rawValue = rawValue }
      /// Makes a name.
      ///
      /// - Parameter rawValue: the name.
      public init(_ rawValue: String) { self.rawValue = rawValue }
      /// A mail.
      public static let composeEmail = Name("com.apple.share.Mail.compose")
      /// A message.
      public static let composeMessage = Name("com.apple.messages.ShareExtension")
      /// Another device nearby.
      public static let sendViaAirDrop = Name("com.apple.share.AirDrop.send")
      /// A list of pages to read.
      public static let addToSafariReadingList = Name("com.apple.share.System.add-to-safari-reading-list")
      /// A collaboration in the cloud.
      public static let cloudSharing = Name("com.apple.share.CloudSharing")
    }

    /// The title.
    open var title: String
    /// The title in a menu; the same as ``title`` unless it is set.
    open var menuItemTitle: String
    /// The picture; nil for a service of the system.
    public let image: NSImage?
    /// The picture while the service cannot be used; nil for none.
    public let alternateImage: NSImage?
    /// Is told what becomes of the items.
    open weak var delegate: (any NSSharingServiceDelegate)?
    /// The subject of a mail; nil if not set.
    open var subject: String?
    /// The persons to share with; nil if not set.
    open var recipients: [String]?
    private let handler: (() -> Void)?

    /// Returns a service of the system, which cannot perform here.
    ///
    /// - Parameter serviceName: the name.
    public convenience init?(named serviceName: Name) {
      self.init(serviceName.rawValue, nil, nil, nil)
    }

    /// Makes a service of the program's own.
    ///
    /// - Parameters:
    ///   - title: the title.
    ///   - image: the picture.
    ///   - alternateImage: the picture while the service cannot be used.
    ///   - block: shares the items.
    public convenience init(
      title: String, image: NSImage, alternateImage: NSImage?, handler block: @escaping () -> Void
    ) {
      self.init(title, image, alternateImage, block)
    }

    private init(_ title: String, _ image: NSImage?, _ alternateImage: NSImage?, _ handler: (() -> Void)?) {
      self.title = title
      menuItemTitle = title
      self.image = image
      self.alternateImage = alternateImage
      self.handler = handler
    }

    /// Returns whether the service can share items.
    ///
    /// - Parameter items: the items; nil for any.
    /// - Returns: `true` for a service of the program's own.
    open func canPerform(withItems items: [Any]?) -> Bool { handler != nil }

    /// Shares items, and tells the delegate.
    ///
    /// - Parameter items: objects that can be written to a pasteboard, or item providers.
    open func perform(withItems items: [Any]) {
      delegate?.sharingService(self, willShareItems: items)
      guard let handler else {
        delegate?.sharingService(
          self, didFailToShareItems: items,
          error: CocoaError(
            .featureUnsupported,
            userInfo: [
              NSLocalizedDescriptionKey: "the sharing service \(title) is not available on this system"
            ]))
        return
      }
      handler()
      delegate?.sharingService(self, didShareItems: items)
    }

    /// Returns no services, because those of the system do not exist here.
    ///
    /// - Parameter items: the items.
    /// - Returns: an empty array.
    open class func sharingServices(forItems items: [Any]) -> [NSSharingService] { [] }
  }
#endif
