#if !canImport(Darwin)
  /// What a drag does with its items; the two sides carry it out themselves.
  public struct NSDragOperation: OptionSet, Sendable, Hashable {
    /// The operations as bits.
    public let rawValue: UInt
    /// Makes operations from their raw value.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The items are copied.
    public static let copy = NSDragOperation(rawValue: 1)
    /// The items are shared by both sides.
    public static let link = NSDragOperation(rawValue: 2)
    /// The destination decides.
    public static let generic = NSDragOperation(rawValue: 4)
    /// The two sides agree among themselves.
    public static let `private` = NSDragOperation(rawValue: 8)
    /// The items are moved: the source deletes its own.
    public static let move = NSDragOperation(rawValue: 16)
    /// The items are deleted.
    public static let delete = NSDragOperation(rawValue: 32)
    /// All operations.
    public static let every = NSDragOperation(rawValue: .max)

    /// The operation of the lowest bit; empty for no operation.
    var lowest: NSDragOperation { NSDragOperation(rawValue: rawValue & (~rawValue &+ 1)) }

    /// The names of the operations, for traces.
    var names: String {
      if self == .every { return "every" }
      let all: [(NSDragOperation, String)] = [
        (.copy, "copy"), (.link, "link"), (.generic, "generic"), (.private, "private"), (.move, "move"),
        (.delete, "delete"),
      ]
      let names = all.filter { contains($0.0) }.map(\.1)
      return names.isEmpty ? "none" : names.joined(separator: "+")
    }
  }

  /// Where the pointer of a drag is, as seen by the source.
  public enum NSDraggingContext: Int, Sendable, Hashable {
    /// Over another program.
    case outsideApplication = 0
    /// Over the source's own program.
    case withinApplication = 1
  }

  /// How the images of dragged items are arranged; nothing is drawn.
  public enum NSDraggingFormation: Int, Sendable, Hashable {
    /// As the system decides.
    case `default` = 0
    /// Each image stays where it is.
    case none = 1
    /// In a pile.
    case pile = 2
    /// In a list.
    case list = 3
    /// In a stack.
    case stack = 4
  }

  /// How the items of a drag are enumerated.
  public struct NSDraggingItemEnumerationOptions: OptionSet, Sendable, Hashable {
    /// The options as bits.
    public let rawValue: UInt
    /// Makes options from their raw value.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The items may be enumerated on several threads; they are enumerated in order here.
    public static let concurrent = NSDraggingItemEnumerationOptions(rawValue: 1)
    /// The images of items that no class reads are hidden; nothing is drawn here.
    public static let clearNonenumeratedImages = NSDraggingItemEnumerationOptions(rawValue: 1 << 16)
  }

  /// How a view is activated by a drag that hovers over it.
  public struct NSSpringLoadingOptions: OptionSet, Sendable, Hashable {
    /// The options as bits.
    public let rawValue: UInt
    /// Makes options from their raw value.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// The view is not activated.
    public static let disabled: NSSpringLoadingOptions = []
    /// The view is activated.
    public static let enabled = NSSpringLoadingOptions(rawValue: 1)
    /// The view is activated again and again.
    public static let continuousActivation = NSSpringLoadingOptions(rawValue: 2)
    /// Hovering does not activate the view; only a force click does.
    public static let noHover = NSSpringLoadingOptions(rawValue: 8)
  }

  /// How a view is shown that a drag may activate.
  public enum NSSpringLoadingHighlight: Int, Sendable, Hashable {
    /// As without a drag.
    case none = 0
    /// The view can be activated.
    case standard = 1
    /// The view is being activated.
    case emphasized = 2
  }
#endif
