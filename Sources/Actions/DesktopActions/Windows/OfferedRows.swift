import ByteTools
import DesktopTransfer
import ProfferActions
import ProfferFileSystem
import TransferWindows
import UniformTypes

/// The rows of a window: what they show, and what they offer to other programs.
///
/// The window of `drag` has all its rows from the beginning. The window of `catch` has a part for drops, and gets a row
/// for each file that arrives.
final class OfferedRows: WindowItems {
  /// What the window shows; other threads change the pictures and the theme.
  private struct Shown: Sendable {
    var content: WindowContent
    var theme: WindowTheme
    /// Shows the content again.
    var update: (@Sendable () -> Void)?
  }

  let clipboard: RowClipboard
  private let shown: Locked<Shown>
  private let desktop: DesktopContext
  private let portal: DocumentPortal?
  private let types: TypeRegistry
  private let previews = RowPreviews()
  /// The items that were added, in order.
  private var groups: [CopiedItems] = []
  /// The item of each row, by the identifier of the row.
  private var places: [(group: Int, place: Int)] = []
  /// A description of the last event; nil to show the number of rows.
  private var message: String?

  /// Creates a window without rows.
  ///
  /// - Parameters:
  ///   - zone: the part of the window for drops; nil for a window to drag from.
  ///   - portal: gives programs in a sandbox access to files; nil if it is not used.
  init(
    _ title: String, zone: DropZone? = nil, on desktop: DesktopContext, through portal: DocumentPortal?,
    types: TypeRegistry
  ) {
    (self.desktop, self.portal, self.types) = (desktop, portal, types)
    clipboard = RowClipboard(on: desktop, types: types)
    shown = Locked(Shown(content: WindowContent(title: title, zone: zone), theme: WindowTheme()))
  }

  // MARK: Content

  var content: WindowContent { shown.withLock { $0.content } }
  var theme: WindowTheme { shown.withLock { $0.theme } }

  /// Shows the content in a window again after each change by another thread.
  func connect(_ window: any ItemsWindow) {
    let shown = ShownWindow(window)
    connect { shown.update() }
  }

  /// Sets the function that shows the content again after a change by another thread.
  ///
  /// The function is called at once, because pictures may have been made since the window was opened.
  func connect(_ update: @escaping @Sendable () -> Void) {
    shown.withLock { $0.update = update }
    update()
  }

  /// Adds a row for each item, and starts to make their pictures.
  func add(_ items: CopiedItems) {
    var rows: [WindowRow] = []
    var sources: [(row: Int, source: RowPreviews.Source)] = []
    for (place, item) in items.items.enumerated() {
      rows.append(WindowRow(places.count, for: item, items.providers[place], in: types))
      sources.append((places.count, item.preview))
      places.append((groups.count, place))
    }
    groups.append(items)
    shown.withLock { $0.content.rows += rows }
    message = nil
    writeFooter()
    previews.start(sources) { [shown] pictures in
      let update = shown.withLock { shown in
        let pictures = Dictionary(pictures) { first, _ in first }
        for row in shown.content.rows.indices {
          if let picture = pictures[shown.content.rows[row].identifier] {
            shown.content.rows[row].picture = picture
          }
        }
        return shown.update
      }
      update?()
    }
  }

  /// Changes the part for drops.
  func show(_ state: DropZone.State) { shown.withLock { $0.content.zone?.state = state } }

  /// Changes the colors, and shows the content again; can be called from any thread.
  var changeColors: @Sendable (WindowTheme.Preference) -> Void {
    { [shown] preference in
      let update = shown.withLock { shown in
        shown.theme = WindowTheme(preference)
        return shown.update
      }
      update?()
    }
  }

  /// Writes what happened last, or the number of rows, below the rows.
  private func writeFooter() {
    shown.withLock { shown in
      let count = shown.content.rows.count
      let total =
        switch count {
        case 0: shown.content.zone == nil ? "No items" : ""
        case 1: "1 item"
        default: "\(count) items – drag all of them from here"
        }
      shown.content.footer = WindowText.plain(message ?? total)
    }
  }

  // MARK: Actions of the user

  func offer(ofRows rows: [Int]) -> TransferOffer? {
    message = nil
    defer { writeFooter() }
    let chosen = Dictionary(grouping: rows.sorted().map { places[$0] }, by: \.group).sorted {
      $0.key < $1.key
    }
    let parts = chosen.map { group, rows in
      groups[group].selection(of: rows.map(\.place), offeringBundle: chosen.count == 1)
    }
    guard let first = parts.first else { return nil }
    return TypeRegistry.withCurrent(types) {
      TransferOffer(
        parts.flatMap(\.providers), types: types, portal: portal, pieces: first.pieces)
    }
  }

  func copy(rows: [Int]) {
    guard let offer = offer(ofRows: rows) else { return }
    do {
      try clipboard.copy(offer)
      message = rows.count == 1 ? "Copied 1 item" : "Copied \(rows.count) items"
    } catch {
      message = "Not copied: \((error as? TransferError)?.message ?? "\(error)")"
    }
    writeFooter()
  }

  func remove(rows: [Int]) {
    let removed = Set(rows)
    shown.withLock { $0.content.rows.removeAll { removed.contains($0.identifier) } }
    message = nil
    writeFooter()
  }

  func dragDidLeave() { show(.idle) }
}

/// A window that other threads ask to show its current content.
private struct ShownWindow: @unchecked Sendable {
  // Only updates are requested from the window, which is allowed on every thread.
  private weak var window: (any ItemsWindow)?

  init(_ window: any ItemsWindow) { self.window = window }

  /// Shows the current content; does nothing after the window was closed.
  func update() { window?.update() }
}
