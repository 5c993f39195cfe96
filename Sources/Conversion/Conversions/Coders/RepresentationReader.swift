public import Foundation
import UniformTypes

/// The input of a reader: the contents of a representation and information about them.
public struct RepresentationSource: Sendable {
  /// The contents to read.
  public let contents: DocumentContents
  /// The declared type of the contents.
  ///
  /// The type conforms to one of the types that the reader lists.
  public let typeIdentifier: String
  /// The name of the document, if it has one.
  public let name: String?
  /// The name of the encoding declared with the bytes, as in `text/html;charset=windows-1251`; nil if
  /// unknown.
  ///
  /// For readers of text, a byte order mark takes precedence over this name. This name takes precedence over
  /// a declaration in the document.
  public var declaredEncodingName: String?
  /// Whether the reader throws for format errors that it could repair.
  public var isStrict = false
  /// The limits on the document and on the value that is made from it.
  public var limits: ReadingLimits
  /// Called by readers that emit events with the number of bytes that they have read; nil if nothing is
  /// shown.
  ///
  /// A document that is read twice is reported in the last reading, or in both.
  package var didRead: (@Sendable (_ byteCount: Int) -> Void)?
  /// Gives readers of formatted text the pictures beside the document; nil to keep their addresses.
  package var pictures: PictureResolver?

  /// Makes a source from bytes of a declared type.
  ///
  /// - Parameters:
  ///   - data: the bytes.
  ///   - typeIdentifier: the type of the document.
  ///   - name: the name that messages use for the document.
  ///   - limits: the limits on the document and on the value that is made from it.
  public init(
    _ data: Data, typeIdentifier: String, name: String? = nil, limits: ReadingLimits = .standard
  ) {
    self.init(.data(data), typeIdentifier: typeIdentifier, name: name, limits: limits)
  }

  /// Makes a source from bytes or a folder of a declared type.
  ///
  /// A dynamic type can record a MIME type with an encoding, such as `text/html;charset=koi8-r`. In this
  /// case, ``declaredEncodingName`` is set to the recorded encoding.
  ///
  /// - Parameters:
  ///   - contents: the bytes, or the files of a folder.
  ///   - typeIdentifier: the type of the document.
  ///   - name: the name that messages use for the document.
  ///   - limits: the limits on the document and on the value that is made from it.
  public init(
    _ contents: DocumentContents, typeIdentifier: String, name: String? = nil,
    limits: ReadingLimits = .standard
  ) {
    self.contents = contents
    self.typeIdentifier = typeIdentifier
    self.name = name
    self.limits = limits
    declaredEncodingName = MediaType.charset(ofDynamicType: typeIdentifier)
  }

  /// The bytes of the contents; empty for a folder.
  ///
  /// Only readers that accept folders receive a folder.
  public var data: Data { contents.bytes }
}

/// The value that a step made, the losses of the step, and remarks.
public struct Reading<Value: Sendable>: Sendable {
  /// The value.
  public let value: Value
  /// The losses that occurred in the step.
  public let losses: [Loss]
  /// Remarks that are not losses, such as a repaired mistake in the input, one sentence each.
  public let warnings: [String]

  /// Makes a reading.
  ///
  /// A reading without losses means that nothing was lost.
  ///
  /// - Parameters:
  ///   - value: the value that the step made.
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
/// A reader reads all types that conform to one of the types that it lists.
public struct RepresentationReader: Sendable {
  /// The reader's name, unique among readers, such as `json`.
  public let name: String
  /// The types that the reader lists; types that conform to a listed type are read as well.
  public let typeIdentifiers: [String]
  /// The kind of value that the reader makes.
  public let kind: AnyValueKind
  /// The kinds of loss that reading can cause; each ``Reading`` reports the actual losses.
  public let mayLose: Set<LossKind>
  /// The relative cost of reading; used only to choose between otherwise equal paths.
  public let cost: Int
  package let read: @Sendable (RepresentationSource) throws -> Reading<any Sendable>
  /// Returns an error if a dependency of the reader, such as a library, is not installed; otherwise nil.
  ///
  /// Called only if a plan would use the reader.
  package var missing: (@Sendable () -> CoderError?)?
  /// Whether the reader holds the whole document in memory before it emits the first event.
  var holdsDocument = true
  /// Joins the reader's streaming form with the streaming form of a writer; returns nil if the event types
  /// differ.
  var join: (@Sendable (_ writer: any Sendable) -> ConversionStream?)?

  /// Makes a reader from a function.
  ///
  /// The function must throw if the bytes are invalid for the type, and must report all information that it
  /// drops. The limit on the bytes of the source is checked before the function is called, and the limits on
  /// the size of the value afterwards.
  ///
  /// - Parameters:
  ///   - name: the reader's name, unique among readers.
  ///   - typeIdentifiers: the types that the reader lists; types that conform to a listed type are read as
  ///     well.
  ///   - kind: the kind of value that the reader makes.
  ///   - mayLose: the kinds of loss that reading can cause.
  ///   - cost: the cost relative to other coders.
  ///   - takesPackages: whether `read` accepts a source whose contents are a folder. If false, the reader
  ///     throws ``ConversionError/Code/folder`` for a folder.
  ///   - read: makes the value; throws if the bytes are invalid for the type.
  public init<Value>(
    _ name: String, reads typeIdentifiers: [String], as kind: ValueKind<Value>, mayLose: [LossKind] = [],
    cost: Int = 1, takesPackages: Bool = false,
    read: @escaping @Sendable (RepresentationSource) throws -> Reading<Value>
  ) {
    self.init(
      name, reads: typeIdentifiers, as: kind, mayLose: mayLose, cost: cost, takesPackages: takesPackages,
      measuring: { source in try source.limits.checked(read(source), as: kind) })
  }

  /// Makes a reader from a function that checks the size of the value.
  init<Value>(
    _ name: String, reads typeIdentifiers: [String], as kind: ValueKind<Value>, mayLose: [LossKind],
    cost: Int, takesPackages: Bool,
    measuring read: @escaping @Sendable (RepresentationSource) throws -> Reading<Value>
  ) {
    self.name = name
    self.typeIdentifiers = typeIdentifiers
    self.kind = kind.erased
    self.mayLose = Set(mayLose)
    self.cost = cost
    self.read = { source in
      try source.admit(to: name, takesPackages: takesPackages)
      let reading = try read(source)
      return Reading(reading.value, losses: reading.losses, warnings: reading.warnings)
    }
  }
}

extension ReadingLimits {
  /// Returns the reading of a value; throws if the value exceeds the limits.
  package func checked<Value>(
    _ reading: Reading<Value>, as kind: ValueKind<Value>
  ) throws(CoderError) -> Reading<Value> {
    guard areMeasured else { return reading }
    var measure = ValueMeasure(self)
    try measure.add(kind.size(reading.value))
    return reading
  }
}

extension RepresentationSource {
  /// Throws if a reader does not accept the source.
  ///
  /// A folder is accepted only if `takesPackages` is true. A source must not exceed its limit on bytes.
  func admit(to readerName: String, takesPackages: Bool) throws {
    if case .package = contents, !takesPackages {
      throw ConversionError(
        .folder, "is a folder, but the \(readerName) reader accepts only files",
        subject: name ?? "this \(typeIdentifier)")
    }
    try limits.check(byteCount: contents.byteCount)
  }
}
