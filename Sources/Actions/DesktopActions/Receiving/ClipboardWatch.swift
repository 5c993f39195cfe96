import DescribedErrors
import DesktopTransfer
public import ProfferActions
public import ProfferFileSystem
import UniformTypes

/// Saves a history of the clipboard in a folder, with one bundle for each copy.
///
/// Each bundle is named after the time of the copy. The current clipboard is saved first. Consecutive
/// duplicates are saved once. Content marked as sensitive is not saved. If the action throws or is cancelled,
/// saved bundles remain and a partial bundle is removed.
public struct ClipboardWatch: Action {
  /// The folder for the bundles, created if needed.
  public var folder: FilePath
  /// The selection to watch.
  public var selection: ClipboardSelection
  /// The maximum number of bundles in the folder; the oldest bundles are removed.
  public var keptCount = 100
  /// The number of saved bundles after which the action ends; nil means no limit.
  public var endCount: Int?
  /// Whether undeclared types are saved.
  public var takesUnknownTypes = false
  /// The maximum time to wait for data from the other program; nil means 10 seconds.
  public var timeLimit: Duration?
  /// The maximum size of each type and each file, in bytes; larger types and files are left out.
  public var largestByteCount: UInt64 = 64 << 20
  /// The displays and the terminal.
  public var desktop: DesktopContext

  /// Watches a selection, and saves each copy in a folder.
  ///
  /// - Parameters:
  ///   - folder: the folder for the bundles.
  ///   - selection: the clipboard or the primary selection.
  ///   - desktop: the displays and the terminal.
  public init(
    into folder: FilePath, watching selection: ClipboardSelection = .clipboard, on desktop: DesktopContext
  ) {
    self.folder = folder
    self.selection = selection
    self.desktop = desktop
  }

  /// The result of saving a copy.
  public enum Copy: Sendable {
    /// The copy was saved in a bundle at the given path.
    case kept(FilePath)
    /// The copy equals the previous copy.
    case repeated
    /// The other program marks the copy as sensitive.
    case sensitive
    /// The copy could not be saved; the action waits for the next copy.
    case leftOut(any Error)
  }

  /// Saves each copy until ``endCount`` bundles are saved.
  ///
  /// - Returns: the number of saved bundles, including bundles that were removed later.
  public func run(in context: ActionContext) throws -> Int { try run(in: context) { _ in } }

  /// Saves each copy until ``endCount`` bundles are saved, and reports the result for each copy.
  ///
  /// - Parameters:
  ///   - context: the types, folders and callbacks that the action uses.
  ///   - each: called with the result for each copy; if it throws, the action ends.
  /// - Returns: the number of saved bundles, including bundles that were removed later.
  /// - Throws: if the folder cannot be used, or if the connection to the display fails.
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

  /// Waits until something is copied; throws if the action is cancelled.
  private func wait(_ watch: any SelectionWatch, _ context: ActionContext) throws {
    guard context.isCancellable else {
      _ = try watch.wait(until: nil)
      return
    }
    while try !watch.wait(until: .now + .milliseconds(500)) { try context.checkCancellation() }
  }

  /// Saves the current offer and returns the result; nil if nothing is offered.
  ///
  /// If a program fails to provide its content, the result is `leftOut`, and the action continues.
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
      // The error is about a copied file, which no longer exists or cannot be read.
      return .leftOut(error)
    }
  }
}
