import ArgumentParsing
import DesktopActions
import ProfferActions
import ProfferFileSystem

/// The options for access to the selections of the desktop or the terminal, shared by the desktop commands.
struct DesktopArguments: Sendable {
  /// The only route to try; if nil, all routes are tried.
  var route: DesktopRoute?
  var selection = ClipboardSelection.clipboard
  var isVerbose = false
  /// The path of a new file for the events of the transfer; if nil, events are not recorded.
  var record: FilePath?

  @ParameterBuilder<Arguments>
  static func routeParameters<Arguments: CommandArguments>(
    route: PropertyPath<Arguments, DesktopRoute?>, isVerbose: PropertyPath<Arguments, Bool>
  ) -> [CommandParameter<Arguments>] {
    option(
      "--via", "ROUTE", to: route, as: .choice(DesktopRoute.all.map { (name: $0.name, value: $0) }),
      help: routeHelp
    ).rare
    flag(
      "-v", "--verbose", to: isVerbose, help: "Report the route that is used, and the routes that were tried."
    )
  }

  @ParameterBuilder<Arguments>
  static func parameters<Arguments: CommandArguments>(
    route: PropertyPath<Arguments, DesktopRoute?>, selection: PropertyPath<Arguments, ClipboardSelection>,
    isVerbose: PropertyPath<Arguments, Bool>
  ) -> [CommandParameter<Arguments>] {
    flag(
      "-p", "--primary", to: selection, value: .primary,
      help: "Use the primary selection (the middle mouse button) instead of the clipboard.")
    routeParameters(route: route, isVerbose: isVerbose)
  }

  /// Returns the options that `copy` and `drag` share: the types to offer, and the type of standard input.
  @ParameterBuilder<Arguments>
  static func offerParameters<Arguments: CommandArguments>(
    offered: PropertyPath<Arguments, [TypeArgument]>, inputType: PropertyPath<Arguments, TypeArgument?>
  ) -> [CommandParameter<Arguments>] {
    option(
      "-t", "--to", "TYPES", appendingListTo: offered, as: TypeArgument.result,
      help: "Offer only these types, best first; missing types are converted."
    ).formerly("--as")
    option(
      "--from", "TYPE", to: inputType, as: TypeArgument.value,
      help: "The type of standard input (default: determined by its contents)."
    ).formerly("--type")
  }

  @ParameterBuilder<Arguments>
  static func recordParameter<Arguments: CommandArguments>(
    _ record: PropertyPath<Arguments, FilePath?>
  ) -> [CommandParameter<Arguments>] {
    option(
      "--record", "FILE", to: record, as: FilePath.argument(.file),
      help: "Log the events, but no content, to a new file, which proffer trace can print."
    ).rare
  }

  // MARK: The context

  /// Returns the user's displays and terminal with the settings of this command.
  ///
  /// Notes are printed.
  func context(on console: Console) -> DesktopContext {
    var context = DesktopContext.user
    context.route = route
    context.record = record
    context.note = { [isVerbose] note in
      if isVerbose || !note.isVerbose { note.print(on: console) }
    }
    return context
  }

  /// The help for the option `--via`, with the routes in the order in which they are tried.
  private static var routeHelp: String {
    let names = DesktopRoute.all.map(\.displayName)
    return "Use only this route; by default \(names[0]) if it works, otherwise "
      + names.dropFirst().joined(separator: ", otherwise ") + "."
  }
}
