/// A way by which content leaves one program for another.
package enum TransferRouteKind: String, Sendable, CaseIterable {
  /// Through the terminal that the program runs in.
  case terminal
  /// Selections and drags of the X Window System.
  case x11
  /// Selections and drags of a Wayland compositor.
  case wayland

  /// What messages call it.
  package var displayName: String {
    switch self {
    case .terminal: "the terminal"
    case .x11: "X11"
    case .wayland: "Wayland"
    }
  }
}
