import Testing

@testable import TransferWindows

@Suite struct WindowContentTests {
  @Test(arguments: [
    ("two\nlines", "two\u{FFFD}lines"), ("\u{1B}[31mred\u{7F}", "\u{FFFD}[31mred\u{FFFD}"),
    ("line\u{2028}paragraph\u{2029}", "line\u{FFFD}paragraph\u{FFFD}"), ("", ""), ("🏔️ Berge", "🏔️ Berge"),
  ])
  func textOfOtherProgramsIsALineWithoutControlCharacters(text: String, line: String) {
    #expect(WindowText.plain(text) == line)
    #expect(WindowRow(identifier: 0, name: text, detail: text).name == line)
    #expect(WindowContent(title: text, zone: DropZone(text), footer: text).zone?.headline == line)
  }

  @Test func longTextKeepsItsBeginningAndItsEnd() {
    let text = "begin " + String(repeating: "x", count: 1_000_000) + ".txt"
    let line = WindowText.plain(text)
    #expect(line.count == 400 && line.hasPrefix("begin xxx") && line.contains("…"))
    let short = WindowText.plain("begin " + String(repeating: "x", count: 500) + ".txt")
    #expect(short.hasPrefix("begin ") && short.hasSuffix(".txt") && short.count == 400)
  }

  @Test func theMessageOfAZoneSaysWhatItsColorsShow() {
    for (state, words) in [
      (DropZone.State.accepting("HTML"), "Release to take HTML"), (.refusing("PNG"), "Not accepted: PNG"),
      (.receiving("a.png", 0.4), "Receiving a.png: 40 %"), (.receiving("a.png", nil), "Receiving a.png"),
      (.failed("no room"), "The drop failed: no room"),
    ] {
      #expect(DropZone("Drop here", state: state).message == words)
    }
  }
}
