import ArgumentParsing
import DesktopTransfer
import ProfferFileSystem

/// How a command reaches the selections of the desktop: the options that `copy` and `paste` share.
struct DesktopArguments: Sendable {
  /// The only route that is tried; nil tries all.
  var route: TransferRouteKind?
  var selection = TransferSelection.clipboard
  var isVerbose = false

  @ParameterBuilder<Arguments>
  static func parameters<Arguments: CommandArguments>(
    route: PropertyPath<Arguments, TransferRouteKind?>, selection: PropertyPath<Arguments, TransferSelection>,
    isVerbose: PropertyPath<Arguments, Bool>
  ) -> [CommandParameter<Arguments>] {
    flag(
      "-p", "--primary", to: selection, value: .primary,
      help: "Use the primary selection (the middle mouse button) instead of the clipboard.")
    option(
      "--via", "ROUTE", to: route, as: .choice(["x11": .x11, "wayland": .wayland]),
      help: "Use only this display; by default Wayland if it works, otherwise X11.")
    flag("-v", "--verbose", to: isVerbose, help: "Say which display is used, and what was tried.")
  }

  /// Uses the first route that the session has.
  func using<Value>(_ use: (any TransferRoute) throws -> Value) throws -> (
    value: Value, kind: TransferRouteKind
  ) {
    let isVerbose = isVerbose
    let used = try ProgramEnvironment.desktopSession.using(route) {
      if isVerbose { Console.note($0) }
    } _: {
      try use($0)
    }
    if isVerbose { Console.note("using \(selection.displayName) of \(used.kind.displayName)") }
    return used
  }
}
