import Foundation
import ProfferActions
import ProfferFileSystem
import Synchronization

/// A line on standard error with the progress of a command, shown after half a second and only on a terminal.
///
/// A separate thread draws the line, so that the time advances while the command waits for a slow source, and
/// counting costs the command almost nothing.
final class ProgressBar: Sendable {
  /// The known amount of work.
  private enum Amount {
    /// The bytes done, and the total number of bytes if it is known.
    case bytes(UInt64, of: UInt64?)
    /// The number of things done, their total number, and the bytes of those done.
    case things(Int, of: Int, byteCount: UInt64)
    /// A step that reports nothing before its end, and the number of bytes that it processes.
    case unmeasured(byteCount: UInt64)
  }

  private struct State {
    var amount = Amount.bytes(0, of: nil)
    var start = ContinuousClock.now
    /// Computes the total number of bytes; nil after it was called.
    var total: (@Sendable () throws -> UInt64?)?
    var isEnded = false
  }

  /// The state that the bar shares with the drawing thread.
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
  /// The time between two drawings, in seconds.
  private static let period = 0.1

  /// Starts measuring.
  ///
  /// - Parameters:
  ///   - label: the name of the command.
  ///   - isShown: whether the line is shown.
  init(_ label: String, isShown: Bool) {
    self.label = label
    isWanted = isShown
    guard isWanted else { return }
    // The thread holds the drawn state but not the bar, because deallocating the bar ends the thread. Without
    // a thread, nothing is shown.
    _ = RunningThread { [label, shared] in
      Thread.sleep(forTimeInterval: ProgressBar.delay)
      if shared.withLock({ $0.isEnded }) { return }
      do { try UnfinishedFiles.beforeEndingSignals { ProgressLine.erase() } } catch {
        // An interrupted command then leaves the line on the screen.
      }
      while ProgressBar.draw(label, shared) { Thread.sleep(forTimeInterval: ProgressBar.period) }
    }
  }

  deinit { clear() }

  // MARK: Measuring

  /// Records a progress report of an action.
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
  /// - Parameter total: called on another thread, and only if the line is shown; returns nil for an unknown
  ///   total.
  func expect(_ total: @escaping @Sendable () throws -> UInt64?) {
    if isWanted { shared.withLock { $0.total = total } }
  }

  /// Adds a number of bytes to those done.
  func add(_ byteCount: UInt64) {
    guard isWanted else { return }
    shared.withLock { state in
      if case .bytes(let done, let total) = state.amount {
        // The sizes that a manifest states for files elsewhere can be arbitrarily large.
        let (sum, overflows) = done.addingReportingOverflow(byteCount)
        state.amount = .bytes(overflows ? .max : sum, of: total)
      } else {
        state.amount = .bytes(byteCount, of: nil)
        state.start = .now
      }
    }
  }

  /// Sets the number of bytes done.
  func advance(to done: UInt64, of total: UInt64) {
    if isWanted { shared.withLock { $0.amount = .bytes(done, of: total) } }
  }

  /// Sets the number of things done, and their bytes.
  func advance(to done: Int, of total: Int, byteCount: UInt64) {
    if isWanted { shared.withLock { $0.amount = .things(done, of: total, byteCount: byteCount) } }
  }

  /// Starts a step that reports nothing before its end.
  func work(on byteCount: UInt64) {
    if isWanted { shared.withLock { $0.amount = .unmeasured(byteCount: byteCount) } }
  }

  /// Ends the work and removes the line.
  func clear() {
    guard isWanted else { return }
    ProgressLine.hide { shared.withLock { $0.isEnded = true } }
  }

  // MARK: Drawing

  /// Draws the line.
  ///
  /// - Returns: false if the work has ended.
  private static func draw(_ label: String, _ shared: SharedState) -> Bool {
    let total = shared.withLock { state in
      defer { state.total = nil }
      return state.total
    }
    if let total {
      let byteCount: UInt64?
      // Without a total, only the bytes done are shown; the command itself reports errors of reading.
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

  /// The remaining time at the average speed so far; empty while nothing is done.
  ///
  /// After the last byte, files are still being written to the device.
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

/// A number of bytes for display, with three digits and a decimal unit.
struct ByteCount {
  private let count: UInt64

  init(_ count: UInt64) { self.count = count }

  /// The exact number.
  var exactText: String { count == 1 ? "1 byte" : "\(count) bytes" }

  /// The number in the unit that leaves one to three digits before the decimal point, as in `15.8 kB`.
  var text: String {
    if count < 1_000 { return exactText }
    // Tenths, rounded; integers are exact where a floating-point number is not.
    var tenths = count / 100 + (count % 100 < 50 ? 0 : 1)
    for unit in ["kB", "MB", "GB", "TB", "PB"] {
      if tenths < 1_000 { return "\(tenths / 10).\(tenths % 10) \(unit)" }
      let whole = (tenths + 5) / 10
      if whole < 1_000 { return "\(whole) \(unit)" }
      tenths = (tenths + 500) / 1_000
    }
    return "\(tenths / 10) EB"
  }
}
