public import Foundation
import UniformTypes

/// The bytes of a representation on their way into a reader.
public struct RepresentationSource: Sendable {
  /// What there is to read.
  public let contents: DocumentContents
  /// The type the bytes were declared under; it conforms to one that the reader names.
  public let typeIdentifier: String
  /// The name of the thing, where it has one.
  public let name: String?
  /// The name of the encoding that came with the bytes, as in `text/html;charset=windows-1251`; nil where it is not
  /// known.
  ///
  /// Readers of text believe a byte order mark more, and what the document says of itself less.
  public var declaredEncodingName: String?
  /// Whether a reader that would repair a mistake in the format is to throw instead.
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
  /// Of a dynamic type that records a MIME type, such as that of `text/html;charset=koi8-r`, the encoding is taken.
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

  /// The bytes; none for a folder, which only a reader that takes folders is given.
  public var data: Data { contents.bytes }
}

/// A value, what was lost in making it, and remarks.
public struct Reading<Value: Sendable>: Sendable {
  /// The value.
  public let value: Value
  /// What the step really dropped.
  public let losses: [Loss]
  /// Remarks that are not losses, such as a repaired mistake in the input; a sentence each.
  public let warnings: [String]

  /// Makes a reading; without losses it is exact.
  ///
  /// - Parameters:
  ///   - value: the value that was read.
  ///   - losses: what the step dropped.
  ///   - warnings: remarks that are not losses; a sentence each.
  public init(_ value: Value, losses: [Loss] = [], warnings: [String] = []) {
    self.value = value
    self.losses = losses
    self.warnings = warnings
  }
}

/// Makes a value of a type's bytes.
///
/// A reader reads every type that conforms to one it names.
public struct RepresentationReader: Sendable {
  /// The reader's name, unique among readers: `json`.
  public let name: String
  /// The types it reads, with all that conform to them.
  public let typeIdentifiers: [String]
  /// The kind of value it makes.
  public let kind: AnyValueKind
  /// What reading can lose; what it did lose is in the reading.
  public let mayLose: Set<LossKind>
  /// The work it takes, compared with that of other readers; decides only between otherwise equal paths.
  public let cost: Int
  package let read: @Sendable (RepresentationSource) throws -> Reading<any Sendable>
  /// Returns what the reader needs and does not find, such as a library that is not installed; nil if nothing is
  /// missing.
  ///
  /// It is called only for a reader that a plan would use.
  package var missing: (@Sendable () -> CoderError?)?
  /// Whether the reader holds all of a document before it emits the first event.
  var holdsDocument = true
  /// Joins the reader's event form with a writer's that has the same events; nil for others.
  var join: (@Sendable (_ writer: any Sendable) -> ConversionStream?)?

  /// Makes a reader of a function.
  ///
  /// The function throws when the bytes are not of the type; it reports what it drops and never in silence.
  ///
  /// - Parameters:
  ///   - name: its name, unique among coders of this sort.
  ///   - typeIdentifiers: the types it reads; it reads those that conform to them too.
  ///   - kind: the kind of value that it makes.
  ///   - mayLose: the kinds of loss that are possible.
  ///   - cost: the work, compared with that of other coders.
  ///   - takesPackages: whether `read` looks at the source's contents, which may be a folder. Any other reader throws
  ///     ``ConversionError/Code/folder`` for a folder.
  ///   - read: makes the value, and throws where the bytes are not of the type.
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
