package import DesktopTransfer

/// A way to exchange content with other programs.
public struct DesktopRoute: Sendable, Hashable {
  package let kind: TransferRouteKind

  package init(_ kind: TransferRouteKind) { self.kind = kind }

  /// Selections and drags of a Wayland compositor.
  public static let wayland = DesktopRoute(.wayland)
  /// Selections and drags of the X Window System.
  public static let x11 = DesktopRoute(.x11)
  /// Escape sequences of the terminal in which the program runs.
  public static let terminal = DesktopRoute(.terminal)

  /// All routes, in the order in which they are tried.
  public static var all: [DesktopRoute] { TransferRouteKind.allCases.map(DesktopRoute.init) }

  /// The name of the route, such as `x11`.
  public var name: String { kind.rawValue }

  /// The name used in messages.
  public var displayName: String { kind.displayName }
}

/// A selection for copying and pasting.
public enum ClipboardSelection: String, Sendable, CaseIterable {
  /// The clipboard, used by copy and paste commands.
  case clipboard
  /// The primary selection.
  ///
  /// Selecting text copies the text, and the middle mouse button pastes it.
  case primary

  var transferSelection: TransferSelection {
    switch self {
    case .clipboard: .clipboard
    case .primary: .primary
    }
  }
}
