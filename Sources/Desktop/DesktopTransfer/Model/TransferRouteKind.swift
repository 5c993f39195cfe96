/// A mechanism for transferring content between programs.
package enum TransferRouteKind: String, Sendable, CaseIterable {
  /// Escape sequences of the terminal that the program runs in.
  case terminal
  /// Selections and drags of the X Window System.
  case x11
  /// Selections and drags of a Wayland compositor.
  case wayland

  /// The name used in messages.
  package var displayName: String {
    switch self {
    case .terminal: "the terminal"
    case .x11: "X11"
    case .wayland: "Wayland"
    }
  }
}
