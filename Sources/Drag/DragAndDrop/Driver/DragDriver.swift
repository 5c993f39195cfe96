import Dispatch
public import Foundation

/// Performs drags across applications like a system with a screen: by points, in the documented order of calls, with
/// its own clock and a trace of all events.
///
/// It needs no run loop. Completions on the main actor, such as the one of `DropSession.loadObjects`, run by
/// themselves in a program with a main queue or an `await`; a program or test without either calls
/// ``settle(waitingAtMost:)``.
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
/// ## What is left out
///
/// - Touches, gesture recognition, snapshots, shadows and animation curves: nothing is drawn. The blocks of
///   animations run in order.
/// - The default of `UIDragInteraction` on a phone, which is disabled: interactions are enabled everywhere.
/// - The topmost item of a stack: Apple's pages contradict each other. Here it is the last item; receivers use the
///   order of the items.
/// - Reordering cadence, spring loading of bars and tabs, and swipes, which concern drawing and navigation.
///   `SpringLoadedInteraction` works with every view, and lists have spring-loaded rows.
/// - Collaboration, `UIPasteControl` and consent banners, which concern the user of a device.
/// - `NSAttributedString` in text pasting: elements of text are characters, links and attachments.
@MainActor
public final class DragDriver {
  /// The applications, the frontmost last.
  public private(set) var applications: [Application] = []
  /// The events so far.
  public internal(set) var trace = DragTrace()
  /// The time, which starts at zero and advances with each step.
  public private(set) var now = Duration.zero
  /// The durations of steps.
  public let timing: DragTiming
  /// The drags that have not ended.
  public internal(set) var activeDrags: [ActiveDrag] = []

  let queue = MainActorQueue()

  /// Makes a driver of applications.
  ///
  /// - Parameters:
  ///   - applications: the applications on the screen, the rearmost first.
  ///   - timing: how long lifting, moving and dropping take.
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

  /// The topmost view at a point of the screen, in the frontmost application there.
  ///
  /// - Parameter point: a point of the screen.
  /// - Returns: the view; nil where no view takes touches.
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
  /// The source is the innermost enabled interaction that provides items. The drag begins to move with the first
  /// `move(to:)`; until then `cancel()` cancels the lift.
  ///
  /// - Parameter point: a point of the screen.
  /// - Returns: nil if no interaction at the point provides an item.
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
  /// - Parameter duration: the time to pass.
  public func wait(_ duration: Duration) {
    // In small steps, so that spring loading has the times of its states.
    let end = now + duration
    while now < end {
      now = min(end, now + .milliseconds(50))
      for drag in activeDrags { drag.updateSpringLoading() }
    }
  }

  /// Runs completions on the main actor until all loads have finished.
  ///
  /// It blocks the main thread; await ``settled()`` for sources whose handlers need the main actor.
  ///
  /// - Parameter time: the longest time to wait, in real time.
  /// - Returns: false if loads are still running after that time. A load whose source never completes it runs until the
  ///   progress of the session is cancelled.
  @discardableResult
  public func settle(waitingAtMost time: Duration = .seconds(10)) -> Bool {
    // At most a year, which no caller waits for.
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

/// The durations of steps on a driver's clock.
public struct DragTiming: Hashable, Sendable {
  /// From the touch to the lifted item.
  public var lift = Duration.milliseconds(500)
  /// For one move of the finger.
  public var move = Duration.milliseconds(16)
  /// For the animation of a drop or a cancelled drag.
  public var dropAnimation = Duration.milliseconds(250)

  /// Makes durations like those on a device.
  public init() {}
}
