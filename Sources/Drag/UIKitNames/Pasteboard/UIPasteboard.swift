#if !canImport(Darwin)
  public import Foundation
  public import ItemProviders
  package import Pasteboards

  /// A pasteboard: copied items that the whole process shares.
  ///
  /// The contents are in memory and private to the process; the module `DesktopPasteboard` connects the general
  /// pasteboard to the desktop's clipboard. ``general`` has the same items as `NSPasteboard.general` of `AppKitNames`.
  ///
  /// Members that return data or objects, such as ``string``, block until the data has been made or loaded. All
  /// members can be used from any thread.
  public final class UIPasteboard: NSObject, @unchecked Sendable {
    /// The pasteboard of the process.
    public static let general = UIPasteboard(.general)

    /// The name of a pasteboard.
    public struct Name: RawRepresentable, Hashable, Sendable {
      /// The name.
      public let rawValue: String
      /// Makes a name.
      public init(rawValue: String) { self.rawValue = rawValue }
      /// Makes a name.
      ///
      /// - Parameter rawValue: the name.
      public init(_ rawValue: String) { self.rawValue = rawValue }
      /// The name of ``UIPasteboard/general``.
      public static let general = Name("com.apple.UIKit.pboard.general")
    }

    /// The key of an option for setting the contents.
    public struct OptionsKey: RawRepresentable, Hashable, Sendable {
      /// The key's name.
      public let rawValue: String
      /// Makes a key from its name.
      public init(rawValue: String) { self.rawValue = rawValue }
      /// Whether the contents are hidden from other processes, as a `Bool`.
      public static let localOnly = OptionsKey(rawValue: "localOnly")
      /// The date from which the contents are empty, as a `Date`.
      public static let expirationDate = OptionsKey(rawValue: "expirationDate")
    }

    /// The shared contents.
    package let pasteboard: Pasteboard
    // Set once, before another thread can have the object.
    private var observation: PasteboardObservation?

    /// Shows shared contents, and posts the notifications of their changes.
    package init(_ pasteboard: Pasteboard) {
      self.pasteboard = pasteboard
      super.init()
      observation = pasteboard.observe { [weak self] _, change in self?.post(change) }
    }

    /// Returns the pasteboard with a name.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - create: whether the pasteboard is made if it does not exist.
    /// - Returns: nil if the pasteboard does not exist and is not made.
    public convenience init?(name: Name, create: Bool) {
      if name == .general {
        self.init(.general)
      } else if create {
        self.init(.named(name.rawValue))
      } else if let existing = Pasteboard.existing(named: name.rawValue) {
        self.init(existing)
      } else {
        return nil
      }
    }

    /// Makes an empty pasteboard with a name that no other pasteboard has.
    ///
    /// - Returns: the pasteboard.
    public static func withUniqueName() -> UIPasteboard { UIPasteboard(.named(UUID().uuidString)) }

    /// Empties a pasteboard and releases its name; does nothing for the general pasteboard or an unknown name.
    ///
    /// ``removedNotification`` is posted before the contents are removed.
    ///
    /// - Parameter name: the name.
    public static func remove(withName name: Name) { Pasteboard.remove(named: name.rawValue) }

    /// The name.
    public var name: Name { pasteboard === Pasteboard.general ? .general : Name(pasteboard.name) }

    /// Whether the contents outlive the process; always false, because they are in memory.
    public var isPersistent: Bool { false }

    /// Does nothing, because the contents are in memory.
    ///
    /// - Parameter persistent: not used.
    @available(*, deprecated, message: "the contents of a pasteboard are lost when the process exits")
    public func setPersistent(_ persistent: Bool) {}

    /// The number of times the contents were replaced or items were added, by this class or by `NSPasteboard`.
    public var changeCount: Int { pasteboard.changeCount }

    /// The number of items.
    public var numberOfItems: Int { pasteboard.items.count }

    // MARK: Providers

    /// The items as providers, in order; setting the property replaces the contents.
    public var itemProviders: [ItemProvider] {
      get { pasteboard.itemProviders }
      set { pasteboard.itemProviders = newValue }
    }

    /// Replaces the contents.
    ///
    /// - Parameters:
    ///   - itemProviders: the providers, in order.
    ///   - localOnly: whether the contents are hidden from other processes.
    ///   - expirationDate: the date from which the contents are empty; nil for no expiration.
    public func setItemProviders(_ itemProviders: [ItemProvider], localOnly: Bool, expirationDate: Date?) {
      pasteboard.setItemProviders(itemProviders, localOnly: localOnly, expirationDate: expirationDate)
    }

    // MARK: Notifications

    /// Posted after each change of the contents, on the thread of the change.
    ///
    /// The object is the pasteboard. The user info has the types that were added and removed. Every object that shows
    /// the same pasteboard posts the notification.
    public static let changedNotification = NSNotification.Name("UIPasteboardChangedNotification")
    /// The key for the types that were added, as an array of strings.
    public static let changedTypesAddedUserInfoKey = "UIPasteboardChangedTypesAddedUserInfoKey"
    /// The key for the types that were removed, as an array of strings.
    public static let changedTypesRemovedUserInfoKey = "UIPasteboardChangedTypesRemovedUserInfoKey"
    /// Posted before a pasteboard is removed; the object is the pasteboard.
    public static let removedNotification = NSNotification.Name("UIPasteboardRemovedNotification")

    private func post(_ change: PasteboardChange) {
      switch change.kind {
      case .removal: NotificationCenter.default.post(name: Self.removedNotification, object: self)
      case .contents:
        NotificationCenter.default.post(
          name: Self.changedNotification, object: self,
          userInfo: [
            Self.changedTypesAddedUserInfoKey: change.addedTypes,
            Self.changedTypesRemovedUserInfoKey: change.removedTypes,
          ])
      }
    }

    // MARK: Identity

    /// Returns whether the other object shows the same pasteboard.
    public override func isEqual(_ object: Any?) -> Bool {
      (object as? UIPasteboard)?.pasteboard === pasteboard
    }

    /// A hash of the pasteboard's identity.
    public override var hash: Int { ObjectIdentifier(pasteboard).hashValue }
  }
#endif
