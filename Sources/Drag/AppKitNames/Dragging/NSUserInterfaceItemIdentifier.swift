#if !canImport(Darwin)
  /// The name of a part of a user interface.
  public struct NSUserInterfaceItemIdentifier: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Makes a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Makes a name.
    ///
    /// - Parameter rawValue: the name.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }
#endif
