#if !canImport(Darwin)
  public import ItemProviders

  /// The label of a share link that was made without a label or with a title; corresponds to SwiftUI's type of
  /// the same name.
  public struct DefaultShareLinkLabel: Hashable, Sendable {
    /// The title; nil for the standard title.
    public let title: Text?
  }

  /// The contents that a share link returns when it is tapped.
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
