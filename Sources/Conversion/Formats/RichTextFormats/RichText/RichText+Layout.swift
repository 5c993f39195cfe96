public import ColorFormats

extension RichText {
  /// The alignment, direction, indentation and background of a paragraph.
  public struct Layout: Sendable, Equatable {
    /// The properties.
    private var rare = RareValues<Values>()

    private struct Values: DefaultedValues {
      var alignment: Alignment?
      var direction: Direction?
      var indentation = 0.0
      var trailingIndentation = 0.0
      var firstLineIndentation = 0.0
      var background: Color?
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
      rare = RareValues(
        Values(
          alignment: alignment, direction: direction, indentation: indentation,
          trailingIndentation: trailingIndentation, firstLineIndentation: firstLineIndentation,
          background: background))
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

extension RichText.Layout {
  /// The alignment of the lines; nil for the default alignment of the text's direction.
  public var alignment: RichText.Alignment? {
    get { rare.shared?.values.alignment }
    set { if newValue != alignment { rare.change { $0.alignment = newValue } } }
  }

  /// The direction of the text; nil if unspecified.
  public var direction: RichText.Direction? {
    get { rare.shared?.values.direction }
    set { if newValue != direction { rare.change { $0.direction = newValue } } }
  }

  /// The indentation of all lines at the edge where lines begin, in points.
  public var indentation: Double {
    get { rare.shared?.values.indentation ?? 0 }
    set { if newValue != indentation { rare.change { $0.indentation = newValue } } }
  }

  /// The indentation of all lines at the edge where lines end, in points.
  public var trailingIndentation: Double {
    get { rare.shared?.values.trailingIndentation ?? 0 }
    set { if newValue != trailingIndentation { rare.change { $0.trailingIndentation = newValue } } }
  }

  /// The additional indentation of the first line, in points; negative for a hanging indent.
  public var firstLineIndentation: Double {
    get { rare.shared?.values.firstLineIndentation ?? 0 }
    set { if newValue != firstLineIndentation { rare.change { $0.firstLineIndentation = newValue } } }
  }

  /// The background color of the lines, from edge to edge; nil for none.
  public var background: Color? {
    get { rare.shared?.values.background }
    set { if newValue != background { rare.change { $0.background = newValue } } }
  }
}
