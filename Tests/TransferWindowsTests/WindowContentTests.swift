import TestSupport;
import Testing

@testable import TransferWindows

@Suite struct WindowContentTests {
  @Test(arguments: [
    ("two\nlines", "two\\nlines"), ("\u{1B}[31mred\u{7F}", "\\x1b[31mred\\x7f"),
    ("line\u{2028}paragraph\u{2029}", "line\\u{2028}paragraph\\u{2029}"), ("", ""),
    ("cod\u{202E}gpj.exe", "cod\\u{202e}gpj.exe"), ("🏔️ Berge & 👩‍👩‍👧", "🏔️ Berge & 👩‍👩‍👧"),
  ])
  func textOfOtherProgramsIsALineWithoutControlCharacters(text: String, line: String) {
    expectEqual(WindowText.plain(text), line)
    expectEqual(WindowRow(identifier: 0, name: text, detail: text).name, line)
    let zone = DropZone(text, state: .failed(text))
    #expect(zone.headline == line && zone.message == "The drop failed: " + line)
    let content = WindowContent(title: text, zone: zone, footer: text)
    #expect(content.title == line && content.footer == line)
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
      expectEqual(DropZone("Drop here", state: state).message, words)
    }
  }
}
