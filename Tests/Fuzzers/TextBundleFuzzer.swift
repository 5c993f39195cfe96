import Foundation
import ProfferConversions
import RichTextFormats

/// TextBundle: a folder read, written and read again.
struct TextBundleFuzzer: Fuzzer {
  let material: Material

  init() {
    let info = Array(
      #"{"transient": true, "type": "net.daringfireball.markdown", "version": 2, "app": {"x": 1}}"#.utf8)
    let html = Array(#"{"type": "public.html", "version": 3}"#.utf8)
    let plain = Array(#"{"type": "public.plain-text", "version": 1}"#.utf8)
    let text = Array(
      "# Title\n\nSome ![a *b*](assets/p.png \"t\") and [c.pdf](assets/c%20d.pdf \"u\"), ![](./assets/p.png)\n"
        .utf8)
    let files: [(path: String, bytes: [UInt8])] = [
      ("assets/p.png", [1, 2]), ("assets/c d.pdf", [3]), ("x", []),
    ]
    material = Material(
      seeds: [
        PackageText.bytes([("info.json", info), ("text.md", text)] + files),
        PackageText.bytes(
          [("info.json", html), ("text.html", Array("<p>a<img src=assets/p.png>".utf8))] + files),
        PackageText.bytes([("info.json", plain), ("text.txt", Array("a\nb\n\nc".utf8))]),
        PackageText.bytes([("text.markdown", text), ("assets/sub/e.gif", [0])]),
      ],
      words: [
        "assets/", "text.", "info.json", "\u{1E}", "\u{1F}", "![", "](", ")", "<img src=", "p.png", "../",
        "%2F", "%00",
        "\"type\":", "public.html", "\"version\":", "{", "}", ".png", "\u{1F}\u{1E}", "con", ":",
      ],
      pairs: [("![", "](assets/p.png)"), ("[", "](assets/p.png)"), ("assets/", "")],
      shapes: [
        GrowingShape("text.md\u{1F}", repeating: "![a](assets/p.png) ", "\u{1E}assets/p.png\u{1F}x\u{1E}"),
        GrowingShape("text.md\u{1F}a\u{1E}", repeating: "assets/a\u{1F}b\u{1E}"),
        GrowingShape("text.md\u{1F}a\u{1E}", repeating: "assets/"),
        GrowingShape("text.md\u{1F}![a](assets/p.png)\u{1E}assets/p.png\u{1F}", repeating: "x", "\u{1E}"),
        GrowingShape(
          "text.md\u{1F}", repeating: "[a](./assets/p.png)\n\n", "\u{1E}assets/p.png\u{1F}x\u{1E}"),
        GrowingShape("text.md\u{1F}a\u{1E}info.json\u{1F}{", repeating: "\"a\":1,", "\"b\":2}"),
      ])
  }

  func check(_ input: [UInt8]) throws(Finding) {
    guard let first = try read(PackageText.members(of: input)) else { return }
    try Finding.unless(first == first.normalized(), "the text that was read is not normalized")
    // The first round trip loses content that Markdown cannot express; the second must change nothing.
    let again = try readWritten(first)
    let third = try readWritten(again)
    try Finding.unless(
      third == again,
      "after writing and reading, the value differs:\n\(again.debugDescription)\n\(third.debugDescription)")
  }

  private func read(_ members: [PackageMember]) throws(Finding) -> RichText? {
    do {
      return try RichText.readTextBundle(members).value
    } catch {
      return nil
    }
  }

  private func readWritten(_ text: RichText) throws(Finding) -> RichText {
    guard case .package(let members) = text.writeTextBundle().contents else {
      throw Finding("the written file is not a folder")
    }
    try PackageText.check(members, folders: ["", "assets"])
    guard let again = try read(members) else { throw Finding("the written file cannot be read") }
    return again
  }
}
