import Foundation
import TestSupport
import Testing

@Suite(.waits) struct ConvertTests {
  @Test func textOfAnotherEncodingBecomesUTF8() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.command(
      "convert", ProgramFixture.fixture("notes-utf16.txt"), "--to", "public.utf8-plain-text")
    #expect(run.status == 0 && run.errorText == "")
    try expectEqual(run.output, ProgramFixture.bytes(ofFixture: "notes.txt"))
  }

  @Test func structuredDataComesBackValueForValue() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell(
      """
      set -e
      $proffer convert $fixtures/places-binary.plist --to com.apple.xml-property-list -o a.plist
      $proffer convert a.plist --to com.apple.binary-property-list -o b.plist
      python3 -c '
      import plistlib
      def read(name): return plistlib.load(open(name, "rb"))
      import os
      original = read(os.environ["fixtures"] + "/places.plist")
      assert read("a.plist") == original
      assert read("b.plist") == original
      '
      """)
    expectEqual(run.status, 0, "\(run.text)\(run.errorText)")
  }

  @Test func jsonThatIsNestedTooDeepIsRefusedByNameWithStatus2() async throws {
    let fixture = try ProgramFixture()
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    try fixture.folder.write(nested(512), to: "deep.json")
    let accepted = try await fixture.command("convert", "deep.json", "--to", "com.apple.xml-property-list")
    expectEqual(accepted.status, 0, "\(accepted)")
    try fixture.folder.write(nested(513), to: "deeper.json")
    let run = try await fixture.command("convert", "deeper.json", "--to", "com.apple.xml-property-list")
    let words = "line 1, column 513: objects and arrays are nested more than 512 deep"
    expect(run.status == 2 && run.text.isEmpty && run.hasOneErrorLine, "\(run)")
    expectEqual(run.errorText, "proffer: deeper.json: \(words)\n")
  }

  @Test func tablesAreReadAsTheOptionsSay() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write("a b\n1 x\n2 y\n", to: "t.csv")
    let typed = try await fixture.command(
      "convert", "t.csv", "--delimiter", " ", "--header", "yes", "--typed", "--to", "public.ndjson")
    expect(
      typed.status == 0 && typed.text == "{\"a\": 1, \"b\": \"x\"}\n{\"a\": 2, \"b\": \"y\"}\n", "\(typed)")
    try fixture.folder.write("<table><tr><td>a</table><table><tr><td>b</table>", to: "t.html")
    let second = try await fixture.command("convert", "t.html", "--table", "2", "--strict", "--to", "csv")
    expect(second.status == 0 && second.text == "b\r\n", "\(second)")
    for words in [
      ["t.html", "--typed", "--to", "csv"], ["t.csv", "--table", "2", "--to", "json"],
      ["t.csv", "--find-links", "--to", "json"], ["t.csv", "--delimiter", "ab", "--to", "json"],
      ["t.csv", "--to", "text/vcard;version=2.1"],
    ] {
      let run = try await fixture.command(["convert"] + words)
      expect(run.status == 64 && run.text.isEmpty && run.hasOneErrorLine, "\(words) \(run)")
    }
  }

  @Test func aNumberSelectsTheSheetOfThatNameOrElseAtThatPosition() async throws {
    let fixture = try ProgramFixture()
    let sheets = ["first", "x", "2"].map {
      #"<table:table table:name="\#($0)"><table:table-row><table:table-cell office:value-type="string"><text:p>\#($0)</text:p></table:table-cell></table:table-row></table:table>"#
    }.joined()
    let namespaces = ["office", "table", "text"].map {
      #" xmlns:\#($0)="urn:oasis:names:tc:opendocument:xmlns:\#($0):1.0""#
    }.joined()
    try fixture.folder.write(
      "<office:document\(namespaces)><office:body><office:spreadsheet>\(sheets)</office:spreadsheet></office:body></office:document>",
      to: "t.fods")
    for (table, content) in [("2", "2"), ("1", "first"), ("3", "2"), ("x", "x")] {
      let run = try await fixture.command("convert", "t.fods", "--table", table, "--to", "csv")
      expect(run.status == 0 && run.text == "\(content)\r\n", "\(table) \(run)")
    }
  }

  @Test func cardsAreWrittenInTheVersionThatIsWanted() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write("BEGIN:VCARD\r\nVERSION:4.0\r\nFN:A\r\nEND:VCARD\r\n", to: "a.vcf")
    let third = try await fixture.command("convert", "a.vcf", "--to", "text/vcard;version=3.0")
    expectEqual(third.text, "BEGIN:VCARD\r\nVERSION:3.0\r\nN:A;;;;\r\nFN:A\r\nEND:VCARD\r\n", "\(third)")
    let fourth = try await fixture.command("convert", "a.vcf", "--to", "text/vcard")
    expect(fourth.text.contains("VERSION:4.0"), "\(fourth)")
  }

  @Test func aPlanSaysWhetherTheDocumentIsHeld() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write("words", to: "a.txt")
    try fixture.folder.write("{\\rtf1 words}", to: "a.rtf")
    try fixture.folder.write("<p>words", to: "a.html")
    try fixture.folder.write("a[^1]\n\n[^1]: b\n", to: "a.md")
    try fixture.folder.write("[{\"a\": 1}]", to: "a.json")
    for words in [
      ["a.txt", "--to", "html"], ["a.rtf", "--to", "html"], ["a.md", "--to", "html"],
      ["a.md", "--rendered", "--to", "txt"], ["a.json", "--to", "com.apple.xml-property-list"],
    ] {
      let pieces = try await fixture.command(["convert", "--plan"] + words)
      expect(pieces.text.contains("reads and writes piece by piece\n"), "\(words) \(pieces)")
    }
    // A binary property list stores the offsets of all values after the values.
    let held = try await fixture.command(
      "convert", "a.json", "--to", "com.apple.binary-property-list", "--plan")
    expect(
      held.text.contains("reads the whole document into memory, usually up to 8 times its file size\n"),
      "\(held)")
    let json = try await fixture.command("convert", "a.html", "--to", "rtf", "--plan", "--json")
    expectEqual((try json.json() as? [String: Any])?["goesPieceByPiece"] as? Bool, false, "\(json.text)")
  }

  @Test func aNullThatAPropertyListCannotHoldIsReported() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write(#"{"a": null, "b": [1, 2], "c": 18446744073709551615}"#, to: "n.json")
    let run = try await fixture.command(
      "convert", "n.json", "--to", "com.apple.binary-property-list", "-o", "n.plist")
    expect(run.status == 0 && run.errorText.contains("lost: 1 null"), "\(run.errorText)")
    let check = try await fixture.shell(
      "python3 -c 'import plistlib; assert plistlib.load(open(\"n.plist\", \"rb\")) == {\"b\": [1, 2], \"c\": 2**64-1}'"
    )
    expectEqual(check.status, 0, "\(check.errorText)")
    let back = try await fixture.command("convert", "n.plist", "--to", "public.json")
    #expect(back.status == 0 && back.errorText == "")
    try expectEqual(back.json() as? NSDictionary, ["b": [1, 2], "c": UInt64.max] as NSDictionary)
  }

  @Test func strictRefusesALossAndWritesNothing() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write(#"{"a": null}"#, to: "n.json")
    let run = try await fixture.command(
      "convert", "n.json", "--to", "com.apple.property-list", "--strict", "-o", "n.plist")
    expect(run.status == 1 && run.hasOneErrorLine && run.errorText.contains("null"), "\(run.errorText)")
    try expectEqual(fixture.folder.names(), ["n.json"])
  }

  @Test func thePlanSaysWhatThisFileLoses() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write(#"{"a": null}"#, to: "nulls.json")
    try fixture.folder.write(#"{"a": 1}"#, to: "none.json")
    for (name, loss) in [("nulls.json", "loses 1 null"), ("none.json", "converts none.json without loss")] {
      let arguments = ["convert", name, "--to", "com.apple.property-list", "--plan"]
      let run = try await fixture.command(arguments)
      expectEqual(run.status, 0)
      let lines = run.text.split(separator: "\n")
      expectEqual(lines.first?.hasPrefix("read public.json as structured value"), true, "\(run.text)")
      expectEqual(lines.last?.hasPrefix(loss), true, "\(run.text)")
      let verbose = try await fixture.command(arguments + ["--verbose"]).text.split(separator: "\n").last
      #expect(verbose?.contains("may lose") == true && verbose?.contains("nulls") == true)
    }
    try expectEqual(fixture.folder.names(), ["none.json", "nulls.json"])
  }

  @Test func markdownIsRenderedOnRequestAndACopySaysSo() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write("# a\n\n*b* [c](http://x.example/)\n", to: "a.md")
    let arguments = ["convert", "a.md", "--to", "public.utf8-plain-text"]
    let copy = try await fixture.command(arguments)
    #expect(copy.text == "# a\n\n*b* [c](http://x.example/)\n" && copy.errorText.contains("same bytes"))
    let rendered = try await fixture.command(arguments + ["--rendered"])
    expect(rendered.text == "a\n\nb c\n" && rendered.errorText.contains("1 link"), "\(rendered.errorText)")
  }

  @Test func formulasWithoutAStoredValueNameTheProgramThatCalculatesThem() async throws {
    let fixture = try ProgramFixture()
    let cells =
      "<table:table-cell office:value-type='string'><text:p>a</text:p></table:table-cell>"
      + "<table:table-cell table:formula='of:=1+2'/>"
    try fixture.folder.write(
      "<office:document xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'"
        + " xmlns:table='urn:oasis:names:tc:opendocument:xmlns:table:1.0'"
        + " xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0'"
        + " office:mimetype='application/vnd.oasis.opendocument.spreadsheet'><office:body><office:spreadsheet>"
        + "<table:table table:name='s'><table:table-row>\(cells)</table:table-row></table:table>"
        + "</office:spreadsheet></office:body></office:document>", to: "s.fods")
    for arguments in [["--to", "csv"], ["--to", "csv", "--into", fixture.folder.path("out")]] {
      let result = try await fixture.command(["convert", "s.fods"] + arguments)
      expect(result.status == 0 && result.errorText.contains("1 formula"), "\(result)")
      expect(result.errorText.contains("--program libreoffice"), "\(result)")
    }
  }

  @Test func picturesOfADocumentAreKeptOnRequest() async throws {
    let fixture = try ProgramFixture()
    let pictures = try ProgramFixture.bytes(ofFixture: "photo.png")
    let page = "<p>a <img alt=b src='data:image/png;base64,\(Data(pictures).base64EncodedString())'>"
    for name in ["n.html", "o.html"] { try fixture.folder.write(page, to: name) }
    let media = fixture.folder.path("m")
    let lost = try await fixture.command("convert", "n.html", "--to", "md")
    expect(lost.status == 0 && lost.text == "a b\n", "\(lost)")
    expect(lost.errorText.contains("1 image"), "\(lost.errorText)")
    #expect(lost.errorText.contains("--media FOLDER") && lost.errorText.contains("TextBundle"))
    let refused = try await fixture.command("convert", "n.html", "--to", "md", "--strict")
    expect(refused.status == 1 && refused.errorText.contains("--media FOLDER"), "\(refused)")
    let kept = try await fixture.command("convert", "n.html", "--media", media, "-o", "n.md", "--strict")
    expect(kept.status == 0 && kept.errorText == "", "\(kept)")
    try expectEqual(
      String(contentsOfFile: fixture.folder.path("n.md"), encoding: .utf8), "a ![b](m/picture-1.png)\n")
    let printed = try await fixture.command("convert", "n.html", "--media", media, "--to", "md")
    expect(printed.status == 0 && printed.text == "a ![b](m/picture-1.png)\n", "\(printed)")
    let many = try await fixture.command(
      "convert", "n.html", "o.html", "--to", "md", "--into", fixture.folder.path("out"), "--media",
      fixture.folder.path("out/m"))
    expectEqual(many.status, 0, "\(many)")
    try expectEqual(
      String(contentsOfFile: fixture.folder.path("out/o.md"), encoding: .utf8),
      "a ![b](m/o/picture-1.png)\n")
    let inline = try await fixture.command("convert", "n.html", "--media", "inline", "--to", "md")
    expect(inline.status == 0 && inline.text.hasPrefix("a ![b](data:image/png;base64,"), "\(inline)")
    let plan = try await fixture.command(
      "convert", "n.html", "--media", media + "/new", "--to", "md", "--plan")
    expect(plan.status == 0 && plan.text.contains("without loss"), "\(plan)")
    try fixture.folder.write("other", to: "m/picture-1.png")
    let existing = try await fixture.command("convert", "n.html", "--media", media, "-o", "p.md")
    expect(existing.status == 2 && existing.errorText.contains("--force"), "\(existing)")
    let useless = try await fixture.command("convert", "n.html", "--media", media, "--to", "rtf")
    expect(useless.status == 64 && useless.text.isEmpty, "\(useless)")
    #expect(try !fixture.folder.names().contains { $0.contains("p.md") || $0.contains("new") })
  }

  @Test func aStrictConversionRefusesAGuessWithACloseRival() async throws {
    let fixture = try ProgramFixture()
    // "mark\u{00F8}ren" in Mac Roman, which is another word in Windows-1252.
    let path = "\(fixture.folder.path)/old.txt"
    try Data([0x6D, 0x61, 0x72, 0x6B, 0xBF, 0x72, 0x65, 0x6E, 0x0A]).write(to: URL(filePath: path))
    let arguments = ["convert", "old.txt", "--to", "html", "-o", "old.html"]
    let refused = try await fixture.command(arguments + ["--strict"])
    expectEqual(refused.status, 1, "\(refused.errorText)")
    let advice = "and the resulting texts differ; choose one with --from 'text/plain;charset=NAME'"
    expect(refused.errorText.contains(advice), "\(refused.errorText)")
    #expect(!FileManager.default.fileExists(atPath: "\(fixture.folder.path)/old.html"))
    let chosen = try await fixture.command(
      arguments + ["--strict", "--from", "text/plain;charset=macintosh"])
    expectEqual(chosen.status, 0, "\(chosen.errorText)")
  }

  @Test func thePlanAndTheReportSayWhichEncodingItIsAndWhy() async throws {
    let fixture = try ProgramFixture()
    // "Вода в реке была очень холодной" in KOI8-R.
    let koi: [UInt8] = [
      0xF7, 0xCF, 0xC4, 0xC1, 0x20, 0xD7, 0x20, 0xD2, 0xC5, 0xCB, 0xC5, 0x20, 0xC2, 0xD9, 0xCC, 0xC1, 0x20,
      0xCF,
      0xDE, 0xC5, 0xCE, 0xD8, 0x20, 0xC8, 0xCF, 0xCC, 0xCF, 0xC4, 0xCE, 0xCF, 0xCA, 0x0A,
    ]
    try Data(koi).write(to: URL(filePath: "\(fixture.folder.path)/old.txt"))
    let arguments = ["convert", "old.txt", "--to", "html"]
    let plan = try await fixture.command(arguments + ["--plan"])
    expect(plan.text.contains("the text is KOI8-R, by the characters of Russian"), "\(plan.text)")
    let note =
      "proffer: note: old.txt: guessed KOI8-R, by the characters of Russian; override with "
      + "--from 'text/plain;charset=NAME'\n"
    expectEqual(plan.errorText, note)
    try await expectEqual(fixture.command(arguments).errorText, note)
    let report = try await fixture.command(arguments + ["-o", "old.html", "--json"]).json() as? [String: Any]
    let encoding = try require(report?["encoding"] as? [String: Any])
    #expect(encoding["name"] as? String == "KOI8-R" && encoding["isGuess"] as? Bool == true)
    #expect(encoding["evidence"] as? String == "language" && encoding["language"] as? String == "ru")
    expectEqual((report?["warnings"] as? [String])?.first?.contains("guess"), true)
    let told = try await fixture.command(arguments + ["--plan", "--from", "text/plain;charset=windows-1251"])
    expect(
      told.text.contains("the text is Windows-1251, as declared") && told.errorText.isEmpty, "\(told.text)")
  }

  /// The option of a command must override the guess, and keep the type.
  @Test func theNoteAboutAGuessNamesAnOptionThatOverridesIt() async throws {
    let fixture = try ProgramFixture()
    let text: [UInt8] = Array("M".utf8) + [0xFC] + Array("ller, Gr".utf8) + [0xF6, 0xDF] + Array("e\n".utf8)
    try fixture.write(text + Array("1,2\n".utf8), to: "a.csv")
    try fixture.write(text, to: "a.txt")
    let guess = "guessed Windows-1252, by the characters of German"
    for (words, note) in [
      (
        ["convert", "a.csv", "--to", "json"], "a.csv: \(guess); override with --from 'text/csv;charset=NAME'"
      ),
      (
        ["convert", "a.txt", "-v", "--to", "html", "--into", "out"],
        "a.txt: \(guess); override with --from 'text/plain;charset=NAME'"
      ),
    ] {
      let run = try await fixture.command(words)
      expect(run.errorText.hasPrefix("proffer: note: \(note)\n"), "\(run.errorText)")
    }
    let told = try await fixture.command(
      "convert", "a.csv", "--to", "json", "--from", "text/csv;charset=iso-8859-1")
    expect(told.errorText == "" && told.text.contains("Müller"), "\(told.errorText)")
    // An item of a bundle has a type, and load has no option for the encoding.
    try await fixture.done("pack", "a.txt", "-o", "a")
    for words in [
      ["convert", "a", "--to", "html"], ["load", "a", "--type", "html", "--convert"],
    ] {
      let run = try await fixture.command(words)
      expect(run.status == 0 && run.errorText.hasSuffix("\(guess)\n"), "\(run.errorText)")
    }
  }

  @Test func lossesAreReportedAsJSON() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write(#"{"a": null, "b": null}"#, to: "n.json")
    let run = try await fixture.command(
      "convert", "n.json", "--to", "com.apple.property-list", "-o", "n.plist", "--json")
    let report = try run.json() as? [String: Any]
    let losses = try require(report?["losses"] as? [[String: Any]])
    #expect(losses.first?["kind"] as? String == "nulls" && losses.first?["count"] as? Int == 2)
  }

  @Test func aRefusedConversionSaysInJSONThatNothingIsWritten() async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write(#"{"a": null}"#, to: "n.json")
    try fixture.folder.write("[a](javascript:x)\n", to: "n.md")
    for (name, type) in [("n.json", "com.apple.property-list"), ("n.md", "public.html")] {
      let arguments = ["convert", name, "--to", type, "-o", "n.out", "--json"]
      let done = try await fixture.command(arguments).json() as? [String: Any]
      #expect(done?["result"] as? String == "converted" && (done?["byteCount"] as? Int ?? 0) > 0)
      try FileManager.default.removeItem(atPath: "\(fixture.folder.path)/n.out")
      let run = try await fixture.command(arguments + ["--strict"])
      expect(run.status == 1 && run.hasOneErrorLine, "\(run.errorText)")
      let report = try run.json() as? [String: Any]
      expect(report?["result"] as? String == "failed" && report?["byteCount"] == nil, "\(run.text)")
      expectEqual((report?["losses"] as? [Any])?.isEmpty, false, "\(run.text)")
      #expect(try !fixture.folder.names().contains("n.out"))
    }
  }

  @Test func aNegativeResultIsJSONWithJSON() async throws {
    let fixture = try ProgramFixture()
    let photo = ProgramFixture.fixture("photo.png")
    let plan = try await fixture.command("convert", photo, "--to", "public.json", "--plan", "--json")
    let report = try plan.json() as? [String: Any]
    #expect(plan.status == 1 && plan.hasOneErrorLine)
    expectEqual((report?["error"] as? [String: Any])?["code"] as? String, "noConversion", "\(plan.text)")
    let whole = try await fixture.command("convert", photo, "--to", "public.json", "-o", "x", "--json")
    let outer = try whole.json() as? [String: Any]
    #expect(whole.status == 1 && outer?["result"] as? String == "failed")
    expect((outer?["plan"] as? [String: Any])?["steps"] is NSNull, "\(whole.text)")
  }

  @Test func aBundleOnStandardInputIsASource() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    for input in ["-", "trip.dragbundle"] {
      let run = try await fixture.run(
        "convert", input, "--from", "application/vnd.proffer.dragbundle+zip", "--item", "1", "--to",
        "public.utf8-plain-text", input: fixture.folder.read("trip.dragbundle"))
      try expectEqual(run.output, ProgramFixture.bytes(ofFixture: "notes.txt"), "\(run.errorText)")
    }
    let usage = try await fixture.run(
      "convert", "-", "--from", "public.html", "--item", "1", "--to", ".txt", input: [])
    expect(usage.status == 64 && usage.errorText.contains("--item"), "\(usage.errorText)")
  }

  @Test func linksKeepTheirURLInEveryForm() async throws {
    let fixture = try ProgramFixture()
    let url = try await fixture.command(
      "convert", ProgramFixture.fixture("link.webloc"), "--to", "public.url")
    expect(url.text.hasPrefix("https://"), "\(url.errorText)")
    for type in [
      "com.apple.web-internet-location", "com.microsoft.internet-shortcut", "public.utf8-plain-text",
    ] {
      let there = try await fixture.run(
        "convert", "-", "--from", "public.url", "--to", type, "-o", "link", "--force", input: url.output)
      expectEqual(there.status, 0, "\(there.errorText)")
      let back = try await fixture.command("convert", "link", "--from", type, "--to", "public.url")
      expectEqual(back.output, url.output, "\(type): \(back.errorText)")
    }
  }

  @Test func anItemOfABundleIsASource() async throws {
    let fixture = try ProgramFixture()
    try await fixture.packTrip()
    let run = try await fixture.command(
      "convert", "trip.dragbundle", "--item", "1", "--to", "public.utf8-plain-text")
    try expectEqual(run.output, ProgramFixture.bytes(ofFixture: "notes.txt"), "\(run.errorText)")
  }

  @Test(arguments: [
    ("{\"a\": }", "n.json", "line 1, column 7"), ("<plist><dict>", "n.plist", "line 1"),
    ("[1, 2", "n.json", "line 1"),
  ])
  func malformedInputIsNamedWithItsPlace(text: String, name: String, place: String) async throws {
    let fixture = try ProgramFixture()
    try fixture.folder.write(text, to: name)
    let run = try await fixture.command(
      "convert", name, "--to", name == "n.json" ? "com.apple.property-list" : "public.json")
    expect(run.status == 2 && run.hasOneErrorLine && run.errorText.contains(place), "\(run.errorText)")
  }

  @Test func aTypeThatIsNotConvertedIsNamed() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.command("convert", ProgramFixture.fixture("photo.png"), "--to", "public.json")
    expect(
      run.status == 1 && run.errorText.hasSuffix("photo.png: PNG picture cannot be converted to JSON\n"),
      "\(run.errorText)")
  }

  // MARK: Declared charsets

  /// “Привет” in Windows-1251, which is also some text in Windows-1252.
  private static let russian: [UInt8] = [0xCF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]

  @Test(arguments: ["text/plain", "text/html", "text/markdown", "text/csv", "application/xhtml+xml"])
  func theEncodingThatAMIMETypeNamesIsRead(type: String) async throws {
    let fixture = try ProgramFixture()
    for spelling in ["\(type);charset=windows-1251", "\(type); format=x; Charset=\"Windows-1251\""] {
      let run = try await fixture.run(
        "convert", "-", "--from", spelling, "--to", "public.utf8-plain-text", input: Self.russian)
      expect(run.status == 0 && run.text.contains("Привет"), "\(spelling): \(run.text)\(run.errorText)")
    }
    let marked = try await fixture.run(
      "convert", "-", "--from", "\(type);charset=windows-1251", "--to", "public.utf8-plain-text",
      input: [0xEF, 0xBB, 0xBF] + Array("Привет".utf8))
    expect(marked.text.contains("Привет"), "a byte order mark counts more")
  }

  @Test func anUnknownCharsetIsNamed() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.run(
      "convert", "-", "--from", "text/plain;charset=klingon", "--to", "public.html", input: [0x61])
    expect(
      run.status == 64 && run.hasOneErrorLine && run.errorText.contains("'klingon'"), "\(run.errorText)")
  }

  @Test func aCharsetIsPackedWithTheBytes() async throws {
    let fixture = try ProgramFixture()
    let page = Array("<meta charset=utf-8><p>".utf8) + Self.russian
    let pack = try await fixture.run(
      "pack", "--from", "text/html;charset=windows-1251", "-", "-o", "a.dragbundle", input: page)
    expectEqual(pack.status, 0, "\(pack.errorText)")
    try await expectEqual(fixture.command("load", "a.dragbundle", "--type", "public.html").output, page)
    for command in [
      ["load", "a.dragbundle", "--convert", "--type", "net.daringfireball.markdown"],
      ["convert", "a.dragbundle", "--to", "net.daringfireball.markdown"],
    ] {
      let run = try await fixture.command(command)
      expect(run.status == 0 && run.text == "Привет\n", "\(command): \(run.text)\(run.errorText)")
    }
  }

  @Test func markdownToHTMLIsTheSameInPiecesAndWhole() async throws {
    let fixture = try ProgramFixture()
    let notes = ProgramFixture.fixture("notes.md")
    let pieces = try await fixture.command("convert", notes, "--to", "public.html")
    // A strict conversion to a stream is complete before its first byte is written.
    let whole = try await fixture.command("convert", notes, "--to", "public.html", "--strict")
    expect(
      pieces.status == 0 && pieces.text.contains("<h1 id=\"trip-notes\">Trip notes</h1>"),
      "\(pieces.errorText)")
    expectEqual(pieces.output, whole.output)
  }
}

/// Conversions that cannot be made, with the words that say why.
@Suite(.waits) struct ConversionRefusalTests {
  @Test(arguments: [
    ("cp $fixtures/notes.txt fake.png", "fake.png --to jpg", "fake.png contains text, not a picture", 1),
    (
      "cp $fixtures/photo.jpg fake.png", "fake.png --to txt",
      "fake.png contains JPEG picture, not PNG picture; JPEG picture cannot be converted to plain text", 1
    ),
    (
      "cp $fixtures/photo.jpg .", "photo.jpg --to txt",
      "photo.jpg: JPEG picture cannot be converted to plain text", 1
    ),
  ])
  func theReasonIsNamed(make: String, words: String, message: String, status: Int32) async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell("\(make); PATH=/nowhere $proffer convert \(words)")
    #expect(run.errorText == "proffer: \(message)\n" && run.status == status)
  }

  @Test(arguments: [
    ("cp $fixtures/report.docx .", "report.docx --to pdf", "report.docx needs LibreOffice"),
    ("cp $fixtures/notes.md .", "notes.md --to pdf", "notes.md needs LibreOffice"),
    ("printf '%%PDF-1.4\n' > a.pdf", "a.pdf --to html", "a.pdf needs Poppler"),
    ("printf '%%PDF-1.4\n' > a.pdf", "a.pdf --to png", "a.pdf needs Poppler"),
    (
      "echo '<svg xmlns=\"http://www.w3.org/2000/svg\"/>' > a.svg", "a.svg --to png",
      "a.svg needs rsvg-convert"
    ),
  ])
  func aMissingProgramIsNamedWithItsPackage(make: String, words: String, message: String) async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell("\(make); PATH=/nowhere $proffer convert \(words)")
    expect(run.errorText.hasPrefix("proffer: \(message), which is not installed; install "), run.errorText)
    expectEqual(run.status, 2)
  }

  @Test func aMissingLibraryIsNamedRatherThanAProgram() async throws {
    let fixture = try ProgramFixture()
    // An empty file is found before the library, and cannot be loaded.
    let run = try await fixture.shell(
      """
      mkdir empty; : > empty/libpng16.so.16; : > empty/libpng16.so; : > empty/libpng.so
      cp $fixtures/photo.png .; export LD_LIBRARY_PATH=$PWD/empty
      PATH=/nowhere $proffer convert photo.png --to bmp -o photo.bmp
      """)
    expect(
      run.errorText.hasPrefix(
        "proffer: photo.png: PNG needs the library libpng, which is not installed; install "),
      "\(run.errorText)")
    expectEqual(run.status, 2)
  }

  /// Conversions to JPEG without its library, with a program named `convert`.
  private func conversionToJPEG(with convert: String) async throws -> ProgramRun {
    let fixture = try ProgramFixture()
    for folder in ["bin", "empty"] {
      try FileManager.default.createDirectory(
        atPath: fixture.folder.path(folder), withIntermediateDirectories: false)
    }
    try await fixture.folder.writeScript(convert, to: "bin/convert")
    return try await fixture.shell(
      """
      : > empty/libturbojpeg.so.0; export LD_LIBRARY_PATH=$PWD/empty
      cp $fixtures/images/own/bits24.bmp picture.bmp; cp $fixtures/photo.jpg .
      PATH=$PWD/bin $proffer convert picture.bmp -o picture.jpg; status=$?
      test $status != 0 || cmp picture.jpg photo.jpg
      exit $status
      """)
  }

  @Test func aMissingLibraryIsNamedThoughAProgramHasTheNameOfAConverter() async throws {
    let run = try await conversionToJPEG(with: "echo \"convert: $1 is no unit\"")
    expect(
      run.errorText.hasPrefix(
        "proffer: picture.bmp: JPEG needs the library TurboJPEG (libjpeg-turbo), which is not installed; install "
      ), "\(run.errorText)")
    expectEqual(run.status, 2)
  }

  @Test func imageMagickReplacesAMissingLibrary() async throws {
    let run = try await conversionToJPEG(
      with: """
        if [ "$1" = --version ]; then echo 'Version: ImageMagick 6.9'; exit; fi
        for word; do output=${word#jpeg:}; output=${output#jpg:}; done
        /bin/cp "$(/usr/bin/dirname "$0")/../photo.jpg" "$output"
        """)
    expect(run.status == 0 && run.errorText.contains("ImageMagick to JPEG"), "\(run.text)\(run.errorText)")
  }

  @Test(.requires(.libpng, .libjpegTurbo)) func lessDetailIsSaidInASentence() async throws {
    let fixture = try ProgramFixture()
    let run = try await fixture.shell("$proffer convert $fixtures/photo.png -o a.jpg --quality 80")
    #expect(run.errorText == "proffer: lost: JPEG keeps less detail (quality 80)\n" && run.status == 0)
  }
}
