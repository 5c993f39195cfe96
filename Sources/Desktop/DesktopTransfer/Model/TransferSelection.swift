/// A channel through which content is transferred.
package enum TransferSelection: String, Sendable {
  /// The clipboard, for commands that copy and paste.
  case clipboard
  /// The primary selection: content selected with the mouse and pasted with the middle button.
  case primary
  /// The content of a drag.
  case drag

  /// The name used in messages.
  package var displayName: String {
    switch self {
    case .clipboard: "the clipboard"
    case .primary: "the primary selection"
    case .drag: "the drag"
    }
  }
}
