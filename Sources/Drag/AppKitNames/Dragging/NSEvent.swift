#if !canImport(Darwin)
  public import Foundation

  /// An event of the mouse or the keyboard, as a value that a test or a driver makes.
  @preconcurrency @MainActor
  open class NSEvent: NSObject {
    /// The kind of event.
    public enum EventType: UInt, Sendable, Hashable {
      /// The left button was pressed.
      case leftMouseDown = 1
      /// The left button was released.
      case leftMouseUp = 2
      /// The right button was pressed.
      case rightMouseDown = 3
      /// The right button was released.
      case rightMouseUp = 4
      /// The mouse moved without a button.
      case mouseMoved = 5
      /// The mouse moved with the left button.
      case leftMouseDragged = 6
      /// The mouse moved with the right button.
      case rightMouseDragged = 7
      /// A key was pressed.
      case keyDown = 10
      /// A key was released.
      case keyUp = 11
      /// A modifier key was pressed or released.
      case flagsChanged = 12
    }

    /// The modifier keys that are held.
    public struct ModifierFlags: OptionSet, Sendable, Hashable {
      /// The keys as bits.
      public let rawValue: UInt
      /// Makes keys from their raw value.
      public init(rawValue: UInt) { self.rawValue = rawValue }
      /// The Caps Lock key.
      public static let capsLock = ModifierFlags(rawValue: 1 << 16)
      /// The Shift key.
      public static let shift = ModifierFlags(rawValue: 1 << 17)
      /// The Control key.
      public static let control = ModifierFlags(rawValue: 1 << 18)
      /// The Option key.
      public static let option = ModifierFlags(rawValue: 1 << 19)
      /// The Command key.
      public static let command = ModifierFlags(rawValue: 1 << 20)
    }

    /// The kind of event.
    public let type: EventType
    /// The place of the mouse, in the coordinates of the window.
    public let locationInWindow: NSPoint
    /// The modifier keys that were held.
    public let modifierFlags: ModifierFlags
    /// The time in seconds since the system was started; zero if not given.
    public let timestamp: TimeInterval
    /// The window; nil if not given.
    public let window: NSWindow?
    /// The number of clicks in a row.
    public let clickCount: Int

    /// Makes an event.
    ///
    /// - Parameters:
    ///   - type: the kind of event.
    ///   - location: the place of the mouse, in the coordinates of the window.
    ///   - window: the window; nil for none.
    ///   - modifierFlags: the modifier keys that are held.
    ///   - timestamp: the time in seconds.
    ///   - clickCount: the number of clicks in a row.
    public init(
      _ type: EventType, at location: NSPoint, in window: NSWindow? = nil,
      _ modifierFlags: ModifierFlags = [],
      timestamp: TimeInterval = 0, clickCount: Int = 1
    ) {
      self.type = type
      locationInWindow = location
      self.window = window
      self.modifierFlags = modifierFlags
      self.timestamp = timestamp
      self.clickCount = clickCount
    }

    /// Makes an event of the mouse with Apple's arguments.
    ///
    /// - Parameters:
    ///   - type: the kind of event.
    ///   - location: the place of the mouse, in the coordinates of the window.
    ///   - flags: the modifier keys that are held.
    ///   - time: the time in seconds.
    ///   - wNum: not used, because windows have no numbers.
    ///   - unusedPassNil: not used.
    ///   - eNum: not used.
    ///   - cNum: the number of clicks in a row.
    ///   - pressure: not used.
    /// - Returns: the event, without a window; never nil.
    open class func mouseEvent(
      with type: EventType, location: NSPoint, modifierFlags flags: ModifierFlags,
      timestamp time: TimeInterval,
      windowNumber wNum: Int, context unusedPassNil: AnyObject?, eventNumber eNum: Int, clickCount cNum: Int,
      pressure: Float
    ) -> NSEvent? { NSEvent(type, at: location, in: nil, flags, timestamp: time, clickCount: cNum) }
  }
#endif
