import Dispatch
public import Foundation

/// Simulates drags across applications without a screen.
///
/// Drags are performed at points of a simulated screen. Delegates are called in the documented order. The
/// driver has its own clock and records a trace of all events.
///
/// A driver needs no run loop. If the program runs the main queue or suspends with `await`, completions on
/// the main actor, such as the completion of `DropSession.loadObjects`, run automatically. Other programs and
/// tests must call ``settle(waitingAtMost:)``.
///
/// ```swift
/// let notes = Application(name: "Notes", frame: CGRect(x: 0, y: 0, width: 300, height: 400))
/// let driver = DragDriver(applications: [notes])
/// let drag = driver.beginDrag(at: CGPoint(x: 10, y: 10))
/// try drag?.move(to: CGPoint(x: 10, y: 300))
/// try drag?.drop()
/// driver.settle()
/// print(driver.trace)
/// ```
///
/// ## Differences from a device
///
/// - Touches, gesture recognition, snapshots, shadows and animation curves are not simulated, because nothing
///   is drawn. The blocks of animations run in order.
/// - Interactions are always enabled by default. On a phone, `UIDragInteraction` is disabled by default.
/// - The topmost item of a stack is the last item. Apple's pages contradict each other about the topmost
///   item. The choice does not affect the order in which receivers get the items.
/// - Reordering cadence, swipes, and spring loading of bars and tabs are not simulated, because these
///   features concern drawing and navigation. `SpringLoadedInteraction` works with every view, and lists have
///   spring-loaded rows.
/// - Collaboration and consent banners are not simulated, because these features concern the user of a device.
/// - `NSAttributedString` is not supported in text pasting. The elements of text are characters, links and
///   attachments.
@preconcurrency @MainActor
public final class DragDriver {
  /// The applications, from back to front.
  public private(set) var applications: [Application] = []
  /// The events so far.
  public internal(set) var trace = DragTrace()
  /// The time, which starts at zero and advances with each step.
  public private(set) var now = Duration.zero
  /// The durations of the steps of a drag.
  public let timing: DragTiming
  /// The drags that have not ended.
  public internal(set) var activeDrags: [ActiveDrag] = []

  let queue = MainActorQueue()

  /// Makes a driver with applications.
  ///
  /// - Parameters:
  ///   - applications: the applications on the screen, from back to front.
  ///   - timing: the durations of lifting, moving and dropping.
  public init(applications: [Application] = [], timing: DragTiming = DragTiming()) {
    self.timing = timing
    for application in applications { add(application) }
  }

  /// Adds an application in front of the others.
  ///
  /// - Parameter application: the application.
  public func add(_ application: Application) {
    applications.append(application)
    application.queue = queue
    application.traceHandler = { [weak self] view, call, detail in self?.record(view, call, detail) }
  }

  /// Returns the topmost view at a point of the screen, in the frontmost application at that point.
  ///
  /// - Parameter point: a point of the screen.
  /// - Returns: the view; nil if no view at the point accepts touches.
  public func view(at point: CGPoint) -> View? {
    for application in applications.reversed() {
      let frame = application.window.frame
      let inner = CGPoint(x: point.x - frame.origin.x, y: point.y - frame.origin.y)
      if let view = application.window.hitTest(inner) { return view }
    }
    return nil
  }

  // MARK: Steps

  /// Touches a point and holds until an item is lifted.
  ///
  /// The source is the innermost enabled interaction that provides items. The drag begins to move with the
  /// first `move(to:)`. Before that, `cancel()` cancels the lift.
  ///
  /// - Parameter point: a point of the screen.
  /// - Returns: the drag; nil if no interaction at the point provides an item.
  public func beginDrag(at point: CGPoint) -> ActiveDrag? {
    for view in View.outwards(from: view(at: point)) {
      for case let interaction as DragInteraction in view.interactions where interaction.isEnabled {
        guard let delegate = interaction.delegate, let application = view.application else { continue }
        let session = SimulatedDragSession(at: point)
        let items = delegate.dragInteraction(interaction, itemsForBeginning: session)
        record(view, "itemsForBeginning", count(items.count, "item"))
        if items.isEmpty { continue }
        session.items = items
        let drag = ActiveDrag(session, from: interaction, in: application, driver: self)
        drag.lift()
        activeDrags.append(drag)
        return drag
      }
    }
    return nil
  }

  /// Advances the time without moving the drags.
  ///
  /// - Parameter duration: the time by which the clock advances.
  public func wait(_ duration: Duration) {
    // Small steps let the trace record when each spring-loading state begins.
    let end = now + duration
    while now < end {
      now = min(end, now + .milliseconds(50))
      for drag in activeDrags { drag.updateSpringLoading() }
    }
  }

  /// Runs completions on the main actor until all loads have finished.
  ///
  /// This method blocks the main thread. If the sources' handlers need the main actor, await ``settled()``
  /// instead.
  ///
  /// - Parameter time: the maximum time to wait, in real time.
  /// - Returns: `false` if loads are still running after that time. If a source never completes a load, the
  ///   load runs until the progress of the session is cancelled.
  @discardableResult
  public func settle(waitingAtMost time: Duration = .seconds(10)) -> Bool {
    // The limit of one year prevents an overflow; no caller waits that long.
    let milliseconds = min(max(time / .milliseconds(1), 0), 31_536_000_000)
    return queue.wait(until: .now() + .milliseconds(Int(milliseconds)))
  }

  /// Runs completions on the main actor until all loads have finished, without a time limit.
  public func settled() async { await queue.finish() }

  // MARK: Tracing

  func pass(_ duration: Duration) { now += duration }

  func record(_ view: View?, in application: Application? = nil, _ call: String, _ detail: String = "") {
    let name = (view?.application ?? application)?.name ?? "-"
    trace.events.append(
      TraceEvent(time: now, application: name, view: view?.name ?? "-", call: call, detail: detail))
  }

  func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

/// The durations of the steps of a drag, on a driver's clock.
public struct DragTiming: Hashable, Sendable {
  /// The time from the touch until the item is lifted.
  public var lift = Duration.milliseconds(500)
  /// The duration of one move of the finger.
  public var move = Duration.milliseconds(16)
  /// The duration of the animation of a drop or a cancelled drag.
  public var dropAnimation = Duration.milliseconds(250)

  /// Makes durations that are similar to the durations on a device.
  public init() {}
}
