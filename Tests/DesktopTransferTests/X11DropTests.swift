import Foundation
import ProfferFileSystem
import TestSupport
import Testing

@testable import DesktopTransfer

/// Drops on the window of `catch`, with scripted dragging programs.
@Suite(.waits) struct X11DropTests {
  private var items: SingleOffer { SingleOffer(OfferSamples.page, calling: "a folder") }

  @Test(arguments: [0, 1, 0x7FFF, 0x8000, 0xFFFF] as [UInt16], [0, 1, 0x7FFF, 0x8000, 0xFFFF] as [UInt16])
  func aScreenMayHaveAnySize(width: UInt16, height: UInt16) throws {
    for resources in [nil, "Xft.dpi: 400", "Xft.dpi:\t-1e300", "Xft.dpi: nan", ":\nXft.dpi"] as [String?] {
      let display = try FakeDisplay(
        screen: FakeScreen(width: width, height: height, resources: resources))
      defer { display.end() }
      let target = try X11DropTarget(display.client(), items, within: .patient)
      // The window exists only as long as the target.
      withExtendedLifetime(target) { expectNotEqual(display.shownWindow, 0) }
    }
  }

  @Test func aDisplayThatTakesOnlyShortRequestsIsNotUsed() throws {
    for words: UInt16 in [0, 1, 255, 4095] {
      let display = try FakeDisplay(shortRequest: words)
      defer { display.end() }
      let error = expectThrows(TransferError.self) { try display.client() }
      expectEqual(error?.code, .protocolViolation)
    }
  }

  /// Waits for a drop on a thread of its own, and processes it.
  private func catching<Value: Sendable>(
    _ display: FakeDisplay, accepting: @escaping @Sendable ([String]) -> Bool = { _ in true },
    within limit: Duration? = nil,
    _ body: @escaping @Sendable (any SelectionContents) throws -> Value
  ) throws -> (window: UInt32, ValueOfThread<Value?>) {
    var limits = TransferLimits.patient
    limits.idle = .seconds(5)
    let target = try X11DropTarget(display.client(), items, within: limits)
    nonisolated(unsafe) let running = target
    let thread = ValueOfThread<Value?> { try running.takeNext(within: limit, accepting: accepting, body) }
    return (display.shownWindow, thread)
  }

  @Test(arguments: [false, true])
  func whatIsDraggedHereIsCaughtHere(sendsBytesApart: Bool) throws {
    let display = try FakeDisplay(sendingBytesApart: sendsBytesApart)
    defer { display.end() }
    let (window, caught) = try catching(display) { contents in
      [try contents.value("UTF8_STRING"), try contents.value("image/png")]
    }
    // Two windows are at the same place; the upper one names the lower one as its proxy.
    let other = try ScriptedTarget(display, at: (0, 0), version: nil)
    other.set(other.atoms.proxy, to: window)
    other.set(other.atoms.proxy, to: window, of: window)
    try other.connection.synchronize()
    let drag = try DraggedOffer(display)
    drag.drag(to: 50, 50)
    try expectEqual(caught.value() ?? nil, [OfferSamples.text, OfferSamples.long])
    try expectEqual(drag.end(), .dropped)
  }

  @Test func aDropGivesItsValuesAndIsFinished() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let (window, caught) = try catching(display) { contents in
      (contents.names, try contents.value("d/d"))
    }
    let source = try ScriptedSource(display, to: window)
    try source.enter(["a/a", "b/b", "c/c", "d/d"])
    try source.send(source.atoms.position, 0, 0, 5, source.atoms.copy)
    let status = try require(source.message(source.atoms.status))
    expectEqual(status.words, [window, 1, 0, 0, source.atoms.copy])
    // Browsers send no time, and bridges from Wayland send a leave message after the drop.
    try source.send(source.atoms.drop, 0, 0)
    try source.send(source.atoms.leave)
    try source.give(Array("value".utf8))
    let finished = try require(source.message(source.atoms.finished))
    expectEqual(finished.words, [window, 1, source.atoms.copy, 0, 0])
    let value = try require(caught.value() ?? nil)
    #expect(value.0 == ["a/a", "b/b", "c/c", "d/d"] && value.1 == Data("value".utf8))
  }

  @Test func aValueThatIsRefusedIsADropThatFailed() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let (window, caught) = try catching(display) { try $0.value("a/a") }
    let source = try ScriptedSource(display, to: window)
    try source.enter(["a/a"])
    try source.send(source.atoms.position, 0, 0, 5, source.atoms.copy)
    _ = try source.message(source.atoms.status)
    try source.send(source.atoms.drop, 0, 7)
    try source.give(nil)
    try expectEqual(source.message(source.atoms.finished)?.words[1], 0)
    expect(.refused) { _ = try caught.value() }
  }

  @Test func whatIsNotWantedIsNotAccepted() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let (window, caught) = try catching(display, accepting: { $0.contains("b/b") }) { $0.names }
    let source = try ScriptedSource(display, to: window)
    // A position without a drag, a drag without types, one of a later version, one of an old version, and one
    // of an unwanted type.
    try source.send(source.atoms.position, 0, 0, 5, source.atoms.copy)
    try expectEqual(source.message(source.atoms.status)?.words[1], 0)
    for (names, version) in [([], 5), (["b/b"], 6), (["b/b"], 2), (["a/a"], 5)] as [([String], UInt32)] {
      try source.enter(names, version: version)
      try source.send(source.atoms.position, 0, 0, 5, source.atoms.copy)
      try expectEqual(source.message(source.atoms.status)?.words[1], 0)
      // If the program drops anyway, it is told that nothing was accepted.
      try source.send(source.atoms.drop, 0, 7)
      try expectEqual(source.message(source.atoms.finished)?.words[1], 0)
    }
    try source.enter(["a/a", "b/b"], version: 3)
    try source.send(source.atoms.position, 0, 0, 5, source.atoms.copy)
    try expectEqual(source.message(source.atoms.status)?.words[1], 1)
    try source.send(source.atoms.drop, 0, 7)
    try expectEqual(source.message(source.atoms.finished)?.words[1], 1)
    try expectEqual(caught.value() ?? nil, ["a/a", "b/b"])
  }

  @Test func aProgramThatEndsBeforeTheDropIsForgotten() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let (window, caught) = try catching(display) { $0.names }
    do {
      let ending = try ScriptedSource(display, to: window)
      try ending.enter(["a/a", "b/b", "c/c", "d/d"])
      try ending.send(ending.atoms.drop, 0, 7)
    }
    let source = try ScriptedSource(display, to: window)
    try source.enter(["e/e"])
    try source.send(source.atoms.drop, 0, 7)
    // The window may accept the first drop before its program disconnects; then it waits for no other.
    let names = try caught.value() ?? nil
    guard names == ["e/e"] else {
      expectEqual(names, ["a/a", "b/b", "c/c", "d/d"])
      return
    }
    var finished = try source.message(source.atoms.finished)
    if finished?.words[1] == 0 {
      // The answer to the first drop, because the window of the second program has the same number.
      finished = try source.message(source.atoms.finished)
    }
    expectEqual(finished?.words[1], 1)
  }

  @Test func withoutADropTheTimeEnds() throws {
    let display = try FakeDisplay()
    defer { display.end() }
    let (_, caught) = try catching(display, within: .milliseconds(50)) { $0.names }
    try expectEqual(caught.value(), .some(nil))
  }

  @Test func theEndOfTheDisplayIsAnError() throws {
    let display = try FakeDisplay()
    let (_, caught) = try catching(display) { $0.names }
    display.end()
    expect(.connectionLost) { _ = try caught.value() }
  }

  // MARK: Files that the program writes

  /// Makes a drop with a suggested file name, and gives the program's answer to the direct save request.
  private func directSave(
    _ suggested: [UInt8], answering answer: String, bytes: [UInt8]? = nil
  ) throws -> (name: String, contents: Data?, url: String) {
    let display = try FakeDisplay()
    defer { display.end() }
    let folder = try TemporaryFolder()
    let root = try require(FilePath(folder.path))
    let (window, caught) = try catching(display) { contents in
      try contents.directFile { root }.map { "\($0)" } ?? ""
    }
    let source = try ScriptedSource(display, to: window)
    let names = ["XdndDirectSave0"] + (bytes == nil ? [] : ["application/octet-stream"])
    let atoms = try source.connection.atoms(["XdndDirectSave0", "text/plain"])
    source.connection.send(
      X11Request.changeProperty(
        atoms[0], of: source.connection.window, type: atoms[1], format: 8, suggested))
    try source.enter(names)
    try source.send(source.atoms.drop, 0, 7)
    var url = ""
    try source.give(Array(answer.utf8)) { name in
      expectEqual(name, "XdndDirectSave0")
      let property = try source.connection.property(
        atoms[0], of: source.connection.window, deleting: false)
      url = String(decoding: property.bytes, as: UTF8.self)
      if answer == "S" {
        let path = try require(FilePath(percentEncoded: String(url.dropFirst(7))))
        let file = try OpenFile.creating(path)
        try Data("written".utf8).withUnsafeBytes { try file.write($0, at: 0) }
      }
    }
    if let bytes { try source.give(bytes) }
    let path = try require(caught.value() ?? nil)
    expect(path.hasPrefix(folder.path + "/"), path)
    return (
      String(path.dropFirst(folder.path.count + 1)), FileManager.default.contents(atPath: path), url
    )
  }

  @Test(arguments: [
    ("notes.txt", "notes.txt"), ("../../etc/passwd", "passwd"), ("/", "dropped"), ("..", "dropped"),
    ("", "dropped"), ("a/b\0", "b"), ("with space", "with space"),
  ])
  func theProgramWritesAFileOfItsNameHere(suggested: String, name: String) throws {
    let saved = try directSave(Array(suggested.utf8), answering: "S")
    #expect(saved.name == name && saved.contents == Data("written".utf8))
    #expect(saved.url.hasPrefix("file:///") && !saved.url.contains(" "))
  }

  @Test func theBytesOfAFileThatTheProgramDoesNotWriteAreTaken() throws {
    let saved = try directSave(Array("picture.png".utf8), answering: "F", bytes: [1, 2, 3])
    #expect(saved.name == "picture.png" && saved.contents == Data([1, 2, 3]))
  }

  @Test(arguments: ["F", "E", "S without a file", ""])
  func aFileThatIsNotWrittenIsAnError(answer: String) throws {
    expect(.refused) {
      _ = try directSave(Array("a".utf8), answering: answer == "S without a file" ? "S " : answer)
    }
  }
}
