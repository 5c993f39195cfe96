import ByteTools
import Foundation
import ProfferActions
import ProfferFileSystem
import Synchronization

/// A line on standard error that shows the progress of a command.
///
/// The line is shown only on a terminal, and only after half a second. A separate thread draws the line. The
/// displayed time therefore advances while the command waits for a slow source, and updating the progress
/// costs the command almost no time.
final class ProgressBar: Sendable {
  /// The amount of work that is complete.
  private enum Amount {
    /// The number of processed bytes, and the total number of bytes if it is known.
    case bytes(UInt64, of: UInt64?)
    /// The number of completed objects, the total number of objects, and the size of the completed objects.
    case things(Int, of: Int, byteCount: UInt64)
    /// A step that reports no progress until it ends, and the number of bytes that it processes.
    case unmeasured(byteCount: UInt64)
  }

  private struct State {
    var amount = Amount.bytes(0, of: nil)
    var start = ContinuousClock.now
    /// Computes the total number of bytes; nil if there is nothing to compute or the total has been computed.
    var total: (@Sendable () throws -> UInt64?)?
    var isEnded = false
  }

  /// The state that the bar shares with the thread that draws the line.
  private final class SharedState: Sendable {
    private let state = Mutex(State())

    func withLock<Result: Sendable>(_ body: (inout State) -> Result) -> Result {
      state.withLock { state in body(&state) }
    }
  }

  private let label: String
  private let shared = SharedState()
  private let isWanted: Bool

  /// The delay before the line is shown, in seconds.
  private static let delay = 0.5
  /// The time between two updates of the line, in seconds.
  private static let period = 0.1

  /// Starts to measure the time, and shows the line after the delay.
  ///
  /// - Parameters:
  ///   - label: the name of the command.
  ///   - isShown: whether to show the line.
  init(_ label: String, isShown: Bool) {
    self.label = label
    isWanted = isShown
    guard isWanted else { return }
    // The thread retains the shared state but not the bar, because the thread ends when the bar is
    // deallocated. If the system cannot create a thread, no line is shown.
    _ = RunningThread { [label, shared] in
      Thread.sleep(forTimeInterval: ProgressBar.delay)
      if shared.withLock({ $0.isEnded }) { return }
      do { try UnfinishedFiles.beforeEndingSignals { ProgressLine.eraseBeforeEnding() } } catch {
        // Without the handler, the line remains on the screen if the command is interrupted.
      }
      while ProgressBar.draw(label, shared) { Thread.sleep(forTimeInterval: ProgressBar.period) }
    }
  }

  deinit { clear() }

  // MARK: Measuring

  /// Updates the bar with a progress report of an action.
  func take(_ progress: ActionProgress) {
    switch progress {
    case .expects(let total): expect(total)
    case .advanced(let byteCount): add(byteCount)
    case .bytes(let done, let total): advance(to: done, of: total)
    case .things(let done, let total, let byteCount): advance(to: done, of: total, byteCount: byteCount)
    case .works(let byteCount): work(on: byteCount)
    }
  }

  /// Sets the total number of bytes.
  ///
  /// - Parameter total: returns the total; nil if it is unknown. Called on another thread, and only if the
  ///   line is shown.
  func expect(_ total: @escaping @Sendable () throws -> UInt64?) {
    if isWanted { shared.withLock { $0.total = total } }
  }

  /// Adds to the number of processed bytes.
  func add(_ byteCount: UInt64) {
    guard isWanted else { return }
    shared.withLock { state in
      if case .bytes(let done, let total) = state.amount {
        // The sum could overflow, because a manifest can state any size for a file outside the bundle.
        let (sum, overflows) = done.addingReportingOverflow(byteCount)
        state.amount = .bytes(overflows ? .max : sum, of: total)
      } else {
        state.amount = .bytes(byteCount, of: nil)
        state.start = .now
      }
    }
  }

  /// Sets the number of processed bytes.
  func advance(to done: UInt64, of total: UInt64) {
    if isWanted { shared.withLock { $0.amount = .bytes(done, of: total) } }
  }

  /// Sets the number of completed objects, and their size.
  func advance(to done: Int, of total: Int, byteCount: UInt64) {
    if isWanted { shared.withLock { $0.amount = .things(done, of: total, byteCount: byteCount) } }
  }

  /// Starts a step that reports no progress until it ends.
  func work(on byteCount: UInt64) {
    if isWanted { shared.withLock { $0.amount = .unmeasured(byteCount: byteCount) } }
  }

  /// Ends the drawing and removes the line.
  func clear() {
    guard isWanted else { return }
    ProgressLine.hide { shared.withLock { $0.isEnded = true } }
  }

  // MARK: Drawing

  /// Draws the line.
  ///
  /// - Returns: whether the line was drawn; false after ``clear()``.
  private static func draw(_ label: String, _ shared: SharedState) -> Bool {
    let total = shared.withLock { state in
      defer { state.total = nil }
      return state.total
    }
    if let total {
      let byteCount: UInt64?
      // Without a total, only the number of processed bytes is shown. The command itself reports read errors.
      do { byteCount = try total() } catch { byteCount = nil }
      shared.withLock { state in
        if case .bytes(let done, nil) = state.amount { state.amount = .bytes(done, of: byteCount) }
      }
    }
    return ProgressLine.show {
      shared.withLock { $0.isEnded ? nil : "\(label) \(ProgressBar.text(of: $0, at: .now))" }
    }
  }

  private static func text(of state: State, at now: ContinuousClock.Instant) -> String {
    let duration = now - state.start
    let seconds = Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
    switch state.amount {
    case .bytes(let done, nil):
      return "\(ByteCount(done).text)  \(rate(done, seconds))  \(time(seconds))"
    case .bytes(let done, let total?):
      let part = total == 0 ? 1 : Double(done) / Double(total)
      return
        "\(gauge(part))  \(ByteCount(done).text) of \(ByteCount(total).text)  \(rate(done, seconds))"
        + left(part, seconds)
    case .things(let done, let total, let byteCount):
      let part = Double(done) / Double(max(1, total))
      return
        "\(gauge(part))  \(done) of \(total)  \(ByteCount(byteCount).text)  \(rate(byteCount, seconds))"
        + left(part, seconds)
    case .unmeasured(let byteCount): return "\(ByteCount(byteCount).text)  \(time(seconds))"
    }
  }

  private static func gauge(_ part: Double) -> String {
    let width = 16
    let filled = Int(min(1, part) * Double(width))
    return "[\(String(repeating: "#", count: filled))\(String(repeating: " ", count: width - filled))] "
      + "\(Int(min(1, part) * 100)) %"
  }

  private static func rate(_ byteCount: UInt64, _ seconds: Double) -> String {
    "\(ByteCount(UInt64(min(Double(byteCount) / max(seconds, 0.001), 1e18))).text)/s"
  }

  /// Returns the estimated remaining time, based on the average speed; empty if no work is complete.
  ///
  /// When all bytes are processed, the text is "finishing", because files are still being flushed to the
  /// device.
  private static func left(_ part: Double, _ seconds: Double) -> String {
    guard part > 0 else { return "" }
    if part >= 1 { return "  finishing" }
    return "  \(time(max(0, seconds / part - seconds))) left"
  }

  private static func time(_ seconds: Double) -> String {
    guard seconds < 360_000 else { return "days" }
    let whole = Int(seconds.rounded(.up))
    if whole < 60 { return "\(whole) s" }
    return whole < 3600 ? "\(whole / 60) min \(whole % 60) s" : "\(whole / 3600) h \(whole / 60 % 60) min"
  }
}
