public import Foundation

/// A document and the losses from writing it.
public struct Written: Sendable {
  /// The contents of the document.
  public let contents: DocumentContents
  /// The losses that occurred in the step.
  public let losses: [Loss]
  /// Remarks that are not losses, one sentence each.
  public let warnings: [String]

  /// Makes a result from bytes.
  ///
  /// A result without losses means that nothing was lost.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - losses: the losses of the step.
  ///   - warnings: remarks that are not losses, one sentence each.
  public init(_ data: Data, losses: [Loss] = [], warnings: [String] = []) {
    self.init(.data(data), losses: losses, warnings: warnings)
  }

  /// Makes a result from bytes or a folder.
  ///
  /// A result without losses means that nothing was lost.
  ///
  /// - Parameters:
  ///   - contents: the bytes, or the files of a folder.
  ///   - losses: the losses of the step.
  ///   - warnings: remarks that are not losses, one sentence each.
  public init(_ contents: DocumentContents, losses: [Loss] = [], warnings: [String] = []) {
    self.contents = contents
    self.losses = losses
    self.warnings = warnings
  }

  /// The bytes of the document; empty if the document is a folder.
  public var data: Data { contents.bytes }
}

/// Writes a value as the bytes of a type.
///
/// A writer writes only its listed types, because bytes that are valid for a type may be invalid for a
/// more specific type.
public struct RepresentationWriter: Sendable {
  /// The writer's name, unique among writers, such as `json`.
  public let name: String
  /// The types that the writer lists.
  public let typeIdentifiers: [String]
  /// The kind of value that the writer accepts.
  public let kind: AnyValueKind
  /// The kinds of loss that writing can cause; each result reports the actual losses.
  public let mayLose: Set<LossKind>
  /// The relative cost of writing; used only to choose between otherwise equal paths.
  public let cost: Int
  /// The values that can be written: all of them, or only some.
  public let acceptance: Acceptance
  package let write: @Sendable (any Sendable, _ typeIdentifier: String) throws -> Written
  /// Returns an error if a dependency of the writer, such as a library, is not installed; otherwise nil.
  ///
  /// Called only if a plan would use the writer.
  package var missing: (@Sendable () -> CoderError?)?
  /// Where the writer's documents keep their pictures.
  package private(set) var pictures = PicturePlace.elsewhere
  /// Returns a form of the writer that passes its pictures to a keeper; nil if the writer has no such form.
  var pictureKeepingForm: (@Sendable (PictureKeeper) -> RepresentationWriter)?
  /// Whether the writer holds all events in memory before it writes the document.
  var holdsDocument = true
  /// The writer's streaming form, an ``EventWriter``; nil if the writer accepts only whole values.
  var events: (any Sendable)?

  /// Makes a writer from a function.
  ///
  /// - Parameters:
  ///   - name: the writer's name, unique among writers.
  ///   - typeIdentifiers: the types that the writer lists.
  ///   - kind: the kind of value that the writer accepts.
  ///   - mayLose: the kinds of loss that writing can cause.
  ///   - cost: the cost relative to other coders.
  ///   - acceptance: the values that can be written: all of them, or only some.
  ///   - write: receives a value and the requested type, and returns the document.
  public init<Value>(
    _ name: String, writes typeIdentifiers: [String], from kind: ValueKind<Value>, mayLose: [LossKind] = [],
    cost: Int = 1, takes acceptance: Acceptance = .every,
    write: @escaping @Sendable (Value, _ typeIdentifier: String) throws -> Written
  ) {
    self.name = name
    self.typeIdentifiers = typeIdentifiers
    self.kind = kind.erased
    self.mayLose = Set(mayLose)
    self.cost = cost
    self.acceptance = acceptance
    self.write = { value, typeIdentifier in
      guard let value = value as? Value else {
        preconditionFailure("the conversion plan passed \(name) a value of the wrong kind")
      }
      return try write(value, typeIdentifier)
    }
  }

  /// Returns the writer with the place of its pictures.
  package func placingPictures(_ pictures: PicturePlace) -> RepresentationWriter {
    var writer = self
    writer.pictures = pictures
    return writer
  }
}

/// The places where a document can have its pictures.
package enum PicturePlace: Sendable {
  /// The document refers to other files.
  case elsewhere
  /// The document can refer to other files and can contain pictures.
  case anywhere
  /// The document contains its pictures, because it is read without other files.
  case inside
}
