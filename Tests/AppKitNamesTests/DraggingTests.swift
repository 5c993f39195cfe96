import AppKitNames
import DragAndDrop
import Foundation
import TestSupport;
import Testing

/// A view that drags a text, and records what its session tells.
@MainActor private final class SourceView: NSView, NSDraggingSource {
  var calls: [String] = []
  var mask: NSDragOperation = [.copy, .move]
  var ignoresKeys = false
  var countAtReturn = -1

  override func mouseDown(with event: NSEvent) {
    let item = NSDraggingItem(pasteboardWriter: "dragged" as NSString)
    item.setDraggingFrame(bounds, contents: nil)
    let session = beginDraggingSession(with: [item], event: event, source: self)
    countAtReturn = session.draggingPasteboard.pasteboardItems?.count ?? -1
    calls.append("began")
  }

  func draggingSession(
    _ session: NSDraggingSession, sourceOperationMaskFor context: NSDraggingContext
  ) -> NSDragOperation {
    calls.append("mask \(context.rawValue)")
    return mask
  }
  func draggingSession(_ session: NSDraggingSession, willBeginAt screenPoint: NSPoint) {
    calls.append("willBegin")
  }
  func draggingSession(_ session: NSDraggingSession, movedTo screenPoint: NSPoint) { calls.append("moved") }
  func draggingSession(_ session: NSDraggingSession, endedAt screenPoint: NSPoint, operation: NSDragOperation)
  {
    calls.append("ended \(operation.rawValue)")
  }
  func ignoreModifierKeys(for session: NSDraggingSession) -> Bool { ignoresKeys }
}

/// A view that takes text.
@MainActor private class TargetView: NSView {
  var calls: [String] = []
  var answer: NSDragOperation = .copy
  var accepts = true
  var prepares = true
  var isPeriodic = true
  var texts: [String] = []
  var seenMask: NSDragOperation = []

  convenience init(_ name: String, _ frame: NSRect) {
    self.init(frame: frame)
    identifier = NSUserInterfaceItemIdentifier(name)
    registerForDraggedTypes([.string])
  }

  override func draggingEntered(_ sender: any NSDraggingInfo) -> NSDragOperation {
    calls.append("entered")
    seenMask = sender.draggingSourceOperationMask
    return answer
  }
  override func draggingExited(_ sender: (any NSDraggingInfo)?) { calls.append("exited") }
  override func prepareForDragOperation(_ sender: any NSDraggingInfo) -> Bool {
    calls.append("prepare")
    return prepares
  }
  override func performDragOperation(_ sender: any NSDraggingInfo) -> Bool {
    calls.append("perform")
    texts = sender.draggingPasteboard.readObjects(forClasses: [NSString.self]) as? [String] ?? []
    return accepts
  }
  override func concludeDragOperation(_ sender: (any NSDraggingInfo)?) { calls.append("conclude") }
  override func draggingEnded(_ sender: any NSDraggingInfo) { calls.append("ended") }
  override func wantsPeriodicDraggingUpdates() -> Bool { isPeriodic }
}

@MainActor private final class UpdatedView: TargetView {
  override func draggingUpdated(_ sender: any NSDraggingInfo) -> NSDragOperation {
    calls.append("updated")
    return answer
  }
}

@MainActor private final class SpringView: NSView, NSSpringLoadingDestination {
  var calls: [String] = []
  func springLoadingActivated(_ activated: Bool, draggingInfo: any NSDraggingInfo) {
    calls.append("active \(activated)")
  }
  func springLoadingHighlightChanged(_ draggingInfo: any NSDraggingInfo) {
    calls.append("highlight \(draggingInfo.springLoadingHighlight.rawValue)")
  }
  func springLoadingEntered(_ draggingInfo: any NSDraggingInfo) -> NSSpringLoadingOptions { .enabled }
  func springLoadingExited(_ draggingInfo: any NSDraggingInfo) { calls.append("exited") }
  override func draggingEnded(_ draggingInfo: any NSDraggingInfo) { calls.append("ended") }
}

@MainActor @Suite(.serialized) struct DraggingTests {
  private let window = NSWindow()
  private let source = SourceView(frame: NSRect(x: 0, y: 0, width: 100, height: 100))
  private let target = TargetView("target", NSRect(x: 100, y: 0, width: 100, height: 100))
  private let driver: DraggingDriver

  init() {
    driver = DraggingDriver(windows: [window])
    for view in [source, target] { window.contentView?.addSubview(view) }
  }

  private func press() { driver.press(at: NSPoint(x: 10, y: 10), in: window) }
  private func move(x: CGFloat = 150, y: CGFloat = 50) { driver.move(to: NSPoint(x: x, y: y), in: window) }

  @Test func theItemsAreOnThePasteboardWhenTheSessionReturns() {
    press()
    #expect(source.countAtReturn == 1 && source.calls == ["began"])
    expectEqual(NSPasteboard(name: .drag).string(forType: .string), "dragged")
    driver.cancel()
  }

  @Test func aDropRunsInAppKitsOrder() {
    press()
    move()
    move(x: 160)
    expectEqual(driver.drop(), .copy)
    expectEqual(source.calls, ["began", "willBegin", "mask 1", "moved", "mask 1", "moved", "ended 1"])
    expectEqual(target.calls, ["entered", "prepare", "perform", "conclude", "ended"])
    #expect(target.texts == ["dragged"] && !driver.isDragging)
    expectEqual(
      driver.trace.calls,
      [
        "SourceView.willBeginAt", "SourceView.movedTo", "target.draggingEntered", "SourceView.movedTo",
        "target.draggingUpdated", "target.prepareForDragOperation", "target.performDragOperation",
        "target.concludeDragOperation", "target.draggingEnded", "SourceView.endedAt",
      ])
  }

  @Test func aViewThatWasLeftHearsOfTheEnd() {
    press()
    move()
    move(x: 300)
    expectEqual(target.calls, ["entered", "exited"])
    expectEqual(driver.drop(), [])
    expectEqual(target.calls, ["entered", "exited", "ended"])
    expectEqual(source.calls.last, "ended 0")
  }

  @Test func aCancelledDragPerformsNothing() {
    press()
    move()
    driver.cancel()
    #expect(target.calls == ["entered", "exited", "ended"] && source.calls.last == "ended 0")
  }

  @Test func aRefusalAtAnyStepEndsWithoutAnOperation() {
    target.prepares = false
    press()
    move()
    expectEqual(driver.drop(), [])
    expectEqual(target.calls, ["entered", "prepare", "ended"])
    (target.prepares, target.accepts, target.calls) = (true, false, [])
    press()
    move()
    expectEqual(driver.drop(), [])
    expectEqual(target.calls, ["entered", "prepare", "perform", "ended"])
    (target.accepts, target.answer, target.calls) = (true, [], [])
    press()
    move()
    expectEqual(driver.drop(), [])
    #expect(target.calls == ["entered", "exited", "ended"] && source.calls.last == "ended 0")
  }

  @Test func anAnswerOutsideTheMaskCountsAsNone() {
    source.mask = .copy
    target.answer = .move
    press()
    move()
    expectEqual(driver.drop(), [])
  }

  @Test func ofSeveralOperationsTheFirstCounts() {
    target.answer = [.move, .copy]
    press()
    move()
    expectEqual(driver.drop(), .copy)
  }

  @Test func theSourceHearsWhichOperationWasPerformed() {
    target.answer = .move
    press()
    move()
    expectEqual(driver.drop(), .move)
    expectEqual(source.calls.last, "ended 16")
  }

  nonisolated private static let masks: [(NSEvent.ModifierFlags, NSDragOperation)] = [
    (.option, .copy), (.command, .move), ([.option, .command], .link), ([], .every), (.shift, .every),
  ]

  @Test(arguments: masks)
  func modifierKeysNarrowTheMask(keys: NSEvent.ModifierFlags, mask: NSDragOperation) {
    source.mask = .every
    driver.modifierFlags = keys
    press()
    move()
    expectEqual(target.seenMask, mask)
    driver.cancel()
    source.ignoresKeys = true
    press()
    move()
    expectEqual(target.seenMask, .every)
    driver.cancel()
  }

  @Test func aViewWithoutTheTypeIsNotEntered() {
    target.unregisterDraggedTypes()
    target.registerForDraggedTypes([.png, .fileURL, .png])
    expectEqual(target.registeredDraggedTypes, [.png, .fileURL])
    press()
    move()
    driver.cancel()
    expectEmpty(target.calls)
    target.registerForDraggedTypes([NSPasteboard.PasteboardType("public.text")])
    press()
    move()
    driver.cancel()
    expectEqual(target.calls, ["entered", "exited", "ended"])
  }

  @Test func theUppermostRegisteredViewIsTheDestination() {
    let inner = TargetView("inner", NSRect(x: 0, y: 0, width: 50, height: 50))
    let plain = NSView(frame: NSRect(x: 50, y: 0, width: 50, height: 50))
    target.addSubview(inner)
    target.addSubview(plain)
    press()
    move(x: 110, y: 10)
    #expect(inner.calls == ["entered"] && target.calls.isEmpty)
    move(x: 160, y: 10)
    #expect(inner.calls == ["entered", "exited"] && target.calls == ["entered"])
    plain.isHidden = true
    driver.cancel()
  }

  @Test func periodicUpdatesEndIfTheViewDoesNotWantThem() {
    let view = UpdatedView("updated", NSRect(x: 200, y: 0, width: 100, height: 100))
    window.contentView?.addSubview(view)
    press()
    move(x: 250)
    driver.rest()
    expectEqual(view.calls, ["entered", "updated"])
    view.isPeriodic = false
    driver.rest()
    expectEqual(view.calls, ["entered", "updated"])
    move(x: 251)
    expectEqual(view.calls, ["entered", "updated", "updated"])
    driver.cancel()
  }

  @Test func aDragOfAnotherProgramHasNoSource() {
    driver.beginDrag(of: ["other" as NSString], allowing: [.copy, .link])
    move()
    #expect(driver.info?.draggingSource == nil && driver.session == nil)
    expectEqual(target.seenMask, [.copy, .link])
    expectEqual(driver.drop(), .copy)
    expectEqual(target.texts, ["other"])
  }

  @Test func anotherProgramSeesTheMaskForOutside() {
    press()
    driver.moveOutside(to: NSPoint(x: 900, y: 900))
    expectEqual(source.calls.suffix(2), ["mask 0", "moved"])
    expectEqual(driver.dropOutside(.delete), [])
    press()
    expectEqual(driver.dropOutside(.move), .move)
    expectEqual(source.calls.last, "ended 16")
  }

  @Test func itemsAreEnumeratedAsObjectsOfTheFirstClass() {
    driver.beginDrag(of: ["a" as NSString, NSColor.red, "b" as NSString])
    move()
    var seen: [String] = []
    driver.info?.enumerateDraggingItems(for: nil, classes: [NSString.self]) { item, index, stop in
      seen.append("\(index) \(item.item as? String ?? "?")")
      if index == 1 { stop.pointee = true }
    }
    // The text of the color is a string too.
    #expect(seen.count == 2 && seen[0] == "0 a")
    expectEqual(driver.info?.numberOfValidItemsForDrop, 3)
    driver.cancel()
  }

  @Test func theWindowReceivesWhereNoViewDoes() {
    final class Delegate: NSObject, NSWindowDelegate, NSDraggingDestination {
      var texts = 0
      func draggingEntered(_ sender: any NSDraggingInfo) -> NSDragOperation { .copy }
      func performDragOperation(_ sender: any NSDraggingInfo) -> Bool {
        texts += 1
        return true
      }
    }
    let delegate = Delegate()
    window.delegate = delegate
    window.registerForDraggedTypes([.string])
    press()
    move(x: 300)
    #expect(driver.drop() == .copy && delegate.texts == 1)
  }

  @Test func aHoveringDragActivatesASpringLoadedView() {
    let view = SpringView(frame: NSRect(x: 200, y: 0, width: 100, height: 100))
    window.contentView?.addSubview(view)
    press()
    move(x: 250)
    driver.rest()
    expectEqual(view.calls, ["highlight 1", "highlight 2", "active true"])
    move(x: 350)
    driver.cancel()
    expectEqual(
      view.calls,
      [
        "highlight 1", "highlight 2", "active true", "highlight 1", "active false", "exited", "ended",
      ])
  }

  @Test func anActivationDidNotEndWhenTheDragMovedOn() {
    let view = SpringView(frame: NSRect(x: 200, y: 0, width: 100, height: 100))
    window.contentView?.addSubview(view)
    press()
    move(x: 250)
    for _ in 0..<2 {
      driver.rest()
      move(x: 260)
    }
    driver.cancel()
    let activations = view.calls.filter { $0.hasPrefix("active") }
    expectEqual(activations, ["active true", "active false", "active true", "active false"])
  }

  @Test func aWindowBeginsADragItself() {
    final class Content: NSView {
      override func beginDraggingSession(
        with items: [NSDraggingItem], event: NSEvent, source: any NSDraggingSource
      ) -> NSDraggingSession {
        Issue.record("the view does not begin this drag")
        return super.beginDraggingSession(with: items, event: event, source: source)
      }
    }
    window.contentView = Content()
    let session = window.beginDraggingSession(
      with: [NSDraggingItem(pasteboardWriter: "from the window" as NSString)],
      event: NSEvent(.leftMouseDragged, at: .zero, in: window), source: source)
    #expect(driver.session === session)
    expectEqual(session.draggingPasteboard.string(forType: .string), "from the window")
    driver.cancel()
  }

  @Test func aFlippedViewIsMeasuredFromTheTop() {
    final class Flipped: NSView { override var isFlipped: Bool { true } }
    let view = Flipped(frame: NSRect(x: 0, y: 100, width: 100, height: 100))
    let inner = NSView(frame: NSRect(x: 0, y: 0, width: 10, height: 10))
    view.addSubview(inner)
    window.contentView?.addSubview(view)
    expectEqual(view.convert(NSPoint(x: 5, y: 195), from: nil), NSPoint(x: 5, y: 5))
    expectEqual(view.convert(NSPoint(x: 5, y: 5), to: nil), NSPoint(x: 5, y: 195))
    #expect(window.contentView?.hitTest(NSPoint(x: 5, y: 195)) === inner)
    #expect(window.contentView?.hitTest(NSPoint(x: 5, y: 105)) === view)
  }
}

@MainActor @Suite struct SharingTests {
  final class Delegate: NSObject, NSSharingServicePickerDelegate, NSSharingServiceDelegate {
    var calls: [String] = []
    var service: NSSharingService?
    func sharingServicePicker(
      _ sharingServicePicker: NSSharingServicePicker, sharingServicesForItems items: [Any],
      proposedSharingServices proposedServices: [NSSharingService]
    ) -> [NSSharingService] { proposedServices + [service].compactMap { $0 } }
    func sharingServicePicker(
      _ sharingServicePicker: NSSharingServicePicker, didChoose service: NSSharingService?
    ) { calls.append("chose \(service?.title ?? "nothing")") }
    func sharingServicePicker(
      _ sharingServicePicker: NSSharingServicePicker, delegateFor sharingService: NSSharingService
    ) -> (any NSSharingServiceDelegate)? { self }
    func sharingService(_ sharingService: NSSharingService, didShareItems items: [Any]) {
      calls.append("shared \(items.count)")
    }
    func sharingService(
      _ sharingService: NSSharingService, didFailToShareItems items: [Any], error: any Error
    ) {
      calls.append("failed \((error as? CocoaError)?.code == .featureUnsupported)")
    }
  }

  @Test func aPickerPerformsTheServiceThatIsChosen() throws {
    let delegate = Delegate()
    var handled = 0
    delegate.service = NSSharingService(title: "Copy", image: NSImage(), alternateImage: nil) { handled += 1 }
    let picker = NSSharingServicePicker(items: ["a", "b"])
    picker.delegate = delegate
    picker.show(relativeTo: .zero, of: NSView(), preferredEdge: .minY)
    expectEqual(picker.shownServices?.map(\.title), ["Copy"])
    picker.choose(try require(picker.shownServices?.first))
    #expect(delegate.calls == ["chose Copy", "shared 2"] && handled == 1)
    picker.choose(nil)
    #expect(delegate.calls.last == "chose nothing" && picker.shownServices == nil)
  }

  @Test func aServiceOfTheSystemCannotPerform() throws {
    let delegate = Delegate()
    let service = try require(NSSharingService(named: .composeEmail))
    service.delegate = delegate
    #expect(!service.canPerform(withItems: ["a"]))
    service.perform(withItems: ["a"])
    expectEqual(delegate.calls, ["failed true"])
  }
}
