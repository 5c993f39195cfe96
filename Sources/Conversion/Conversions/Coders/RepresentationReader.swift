public import Foundation
import UniformTypes

/// The input of a reader: the contents of a representation and facts about them.
public struct RepresentationSource: Sendable {
  /// The contents to read.
  public let contents: DocumentContents
  /// The declared type of the contents; it conforms to one of the reader's types.
  public let typeIdentifier: String
  /// The name of the document, if it has one.
  public let name: String?
  /// The name of the encoding declared with the bytes, as in `text/html;charset=windows-1251`; nil if
  /// unknown.
  ///
  /// For readers of text, a byte order mark takes precedence over this encoding, which takes precedence
  /// over a declaration in the document.
  public var declaredEncodingName: String?
  /// Whether the reader throws for mistakes in the format that it would otherwise repair.
  public var isStrict = false

  /// Makes a source of bytes declared as a type.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - typeIdentifier: the type of the document.
  ///   - name: the name of the document in messages.
  public init(_ data: Data, typeIdentifier: String, name: String? = nil) {
    self.init(.data(data), typeIdentifier: typeIdentifier, name: name)
  }

  /// Makes a source of bytes or a folder declared as a type.
  ///
  /// If a dynamic type records a MIME type with an encoding, such as `text/html;charset=koi8-r`, the
  /// declared encoding is set to it.
  ///
  /// - Parameters:
  ///   - contents: the bytes, or the files of a folder.
  ///   - typeIdentifier: the type of the document.
  ///   - name: the name of the document in messages.
  public init(_ contents: DocumentContents, typeIdentifier: String, name: String? = nil) {
    self.contents = contents
    self.typeIdentifier = typeIdentifier
    self.name = name
    declaredEncodingName = MediaType.charset(ofDynamicType: typeIdentifier)
  }

  /// The bytes; empty for a folder, which is passed only to readers that accept folders.
  public var data: Data { contents.bytes }
}

/// A value, the losses from reading it, and remarks.
public struct Reading<Value: Sendable>: Sendable {
  /// The value.
  public let value: Value
  /// The losses that actually occurred in the step.
  public let losses: [Loss]
  /// Remarks that are not losses, such as a repaired mistake in the input, one sentence each.
  public let warnings: [String]

  /// Makes a reading; a reading without losses is exact.
  ///
  /// - Parameters:
  ///   - value: the value that was read.
  ///   - losses: the losses of the step.
  ///   - warnings: remarks that are not losses, one sentence each.
  public init(_ value: Value, losses: [Loss] = [], warnings: [String] = []) {
    self.value = value
    self.losses = losses
    self.warnings = warnings
  }
}

/// Reads a value from the bytes of a type.
///
/// A reader reads every type that conforms to one of its listed types.
public struct RepresentationReader: Sendable {
  /// The reader's name, unique among readers: `json`.
  public let name: String
  /// The types that it reads; it also reads every type that conforms to them.
  public let typeIdentifiers: [String]
  /// The kind of value it makes.
  public let kind: AnyValueKind
  /// The losses that reading can cause; the reading reports the actual losses.
  public let mayLose: Set<LossKind>
  /// The relative cost of reading; used only to choose between otherwise equal paths.
  public let cost: Int
  package let read: @Sendable (RepresentationSource) throws -> Reading<any Sendable>
  /// Returns an error for a missing dependency of the reader, such as a library that is not installed;
  /// nil if none is missing.
  ///
  /// Called only for a reader that a plan would use.
  package var missing: (@Sendable () -> CoderError?)?
  /// Whether the reader holds the whole document in memory before it emits the first event.
  var holdsDocument = true
  /// Joins the reader's streaming form with a writer's of the same event type; nil for other writers.
  var join: (@Sendable (_ writer: any Sendable) -> ConversionStream?)?

  /// Makes a reader from a function.
  ///
  /// The function must throw if the bytes are not of the type, and must report all information it drops.
  ///
  /// - Parameters:
  ///   - name: the reader's name, unique among readers.
  ///   - typeIdentifiers: the types it reads; it also reads types that conform to them.
  ///   - kind: the kind of value that it makes.
  ///   - mayLose: the kinds of loss that are possible.
  ///   - cost: the relative cost compared with other coders.
  ///   - takesPackages: whether `read` uses the source's contents, which may be a folder. A reader
  ///     without this throws ``ConversionError/Code/folder`` for a folder.
  ///   - read: makes the value, and throws if the bytes are not of the type.
  public init<Value>(
    _ name: String, reads typeIdentifiers: [String], as kind: ValueKind<Value>, mayLose: [LossKind] = [],
    cost: Int = 1, takesPackages: Bool = false,
    read: @escaping @Sendable (RepresentationSource) throws -> Reading<Value>
  ) {
    self.name = name
    self.typeIdentifiers = typeIdentifiers
    self.kind = kind.erased
    self.mayLose = Set(mayLose)
    self.cost = cost
    self.read = { source in
      if case .package = source.contents, !takesPackages {
        throw ConversionError(
          .folder, "is a folder, and the \(name) reader takes bytes",
          subject: source.name ?? "this \(source.typeIdentifier)")
      }
      let reading = try read(source)
      return Reading(reading.value, losses: reading.losses, warnings: reading.warnings)
    }
  }
}
