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
#endif
