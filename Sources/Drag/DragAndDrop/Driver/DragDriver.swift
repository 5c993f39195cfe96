import Dispatch
public import Foundation

/// Plays drags across applications, as a system with a screen would: by points, in the documented order of
/// calls, with a clock of its own and a trace of all that happened.
///
/// It needs no run loop. What is due on the main actor after background loads, such as the completion of
/// `DropSession.loadObjects`, runs by itself where there is a main queue or an `await`; a program or test
/// without either calls ``settle(waitingAtMost:)``.
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
/// - Touches, gesture recognition, snapshots, shadows and curves: there is no screen. Animations are their
///   blocks, run in order.
/// - `UIDragInteraction` on a phone being disabled by default: interactions are enabled everywhere.
/// - Which item of a stack lies on top is told differently by Apple's own pages; here the last one does, and
///   receivers go by the order of the items.
/// - Reordering cadence, spring loading of rows, bars and tabs, and swipes: they are about what is drawn or
///   navigated to. `SpringLoadedInteraction` is there for every view.
/// - Collaboration, `UIPasteControl` and banners that ask for consent: they speak to the user of a device.
/// - `NSAttributedString` in text pasting: a piece of text here is a string, a link or an attachment, and
///   formats belong to the rooms with coders.
/// - SwiftUI's modifiers themselves, `.draggable` and `.dropDestination`: there are no SwiftUI views. Their
///   delegates work on a ``View`` through `onDrag` and `onDrop`.
@MainActor
public final class DragDriver {
  /// The applications, those in front last.
  public private(set) var applications: [Application] = []
  /// What happened so far.
  public internal(set) var trace = DragTrace()
  /// The time, from zero; it moves only when something is played.
  public private(set) var now = Duration.zero
  /// How long things take.
  public let timing: DragTiming
  /// The drags that are not over.
  public internal(set) var activeDrags: [ActiveDrag] = []

  let work = MainActorQueue()

  /// Makes a driver of applications.
  public init(applications: [Application] = [], timing: DragTiming = DragTiming()) {
    self.timing = timing
    for application in applications { add(application) }
  }

  /// Adds an application in front of the others.
  public func add(_ application: Application) {
    applications.append(application)
    application.work = work
    application.note = { [weak self] view, call, detail in self?.note(view, call, detail) }
  }

  /// The topmost view at a point of the screen, of whichever application is in front there.
  public func view(at point: CGPoint) -> View? {
    for application in applications.reversed() {
      let frame = application.window.frame
      let inner = CGPoint(x: point.x - frame.origin.x, y: point.y - frame.origin.y)
      if let view = application.window.hitTest(inner) { return view }
    }
    return nil
  }

  // MARK: Playing

  /// Touches a point and holds until an item is lifted.
  ///
  /// The innermost enabled interaction that gives items is the source. The drag begins to move with the
  /// first `move(to:)`; until then `cancel()` puts the item back.
  ///
  /// - Returns: nil when no interaction there gives an item.
  public func beginDrag(at point: CGPoint) -> ActiveDrag? {
    for view in View.outwards(from: view(at: point)) {
      for case let interaction as DragInteraction in view.interactions where interaction.isEnabled {
        guard let delegate = interaction.delegate, let application = view.application else { continue }
        let session = DragSession(at: point)
        let items = delegate.dragInteraction(interaction, itemsForBeginning: session)
        note(view, "itemsForBeginning", count(items.count, "item"))
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

  /// Lets time pass, with all fingers where they are.
  public func wait(_ duration: Duration) {
    // In small steps, so that what follows from a wait happens at its own time.
    let end = now + duration
    while now < end {
      now = min(end, now + .milliseconds(50))
      for drag in activeDrags { drag.updateSpringLoading() }
    }
  }

  /// Does what is due on the main actor, and waits for loads that are running.
  ///
  /// It holds up the main thread while it waits: for sources whose handlers need the main actor themselves,
  /// await ``settled()`` instead.
  ///
  /// - Returns: false when loads still run after that time; a source that never answers keeps them running
  ///   until somebody cancels the session's progress.
  @discardableResult
  public func settle(waitingAtMost time: Duration = .seconds(10)) -> Bool {
    let milliseconds = time.components.seconds * 1000 + time.components.attoseconds / 1_000_000_000_000_000
    return work.wait(until: .now() + .milliseconds(Int(milliseconds)))
  }

  /// Does what is due on the main actor, and waits for loads that are running, however long they take.
  public func settled() async { await work.finish() }

  // MARK: Tracing

  func pass(_ duration: Duration) { now += duration }

  func note(_ view: View?, in application: Application? = nil, _ call: String, _ detail: String = "") {
    let name = (view?.application ?? application)?.name ?? "-"
    trace.events.append(
      TraceEvent(time: now, application: name, view: view?.name ?? "-", call: call, detail: detail))
  }

  func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
