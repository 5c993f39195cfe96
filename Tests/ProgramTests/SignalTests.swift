import Foundation
import TestSupport
import Testing

/// Signals that ask the program to end while it has something unfinished.
@Suite struct SignalTests {
  /// What the program is at: it waits for standard input, and has begun a file or folder.
  static let works = [
    "pack --type public.data - -o new", "pack --folder --type public.data - -o new",
    "pack --force --type public.data - -o old", "add old --type public.data -",
  ]

  /// Begins work on input that does not end, waits until something unfinished is there, and goes on with more of a
  /// script, in which `$pid` is the program.
  private func begin(_ work: String, signals: String, then script: String) throws -> (
    fixture: ProgramFixture, run: ProgramRun
  ) {
    let fixture = try ProgramFixture()
    try fixture.folder.write("old", to: "old.txt")
    try fixture.succeed("pack", "old.txt", "-o", "old")
    // A shell has its background programs ignore the keyboard's interrupt; env undoes that.
    let run = try fixture.shell(
      """
      mkfifo input
      env \(signals) "$proffer" \(work) <input & pid=$!
      exec 3>input
      for ((i = 0; i < 1000; i++)); do
        compgen -G '.*.proffer-partial' >begun && break
        sleep 0.01
      done
      \(script)
      wait $pid
      """)
    #expect(try fixture.folder.read("begun") != [], "it has begun something")
    return (fixture, run)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP], works)
  func nothingIsLeftAndTheSignalIsTheEnd(signal: Int32, work: String) throws {
    let (fixture, run) = try begin(
      work, signals: "--default-signal", then: "printf bytes >&3; kill -s \(signal) $pid")
    #expect(run.status == 128 + signal, "\(run.errorText)")
    #expect(try fixture.folder.names() == ["begun", "input", "old", "old.txt"])
    #expect(try fixture.itemCount("old") == 1)
    #expect(try fixture.succeed("load", "old", "--type", "public.plain-text", "-o", "-").text == "old")
  }

  @Test func aSignalThatWasIgnoredStaysIgnored() throws {
    let (fixture, run) = try begin(
      Self.works[0], signals: "--ignore-signal=HUP",
      then: "kill -s HUP $pid; sleep 0.1; printf bytes >&3; exec 3>&-")
    #expect(run.status == 0, "\(run.errorText)")
    #expect(try fixture.succeed("load", "new", "--type", "public.data", "-o", "-").text == "bytes")
    #expect(try fixture.leftovers() == [])
  }
}
