#if !canImport(Darwin)
  public import ItemProviders

  /// A piece of text; corresponds to SwiftUI's view of the same name, without its appearance.
  public struct Text: Hashable, Sendable {
    /// The characters.
    public let content: String

    /// Makes a text.
    ///
    /// - Parameter content: the characters; they are not localized.
    public init(_ content: some StringProtocol) { self.content = String(content) }

    /// Makes a text.
    ///
    /// - Parameter content: the characters.
    public init(verbatim content: String) { self.content = content }
  }

  /// The title and the pictures that stand for a shared value; corresponds to SwiftUI's type of the same name.
  public struct SharePreview<Image, Icon> {
    /// The title.
    public let title: Text
    /// The picture; nil if there is none.
    public let image: Image?
    /// The small picture; nil if there is none.
    public let icon: Icon?

    private init(title: Text, image: Image?, icon: Icon?) {
      self.title = title
      self.image = image
      self.icon = icon
    }
  }

  extension SharePreview where Image: Transferable, Icon: Transferable {
    /// Makes a preview with two pictures.
    ///
    /// - Parameters:
    ///   - title: the title.
    ///   - image: the picture.
    ///   - icon: the small picture.
    public init(_ title: Text, image: Image, icon: Icon) { self.init(title: title, image: image, icon: icon) }

    /// Makes a preview with two pictures.
    ///
    /// - Parameters:
    ///   - title: the title.
    ///   - image: the picture.
    ///   - icon: the small picture.
    public init(_ title: some StringProtocol, image: Image, icon: Icon) {
      self.init(title: Text(title), image: image, icon: icon)
    }
  }

  extension SharePreview where Image: Transferable, Icon == Never {
    /// Makes a preview with a picture.
    ///
    /// - Parameters:
    ///   - title: the title.
    ///   - image: the picture.
    public init(_ title: Text, image: Image) { self.init(title: title, image: image, icon: nil) }

    /// Makes a preview with a picture.
    ///
    /// - Parameters:
    ///   - title: the title.
    ///   - image: the picture.
    public init(_ title: some StringProtocol, image: Image) {
      self.init(title: Text(title), image: image, icon: nil)
    }
  }

  extension SharePreview where Image == Never, Icon: Transferable {
    /// Makes a preview with a small picture.
    ///
    /// - Parameters:
    ///   - title: the title.
    ///   - icon: the small picture.
    public init(_ title: Text, icon: Icon) { self.init(title: title, image: nil, icon: icon) }

    /// Makes a preview with a small picture.
    ///
    /// - Parameters:
    ///   - title: the title.
    ///   - icon: the small picture.
    public init(_ title: some StringProtocol, icon: Icon) {
      self.init(title: Text(title), image: nil, icon: icon)
    }
  }

  extension SharePreview where Image == Never, Icon == Never {
    /// Makes a preview without pictures.
    ///
    /// - Parameter title: the title.
    public init(_ title: Text) { self.init(title: title, image: nil, icon: nil) }

    /// Makes a preview without pictures.
    ///
    /// - Parameter title: the title.
    public init(_ title: some StringProtocol) { self.init(title: Text(title), image: nil, icon: nil) }
  }

  /// The label of a share link that was made without a label or with a title; corresponds to SwiftUI's type of
  /// the same name.
  public struct DefaultShareLinkLabel: Hashable, Sendable {
    /// The title; nil for the standard title.
    public let title: Text?
  }

  /// What a share link hands over when it is tapped.
  public struct SharedContents: Sendable {
    /// A provider for each value, in order.
    public let itemProviders: [ItemProvider]
    /// The subject, for example of a message; nil if there is none.
    public let subject: String?
    /// The message that accompanies the values; nil if there is none.
    public let message: String?
    /// The titles of the previews, one for each value; nil for a value without a preview.
    public let previewTitles: [String?]
  }

  /// A control that shares values; corresponds to SwiftUI's view of the same name.
  ///
  /// The link is a value that is not drawn and not part of a view. Here it opens no dialog, because a dialog
  /// belongs to the system. A test, or a client with its own controls, taps the link and receives the contents.
  @preconcurrency @MainActor
  public struct ShareLink<Data: RandomAccessCollection, PreviewImage, PreviewIcon, Label>
  where Data.Element: Transferable {
    /// The label.
    public let label: Label
    private let items: Data
    private let subject: Text?
    private let message: Text?
    private let preview: ((Data.Element) -> SharePreview<PreviewImage, PreviewIcon>)?

    init(
      _ items: Data, _ subject: Text?, _ message: Text?,
      _ preview: ((Data.Element) -> SharePreview<PreviewImage, PreviewIcon>)?, _ label: Label
    ) {
      self.items = items
      self.subject = subject
      self.message = message
      self.preview = preview
      self.label = label
    }

    /// Taps the link.
    ///
    /// - Returns: the contents to share. The values are exported when a receiver loads them.
    public func tap() -> SharedContents {
      SharedContents(
        itemProviders: items.map { .registering($0) },
        subject: subject?.content, message: message?.content,
        previewTitles: items.map { preview?($0).title.content })
    }
  }
#endif
