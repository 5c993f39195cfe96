import DescribedErrors
import DesktopTransfer
public import ProfferActions
public import ProfferFileSystem
import UniformTypes

/// Keeps a history of the clipboard: a bundle for each thing that is copied, in a folder, named after the time.
///
/// What is on the clipboard already is the first; of the same thing twice in a row, one is kept. What a program asks not to keep
/// is left out. If the action throws or is cancelled, the bundles that were kept stay, and no unfinished one does.
public struct ClipboardWatch: Action {
  /// The folder of the bundles, which is made where it does not exist.
  public var folder: FilePath
  /// Where it looks.
  public var selection: ClipboardSelection
  /// How many bundles stay; the oldest are removed.
  public var keptCount = 100
  /// After how many bundles the action ends; nil is never.
  public var endCount: Int?
  /// Whether types are taken that nothing declares.
  public var takesUnknownTypes = false
  /// How long the other program may do nothing; nil is 10 seconds.
  public var timeLimit: Duration?
  /// The most bytes of a type and of a file that are kept.
  public var largestByteCount: UInt64 = 64 << 20
  /// The displays and the terminal.
  public var desktop: DesktopContext

  /// Keeps what is copied to a selection in a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder of the bundles.
  ///   - selection: the clipboard, or what is selected.
  ///   - desktop: the displays and the terminal.
  public init(
    into folder: FilePath, watching selection: ClipboardSelection = .clipboard, on desktop: DesktopContext
  ) {
    self.folder = folder
    self.selection = selection
    self.desktop = desktop
  }

  /// What became of something that was copied.
  public enum Copy: Sendable {
    /// It is kept in a bundle at this path.
    case kept(FilePath)
    /// It is the same as the one before.
    case repeated
    /// The program asks not to keep it.
    case sensitive
    /// It could not be kept; the next one is waited for.
    case leftOut(any Error)
  }

  /// Keeps what is copied until enough was.
  ///
  /// - Returns: how many bundles were kept, those included that were removed since.
  public func run(in context: ActionContext) throws -> Int { try run(in: context) { _ in } }

  /// Keeps what is copied until enough was, and gives what became of each.
  ///
  /// - Parameters:
  ///   - context: what the action needs besides its inputs.
  ///   - each: called for each thing that is copied; what it throws ends the action.
  /// - Returns: how many bundles were kept, those included that were removed since.
  /// - Throws: the error of the folder, or of the connection to the display.
  public func run(in context: ActionContext, each: (Copy) throws -> Void) throws -> Int {
    try TransferError.offering {
      let selection = selection.transferSelection
      let (place, _) = try desktop.using(for: selection, recordedAs: "watch") { route in
        (route: route, watch: try route.watch(selection))
      }
      try Folder.createWithParents(folder)
      var history = ClipboardHistory(in: folder, keeping: keptCount)
      var count = 0
      return try TypeRegistry.withCurrent(context.types.registry) {
        while true {
          try context.checkCancellation()
          if let copy = try keep(place.route, in: &history, context) {
            try each(copy)
            if case .kept = copy { count += 1 }
            if count == endCount { return count }
          }
          try wait(place.watch, context)
        }
      }
    }
  }

  /// Waits until something is copied, or the action is cancelled.
  private func wait(_ watch: any SelectionWatch, _ context: ActionContext) throws {
    guard context.isCancellable else {
      _ = try watch.wait(until: nil)
      return
    }
    while try !watch.wait(until: .now + .milliseconds(500)) { try context.checkCancellation() }
  }

  /// Keeps what is offered now; nil where nothing is offered.
  ///
  /// What one program does not give is no reason to miss the next.
  private func keep(
    _ route: any TransferRoute, in history: inout ClipboardHistory, _ context: ActionContext
  ) throws -> Copy? {
    var limits = TransferLimits()
    limits.byteCount = largestByteCount
    if let timeLimit { limits.idle = timeLimit }
    let selection = selection.transferSelection
    do {
      let content = desktop.content(
        try route.offered(as: selection, within: limits), of: selection, in: context)
      if content.names.isSensitive { return .sensitive }
      let bundle = PastedBundle(
        content, accepting: [], takingUnknownTypes: takesUnknownTypes, atMost: limits.byteCount,
        context: context, note: desktop.note)
      return try history.add { try bundle.write(to: $0, replacing: false) }.map(Copy.kept) ?? .repeated
    } catch let error as TransferError {
      switch error.code {
      case .empty: return nil
      case .connectionLost, .cannotConnect: throw error
      default: return .leftOut(error.ofReceiving)
      }
    } catch let error as ActionError where error.kind == .negative {
      return .leftOut(error)
    } catch let error as FileSystemError
      where error.path.map({ !$0.bytes.starts(with: folder.bytes) }) ?? false
    {
      // A file that was copied and is gone.
      return .leftOut(error)
    }
  }
}
