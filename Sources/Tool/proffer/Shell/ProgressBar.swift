import FileSystem

/// A bar on standard error for what takes over half a second on a terminal; nothing anywhere else.
final class ProgressBar {
  private let label: String
  private let console: Console
  private let isWanted: Bool
  private let start = ContinuousClock.now
  private var lastShown: ContinuousClock.Instant?
  private var isShown = false

  /// How long work may take before anything is shown.
  private static let patience = Duration.milliseconds(500)
  /// How often the bar is drawn anew.
  private static let period = Duration.milliseconds(100)
  private static let width = 30

  /// Makes a bar for work that people call by a word.
  init(_ label: String, console: Console) {
    self.label = label
    self.console = console
    isWanted = OpenFile.standardError.isTerminal
  }

  /// Says how much of the work is done.
  func show(_ done: UInt64, of total: UInt64) {
    guard isWanted, total > 0 else { return }
    let now = ContinuousClock.now
    guard now - start > ProgressBar.patience, lastShown.map({ now - $0 > ProgressBar.period }) ?? true else {
      return
    }
    lastShown = now
    isShown = true
    let part = min(1, Double(done) / Double(total))
    let filled = Int(part * Double(ProgressBar.width))
    let bar =
      String(repeating: "#", count: filled) + String(repeating: " ", count: ProgressBar.width - filled)
    console.draw("\r\(label) [\(bar)] \(Int(part * 100)) %")
  }

  /// Takes the bar away, so that what follows begins on a clean line.
  func clear() {
    guard isShown else { return }
    isShown = false
    console.draw("\r\u{1B}[K")
  }
}
