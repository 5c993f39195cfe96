import DescribedErrors
import DesktopTransfer
public import Foundation
public import ProfferActions
public import ProfferFileSystem
import UniformTypes

/// Saves each copy as a bundle in a folder, passes it to a function, or does both.
///
/// Each bundle is named after the time of the copy. The current clipboard is saved first. Consecutive
/// duplicates are saved once. Content marked as sensitive is not saved. If the action throws or is cancelled,
/// saved bundles remain and a partial bundle is removed.
public struct ClipboardWatch: Action {
  /// The content of a copy as a single type: plain text if there is any, otherwise the best type.
  public struct Content: Sendable {
    /// The identifier of the type.
    public let typeIdentifier: String
    /// The bytes.
    public let data: Data
  }

  /// The folder for the bundles, created if needed; nil to save no bundles.
  public var folder: FilePath?
  /// Called with the content of each copy, before the copy is saved; if it throws, the action ends.
  public var receive: (@Sendable (Content) throws -> Void)?
  /// The selection to watch.
  public var selection: ClipboardSelection
  /// The maximum number of bundles in the folder; the oldest bundles are removed.
  public var keptCount = 100
  /// The number of copies, saved or passed on, after which the action ends; nil means no limit.
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
  ///   - folder: the folder for the bundles; nil to save no bundles.
  ///   - selection: the clipboard or the primary selection.
  ///   - desktop: the displays and the terminal.
  public init(
    into folder: FilePath?, watching selection: ClipboardSelection = .clipboard, on desktop: DesktopContext
  ) {
    self.folder = folder
    self.selection = selection
    self.desktop = desktop
  }

  /// The result of saving a copy.
  public enum Copy: Sendable {
    /// The copy was saved in a bundle at the given path.
    case kept(FilePath)
    /// The copy was passed to ``ClipboardWatch/receive``, and there is no folder.
    case passed
    /// The copy equals the previous copy.
    case repeated
    /// The other program marks the copy as sensitive.
    case sensitive
    /// The copy could not be saved; the action waits for the next copy.
    case leftOut(any Error)
  }

  /// Saves or passes on each copy until ``endCount`` copies are counted.
  ///
  /// - Returns: the number of copies that were saved or passed on.
  public func run(in context: ActionContext) throws -> Int { try run(in: context) { _ in } }

  /// Saves or passes on each copy until ``endCount`` copies are counted, and reports each result.
  ///
  /// - Parameters:
  ///   - context: the types, folders and callbacks that the action uses.
  ///   - each: called with the result for each copy; if it throws, the action ends.
  /// - Returns: the number of copies that were saved or passed on.
  /// - Throws: if the folder cannot be used, or if the connection to the display fails.
  public func run(in context: ActionContext, each: (Copy) throws -> Void) throws -> Int {
    try TransferError.offering {
      let selection = selection.transferSelection
      let (place, _) = try desktop.using(for: selection, recordedAs: "watch") { route in
        (route: route, watch: try route.watch(selection))
      }
      if let folder { try Folder.createWithParents(folder) }
      var history = folder.map { ClipboardHistory(in: $0, keeping: keptCount) }
      var count = 0
      return try TypeRegistry.withCurrent(context.types.registry) {
        while true {
          try context.checkCancellation()
          let copy: Copy?
          do { copy = try keep(place.route, in: &history, context) } catch let error as ReceiveError {
            throw error.cause
          }
          if let copy {
            try each(copy)
            switch copy {
            case .kept, .passed: count += 1
            case .repeated, .sensitive, .leftOut: break
            }
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
    _ route: any TransferRoute, in history: inout ClipboardHistory?, _ context: ActionContext
  ) throws -> Copy? {
    var limits = TransferLimits()
    limits.byteCount = largestByteCount
    if let timeLimit { limits.idle = timeLimit }
    let selection = selection.transferSelection
    do {
      let content = desktop.content(
        try route.offered(as: selection, within: limits), of: selection, in: context)
      if content.names.isSensitive { return .sensitive }
      if let receive { try pass(content, to: receive, in: context) }
      if history == nil { return .passed }
      let bundle = PastedBundle(
        content, accepting: [], takingUnknownTypes: takesUnknownTypes, atMost: limits.byteCount,
        context: context, note: desktop.note)
      return try history?.add { try bundle.write(to: $0, replacing: false) }.map(Copy.kept) ?? .repeated
    } catch let error as TransferError {
      switch error.code {
      case .empty: return nil
      case .connectionLost, .cannotConnect: throw error
      default: return .leftOut(error.ofReceiving)
      }
    } catch let error as ActionError where error.kind == .negative {
      return .leftOut(error)
    } catch let error as FileSystemError
      where error.path.map({ path in folder.map { !path.bytes.starts(with: $0.bytes) } ?? true }) ?? false
    {
      // The error is about a copied file, which no longer exists or cannot be read.
      return .leftOut(error)
    }
  }

  /// Passes content to a function as a single type.
  private func pass(
    _ content: PastedContent, to receive: (Content) throws -> Void, in context: ActionContext
  ) throws {
    let choices = try PastedChoice.all(
      of: content, accepting: content.preferredTypes, converting: false, context: context)
    let received = Content(
      typeIdentifier: choices[0].typeIdentifier, data: try content.data(choices[0].offered))
    do { try receive(received) } catch { throw ReceiveError(cause: error) }
  }

  /// An error of ``receive``, which ends the action, as opposed to an error of the other program.
  private struct ReceiveError: Error {
    let cause: any Error
  }
}
