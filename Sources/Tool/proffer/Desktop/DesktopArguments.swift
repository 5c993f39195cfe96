import ArgumentParsing
import DesktopTransfer
import ItemProviders
import ProfferActions
import ProfferFileSystem
import UniformTypes

/// How a command reaches the selections of the desktop or of the terminal: the options that the commands of the desktop
/// share.
struct DesktopArguments: Sendable {
  /// The only route that is tried; nil tries all.
  var route: TransferRouteKind?
  var selection = TransferSelection.clipboard
  var isVerbose = false
  /// The file that gets the events of the transfer.
  var record: FilePath?

  @ParameterBuilder<Arguments>
  static func routeParameters<Arguments: CommandArguments>(
    route: PropertyPath<Arguments, TransferRouteKind?>, isVerbose: PropertyPath<Arguments, Bool>
  ) -> [CommandParameter<Arguments>] {
    option(
      "--via", "ROUTE", to: route, as: .choice(["x11": .x11, "wayland": .wayland, "terminal": .terminal]),
      help: "Use only this way; by default Wayland if it works, otherwise X11, otherwise the terminal.")
    flag("-v", "--verbose", to: isVerbose, help: "Say which way is used, and what was tried.")
  }

  @ParameterBuilder<Arguments>
  static func parameters<Arguments: CommandArguments>(
    route: PropertyPath<Arguments, TransferRouteKind?>, selection: PropertyPath<Arguments, TransferSelection>,
    isVerbose: PropertyPath<Arguments, Bool>
  ) -> [CommandParameter<Arguments>] {
    flag(
      "-p", "--primary", to: selection, value: .primary,
      help: "Use the primary selection (the middle mouse button) instead of the clipboard.")
    routeParameters(route: route, isVerbose: isVerbose)
  }

  /// What is offered of the operands: the options that `copy` and `drag` share.
  @ParameterBuilder<Arguments>
  static func offerParameters<Arguments: CommandArguments>(
    offered: PropertyPath<Arguments, [TypeArgument]>, inputType: PropertyPath<Arguments, TypeArgument?>
  ) -> [CommandParameter<Arguments>] {
    option(
      "--as", "TYPES", appendingListTo: offered, as: TypeArgument.value,
      help: "Offer these types and no others, best first; what is not there is converted.")
    option(
      "-t", "--type", "TYPE", to: inputType, as: TypeArgument.value,
      help: "The type of standard input; without it, the type that its contents have.")
  }

  @ParameterBuilder<Arguments>
  static func recordParameter<Arguments: CommandArguments>(
    _ record: PropertyPath<Arguments, FilePath?>
  ) -> [CommandParameter<Arguments>] {
    option(
      "--record", "FILE", to: record, as: FilePath.argument(.file),
      help: "Keep what happens, without contents, in a new file for proffer trace.")
  }

  // MARK: The document portal

  /// The document portal, which is asked in the background whether it runs; nil if the terminal is used, whose files may be those
  /// of another machine.
  func askedPortal() -> DocumentPortal? {
    guard route != .terminal else { return nil }
    let portal = ProgramEnvironment.desktopSession.documentPortal
    portal.ask()
    return portal
  }

  /// An offer of items, with their files through the document portal too if it runs.
  ///
  /// Portals from before 2024 refuse folders, and a program that reads the portal's names then tries no other.
  func offer(
    _ items: CopiedItems, isSensitive: Bool = false, through portal: DocumentPortal?, types: TypeRegistry
  ) -> TransferOffer {
    var running: DocumentPortal?
    func note(_ reason: String) {
      if isVerbose { Console.shared.note("the document portal is not used: \(reason)") }
    }
    if let portal, items.haveFiles {
      if items.haveFolders {
        note("it may not take folders")
      } else {
        do {
          try portal.requireRunning()
          running = portal
        } catch { note("\(error)") }
      }
    }
    if running == nil { portal?.disconnect() }
    return TransferOffer(items.providers, types: types, isSensitive: isSensitive, portal: running)
  }

  /// What another program offers, with its files through the document portal if it can give them.
  func content(_ contents: any SelectionContents, in context: ActionContext) -> PastedContent {
    let isVerbose = isVerbose
    let files = PastedFileList(portal: ProgramEnvironment.desktopSession.documentPortal) {
      if isVerbose { Console.shared.note($0) }
    }
    return PastedContent(contents, of: selection, files, in: context)
  }

  // MARK: Routes

  /// Uses the first route that the session has.
  func using<Value>(for command: String = "", _ use: (any TransferRoute) throws -> Value) throws -> (
    value: Value, kind: TransferRouteKind
  ) {
    let isVerbose = isVerbose
    var session = ProgramEnvironment.desktopSession
    session.terminal?.tell = { Console.shared.note($0) }
    let recorder = try record.map { try TransferRecordFile.create($0, for: command) }
    let used = try session.using(route) {
      if isVerbose { Console.shared.note($0) }
    } _: { route in
      if let recorder { return try use(RecordedRoute(route, by: recorder)) }
      return try use(route)
    }
    if isVerbose { Console.shared.note("using \(used.kind.displayName) for \(selection.displayName)") }
    return used
  }
}
