import Foundation
import TestSupport
import Testing

/// Signals that ask the program to end while an external converter runs.
@Suite struct ExternalConverterSignalTests {
  /// A pandoc that starts a process in a session of its own without any environment, notes all, and waits.
  private static let pandoc = """
    here=$(dirname "$0")/..
    env -i setsid sh -c '(echo $$ >> "$1"; exec sleep 60) & exit' sh "$here/pids" &
    setsid sh -c 'echo $$ >> "$1"; exec sleep 60' sh "$here/pids" &
    until test "$(wc -l < "$here/pids")" = 2; do sleep 0.01; done
    echo $$ >> "$here/pids"
    wait
    sleep 60
    """

  private func fixture(_ pandoc: String) throws -> ProgramFixture {
    let fixture = try ProgramFixture()
    try FileManager.default.createDirectory(
      atPath: "\(fixture.folder.path)/bin", withIntermediateDirectories: false)
    try fixture.folder.writeScript(pandoc, to: "bin/pandoc")
    try fixture.folder.write("<p>words", to: "a.html")
    return fixture
  }

  /// Prints the noted processes that still run.
  private static let survivors = """
    while read -r process; do
      state=$(sed 's/.*) \\(.\\).*/\\1/' /proc/$process/stat 2> /dev/null)
      case $state in ''|Z|X) ;; *) echo "$process is $state";; esac
    done < pids
    """

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalEndsTheProgramsThatRunAndRemovesTheirFolder(signal: Int32) throws {
    let fixture = try fixture(Self.pandoc)
    // A shell has its background programs ignore the keyboard's interrupt; env undoes that.
    let run = try fixture.shell(
      """
      touch pids
      PATH=$PWD/bin:$PATH env --default-signal "$proffer" convert a.html --to .docx -o a.docx & pid=$!
      for ((i = 0; i < 1000; i++)); do test "$(wc -l < pids)" = 3 && break; sleep 0.01; done
      test "$(wc -l < pids)" = 3 || echo "it did not begin"
      kill -s \(signal) $pid
      wait $pid
      echo "ended with $?"
      \(Self.survivors)
      """)
    #expect(run.text == "ended with \(128 + signal)\n", "\(run.text)")
    // The shell says what ended its job.
    #expect(!run.errorText.contains("proffer:"), "\(run.errorText)")
    #expect(try fixture.folder.names() == ["a.html", "bin", "bin/pandoc", "pids"])
  }

  @Test func aProgramThatLeavesItsFamilyIsEndedWithIt() throws {
    let fixture = try fixture(
      """
      for word; do case $word in --output=*) output=${word#--output=};; esac; done
      here=$(dirname "$0")/..
      env -i setsid sh -c '(echo $$ > "$1"; exec sleep 60) & exit' sh "$here/pids"
      until test -s "$here/pids"; do sleep 0.01; done
      printf 'PK\\005\\006\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0' > "$output"
      """)
    let run = try fixture.shell(
      """
      PATH=$PWD/bin:$PATH "$proffer" convert a.html --to .docx -o a.docx
      echo "ended with $?"
      \(Self.survivors)
      """)
    #expect(run.text == "ended with 0\n", "\(run.text)\(run.errorText)")
    #expect(try fixture.folder.names() == ["a.docx", "a.html", "bin", "bin/pandoc", "pids"])
  }

  @Test func theFolderOfAKilledRunIsSweptByTheNext() throws {
    let fixture = try fixture(
      """
      here=$(dirname "$0")/..
      if test -e "$here/pids"; then exit 3; fi
      echo $$ > "$here/pids"; sleep 60
      """)
    let run = try fixture.shell(
      """
      export PATH=$PWD/bin:$PATH
      "$proffer" convert a.html --to .docx -o a.docx & pid=$!
      for ((i = 0; i < 1000; i++)); do test -s pids && break; sleep 0.01; done
      kill -KILL $pid
      wait $pid
      ls -A | grep -c partial
      kill -KILL $(cat pids)
      "$proffer" convert a.html --to .docx -o a.docx
      """)
    #expect(run.status == 2 && run.text == "1\n", "\(run.text)\(run.errorText)")
    #expect(try fixture.folder.names() == ["a.html", "bin", "bin/pandoc", "pids"])
  }
}
