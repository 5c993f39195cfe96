#if !canImport(Darwin)
  public import AppleNames
  import ColorFormats
  import DragAndDrop
  public import Foundation
  import ItemProviders
  import ProvidedValues
  import RichTextFormats

  extension NSAttributedString.Key {
    /// The link of the characters, as a `URL` or a string.
    public static let link = NSAttributedString.Key("NSLink")
    /// The color of the characters.
    public static let foregroundColor = NSAttributedString.Key("NSColor")
    /// The background color of the characters.
    public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
    /// The underline style as a number; a number above zero underlines the characters.
    public static let underlineStyle = NSAttributedString.Key("NSUnderline")
    /// The strikethrough style as a number; a number above zero strikes through the characters.
    public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
  }

  extension NSAttributedString: NSItemProviderWriting {
    /// The types of formatted text, followed by plain text.
    public class var writableTypeIdentifiersForItemProvider: [String] {
      ["public.rtf", "public.html", "public.utf8-plain-text"]
    }

    /// Writes the text with the attributes that this module declares; other attributes are omitted.
    ///
    /// - Parameters:
    ///   - typeIdentifier: the type to write.
    ///   - completionHandler: called once with the data, before this method returns.
    public func loadData(
      withTypeIdentifier typeIdentifier: String,
      forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
      if typeIdentifier == "public.utf8-plain-text" {
        completionHandler(Data(string.utf8), nil)
        return nil
      }
      return RichText(attributed: self).loadData(
        withTypeIdentifier: typeIdentifier, forItemProviderCompletionHandler: completionHandler)
    }
  }

  extension NSAttributedString: NSItemProviderReading {
    /// The types of formatted text, followed by the types of plain text.
    public class var readableTypeIdentifiersForItemProvider: [String] {
      ["com.apple.flat-rtfd", "public.rtf", "public.html"] + String.readableTypeIdentifiersForItemProvider
    }

    /// Makes text from data, with the attributes that this module declares.
    ///
    /// - Parameters:
    ///   - data: the data.
    ///   - typeIdentifier: the type of the data.
    /// - Throws: the errors of the reader for the type; ``ItemProviderError`` with code
    ///   `unexpectedValueClassError` if this class is a subclass other than `NSMutableAttributedString`.
    public class func object(withItemProviderData data: Data, typeIdentifier: String) throws -> Self {
      let text: NSAttributedString
      if String.readableTypeIdentifiersForItemProvider.contains(typeIdentifier) {
        text = NSAttributedString(
          string: try String.object(withItemProviderData: data, typeIdentifier: typeIdentifier))
      } else {
        text = try RichText.object(withItemProviderData: data, typeIdentifier: typeIdentifier).attributed
      }
      let made =
        self == NSMutableAttributedString.self ? NSMutableAttributedString(attributedString: text) : text
      guard let made = made as? Self else {
        throw ItemProviderError(
          .unexpectedValueClassError,
          reason: "attributed text is not of the class \(self); load it as NSAttributedString")
      }
      return made
    }
  }

  extension RichText {
    /// Converts an attributed string to rich text, with one paragraph for each line.
    fileprivate init(attributed text: NSAttributedString) {
      var lines: [[Run]] = [[]]
      text.enumerateAttributes(in: NSRange(location: 0, length: text.length), options: []) {
        values, range, _ in
        let attributes = Attributes(values)
        let characters = text.attributedSubstring(from: range).string
        let pieces = characters.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, piece) in pieces.enumerated() {
          if index > 0 { lines.append([]) }
          if !piece.isEmpty {
            lines[lines.count - 1].append(Run(.text(String(piece)), attributes: attributes))
          }
        }
      }
      self.init(lines.map { .paragraph(Paragraph([Inline](runs: $0))) })
    }

    /// The text as an attributed string; each paragraph or heading is a line, and other blocks become
    /// plain text.
    fileprivate var attributed: NSAttributedString {
      let result = NSMutableAttributedString(string: "")
      for (index, block) in blocks.enumerated() {
        if index > 0 { result.append(NSAttributedString(string: "\n")) }
        switch block {
        case .paragraph(let paragraph), .heading(_, let paragraph):
          for run in paragraph.content.runs {
            result.append(
              NSAttributedString(string: run.content.characters, attributes: run.attributes.values))
          }
        default: result.append(NSAttributedString(string: RichText([block]).plainText()))
        }
      }
      return result
    }
  }

  extension RichText.Run.Content {
    fileprivate var characters: String {
      switch self {
      case .text(let text): text
      case .softBreak: " "
      case .hardBreak: "\u{2028}"
      case .anchor: ""
      case .note(let blocks): " (\(RichText(blocks).plainText()))"
      case .attachment(let attachment): attachment.alternativeText
      }
    }
  }

  extension RichText.Attributes {
    fileprivate init(_ values: [NSAttributedString.Key: Any]) {
      self.init()
      switch values[.link] {
      case let url as URL: link = RichText.Link(url.absoluteString)
      case let text as String: link = RichText.Link(text)
      default: break
      }
      color = (values[.foregroundColor] as? PreviewColor)?.color
      background = (values[.backgroundColor] as? PreviewColor)?.color
      isUnderlined = (values[.underlineStyle] as? Int ?? 0) > 0
      isStruckThrough = (values[.strikethroughStyle] as? Int ?? 0) > 0
    }

    fileprivate var values: [NSAttributedString.Key: Any] {
      var values: [NSAttributedString.Key: Any] = [:]
      if let link { values[.link] = URL(string: link.destination) ?? link.destination as Any }
      if let color { values[.foregroundColor] = PreviewColor(color) }
      if let background { values[.backgroundColor] = PreviewColor(background) }
      if isUnderlined { values[.underlineStyle] = 1 }
      if isStruckThrough { values[.strikethroughStyle] = 1 }
      return values
    }
  }

  extension PreviewColor {
    fileprivate var color: Color { Color(red: red, green: green, blue: blue, alpha: alpha) }
    fileprivate convenience init(_ color: Color) {
      self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }
  }
#endif
