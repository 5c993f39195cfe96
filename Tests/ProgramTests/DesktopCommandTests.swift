import Foundation
import TestSupport
import Testing

/// The desktop commands without a display; `Tests/Interop/desktop.py` runs them on displays.
@Suite(.waits) struct DesktopCommandTests {
  private func fixture() throws -> ProgramFixture {
    let fixture = try ProgramFixture()
    try fixture.write("a", to: "a.txt")
    return fixture
  }

  @Test(arguments: [
    "copy a.txt", "copy a.txt --foreground", "paste", "paste --list", "watch clips", "drag a.txt", "catch",
    "catch --into inbox",
  ])
  func withoutADisplayTheErrorSaysWhatWasTried(line: String) async throws {
    let run = try await fixture().run(line.split(separator: " ").map(String.init))
    #expect(run.status == 2 && run.text.isEmpty)
    expectEqual(
      run.errorText,
      "proffer: cannot connect to a desktop: Wayland: WAYLAND_DISPLAY is not set; X11: DISPLAY is not set; "
        + "the terminal: TERM is not set\n"
    )
  }

  @Test(arguments: [
    (["DISPLAY": "nonsense"], "DISPLAY is nonsense, which is not the address of an X display"),
    (["DISPLAY": ":32059"], "cannot connect to the X display :32059: there is no such display"),
    (
      ["WAYLAND_DISPLAY": "wayland-0"],
      "XDG_RUNTIME_DIR, the folder of the socket in WAYLAND_DISPLAY, is not set"
    ),
    (
      ["WAYLAND_DISPLAY": "wayland-0", "XDG_RUNTIME_DIR": "/nowhere"],
      "cannot connect to the Wayland display /nowhere/wayland-0"
    ),
    (["WAYLAND_DISPLAY": "/nowhere/socket"], "cannot connect to the Wayland display /nowhere/socket"),
  ])
  func aDisplayThatIsNotThereIsNamed(environment: [String: String], message: String) async throws {
    let fixture = try fixture()
    for words in [
      ["copy", "a.txt"], ["paste", "-o", "out"], ["drag", "a.txt"], ["catch", "--into", "inbox"],
    ] {
      let run = try await fixture.run(words, environment: environment)
      expect(run.status == 2 && run.hasOneErrorLine && run.errorText.contains(message), "\(run.errorText)")
    }
    try expectEqual(fixture.folder.names(), ["a.txt"])
  }

  @Test func verboseTellsWhatIsNotUsed() async throws {
    let run = try await fixture().run(["paste", "--verbose"])
    expect(
      run.errorText.contains("note: Wayland is not used: WAYLAND_DISPLAY is not set"), "\(run.errorText)")
    let only = try await fixture().run(["paste", "--via", "x11"])
    expectEqual(only.errorText, "proffer: DISPLAY is not set\n", "\(only.errorText)")
  }

  @Test(arguments: [
    "paste --strict", "paste -o x --into y", "paste --list -o x", "paste --json", "paste --timeout 0",
    "paste --timeout -1", "paste --via nothing", "copy - -", "copy a.txt --from html",
    "copy --timeout soon a.txt",
    "watch", "watch clips --keep 0", "paste operand", "drag", "drag a.txt --from html", "drag - -",
    "drag a.txt --primary", "catch --stay", "catch --stay -o x", "catch --json", "catch --list",
    "catch operand",
  ])
  func wordsThatDoNotGoTogetherAreWrongUsage(line: String) async throws {
    let run = try await fixture().run(line.split(separator: " ").map(String.init))
    expect(run.status == 64 && run.text.isEmpty && run.hasOneErrorLine, "\(line): \(run.errorText)")
  }

  @Test func whatCannotBeOfferedIsNamed() async throws {
    let fixture = try fixture()
    for (line, message) in [
      ("copy none.txt", "cannot examine none.txt: no such file or folder"),
      ("drag a.txt --to png", "a.txt cannot be offered as public.png"),
    ] {
      let run = try await fixture.run(line.split(separator: " ").map(String.init))
      expect(run.status == 2 && run.hasOneErrorLine && run.errorText.contains(message), "\(run.errorText)")
    }
  }
}
