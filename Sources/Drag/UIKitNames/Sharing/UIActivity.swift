#if !canImport(Darwin)
  public import Foundation

  /// A service that a program offers in an activity controller, such as "Copy Link".
  ///
  /// As in UIKit, a subclass overrides `activityType`, `canPerform(withActivityItems:)`,
  /// `prepare(withActivityItems:)` and `perform()`, and calls `activityDidFinish(_:)` at the end.
  @preconcurrency @MainActor
  open class UIActivity: NSObject {
    /// The name of a service.
    public struct ActivityType: RawRepresentable, Hashable, Sendable {
      /// The name, in reverse domain form.
      public let rawValue: String
      /// Makes a type from its name.
      public init(rawValue: String) { self.rawValue = rawValue }
      /// Makes a type from its name.
      ///
      /// - Parameter rawValue: the name, in reverse domain form.
      public init(_ rawValue: String) { self.rawValue = rawValue }

      /// Opens a message with the items.
      public static let message = ActivityType("com.apple.UIKit.activity.Message")
      /// Opens a mail with the items.
      public static let mail = ActivityType("com.apple.UIKit.activity.Mail")
      /// Prints the items.
      public static let print = ActivityType("com.apple.UIKit.activity.Print")
      /// Copies the items to the pasteboard; the only service of the system that has an effect here.
      public static let copyToPasteboard = ActivityType("com.apple.UIKit.activity.CopyToPasteboard")
      /// Assigns a picture to a contact.
      public static let assignToContact = ActivityType("com.apple.UIKit.activity.AssignToContact")
      /// Saves a picture.
      public static let saveToCameraRoll = ActivityType("com.apple.UIKit.activity.SaveToCameraRoll")
      /// Adds a URL to a list of pages to read.
      public static let addToReadingList = ActivityType("com.apple.UIKit.activity.AddToReadingList")
      /// Posts to Facebook.
      public static let postToFacebook = ActivityType("com.apple.UIKit.activity.PostToFacebook")
      /// Posts to Twitter.
      public static let postToTwitter = ActivityType("com.apple.UIKit.activity.PostToTwitter")
      /// Posts to Weibo.
      public static let postToWeibo = ActivityType("com.apple.UIKit.activity.PostToWeibo")
      /// Posts to Flickr.
      public static let postToFlickr = ActivityType("com.apple.UIKit.activity.PostToFlickr")
      /// Posts to Vimeo.
      public static let postToVimeo = ActivityType("com.apple.UIKit.activity.PostToVimeo")
      /// Sends the items to a device nearby.
      public static let airDrop = ActivityType("com.apple.UIKit.activity.AirDrop")
      /// Opens a book.
      public static let openInIBooks = ActivityType("com.apple.UIKit.activity.OpenInIBooks")
      /// Draws on a PDF of the items.
      public static let markupAsPDF = ActivityType("com.apple.UIKit.activity.MarkupAsPDF")
    }

    /// The group in which a service is shown.
    public enum Category: Int, Sendable, Hashable {
      /// The service acts on the items.
      case action = 0
      /// The service shares the items.
      case share = 1
    }

    /// The group in which services of the class are shown; `action` unless overridden.
    open class var activityCategory: Category { .action }
    /// The name of the service; nil unless overridden.
    open var activityType: ActivityType? { nil }
    /// The title; nil unless overridden.
    open var activityTitle: String? { nil }
    /// The picture; nil unless overridden.
    open var activityImage: UIImage? { nil }
    /// A controller that asks the user for details; nil unless overridden.
    ///
    /// If the property is not nil, the controller is presented instead of a call of `perform()`.
    open var activityViewController: UIViewController? { nil }
    /// Called by ``activityDidFinish(_:)``; set by the activity controller.
    var whenFinished: ((Bool) -> Void)?

    /// Returns whether the service can handle the items; false unless overridden.
    ///
    /// - Parameter activityItems: the placeholders of the items.
    /// - Returns: `true` to show the service.
    open func canPerform(withActivityItems activityItems: [Any]) -> Bool { false }

    /// Called when the service was chosen, before `perform()`.
    ///
    /// Default implementation; does nothing.
    ///
    /// - Parameter activityItems: the items.
    open func prepare(withActivityItems activityItems: [Any]) {}

    /// Performs the service.
    ///
    /// Default implementation; does nothing. An override calls ``activityDidFinish(_:)`` at the end.
    open func perform() {}

    /// Ends the service; the activity controller then calls its completion.
    ///
    /// - Parameter completed: whether the service has handled the items.
    open func activityDidFinish(_ completed: Bool) {
      let whenFinished = whenFinished
      self.whenFinished = nil
      whenFinished?(completed)
    }
  }

  /// An object that makes the shared item for the service that was chosen.
  @preconcurrency @MainActor
  public protocol UIActivityItemSource: AnyObject {
    /// Returns an object of the class of the item, before a service was chosen.
    ///
    /// - Parameter activityViewController: the activity controller.
    /// - Returns: the placeholder.
    func activityViewControllerPlaceholderItem(_ activityViewController: UIActivityViewController) -> Any
    /// Returns the item for a service.
    ///
    /// - Parameters:
    ///   - activityViewController: the activity controller.
    ///   - activityType: the service.
    /// - Returns: the item; nil to share nothing with this service.
    func activityViewController(
      _ activityViewController: UIActivityViewController,
      itemForActivityType activityType: UIActivity.ActivityType?
    ) -> Any?
    /// Returns the subject of a message with the item; not called, because nothing is sent.
    ///
    /// - Parameters:
    ///   - activityViewController: the activity controller.
    ///   - activityType: the service.
    /// - Returns: the subject; empty for no subject.
    func activityViewController(
      _ activityViewController: UIActivityViewController,
      subjectForActivityType activityType: UIActivity.ActivityType?
    ) -> String
    /// Returns the type of the item's data; used if the item is `Data`.
    ///
    /// - Parameters:
    ///   - activityViewController: the activity controller.
    ///   - activityType: the service.
    /// - Returns: the type identifier.
    func activityViewController(
      _ activityViewController: UIActivityViewController,
      dataTypeIdentifierForActivityType activityType: UIActivity.ActivityType?
    ) -> String
    /// Returns a small picture of the item; not called, because nothing is drawn.
    ///
    /// - Parameters:
    ///   - activityViewController: the activity controller.
    ///   - activityType: the service.
    ///   - size: the size of the picture in points.
    /// - Returns: the picture; nil for no picture.
    func activityViewController(
      _ activityViewController: UIActivityViewController,
      thumbnailImageForActivityType activityType: UIActivity.ActivityType?, suggestedSize size: CGSize
    ) -> UIImage?
  }

  extension UIActivityItemSource {
    /// Default implementation; returns an empty string.
    public func activityViewController(
      _ activityViewController: UIActivityViewController,
      subjectForActivityType activityType: UIActivity.ActivityType?
    ) -> String { "" }
    /// Default implementation; returns `public.data`.
    public func activityViewController(
      _ activityViewController: UIActivityViewController,
      dataTypeIdentifierForActivityType activityType: UIActivity.ActivityType?
    ) -> String { "public.data" }
    /// Default implementation; returns nil.
    public func activityViewController(
      _ activityViewController: UIActivityViewController,
      thumbnailImageForActivityType activityType: UIActivity.ActivityType?, suggestedSize size: CGSize
    ) -> UIImage? { nil }
  }
#endif
