/// A mechanism for transferring content between programs.
///
/// The cases are in the order in which the mechanisms are tried.
package enum TransferRouteKind: String, Sendable, CaseIterable {
  /// Selections and drags of a Wayland compositor.
  case wayland
  /// Selections and drags of the X Window System.
  case x11
  /// Escape sequences of the terminal in which the program runs. This case is last because most terminals
  /// support only text.
  case terminal

  /// The name used in messages.
  package var displayName: String {
    switch self {
    case .terminal: "the terminal"
    case .x11: "X11"
    case .wayland: "Wayland"
    }
  }
}
