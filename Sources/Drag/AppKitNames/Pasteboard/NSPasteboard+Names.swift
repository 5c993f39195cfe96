#if !canImport(Darwin)
  import UniformTypes

  extension NSPasteboard {
    /// The name of a pasteboard.
    public struct Name: RawRepresentable, Hashable, Sendable {
      /// The name.
      public let rawValue: String
      /// Makes a name.
      public init(rawValue: String) { self.rawValue = rawValue }
      /// Makes a name.
      ///
      /// - Parameter rawValue: the name.
      public init(_ rawValue: String) { self.rawValue = rawValue }
      /// The name of ``NSPasteboard/general``.
      public static let general = Name("Apple CFPasteboard general")
      /// The pasteboard of drags.
      public static let drag = Name("Apple CFPasteboard drag")
      /// The pasteboard of the text that was searched for.
      public static let find = Name("Apple CFPasteboard find")
      /// The pasteboard of copied fonts.
      public static let font = Name("Apple CFPasteboard font")
      /// The pasteboard of copied paragraph styles.
      public static let ruler = Name("Apple CFPasteboard ruler")
    }

    /// The type of a representation on a pasteboard.
    ///
    /// Names that are older than type identifiers, such as `NSStringPboardType`, stand for the types that replaced them.
    public struct PasteboardType: RawRepresentable, Hashable, Sendable {
      /// The type identifier, or a name of one's own.
      public let rawValue: String
      /// Makes a type.
      public init(rawValue: String) { self.rawValue = rawValue }
      /// Makes a type.
      ///
      /// - Parameter rawValue: the type identifier, or a name of one's own.
      public init(_ rawValue: String) { self.rawValue = rawValue }

      /// Plain text: `public.utf8-plain-text`.
      public static let string = PasteboardType("public.utf8-plain-text")
      /// A URL: `public.url`.
      public static let URL = PasteboardType("public.url")
      /// The URL of a file: `public.file-url`.
      public static let fileURL = PasteboardType("public.file-url")
      /// A web page: `public.html`.
      public static let html = PasteboardType("public.html")
      /// Formatted text: `public.rtf`.
      public static let rtf = PasteboardType("public.rtf")
      /// Formatted text with attachments: `com.apple.flat-rtfd`.
      public static let rtfd = PasteboardType("com.apple.flat-rtfd")
      /// A PNG picture: `public.png`.
      public static let png = PasteboardType("public.png")
      /// A TIFF picture: `public.tiff`.
      public static let tiff = PasteboardType("public.tiff")
      /// A PDF document: `com.adobe.pdf`.
      public static let pdf = PasteboardType("com.adobe.pdf")
      /// Text in columns, separated by tabs: `public.utf8-tab-separated-values-text`.
      public static let tabularText = PasteboardType("public.utf8-tab-separated-values-text")
      /// A color: `com.apple.cocoa.pasteboard.color`.
      public static let color = PasteboardType("com.apple.cocoa.pasteboard.color")
      /// The attributes of characters.
      public static let font = PasteboardType("com.apple.cocoa.pasteboard.character-formatting")
      /// The attributes of paragraphs.
      public static let ruler = PasteboardType("com.apple.cocoa.pasteboard.paragraph-formatting")
      /// A sound.
      public static let sound = PasteboardType("com.apple.cocoa.pasteboard.sound")
      /// Which parts of a text were selected.
      public static let multipleTextSelection = PasteboardType(
        "com.apple.cocoa.pasteboard.multiple-text-selection")
      /// The options of a search.
      public static let textFinderOptions = PasteboardType(
        "com.apple.cocoa.pasteboard.find-panel-search-options")
      /// The contents of a file.
      public static let fileContents = PasteboardType("NXFileContentsPboardType")
      /// Which parts of a document were selected, for a panel of search results.
      public static let findPanelSearchOptions = textFinderOptions

      /// The old name of a list of paths, whose property list is an array of strings.
      static let filenames = PasteboardType("NSFilenamesPboardType")
    }
  }

  /// The names that types had before type identifiers, as pasteboards translate them in both directions.
  ///
  /// Source: the constants of `NSPasteboard.h` from before macOS 10.14.
  enum OldTypeName {
    private static let rows: [(old: String, new: NSPasteboard.PasteboardType)] = [
      ("NSStringPboardType", .string), ("NSFilenamesPboardType", .fileURL),
      ("Apple URL pasteboard type", .URL),
      ("NeXT Rich Text Format v1.0 pasteboard type", .rtf), ("NeXT RTFD pasteboard type", .rtfd),
      ("Apple HTML pasteboard type", .html), ("Apple PNG pasteboard type", .png),
      ("NeXT TIFF v4.0 pasteboard type", .tiff), ("Apple PDF pasteboard type", .pdf),
      ("NeXT tabular text pasteboard type", .tabularText), ("NSColor pasteboard type", .color),
      ("NeXT font pasteboard type", .font), ("NeXT ruler pasteboard type", .ruler),
    ]

    /// Returns the identifier that a type is stored under.
    static func identifier(of type: NSPasteboard.PasteboardType) -> String {
      (rows.first { $0.old == type.rawValue }?.new ?? type).rawValue
    }

    /// Returns the old name of an identifier; nil if it has none.
    static func name(of identifier: String) -> String? {
      let key = TypeIdentifier(identifier)
      return rows.first { TypeIdentifier($0.new.rawValue) == key }?.old
    }
  }
#endif
