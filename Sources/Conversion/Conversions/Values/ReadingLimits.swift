// Every reader receives limits with its source. They are applied in three places:
//
//   - The number of bytes is checked before a reader is called.
//   - The size of the value is checked when the reader returns it. For a streaming reader, the number of
//     elements is also checked with each event.
//   - Readers of structured values, cards and pictures also check the depth or the number of pixels before
//     they make the value.
//
// Values and events are measured only if a limit is lower than the standard.

/// Limits on a document, and on the value that a reader makes from the document.
///
/// A reader throws ``CoderError`` if a limit is exceeded, with the code `tooLarge` or `tooDeep`, or with
/// `imageTooLarge` for pixels. The message contains the limit. Readers of HTML, Markdown and RTF keep content
/// that is nested more than 100 deep by reducing its depth, with a warning, and throw only if the result is
/// deeper than the limit.
public struct ReadingLimits: Hashable, Sendable {
  /// The maximum size of the document in bytes; for a folder, the maximum total size of its files.
  public var byteCount: Int
  /// The maximum number of containers that are nested in each other: arrays and dictionaries of structured
  /// values; lists, quotations, tables, notes and styles of formatted text; components of calendars.
  ///
  /// Some formats have a lower limit of their own, such as 32 for calendars. In newline-delimited JSON, the
  /// depth of each line is limited.
  public var depth: Int
  /// The maximum number of elements of the value.
  ///
  /// Elements are the values in a structured value, the rows and cells of a table, the blocks, list items,
  /// cells and inlines of formatted text, the components and properties of cards and calendars, and the
  /// links of a list. Any other value is one element.
  public var elementCount: Int
  /// The maximum number of pixels in a picture that is decoded.
  ///
  /// The limits of the image coders, of 256 Mi pixels by default, apply as well.
  public var pixelCount: Int

  /// Makes limits; limits that are not given are the standard limits.
  ///
  /// - Parameters:
  ///   - byteCount: the maximum size of the document in bytes.
  ///   - depth: the maximum number of containers that are nested in each other.
  ///   - elementCount: the maximum number of elements of the value.
  ///   - pixelCount: the maximum number of pixels in a picture.
  public init(
    byteCount: Int = .max, depth: Int = 512, elementCount: Int = .max, pixelCount: Int = .max
  ) {
    self.byteCount = byteCount
    self.depth = depth
    self.elementCount = elementCount
    self.pixelCount = pixelCount
  }

  /// The standard limits: a depth of 512.
  ///
  /// The other numbers are not limited, so that tables of any size can be converted row by row.
  public static let standard = ReadingLimits()
}

extension ReadingLimits {
  /// The limits for an intermediate value, such as the property list from which a link is read.
  package var ofIntermediateValues: ReadingLimits { ReadingLimits(depth: depth) }

  /// Throws if a document exceeds the limit on its size.
  package func check(byteCount: Int) throws(CoderError) {
    guard byteCount <= self.byteCount else {
      throw CoderError(.tooLarge, "the document has \(byteCount) bytes; the limit is \(self.byteCount) bytes")
    }
  }

  /// Whether values are measured.
  ///
  /// The standard limits need no measurement: only the depth is limited, by the readers themselves.
  var areMeasured: Bool { elementCount < Self.standard.elementCount || limitsDepth }

  fileprivate var limitsDepth: Bool { depth < Self.standard.depth }
}

/// The size of a value, or of a part of a value, in the units of ``ReadingLimits``.
public struct ValueSize: Hashable, Sendable {
  /// The number of elements.
  public var elementCount: Int
  /// The number of containers that are nested in each other.
  public var depth: Int

  /// Makes a size; by default, that of a single element without containers.
  ///
  /// - Parameters:
  ///   - elementCount: the number of elements.
  ///   - depth: the number of containers that are nested in each other.
  public init(elementCount: Int = 1, depth: Int = 0) {
    self.elementCount = elementCount
    self.depth = depth
  }
}

/// A part of a value whose size is known.
package protocol MeasuredEvent: SendableMetatype {
  /// The number of elements that the event adds to the value, and the depth of the event's own content.
  ///
  /// The sum for all events of a value is the size of the value.
  var size: ValueSize { get }
}

/// Adds up the size of a value, part by part, and checks the limits.
struct ValueMeasure {
  private let limits: ReadingLimits
  private var elementCount = 0

  init(_ limits: ReadingLimits) { self.limits = limits }

  /// Adds a part, and throws if the value now exceeds the limits.
  mutating func add(_ size: ValueSize) throws(CoderError) {
    let (sum, isTooLarge) = elementCount.addingReportingOverflow(size.elementCount)
    elementCount = isTooLarge ? .max : sum
    guard elementCount <= limits.elementCount else {
      throw CoderError(
        .tooLarge, "the document has at least \(elementCount) elements; the limit is \(limits.elementCount)")
    }
    guard !limits.limitsDepth || size.depth <= limits.depth else {
      throw CoderError(
        .tooDeep,
        "the content of the document is nested \(size.depth) deep; the limit is a depth of \(limits.depth)")
    }
  }
}
