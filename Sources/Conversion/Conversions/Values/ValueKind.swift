/// The kind of value that a coder reads or writes: a Swift type and a name for messages.
///
/// Two kinds are equal if they have the same Swift type and, for kinds of documents, the same document type.
public struct ValueKind<Value: Sendable>: Sendable {
  let name: String
  let documentType: String?
  /// Returns the size of a value.
  let size: @Sendable (Value) -> ValueSize

  /// Makes a kind of value, such as `ValueKind(String.self, name: "text")`.
  ///
  /// - Parameters:
  ///   - type: the type of the values.
  ///   - name: the name that plans and messages use for the kind.
  ///   - size: returns the size of a value, for ``ReadingLimits``. Called only if a limit is lower than the
  ///     standard. By default, each value is one element.
  public init(
    _ type: Value.Type, name: String, size: @escaping @Sendable (Value) -> ValueSize = { _ in ValueSize() }
  ) {
    self.name = name
    self.size = size
    documentType = nil
  }

  /// The type-erased kind, which can be stored together with kinds of other Swift types.
  public var erased: AnyValueKind {
    AnyValueKind(identity: ObjectIdentifier(Value.self), documentType: documentType, name: name)
  }
}

extension ValueKind<DocumentContents> {
  /// Returns the kind for documents of the given type.
  ///
  /// Documents of this kind are passed on without being read.
  ///
  /// External converters accept and make values of this kind.
  ///
  /// - Parameter typeIdentifier: the type of the document.
  /// - Returns: the kind.
  public static func document(_ typeIdentifier: String) -> ValueKind {
    ValueKind(documentType: typeIdentifier.lowercased(), name: "\(typeIdentifier) document")
  }

  /// Returns the kind for documents of the given type that an external converter made.
  ///
  /// It differs from ``document(_:)``, so that a plan cannot contain two external converters in succession. Each of
  /// them loses content that it does not report.
  package static func madeDocument(_ typeIdentifier: String) -> ValueKind {
    ValueKind(
      documentType: "made \(typeIdentifier.lowercased())", name: "\(typeIdentifier) document of a program")
  }

  private init(documentType: String, name: String) {
    self.documentType = documentType
    self.name = name
    size = { _ in ValueSize() }
  }
}

/// A kind of value whose Swift type is known only at run time.
public struct AnyValueKind: Hashable, Sendable, CustomStringConvertible {
  let identity: ObjectIdentifier
  let documentType: String?
  /// The name that messages use for the kind, such as `text`, `link` or `structured value`.
  public let name: String

  /// Returns whether two kinds have the same Swift type and, for documents, the same document type.
  public static func == (left: AnyValueKind, right: AnyValueKind) -> Bool {
    left.identity == right.identity && left.documentType == right.documentType
  }

  /// Hashes the kind.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
    hasher.combine(documentType)
  }

  /// The name of the kind.
  public var description: String { name }
}
