import Foundation
import ProfferFileSystem
import TestSupport
import Testing

@testable import DesktopTransfer

/// A program that accepts drags; tests choose each step.
final class ScriptedTarget {
  let connection: X11Connection
  let atoms: X11DragAtoms
  let window: UInt32

  /// - Parameters:
  ///   - place: the upper left corner of the window, which is 100 pixels wide and high.
  ///   - version: the protocol version; nil makes a window that accepts no drags.
  init(_ display: FakeDisplay, at place: (Int16, Int16), version: UInt32? = 5) throws {
    connection = try display.client()
    atoms = try X11DragAtoms(connection)
    window = connection.makeIdentifier()
    connection.send(
      X11Request.createWindow(
        window, parent: connection.root, at: place, size: (100, 100), background: 0,
        events: X11Request.propertyChange))
    if let version { set(atoms.aware, to: version) }
    connection.send(X11Request.mapWindow(window))
    try connection.synchronize()
  }

  /// Sets a window property to a number.
  func set(_ property: UInt32, to value: UInt32, of window: UInt32? = nil) {
    connection.send(
      X11Request.changeProperty(property, of: window ?? self.window, type: atoms.atom, words: [value]))
  }

  /// The next message of the given kinds; nil if none comes within the time limit.
  private func next(_ types: [UInt32], within limit: Duration = HangLimit.duration) throws
    -> X11ClientMessage?
  {
    try connection.event(until: .now + limit) { event -> X11ClientMessage? in
      if case .message(let message) = event, types.contains(message.type) { message } else { nil }
    }
  }

  /// The next message of a kind; nil if none comes within the time limit.
  func message(_ type: UInt32, within limit: Duration = HangLimit.duration) throws -> X11ClientMessage? {
    try next([type], within: limit)
  }

  /// Answers all positions until the drag is dropped or leaves.
  ///
  /// - Parameter window: the window that sends the answers.
  /// - Returns: whether it is dropped; nil if neither happens.
  func isDropped(accepting: Bool = true, from window: UInt32? = nil) throws -> Bool? {
    while let message = try next([atoms.position, atoms.drop, atoms.leave]) {
      guard message.type == atoms.position else { return message.type == atoms.drop }
      try send(
        atoms.status, accepting ? 1 : 0, 0, 0, accepting ? atoms.copy : 0, to: message.words[0], from: window)
    }
    return nil
  }

  /// Sends a message to the dragging program.
  func send(_ type: UInt32, _ words: UInt32..., to source: UInt32, from window: UInt32? = nil) throws {
    let all = [window ?? self.window] + words + repeatElement(0, count: 4 - words.count)
    connection.send(X11Request.send(X11ClientMessage(window: source, type: type, words: all), to: source))
    try connection.synchronize()
  }

  /// Waits for the drag to enter, and answers its position.
  ///
  /// - Returns: the window of the drag.
  @discardableResult
  func answer() throws -> UInt32 {
    let position = try require(message(atoms.position))
    try send(atoms.status, 1, 0, 0, atoms.copy, to: position.words[0])
    return position.words[0]
  }
}

/// A dragging program; tests choose each step.
final class ScriptedSource {
  let connection: X11Connection
  let atoms: X11DragAtoms
  let target: UInt32

  init(_ display: FakeDisplay, to target: UInt32) throws {
    connection = try display.client()
    atoms = try X11DragAtoms(connection)
    self.target = target
    let selection = try connection.atom("XdndSelection")
    connection.send(X11Request.setOwner(connection.window, of: selection, at: 1))
    try connection.synchronize()
  }

  func send(_ type: UInt32, _ words: UInt32...) throws {
    let all = [connection.window] + words + repeatElement(0, count: 4 - words.count)
    connection.send(
      X11Request.send(X11ClientMessage(window: target, type: type, words: all), to: target))
    try connection.synchronize()
  }

  func enter(_ names: [String], version: UInt32 = 5) throws {
    let atoms = try connection.atoms(names)
    let first = atoms.prefix(3) + repeatElement(0, count: 3)
    connection.send(
      X11Request.changeProperty(
        self.atoms.typeList, of: connection.window, type: self.atoms.atom, words: atoms))
    try send(
      self.atoms.enter, version << 24 | (atoms.count > 3 ? 1 : 0), first[0], first[1], first[2])
  }

  func message(_ type: UInt32, within limit: Duration = HangLimit.duration) throws -> X11ClientMessage? {
    try connection.event(until: .now + limit) { event -> X11ClientMessage? in
      if case .message(let message) = event, message.type == type { message } else { nil }
    }
  }

  /// Answers the next request for a value.
  func give(_ bytes: [UInt8]?, _ body: (String) throws -> Void = { _ in }) throws {
    let request = try require(
      connection.event(until: HangLimit.instant) { event -> X11SelectionRequest? in
        if case .selectionRequest(let request) = event { request } else { nil }
      })
    try body(connection.names(of: [request.target]).first ?? "")
    if let bytes {
      connection.send(
        X11Request.changeProperty(
          request.property, of: request.requestor, type: request.target, format: 8, bytes))
    }
    connection.send(
      X11Request.notify(
        request.requestor, request.selection, request.target, bytes == nil ? 0 : request.property,
        at: request.time))
    try connection.synchronize()
  }
}

/// A window that is the source of drags, on a display without a screen.
final class DraggedOffer {
  let display: FakeDisplay
  let ending: OwnershipEnding
  let window: UInt32
  private let thread: ValueOfThread<DragOutcome>

  convenience init(
    _ display: FakeDisplay, _ offer: TransferOffer = OfferSamples.page,
    _ options: DragOptions = .patient, drags: Int = 1
  ) throws {
    try self.init(display, SingleOffer(offer, calling: "a page"), options, drags: drags)
  }

  /// - Parameter items: the rows of the window.
  init(
    _ display: FakeDisplay, _ items: any WindowItems, _ options: DragOptions = .patient, drags: Int = 1
  ) throws {
    self.display = display
    let source = try X11DragSource(display.client(), items, options)
    ending = source.ending
    window = display.shownWindow
    nonisolated(unsafe) let running = source
    thread = ValueOfThread {
      for _ in 1..<drags { _ = try running.run() }
      return try running.run()
    }
  }

  /// Presses the button in the window, and moves the pointer to a place.
  func begin(movingTo x: Int, _ y: Int) {
    display.pointer(4, at: 500, 500)
    display.pointer(6, at: 400, 300)
    display.pointer(6, at: x, y)
  }

  /// Presses the button, moves the pointer to a place, and releases the button there.
  func drag(to x: Int, _ y: Int) {
    begin(movingTo: x, y)
    display.pointer(5, at: x, y)
  }

  /// How the drag ended; nil if it has not ended within 20 seconds.
  func end() throws -> DragOutcome.End? { try thread.value()?.end }

  /// The complete outcome; nil if the drag has not ended within 20 seconds.
  func outcome() throws -> DragOutcome? { try thread.value() }
}
