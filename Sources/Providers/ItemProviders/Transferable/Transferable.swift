/// A type that says itself how its values travel: in which types, in which order, made and read how.
///
/// The order of the representations is preference: a receiver takes the first that it supports. The API is
/// that of Apple's CoreTransferable.
///
/// ```swift
/// struct Profile: Codable, Transferable {
///   var name: String
///   static var transferRepresentation: some TransferRepresentation {
///     CodableRepresentation(contentType: UTType(exportedAs: "org.example.profile"))
///     ProxyRepresentation(exporting: \.name)
///   }
/// }
/// ```
public protocol Transferable: Sendable {
  /// The composed representations.
  associatedtype Representation: TransferRepresentation
  /// The representations, most wanted first.
  @TransferRepresentationBuilder<Self> static var transferRepresentation: Representation { get }
}

extension Transferable {
  /// The single ways in which values travel.
  ///
  /// The compiler cannot be told that the representations are of this type without taking from adopters the
  /// spelling `some TransferRepresentation`; the builder sees to it, and what got past the builder is none.
  static var transferSteps: [TransferStep<Self>] {
    transferRepresentation.steps as? [TransferStep<Self>] ?? []
  }
}

/// One or several ways in which values of a type travel.
public protocol TransferRepresentation<Item>: Sendable {
  /// What travels.
  associatedtype Item: Sendable
  /// The single ways, most wanted first.
  var steps: [TransferStep<Item>] { get }
}

/// Composes representations, one a line, most wanted first.
@resultBuilder public enum TransferRepresentationBuilder<Item: Sendable> {
  /// Takes one representation of the type itself.
  public static func buildExpression<Content: TransferRepresentation<Item>>(_ content: Content) -> Content {
    content
  }

  /// Begins with the first representation.
  public static func buildPartialBlock(first: some TransferRepresentation<Item>)
    -> TupleTransferRepresentation<Item>
  {
    TupleTransferRepresentation(steps: first.steps)
  }

  /// Adds the next representation.
  public static func buildPartialBlock(
    accumulated: TupleTransferRepresentation<Item>, next: some TransferRepresentation<Item>
  ) -> TupleTransferRepresentation<Item> {
    TupleTransferRepresentation(steps: accumulated.steps + next.steps)
  }
}

/// Representations joined in an order.
public struct TupleTransferRepresentation<Item: Sendable>: TransferRepresentation {
  /// The single ways of all parts, in order.
  public let steps: [TransferStep<Item>]
}
