public import ColorFormats

extension RichText {
  /// The alignment, direction, indentation and background of a paragraph.
  public struct Layout: Sendable {
    /// The properties; nil if all of them have their default values.
    ///
    /// Copies share the object, because most paragraphs have the default layout.
    private var details: Details?

    private struct Values: Equatable {
      var alignment: Alignment?
      var direction: Direction?
      var indentation = 0.0
      var trailingIndentation = 0.0
      var firstLineIndentation = 0.0
      var background: Color?
    }

    private final class Details: Sendable {
      let values: Values

      init(_ values: Values) { self.values = values }
    }

    private var values: Values { details?.values ?? Values() }

    private mutating func change(_ change: (inout Values) -> Void) {
      var values = values
      change(&values)
      details = values == Values() ? nil : Details(values)
    }

    /// Creates a layout.
    ///
    /// - Parameters:
    ///   - alignment: the alignment; nil for the default alignment of the direction.
    ///   - direction: the direction of the text; nil if unspecified.
    ///   - indentation: the indentation, in points.
    ///   - trailingIndentation: the indentation at the end of lines, in points.
    ///   - firstLineIndentation: the additional indentation of the first line, in points.
    ///   - background: the background color of the lines.
    public init(
      alignment: Alignment? = nil, direction: Direction? = nil, indentation: Double = 0,
      trailingIndentation: Double = 0, firstLineIndentation: Double = 0, background: Color? = nil
    ) {
      let values = Values(
        alignment: alignment, direction: direction, indentation: indentation,
        trailingIndentation: trailingIndentation, firstLineIndentation: firstLineIndentation,
        background: background)
      if values != Values() { details = Details(values) }
    }
  }

  /// The alignment of lines.
  public enum Alignment: String, Sendable, CaseIterable {
    /// At the left edge.
    case left
    /// Centered between both edges.
    case center
    /// At the right edge.
    case right
    /// Aligned with both edges.
    case justified
  }

  /// The direction of writing.
  public enum Direction: String, Sendable, CaseIterable {
    /// From left to right, as in Latin text.
    case leftToRight
    /// From right to left, as in Arabic and Hebrew text.
    case rightToLeft
  }
}

extension RichText.Layout: Equatable {
  /// Returns whether two layouts have the same properties.
  public static func == (first: RichText.Layout, second: RichText.Layout) -> Bool {
    first.details === second.details || first.values == second.values
  }
}

extension RichText.Layout {
  /// The alignment of the lines; nil for the default alignment of the text's direction.
  public var alignment: RichText.Alignment? {
    get { details?.values.alignment }
    set { if newValue != alignment { change { $0.alignment = newValue } } }
  }

  /// The direction of the text; nil if unspecified.
  public var direction: RichText.Direction? {
    get { details?.values.direction }
    set { if newValue != direction { change { $0.direction = newValue } } }
  }

  /// The indentation of all lines at the edge where lines begin, in points.
  public var indentation: Double {
    get { details?.values.indentation ?? 0 }
    set { if newValue != indentation { change { $0.indentation = newValue } } }
  }

  /// The indentation of all lines at the edge where lines end, in points.
  public var trailingIndentation: Double {
    get { details?.values.trailingIndentation ?? 0 }
    set { if newValue != trailingIndentation { change { $0.trailingIndentation = newValue } } }
  }

  /// The additional indentation of the first line, in points; negative for a hanging indent.
  public var firstLineIndentation: Double {
    get { details?.values.firstLineIndentation ?? 0 }
    set { if newValue != firstLineIndentation { change { $0.firstLineIndentation = newValue } } }
  }

  /// The background color of the lines, from edge to edge; nil for none.
  public var background: Color? {
    get { details?.values.background }
    set { if newValue != background { change { $0.background = newValue } } }
  }
}
