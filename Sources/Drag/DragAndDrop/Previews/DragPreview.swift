public import Foundation

/// The preview of a dragged item: what it shows, and how it is cut out.
@MainActor
public struct DragPreview {
  /// What a preview shows.
  public enum Content {
    /// A view, as it looks; who draws the view is not this module's business.
    case view(View)
    /// An address, with a title where it has one.
    case link(URL, title: String?)
  }

  /// What it shows.
  public let content: Content
  /// How it is cut out and on what it lies.
  public let parameters: DragPreviewParameters

  /// A preview of a view.
  public init(view: View, parameters: DragPreviewParameters = DragPreviewParameters()) {
    content = .view(view)
    self.parameters = parameters
  }

  /// A preview of an address; nil for a file's, which is no link.
  public init?(for url: URL, title: String? = nil) {
    if url.isFileURL { return nil }
    content = .link(url, title: title)
    parameters = DragPreviewParameters()
  }

  /// The view it shows; nil for a link.
  public var view: View? { if case .view(let view) = content { view } else { nil } }
}
