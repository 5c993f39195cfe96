#if !canImport(Darwin)
  public import Foundation
  public import ItemProviders

  // Values other than strings and URLs need a preview, as in SwiftUI: the system cannot describe them itself.

  extension ShareLink {
    /// Makes a link that shares values, with a label.
    ///
    /// - Parameters:
    ///   - items: the values, in order.
    ///   - subject: the subject, for example of a message.
    ///   - message: the message that accompanies the values.
    ///   - preview: makes the preview of a value.
    ///   - label: makes the label.
    public init(
      items: Data, subject: Text? = nil, message: Text? = nil,
      preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>, label: () -> Label
    ) { self.init(items, subject, message, preview, label()) }

    /// Makes a link that shares one value, with a label.
    ///
    /// - Parameters:
    ///   - item: the value.
    ///   - subject: the subject, for example of a message.
    ///   - message: the message that accompanies the value.
    ///   - preview: the preview.
    ///   - label: makes the label.
    public init<Item: Transferable>(
      item: Item, subject: Text? = nil, message: Text? = nil,
      preview: SharePreview<PreviewImage, PreviewIcon>, label: () -> Label
    ) where Data == CollectionOfOne<Item> {
      self.init(CollectionOfOne(item), subject, message, { _ in preview }, label())
    }
  }

  extension ShareLink where Label == DefaultShareLinkLabel {
    /// Makes a link that shares values.
    ///
    /// - Parameters:
    ///   - items: the values, in order.
    ///   - subject: the subject, for example of a message.
    ///   - message: the message that accompanies the values.
    ///   - preview: makes the preview of a value.
    public init(
      items: Data, subject: Text? = nil, message: Text? = nil,
      preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>
    ) { self.init(items, subject, message, preview, DefaultShareLinkLabel(title: nil)) }

    /// Makes a link that shares values, with a title.
    ///
    /// - Parameters:
    ///   - title: the title of the link.
    ///   - items: the values, in order.
    ///   - subject: the subject, for example of a message.
    ///   - message: the message that accompanies the values.
    ///   - preview: makes the preview of a value.
    public init(
      _ title: some StringProtocol, items: Data, subject: Text? = nil, message: Text? = nil,
      preview: @escaping (Data.Element) -> SharePreview<PreviewImage, PreviewIcon>
    ) { self.init(items, subject, message, preview, DefaultShareLinkLabel(title: Text(title))) }

    /// Makes a link that shares one value.
    ///
    /// - Parameters:
    ///   - item: the value.
    ///   - subject: the subject, for example of a message.
    ///   - message: the message that accompanies the value.
    ///   - preview: the preview.
    public init<Item: Transferable>(
      item: Item, subject: Text? = nil, message: Text? = nil,
      preview: SharePreview<PreviewImage, PreviewIcon>
    ) where Data == CollectionOfOne<Item> {
      self.init(CollectionOfOne(item), subject, message, { _ in preview }, DefaultShareLinkLabel(title: nil))
    }

    /// Makes a link that shares one value, with a title.
    ///
    /// - Parameters:
    ///   - title: the title of the link.
    ///   - item: the value.
    ///   - subject: the subject, for example of a message.
    ///   - message: the message that accompanies the value.
    ///   - preview: the preview.
    public init<Item: Transferable>(
      _ title: some StringProtocol, item: Item, subject: Text? = nil, message: Text? = nil,
      preview: SharePreview<PreviewImage, PreviewIcon>
    ) where Data == CollectionOfOne<Item> {
      self.init(
        CollectionOfOne(item), subject, message, { _ in preview }, DefaultShareLinkLabel(title: Text(title)))
    }
  }

  extension ShareLink where PreviewImage == Never, PreviewIcon == Never {
    /// Makes a link that shares strings, with a label.
    ///
    /// - Parameters:
    ///   - items: the strings, in order.
    ///   - subject: the subject, for example of a message.
    ///   - message: the message that accompanies the strings.
    ///   - label: makes the label.
    public init(
      items: Data, subject: Text? = nil, message: Text? = nil, label: () -> Label
    ) where Data.Element == String { self.init(items, subject, message, nil, label()) }

    /// Makes a link that shares URLs, with a label.
    ///
    /// - Parameters:
    ///   - items: the URLs, in order.
    ///   - subject: the subject, for example of a message.
    ///   - message: the message that accompanies the URLs.
    ///   - label: makes the label.
    public init(
      items: Data, subject: Text? = nil, message: Text? = nil, label: () -> Label
    ) where Data.Element == URL { self.init(items, subject, message, nil, label()) }

    /// Makes a link that shares one string, with a label.
    ///
    /// - Parameters:
    ///   - item: the string.
    ///   - subject: the subject, for example of a message.
    ///   - message: the message that accompanies the string.
    ///   - label: makes the label.
    public init(
      item: String, subject: Text? = nil, message: Text? = nil, label: () -> Label
    ) where Data == CollectionOfOne<String> {
      self.init(CollectionOfOne(item), subject, message, nil, label())
    }

    /// Makes a link that shares one URL, with a label.
    ///
    /// - Parameters:
    ///   - item: the URL.
    ///   - subject: the subject, for example of a message.
    ///   - message: the message that accompanies the URL.
    ///   - label: makes the label.
    public init(
      item: URL, subject: Text? = nil, message: Text? = nil, label: () -> Label
    ) where Data == CollectionOfOne<URL> {
      self.init(CollectionOfOne(item), subject, message, nil, label())
    }
  }

  extension ShareLink where PreviewImage == Never, PreviewIcon == Never, Label == DefaultShareLinkLabel {
    /// Makes a link that shares strings.
    ///
    /// - Parameters:
    ///   - items: the strings, in order.
    ///   - subject: the subject, for example of a message.
    ///   - message: the message that accompanies the strings.
    public init(
      items: Data, subject: Text? = nil, message: Text? = nil
    ) where Data.Element == String {
      self.init(items, subject, message, nil, DefaultShareLinkLabel(title: nil))
    }

    /// Makes a link that shares URLs.
    ///
    /// - Parameters:
    ///   - items: the URLs, in order.
    ///   - subject: the subject, for example of a message.
    ///   - message: the message that accompanies the URLs.
    public init(
      items: Data, subject: Text? = nil, message: Text? = nil
    ) where Data.Element == URL {
      self.init(items, subject, message, nil, DefaultShareLinkLabel(title: nil))
    }

    /// Makes a link that shares one string.
    ///
    /// - Parameters:
    ///   - item: the string.
    ///   - subject: the subject, for example of a message.
    ///   - message: the message that accompanies the string.
    public init(
      item: String, subject: Text? = nil, message: Text? = nil
    ) where Data == CollectionOfOne<String> {
      self.init(CollectionOfOne(item), subject, message, nil, DefaultShareLinkLabel(title: nil))
    }

    /// Makes a link that shares one URL.
    ///
    /// - Parameters:
    ///   - item: the URL.
    ///   - subject: the subject, for example of a message.
    ///   - message: the message that accompanies the URL.
    public init(
      item: URL, subject: Text? = nil, message: Text? = nil
    ) where Data == CollectionOfOne<URL> {
      self.init(CollectionOfOne(item), subject, message, nil, DefaultShareLinkLabel(title: nil))
    }

    /// Makes a link that shares one string, with a title.
    ///
    /// - Parameters:
    ///   - title: the title of the link.
    ///   - item: the string.
    ///   - subject: the subject, for example of a message.
    ///   - message: the message that accompanies the string.
    public init(
      _ title: some StringProtocol, item: String, subject: Text? = nil, message: Text? = nil
    ) where Data == CollectionOfOne<String> {
      self.init(CollectionOfOne(item), subject, message, nil, DefaultShareLinkLabel(title: Text(title)))
    }

    /// Makes a link that shares one URL, with a title.
    ///
    /// - Parameters:
    ///   - title: the title of the link.
    ///   - item: the URL.
    ///   - subject: the subject, for example of a message.
    ///   - message: the message that accompanies the URL.
    public init(
      _ title: some StringProtocol, item: URL, subject: Text? = nil, message: Text? = nil
    ) where Data == CollectionOfOne<URL> {
      self.init(CollectionOfOne(item), subject, message, nil, DefaultShareLinkLabel(title: Text(title)))
    }
  }
#endif
