/// What content is transferred through.
package enum TransferSelection: String, Sendable {
  /// What is copied and pasted by commands.
  case clipboard
  /// What is selected with the mouse and pasted with its middle button.
  case primary
  /// What is dragged.
  case drag

  /// What messages call it.
  package var displayName: String {
    switch self {
    case .clipboard: "the clipboard"
    case .primary: "the primary selection"
    case .drag: "the drag"
    }
  }
}
