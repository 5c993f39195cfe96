/// What went wrong with types: which rule was broken, and by which identifier, tag or declaration.
public struct TypeError: Error, Sendable, CustomStringConvertible {
  /// The kind of failure.
  ///
  /// More kinds may be added.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The kind's name.
    public let rawValue: String
    /// Makes a kind of any name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The text is not a type identifier.
    public static let malformedIdentifier = Code(rawValue: "malformedIdentifier")
    /// The identifier is in the domain `dyn.`, where nothing may be declared.
    public static let reservedIdentifier = Code(rawValue: "reservedIdentifier")
    /// Two exported declarations claim one identifier.
    public static let duplicateExport = Code(rawValue: "duplicateExport")
    /// A declaration conforms to a type that nobody declares.
    public static let unknownParent = Code(rawValue: "unknownParent")
    /// Declarations conform to each other in a circle.
    public static let conformanceCycle = Code(rawValue: "conformanceCycle")
    /// A tag does not have the shape that its class asks for.
    public static let malformedTag = Code(rawValue: "malformedTag")
    /// A table of types or signatures cannot be read.
    public static let malformedTable = Code(rawValue: "malformedTable")
    /// A registry was to be installed too late or a second time.
    public static let registryInUse = Code(rawValue: "registryInUse")
  }

  /// The kind of failure.
  public let code: Code
  /// What happened, to which thing as it was written, and what to do about it.
  public let message: String
  /// The failure behind this one, if there was one.
  public let cause: (any Error)?

  /// Makes an error.
  public init(_ code: Code, _ message: String, cause: (any Error)? = nil) {
    self.code = code
    self.message = message
    self.cause = cause
  }

  /// The message.
  public var description: String { message }
}
