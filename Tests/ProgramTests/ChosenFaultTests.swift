import Foundation
import TestSupport
import Testing

/// The interruption of the program at a call that a test chooses.
@Suite struct ChosenFaultTests {
  @Test func theProgramIsKilledAtEachCallInTurn() throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write("old", to: "old.txt")
    var foundUnfinished = 0
    let count = try fixture.atEveryKill { call in
      let run = try fixture.run(["pack", "old.txt", "-o", "bundle"], .kill, atCall: call)
      let names = try fixture.folder.names()
      if names.contains("bundle") {
        #expect(try fixture.itemCount("bundle") == 1)
        try FileManager.default.removeItem(atPath: fixture.folder.path("bundle"))
      } else {
        #expect(run.status == -SIGKILL, "\(run.errorText)")
      }
      foundUnfinished += names.count { $0.hasSuffix(".proffer-partial") }
      return run
    }
    #expect(count > 4 && foundUnfinished > 2, "\(count) \(foundUnfinished)")
  }

  @Test func theProgramFailsAtTheChosenCall() throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write("old", to: "old.txt")
    let run = try fixture.run(
      ["pack", "old.txt", "-o", "bundle"], .failure(ENOSPC), atCall: 1, of: ["rename"])
    #expect(run.isRefusal(naming: "bundle") && run.errorText.contains("no space is left"), "\(run.errorText)")
    let later = try fixture.run(
      ["pack", "old.txt", "-o", "bundle"], .failureThatLasts(EIO), atCall: 1, of: ["fsync", "syncfs"])
    #expect(later.isRefusal(naming: "bundle"), "\(later.errorText)")
    #expect(try fixture.leftovers() == [])
    let none = try fixture.run(["pack", "old.txt", "-o", "bundle"], .failure(EIO), atCall: 1_000)
    #expect(none.status == 0, "\(none.errorText)")
  }
}
