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
#endif
