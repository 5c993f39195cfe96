package import DesktopTransfer

/// A way to exchange content with other programs.
public struct DesktopRoute: Sendable, Hashable {
  package let kind: TransferRouteKind

  package init(_ kind: TransferRouteKind) { self.kind = kind }

  /// Selections and drags of a Wayland compositor.
  public static let wayland = DesktopRoute(.wayland)
  /// Selections and drags of the X Window System.
  public static let x11 = DesktopRoute(.x11)
  /// Escape sequences of the terminal that the program runs in.
  public static let terminal = DesktopRoute(.terminal)

  /// All routes, in the order in which they are tried.
  public static var all: [DesktopRoute] { TransferRouteKind.allCases.map(DesktopRoute.init) }

  /// The name of the route, such as `x11`.
  public var name: String { kind.rawValue }

  /// The name used in messages.
  public var displayName: String { kind.displayName }
}

/// A selection that people copy to and paste from.
public enum ClipboardSelection: String, Sendable, CaseIterable {
  /// The clipboard, which copy and paste commands use.
  case clipboard
  /// The primary selection: content that is selected with the mouse and pasted with the middle button.
  case primary

  var transferSelection: TransferSelection {
    switch self {
    case .clipboard: .clipboard
    case .primary: .primary
    }
  }
}
