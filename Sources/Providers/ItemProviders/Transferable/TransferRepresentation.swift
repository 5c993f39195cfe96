import Foundation
import ProfferFileSystem
import UniformTypes

/// One or several ways to transfer values of a type.
///
/// A custom representation specifies its `Item` and composes other representations in its `body`:
///
/// ```swift
/// struct NoteRepresentation: TransferRepresentation {
///   typealias Item = Note
///   var body: some TransferRepresentation {
///     CodableRepresentation(contentType: .json)
///     ProxyRepresentation(exporting: \.text)
///   }
/// }
/// ```
public protocol TransferRepresentation<Item>: Sendable {
  /// The type of the values.
  associatedtype Item: Sendable
  /// The type of the composed representations; `Never` for the representations of this library.
  associatedtype Body: TransferRepresentation = Never
  /// The composed representations, in order of preference.
  @TransferRepresentationBuilder<Item> var body: Body { get }
  /// The steps, in order of preference; by default the steps of the body.
  var steps: [TransferStep<Item>] { get }
}

extension TransferRepresentation {
  /// Default implementation; returns the steps of the body.
  public var steps: [TransferStep<Item>] {
    // A representation without a body does not compose other representations.
    Body.self == Never.self ? [] : body.steps as? [TransferStep<Item>] ?? []
  }
}

extension TransferRepresentation where Body == Never {
  /// Never called: a representation without a body defines its own steps.
  public var body: Never { preconditionFailure("\(Self.self) has no body; its steps are its own") }
}

extension Never: TransferRepresentation {
  /// The item type; `Never` has no values.
  public typealias Item = Never
  /// The body type; `Never` has no body.
  public typealias Body = Never
  /// Never called, because the type has no values.
  public var steps: [TransferStep<Never>] { [] }
}

/// A result builder that composes representations, one on each line, in order of preference.
@resultBuilder public enum TransferRepresentationBuilder<Item: Sendable> {
  /// Accepts a representation of the item type.
  ///
  /// - Parameter content: the representation.
  /// - Returns: the same representation.
  public static func buildExpression<Content: TransferRepresentation<Item>>(_ content: Content) -> Content {
    content
  }

  /// Starts with the first representation.
  ///
  /// - Parameter first: the representation.
  /// - Returns: a representation with the steps of the first representation.
  public static func buildPartialBlock(first: some TransferRepresentation<Item>)
    -> TupleTransferRepresentation<Item>
  {
    TupleTransferRepresentation(steps: first.steps)
  }

  /// Adds the next representation.
  ///
  /// - Parameters:
  ///   - accumulated: the representations so far.
  ///   - next: the representation that follows.
  /// - Returns: a representation with the steps of both, in this order.
  public static func buildPartialBlock(
    accumulated: TupleTransferRepresentation<Item>, next: some TransferRepresentation<Item>
  ) -> TupleTransferRepresentation<Item> {
    TupleTransferRepresentation(steps: accumulated.steps + next.steps)
  }
}

/// Several representations in order.
public struct TupleTransferRepresentation<Item: Sendable>: TransferRepresentation {
  /// The steps of all representations, in order.
  public let steps: [TransferStep<Item>]
}

// MARK: - Modifiers

/// A representation with a modifier.
public struct ModifiedTransferRepresentation<Item: Sendable>: TransferRepresentation {
  /// The modified steps, in the order of the original representation.
  public let steps: [TransferStep<Item>]
}

extension TransferRepresentation {
  /// Offers the representation only for values that satisfy a condition.
  ///
  /// - Parameter condition: returns whether to offer a value; called before the value is exported.
  /// - Returns: the modified representation.
  public func exportingCondition(_ condition: @escaping @Sendable (Item) -> Bool)
    -> ModifiedTransferRepresentation<Item>
  {
    changingExport { export in
      let earlier = export.condition
      export.condition = { item in earlier?(item) ?? true && condition(item) }
    }
  }

  /// Suggests a file name with its extension.
  ///
  /// If several representations of a type suggest a name, the last suggestion is used.
  ///
  /// - Parameter name: the name with its extension.
  /// - Returns: the modified representation.
  public func suggestedFileName(_ name: String) -> ModifiedTransferRepresentation<Item> {
    suggestedFileName { _ in name }
  }

  /// Suggests a file name for each value.
  ///
  /// - Parameter name: returns the file name for a value, with its extension; nil for no suggestion.
  /// - Returns: the modified representation.
  public func suggestedFileName(_ name: @escaping @Sendable (Item) -> String?)
    -> ModifiedTransferRepresentation<Item>
  {
    changingExport { $0.suggestedFileName = name }
  }

  /// Sets the visibility of the representation.
  ///
  /// - Parameter visibility: the receivers that can see the representation.
  /// - Returns: the modified representation.
  public func visibility(_ visibility: RepresentationVisibility) -> ModifiedTransferRepresentation<Item> {
    changingExport { $0.visibility = visibility }
  }

  private func changingExport(_ change: (inout TransferStep<Item>.Export) -> Void)
    -> ModifiedTransferRepresentation<Item>
  {
    ModifiedTransferRepresentation(
      steps: steps.map { step in
        guard var export = step.export else { return step }
        change(&export)
        return TransferStep(export: export, importing: step.importing)
      })
  }
}

// MARK: - Steps

/// One way to transfer values of a type under one type identifier: exporting, importing, or both.
///
/// The representations of this library create steps; the builder and the modifiers combine and change
/// steps.
public struct TransferStep<Item: Sendable>: Sendable {
  /// The result of an export.
  enum Exported: Sendable {
    case data(Data)
    case file(SentTransferredFile)
  }

  struct Export: Sendable {
    let type: UTType
    var isFile = false
    /// Whether a proxy is transferred in place of the value.
    var isProxy = false
    var allowsOpenInPlace = false
    var visibility = RepresentationVisibility.all
    /// The condition under which a value is offered; nil if every value is offered.
    var condition: (@Sendable (Item) -> Bool)?
    var suggestedFileName: (@Sendable (Item) -> String?)?
    let run: @Sendable (Item) async throws -> Exported
  }

  /// The form of the contents that an import reads: bytes or a file.
  enum Reading: Sendable {
    case data(@Sendable (Data) async throws -> Item)
    case file(attemptsInPlace: Bool, @Sendable (ReceivedTransferredFile) async throws -> Item)
  }

  struct Import: Sendable {
    let type: UTType
    let reading: Reading
  }

  var export: Export?
  var importing: Import?
}

extension TransferStep.Exported {
  /// Returns the contents as bytes; later changes to the file do not affect the bytes.
  func data(named typeIdentifier: String) throws -> Data {
    switch self {
    case .data(let data): return data
    case .file(let sent):
      let path = try FilePath(fileURL: sent.file)
      if try FileStatus.of(path).kind == .folder {
        return try FolderArchive.data(
          of: path,
          named: FileNaming.name(
            suggested: nil, sourceName: path.lastComponent, typeIdentifier: typeIdentifier, isFolder: true),
          check: { try Task.checkCancellation() })
      }
      return try Data(keepingAllOf: OpenFile.readingRegular(path))
    }
  }
}
