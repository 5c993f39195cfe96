/// The kind of value a coder reads or writes: a Swift type and a name for messages.
///
/// Two kinds are the same when their Swift types are, and the types of document, where they are documents of a type.
public struct ValueKind<Value: Sendable>: Sendable {
  let name: String
  let documentType: String?

  /// Names a type of value, such as `ValueKind(String.self, name: "text")`.
  ///
  /// - Parameters:
  ///   - type: the type of the values.
  ///   - name: its name in plans.
  public init(_ type: Value.Type, name: String) {
    self.name = name
    documentType = nil
  }

  /// The kind without its type, for storing among kinds of other types.
  public var erased: AnyValueKind {
    AnyValueKind(identity: ObjectIdentifier(Value.self), documentType: documentType, name: name)
  }
}

extension ValueKind<DocumentContents> {
  /// A document of a type that has not been read: what external converters read and write.
  ///
  /// - Parameter typeIdentifier: the type of the document.
  /// - Returns: the kind.
  public static func document(_ typeIdentifier: String) -> ValueKind {
    ValueKind(documentType: typeIdentifier.lowercased(), name: "\(typeIdentifier) document")
  }

  private init(documentType: String, name: String) {
    self.documentType = documentType
    self.name = name
  }
}

/// A kind of value whose Swift type is known only at run time.
public struct AnyValueKind: Hashable, Sendable, CustomStringConvertible {
  let identity: ObjectIdentifier
  let documentType: String?
  /// The kind as messages name it: `text`, `link`, `structured value`.
  public let name: String

  /// Kinds are equal when their Swift types are, and the types of their documents.
  public static func == (left: AnyValueKind, right: AnyValueKind) -> Bool {
    left.identity == right.identity && left.documentType == right.documentType
  }

  /// Feeds the kind into a hasher.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
    hasher.combine(documentType)
  }

  /// The text that is printed.
  public var description: String { name }
}
