public import ColorFormats
public import Foundation

extension RichText {
  /// A part of a line of text.
  public enum Inline: Sendable, Equatable {
    /// Characters other than line ends.
    case text(String)
    /// A soft line break: a line end in the source, displayed as a space.
    case softBreak
    /// A hard line break.
    case hardBreak
    /// An inline picture or file.
    indirect case attachment(Attachment)
    /// An anchor with its name; a link targets the anchor with `#` and the name.
    ///
    /// A heading is a link target even without an anchor. The name of a heading follows GitHub's rule: the
    /// heading's text in lower case, with hyphens for spaces and without punctuation.
    case anchor(String)
    /// A note, such as a footnote, at the position of its reference mark.
    case note([Block])
    /// Content with a style.
    indirect case styled(Style, [Inline])
  }

  /// A single formatting property of text.
  ///
  /// Text has at most one style of each kind: one link, one color and so on. If two styles of the same kind
  /// are nested, the inner style applies.
  public enum Style: Sendable, Equatable {
    /// Bold text.
    case bold
    /// Italic text.
    case italic
    /// Underlined text.
    case underline
    /// Struck through text.
    case strikethrough
    /// Text whose lower-case letters are shown as small capitals.
    case smallCaps
    /// Program code.
    case code
    /// Raised and smaller text.
    case superscript
    /// Lowered and smaller text.
    case `subscript`
    /// The text of a link.
    case link(Link)
    /// The text color.
    case color(Color)
    /// The background color of the text.
    case background(Color)
    /// The name of the font family, such as `Helvetica`.
    case fontFamily(String)
    /// The font size in points; more than 0.
    case fontSize(Double)
    /// The language, as a BCP 47 tag such as `pt-BR`.
    case language(String)
  }

  /// The target of a link: its destination and title.
  public struct Link: Sendable, Equatable {
    /// The destination as written: an absolute or relative URL, such as `notes.html#top`.
    public var destination: String
    /// The link's title.
    public var title: String?

    /// Creates a link.
    ///
    /// - Parameters:
    ///   - destination: the URL.
    ///   - title: the title.
    public init(_ destination: String, title: String? = nil) {
      self.destination = destination
      self.title = title
    }
  }

  /// An inline picture or file.
  public struct Attachment: Sendable, Equatable {
    /// The location of the attachment's bytes.
    public enum Source: Sendable, Equatable {
      /// An external location: a URL as written, which may be relative.
      case url(String)
      /// Bytes in the text itself, with their type.
      case data(Data, typeIdentifier: String)
    }

    /// The location of the bytes.
    public var source: Source
    /// The text to show instead of the attachment.
    public var alternativeText: String
    /// The attachment's title.
    public var title: String?
    /// The file name.
    public var name: String?
    /// The display width in points; nil for the attachment's own width.
    public var width: Double?
    /// The display height in points; nil for the attachment's own height.
    public var height: Double?

    /// Creates an attachment.
    ///
    /// - Parameters:
    ///   - source: the bytes, or their location.
    ///   - alternativeText: the text to show instead of the attachment.
    ///   - title: the title.
    ///   - name: the file name.
    ///   - width: the width, in points.
    ///   - height: the height, in points.
    public init(
      _ source: Source, alternativeText: String = "", title: String? = nil, name: String? = nil,
      width: Double? = nil, height: Double? = nil
    ) {
      self.source = source
      self.alternativeText = alternativeText
      self.title = title
      self.name = name
      self.width = width
      self.height = height
    }
  }
}
