import AppKitNames
import ByteTools
import DesktopPasteboard
import DesktopTransfer
import Foundation
import Pasteboards
import TestSupport
import Testing
import UIKitNames

@Suite struct DesktopPasteboardConnectionTests {
  @Test func connectingWithoutADisplayThrows() {
    let pasteboard = Pasteboard()
    let error = expectThrows(DesktopPasteboardError.self) {
      try DesktopPasteboard.connect(pasteboard, to: DesktopSession())
    }
    expectEqual(error?.code, .noDisplay)
    expectEqual(error?.message.contains("WAYLAND_DISPLAY is not set"), true)
    expectEqual(error?.message.contains("DISPLAY is not set"), true)
  }

  @Test func aDisplayThatIsGoneIsUnusable() {
    var session = DesktopSession()
    session.display = ":9973"
    let error = expectThrows(DesktopPasteboardError.self) {
      try DesktopPasteboard.connect(Pasteboard(), to: session)
    }
    expectEqual(error?.code, .unusableDisplay)
  }
}

@Suite(.waits, .requires(.program("Xvfb"), .program("xclip"))) struct DesktopPasteboardTests {
  private let display: Xvfb
  private let pasteboard: Pasteboard
  private let appKit: NSPasteboard
  private let uiKit: UIPasteboard

  init() throws {
    display = try Xvfb()
    pasteboard = Pasteboard.named(UUID().uuidString)
    appKit = NSPasteboard(name: NSPasteboard.Name(pasteboard.name))
    uiKit = try require(UIPasteboard(name: UIPasteboard.Name(pasteboard.name), create: false))
  }

  @Test func whatIsCopiedUnderBothNamesIsPastedByOtherPrograms() async throws {
    let connection = try DesktopPasteboard.connect(pasteboard, to: display.session)
    defer { connection.disconnect() }
    appKit.clearContents()
    appKit.setString("from AppKit 🎁", forType: .string)
    try await display.paste("UTF8_STRING", is: "from AppKit 🎁")
    uiKit.string = "from UIKit"
    try await display.paste("UTF8_STRING", is: "from UIKit")
    appKit.clearContents()
    appKit.setString("<b>x</b>", forType: .html)
    try await display.paste("text/html", is: "<b>x</b>")
  }

  @Test func whatAnotherProgramCopiesIsReadUnderBothNames() async throws {
    let connection = try DesktopPasteboard.connect(pasteboard, to: display.session)
    defer { connection.disconnect() }
    let before = appKit.changeCount
    try await display.copy("from xclip")
    try await until { appKit.string(forType: .string) == "from xclip" }
    #expect(uiKit.string == "from xclip" && appKit.changeCount > before)
    expect(!appKit.setString("mine", forType: .string), "another program owns the pasteboard")
    appKit.clearContents()
    expect(appKit.setString("mine", forType: .string))
    try await display.paste("UTF8_STRING", is: "mine")
    try await display.copy(
      "/tmp/a.txt", as: "text/uri-list", text: "file:///tmp/a.txt\r\nfile:///tmp/b.txt\r\n")
    try await until {
      (appKit.readObjects(forClasses: [NSURL.self]) as? [URL])?.map(\.path) == ["/tmp/a.txt", "/tmp/b.txt"]
    }
  }

  @Test func contentsFromBeforeAreOfferedAndLocalOnesAreNot() async throws {
    uiKit.string = "before"
    let connection = try DesktopPasteboard.connect(pasteboard, to: display.session)
    defer { connection.disconnect() }
    try await display.paste("UTF8_STRING", is: "before")
    uiKit.setItems([["public.utf8-plain-text": "secret"]], options: [.localOnly: true])
    try await until { try await display.pasted("UTF8_STRING") == "" }
    expectEqual(uiKit.string, "secret")
  }

  @Test func anEmptyPasteboardShowsTheClipboard() async throws {
    try await display.copy("already there")
    // xclip returns before it owns the selection.
    try await display.paste("UTF8_STRING", is: "already there")
    let connection = try DesktopPasteboard.connect(pasteboard, to: display.session)
    defer { connection.disconnect() }
    expectEqual(uiKit.string, "already there")
  }

  @Test func expiredContentsAreNotPastedByOtherPrograms() async throws {
    let connection = try DesktopPasteboard.connect(pasteboard, to: display.session)
    defer { connection.disconnect() }
    // The contents must be offered before they expire, which a machine with much other work may not do.
    for seconds in [1, 4, 16, 64, 256] as [TimeInterval] {
      try await display.copy("before")
      try await display.paste("UTF8_STRING", is: "before")
      let expiration = Date(timeIntervalSinceNow: seconds)
      uiKit.setItems([["public.utf8-plain-text": "short"]], options: [.expirationDate: expiration])
      // Only an offer that replaced the text of the other program, and then ended, leaves an empty clipboard.
      while try await display.pasted("UTF8_STRING") != "", Date() < expiration + seconds {
        try await Task.sleep(for: .milliseconds(20))
      }
      if try await display.pasted("UTF8_STRING") == "" { break }
    }
    try await expectEqual(display.pasted("UTF8_STRING"), "")
    expectNil(uiKit.string)
  }

  @Test func disconnectingEndsTheOffer() async throws {
    uiKit.string = "text"
    let connection = try DesktopPasteboard.connect(pasteboard, to: display.session)
    try await display.paste("UTF8_STRING", is: "text")
    connection.disconnect(waitingAtMost: HangLimit.duration)
    try await expectEqual(display.pasted("UTF8_STRING"), "")
    #expect(uiKit.string == "text" && connection.failure == nil)
  }
}

/// An X server without a screen, and xclip on it, which ends with the server.
final class Xvfb: Sendable {
  private let server: GuardedProgram
  private let name: String

  var session: DesktopSession {
    var session = DesktopSession()
    session.display = name
    return session
  }

  init() throws {
    // Without -noreset, the server resets itself when its last client ends, and refuses new clients meanwhile.
    let server = try GuardedProgram(
      "Xvfb", ["-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp", "-noreset"])
    let number = try require(server.firstLine(), "the server did not name its display")
    (self.server, name) = (server, ":" + number)
  }

  private var environment: [String: String] {
    ["PATH": ProgramRun.searchPath, "LC_ALL": "C.UTF-8", "DISPLAY": name]
  }

  /// Copies a text with xclip, which serves it in the background.
  func copy(_ text: String, as type: String = "UTF8_STRING", text content: String? = nil) async throws {
    let run = try await ProgramRun.run(
      "/bin/sh",
      [
        "-c", "printf %s \"$1\" | xclip -selection clipboard -i -t \"$2\" >/dev/null 2>&1", "sh",
        content ?? text, type,
      ],
      environment: environment)
    try requireEqual(run.status, 0)
  }

  /// Returns what xclip pastes; empty if there is nothing.
  func pasted(_ type: String) async throws -> String {
    try await ProgramRun.run(
      "/usr/bin/xclip", ["-selection", "clipboard", "-o", "-t", type], environment: environment
    ).text
  }

  /// Expects xclip to paste a text.
  func paste(_ type: String, is expected: String) async throws {
    var last = ""
    let isPasted = try await HangLimit.waits {
      last = try await pasted(type)
      return last == expected
    }
    expect(isPasted, "\(last)")
  }
}
