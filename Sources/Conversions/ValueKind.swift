/// The kind of value a coder reads or writes: a Swift type with the name people call it by.
///
/// Two kinds are the same when their Swift types are.
public struct ValueKind<Value: Sendable>: Sendable {
  let name: String

  /// Names a type of value, such as `ValueKind(String.self, name: "text")`.
  public init(_ type: Value.Type, name: String) { self.name = name }

  /// The kind without its type, for storing among kinds of other types.
  public var erased: AnyValueKind { AnyValueKind(identity: ObjectIdentifier(Value.self), name: name) }
}

/// A kind of value whose Swift type is known only at run time.
public struct AnyValueKind: Hashable, Sendable, CustomStringConvertible {
  let identity: ObjectIdentifier
  /// What people call the kind: `text`, `link`, `structured value`.
  public let name: String

  /// Kinds are equal when their Swift types are.
  public static func == (left: AnyValueKind, right: AnyValueKind) -> Bool { left.identity == right.identity }

  /// Feeds the kind into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(identity) }

  /// What is printed for it.
  public var description: String { name }
}
