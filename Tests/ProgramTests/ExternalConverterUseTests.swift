import Foundation
import TestSupport
import Testing

/// External converters as the commands use them: played by scripts, and the real ones where installed.
@Suite(.waits) struct ExternalConverterUseTests {
  /// A fixture whose search path begins with scripts that replace programs.
  private static func fixture(_ scripts: [String: String]) async throws -> (
    ProgramFixture, environment: [String: String]
  ) {
    let fixture = try ProgramFixture()
    try FileManager.default.createDirectory(
      atPath: "\(fixture.folder.path)/bin", withIntermediateDirectories: false)
    for (name, lines) in scripts { try await fixture.folder.writeScript(lines, to: "bin/\(name)") }
    return (fixture, ["PATH": "\(fixture.folder.path)/bin:/usr/bin:/bin"])
  }

  /// A pandoc that keeps a copy of its input and writes an empty zip archive.
  private static let pandoc = """
    for word; do case $word in --output=*) output=${word#--output=};; esac; input=$word; done
    cp "$input" "$(dirname "$0")/../given.html"
    printf 'PK\\005\\006\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0' > "$output"
    """

  @Test(
    arguments: [
      ("a.html", "<p>words <img src=\"/etc/secret.png\"><img src=\"http://far.example/a.png\">"),
      ("a.md", "words ![x](/etc/secret.png) ![y](http://far.example/a.png)"),
    ], [".docx", ".odt"])
  func noURLOfAPictureReachesPandoc(source: (name: String, text: String), type: String) async throws {
    let (fixture, environment) = try await Self.fixture(["pandoc": Self.pandoc])
    try fixture.folder.write(source.text, to: source.name)
    let run = try await fixture.command(
      ["convert", source.name, "--program", "pandoc", "--to", type, "-o", "out"], environment: environment)
    expect(
      run.status == 0 && run.errorText.contains("lost: 2 images (stored outside the page)"),
      "\(run.errorText)")
    let given = String(decoding: try fixture.folder.read("given.html"), as: UTF8.self)
    expect(
      given.contains("words") && !given.contains("secret") && !given.contains("far.example"), "\(given)")
  }

  @Test func aLossOfAnExternalConverterHasNoCount() async throws {
    let (fixture, environment) = try await Self.fixture(["pandoc": Self.pandoc])
    try fixture.folder.write("<p>words", to: "a.html")
    let run = try await fixture.command(
      ["convert", "a.html", "--program", "pandoc", "--to", ".docx", "-o", "out"], environment: environment)
    expectEqual(
      run.errorText,
      "proffer: lost: perhaps colors, fonts, layout and metadata: pandoc to Word does not report what it "
        + "loses\n")
    let json = try await fixture.command(
      ["convert", "a.html", "--program", "pandoc", "--to", ".docx", "-o", "out", "--force", "--json"],
      environment: environment)
    let report = try json.json() as? [String: Any]
    let loss = try require((report?["losses"] as? [[String: Any]])?.first)
    expect(loss["count"] is NSNull && loss["isDeclared"] as? Bool == true, "\(json.text)")
    let strict = try await fixture.command(
      ["convert", "a.html", "--program", "pandoc", "--to", ".docx", "-o", "strict", "--strict"],
      environment: environment)
    #expect(strict.status == 1 && strict.hasOneErrorLine)
    expect(
      strict.errorText.contains("no other converter is declared as lossless"), "\(strict.errorText)")
    #expect(try !fixture.folder.names().contains("strict"))
  }

  @Test func aProgramIsUsedIfItIsNamed() async throws {
    let (fixture, environment) = try await Self.fixture(["pandoc": Self.pandoc])
    try fixture.folder.write("<p>words", to: "a.html")
    func run(_ arguments: String...) async throws -> ProgramRun {
      try await fixture.command(["convert", "a.html"] + arguments, environment: environment)
    }
    let named = try await run("--program", "Pandoc", "--to", "docx", "-o", "a.docx")
    expect(named.status == 0 && named.errorText.contains("pandoc to Word"), "\(named.errorText)")
    #expect(try fixture.folder.names().contains("given.html"))
    let without = try await run("--program", "pandoc", "--to", "jpeg", "-o", "a.jpeg")
    expect(without.status == 1 && without.errorText.hasSuffix(" with pandoc\n"), "\(without.errorText)")
    let missing = try await fixture.command(
      ["convert", "a.html", "--program", "rsvg-convert", "--to", "docx"],
      environment: ["PATH": fixture.folder.path("bin")])
    expect(
      missing.status == 2 && missing.errorText.contains("rsvg-convert is not installed"),
      "\(missing.errorText)")
    let unknown = try await run("--program", "winword", "--to", "docx")
    expect(unknown.status == 64 && unknown.errorText.contains("declared programs: "), "\(unknown.errorText)")
    let list = try await run("--program", "pandoc", "--list")
    expectEqual(list.status, 64, "\(list.errorText)")
  }

  /// The end of one converter killed another one that had just started, or that worked in a process of its own session.
  @Test func convertersAtTheSameTimeLeaveEachOtherAlone() async throws {
    let (fixture, environment) = try await Self.fixture([
      "pandoc": """
      \(Self.pandoc)
      case $input in *slow*) ;; *) exit 0 ;; esac
      mv "$output" "$output.made"
      (setsid sh -c 'sleep 0.2; mv "$0.made" "$0"' "$output" &)
      while [ ! -e "$output" ]; do sleep 0.02; done
      """
    ])
    for number in 0..<12 {
      try fixture.folder.write("<p>words", to: number % 3 == 0 ? "slow\(number).html" : "a\(number).html")
    }
    let names = try fixture.folder.names().filter { $0.hasSuffix(".html") }
    let run = try await fixture.run(
      ["convert", "--jobs", "6", "--program", "pandoc", "--to", ".docx", "--into", "out"] + names,
      environment: environment)
    expect(run.status == 0 && names.count == 12, "\(run.errorText)")
    try expectEqual(fixture.folder.names().count { $0.hasSuffix(".docx") }, 12)
  }

  @Test func aPromiseIsMadeByBuiltInCodersOnly() async throws {
    let (fixture, environment) = try await Self.fixture(["soffice": "exit 1"])
    try fixture.folder.write("<p>words", to: "a.html")
    let run = try await fixture.command(
      ["pack", "--promise", ".pdf", ProgramFixture.fixture("report.docx"), "-o", "a.dragbundle"],
      environment: environment)
    expect(
      run.status == 2 && run.hasOneErrorLine && run.errorText.contains("a promise requires a built-in coder"),
      "\(run.errorText)")
    let never = try await fixture.command(
      ["pack", "--promise", "public.mp3", "a.html", "-o", "a.dragbundle"], environment: environment)
    expect(never.status == 2 && !never.errorText.contains("built-in coders"), "\(never.errorText)")
  }

  // MARK: The real programs

  /// The start of a script: a picture nearby, and a server that logs its requests in the file `asked`.
  private static let server = """
    set -e
    cp $fixtures/photo.png secret.png
    cat > server.py <<'END'
    import http.server
    class Noting(http.server.BaseHTTPRequestHandler):
      def do_GET(self):
        open("asked", "a").write(self.path + "\\\\n")
        self.send_error(404)
      do_HEAD = do_OPTIONS = do_PROPFIND = do_GET
      def log_message(self, *words): pass
    server = http.server.HTTPServer(("127.0.0.1", 0), Noting)
    open("port.new", "w").write(str(server.server_port))
    import os; os.rename("port.new", "port")
    server.serve_forever()
    END
    python3 server.py > /dev/null 2>&1 & trap "kill -KILL $!" EXIT
    until test -e port; do sleep 0.05; done
    touch asked
    there=http://127.0.0.1:$(cat port)
    """

  @Test(.requires(.program("pandoc")), arguments: ["docx", "odt"])
  func pandocReadsNoFilesAndOpensNoConnections(format: String) async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      Self.server + """

        picture=$(base64 -w0 secret.png)
        echo "<p>words <img src='$PWD/secret.png'><img src='$there/a.png'><iframe src='$there/frame'></iframe>" > a.html
        $proffer convert a.html --program pandoc --to .\(format) -o a.\(format)
        echo "<p>words <img src='data:image/png;base64,$picture'>" > b.html
        $proffer convert b.html --program pandoc --to .\(format) -o b.\(format)
        for name in a b; do
          python3 -c '
        import sys, zipfile
        names = zipfile.ZipFile(sys.argv[1]).namelist()
        print(sum(name.endswith(".png") and "humbnail" not in name for name in names))' $name.\(format)
        done
        cat asked
        """)
    expect(run.status == 0 && run.text == "0\n1\n", "\(run.text)\(run.errorText)")
  }

  @Test(.requires(.program("soffice")))
  func libreOfficeReadsNoFilesAndOpensNoConnections() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      Self.server + """

        python3 - $there <<'END'
        import os, sys, zipfile
        names = {"office": "office", "text": "text", "draw": "drawing"}
        spaces = "".join(f' xmlns:{k}="urn:oasis:names:tc:opendocument:xmlns:{v}:1.0"' for k, v in names.items())
        spaces += ' xmlns:xlink="http://www.w3.org/1999/xlink"'
        images = "".join(f'<draw:frame text:anchor-type="as-char"><draw:image xlink:href="{place}"/></draw:frame>'
                         for place in [f"file://{os.getcwd()}/secret.png", sys.argv[1] + "/a.png"])
        with zipfile.ZipFile("a.odt", "w") as archive:
          archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
          archive.writestr("content.xml", f'<office:document-content{spaces}><office:body><office:text><text:p>words '
                           f'{images}</text:p></office:text></office:body></office:document-content>')
          archive.writestr("META-INF/manifest.xml", '<manifest:manifest '
                           'xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry '
                           'manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/>'
                           '</manifest:manifest>')
        END
        $proffer convert a.odt --program libreoffice --to .rtf -o a.rtf
        grep -q words a.rtf && grep -c pngblip a.rtf || true
        cat asked
        """)
    expect(run.status == 0 && run.text == "0\n", "\(run.text)\(run.errorText)")
  }

  @Test(.requires(.program("pandoc")))
  func aDocumentWithoutATitleStaysWithoutOne() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      echo '<p>words' > a.html
      echo '<title>Named</title><p>words' > b.html
      for name in a b; do
        $proffer convert $name.html --program pandoc --to .docx -o $name.docx 2>&1 | grep -v perhaps
        $proffer convert $name.docx --program pandoc --to .html 2>&1 | grep -o '<title.*'
      done
      """)
    expectEqual(run.text, "<title>Named</title>\n", "\(run.text)\(run.errorText)")
  }
}

/// Signals that terminate the program while an external converter is running.
@Suite(.waits) struct ExternalConverterSignalTests {
  /// A pandoc that starts processes in sessions of their own, records all process IDs, and waits.
  ///
  /// One of the processes has an empty environment.
  private static let pandoc = """
    here=$(dirname "$0")/..
    env -i setsid sh -c '(echo $$ >> "$1"; exec sleep 60) & exit' sh "$here/pids" &
    setsid sh -c 'echo $$ >> "$1"; exec sleep 60' sh "$here/pids" &
    until test "$(wc -l < "$here/pids")" = 2; do sleep 0.01; done
    echo $$ >> "$here/pids"
    wait
    sleep 60
    """

  private func fixture(_ pandoc: String) async throws -> ProgramFixture {
    let fixture = try ProgramFixture()
    try FileManager.default.createDirectory(
      atPath: "\(fixture.folder.path)/bin", withIntermediateDirectories: false)
    try await fixture.folder.writeScript(pandoc, to: "bin/pandoc")
    try fixture.folder.write("<p>words", to: "a.html")
    return fixture
  }

  /// Prints the recorded processes that are still running; a process that was killed may need some time to end.
  private static let survivors = """
    survivors() {
      while read -r process; do
        state=$(sed 's/.*) \\(.\\).*/\\1/' /proc/$process/stat 2> /dev/null)
        case $state in ''|Z|X) ;; *) echo "$process is $state";; esac
      done < pids
    }
    for ((i = 0; i < 3000; i++)); do test -z "$(survivors)" && break; sleep 0.01; done
    survivors
    """

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func aSignalEndsRunningConvertersAndRemovesTheirFolder(signal: Int32) async throws {
    let fixture = try await fixture(Self.pandoc)
    // A shell makes its background programs ignore SIGINT; `env` restores the default.
    let run = try await fixture.shell(
      """
      touch pids
      PATH=$PWD/bin:$PATH env --default-signal "$proffer" convert a.html --program pandoc --to .docx -o a.docx & pid=$!
      for ((i = 0; i < 60000; i++)); do test "$(wc -l < pids)" = 3 && break; sleep 0.01; done
      test "$(wc -l < pids)" = 3 || echo "it did not begin"
      kill -s \(signal) $pid
      wait $pid
      echo "ended with $?"
      \(Self.survivors)
      """)
    expectEqual(run.text, "ended with \(128 + signal)\n", "\(run.text)")
    // The shell reports the signal that ended its job.
    expect(!run.errorText.contains("proffer:"), "\(run.errorText)")
    try expectEqual(fixture.folder.names(), ["a.html", "bin", "bin/pandoc", "pids"])
  }

  @Test func aConverterThatLeavesItsSessionIsEnded() async throws {
    let fixture = try await fixture(
      """
      for word; do case $word in --output=*) output=${word#--output=};; esac; done
      here=$(dirname "$0")/..
      env -i setsid sh -c '(echo $$ > "$1"; exec sleep 60) & exit' sh "$here/pids"
      until test -s "$here/pids"; do sleep 0.01; done
      printf 'PK\\005\\006\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0' > "$output"
      """)
    let run = try await fixture.shell(
      """
      PATH=$PWD/bin:$PATH "$proffer" convert a.html --program pandoc --to .docx -o a.docx
      echo "ended with $?"
      \(Self.survivors)
      """)
    expectEqual(run.text, "ended with 0\n", "\(run.text)\(run.errorText)")
    try expectEqual(fixture.folder.names(), ["a.docx", "a.html", "bin", "bin/pandoc", "pids"])
  }

  @Test func theFolderOfAKilledRunIsRemovedByTheNext() async throws {
    let fixture = try await fixture(
      """
      here=$(dirname "$0")/..
      if test -e "$here/pids"; then exit 3; fi
      echo $$ > "$here/pids"; exec sleep 60
      """)
    let run = try await fixture.shell(
      """
      export PATH=$PWD/bin:$PATH
      "$proffer" convert a.html --program pandoc --to .docx -o a.docx & pid=$!
      for ((i = 0; i < 60000; i++)); do test -s pids && break; sleep 0.01; done
      kill -KILL $pid
      wait $pid
      ls -A | grep -c partial
      kill -KILL $(cat pids)
      "$proffer" convert a.html --program pandoc --to .docx -o a.docx
      """)
    expect(run.status == 2 && run.text == "1\n", "\(run.text)\(run.errorText)")
    try expectEqual(fixture.folder.names(), ["a.html", "bin", "bin/pandoc", "pids"])
  }
}
