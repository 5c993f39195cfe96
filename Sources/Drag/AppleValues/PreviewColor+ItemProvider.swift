#if !canImport(Darwin)
  public import AppleNames
  import ColorFormats
  import ProfferConversions
  public import DragAndDrop
  public import Foundation
  import ItemProviders

  extension PreviewColor: NSItemProviderWriting {
    /// The type of plain text; the text contains a CSS color.
    ///
    /// Archives are not written, because only Apple's systems read archives.
    public static var writableTypeIdentifiersForItemProvider: [String] { ["public.utf8-plain-text"] }

    /// Writes the color as CSS text, such as `rgb(255 0 0)`.
    ///
    /// - Parameters:
    ///   - typeIdentifier: the type to write.
    ///   - completionHandler: called once with the text in UTF-8, before this method returns.
    public func loadData(
      withTypeIdentifier typeIdentifier: String,
      forItemProviderCompletionHandler completionHandler: @escaping @Sendable (Data?, (any Error)?) -> Void
    ) -> Progress? {
      let color = Color(red: red, green: green, blue: blue, alpha: alpha)
      completionHandler(Data(color.css.utf8), nil)
      return nil
    }
  }

  extension PreviewColor: NSItemProviderReading {
    /// The types of `UIColor` archives, `NSColor` archives and CSS text.
    public static var readableTypeIdentifiersForItemProvider: [String] {
      [
        "com.apple.uikit.color", "com.apple.cocoa.pasteboard.color", "public.utf8-plain-text",
        "public.plain-text",
      ]
    }

    /// Reads a color.
    ///
    /// - Parameters:
    ///   - data: an archive, or CSS text; the types of archives may have either.
    ///   - typeIdentifier: the type of the data.
    /// - Throws: `CoderError` if an archive does not contain an RGB or gray color; ``ItemProviderError`` with
    ///   code `unavailableCoercionError` if the text is not a color.
    public static func object(withItemProviderData data: Data, typeIdentifier: String) throws -> PreviewColor
    {
      let color: Color
      if data.starts(with: Array("bplist00".utf8)) {
        color = try ColorArchive.color(in: data).value
      } else {
        let text = try String.object(withItemProviderData: data, typeIdentifier: typeIdentifier)
        guard let read = Color(css: text) else {
          throw ItemProviderError(
            .unavailableCoercionError, reason: "the text of \(typeIdentifier) is not a color")
        }
        color = read
      }
      return PreviewColor(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }
  }
#endif
