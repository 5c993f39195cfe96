import Foundation
import ProfferConversions
import RichTextFormats

/// RTFD, as a folder and as flat bytes: read, written in both forms and read again.
struct RTFDFuzzer: Fuzzer {
  let material: Material

  init() {
    let words =
      #"{\rtf1\ansi a{{\NeXTGraphic p.png \width400 \height200}\'ac}b{{\NeXTGraphic c d.pdf \width0 \height0}\'ac}\par"#
      + #"{{\NeXTGraphic missing.tiff}\'ac}\'e9\par}"#
    let text = Array(words.utf8)
    let files: [(path: String, bytes: [UInt8])] = [
      ("TXT.rtf", text), ("p.png", [0x89, 0x50, 0x4E, 0x47]), ("c d.pdf", [1]), (".hidden", [2]),
    ]
    func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) } }
    func file(_ bytes: [UInt8]) -> [UInt8] { number(1) + number(bytes.count) + bytes }
    func folder(_ entries: [(path: String, bytes: [UInt8])]) -> [UInt8] {
      let names = entries.flatMap { number($0.path.utf8.count) + Array($0.path.utf8) }
      return number(3) + number(entries.count) + names + entries.flatMap { number($0.bytes.count) }
        + entries.flatMap(\.bytes)
    }
    let entries = files.map { (path: $0.path, bytes: file($0.bytes)) }
    let padded = number(1) + number(0x8000_0000) + number(2) + number(3) + [0, 0, 0, 8, 9]
    let start = Array("rtfd".utf8) + number(0)
    material = Material(
      seeds: [
        PackageText.bytes(files), start + folder(entries),
        start + folder(entries + [("d", folder([("p.png", padded)])), ("p.png", padded)]),
        PackageText.bytes([("other.rtf", text), ("d/p.png", [7])]),
      ],
      words: [
        "TXT.rtf", "rtfd\u{0}\u{0}\u{0}\u{0}", "\u{3}\u{0}\u{0}\u{0}", "\u{1}\u{0}\u{0}\u{0}", "\u{1E}",
        "\u{1F}", "/",
        "..", "{{\\NeXTGraphic ", " \\width20 \\height20}\\'ac}", "p.png", "\\'ac", "\\par ", "{", "}", "__@",
      ],
      pairs: [("{", "}"), ("{{\\NeXTGraphic ", " \\width20 \\height20}\\'ac}")],
      shapes: [
        GrowingShape(
          "TXT.rtf\u{1F}{\\rtf1 ", repeating: "{{\\NeXTGraphic p.png}\\'ac}", "}\u{1E}p.png\u{1F}x\u{1E}"),
        GrowingShape("TXT.rtf\u{1F}{\\rtf1 a}\u{1E}", repeating: "p.png\u{1F}x\u{1E}"),
        GrowingShape(
          "TXT.rtf\u{1F}{\\rtf1 {{\\NeXTGraphic p.png}\\'ac}}\u{1E}p.png\u{1F}", repeating: "x", "\u{1E}"),
        GrowingShape(beginning: start + number(3) + number(1 << 16), unit: number(0)),
        GrowingShape(beginning: start, unit: number(3) + number(1) + number(1) + [0x64] + number(0)),
        // A folder with a long name and many files.
        GrowingShape(
          beginning: start + number(3) + number(1) + number(1 << 11) + Array(repeating: 0x61, count: 1 << 11)
            + number(0) + number(3) + number(200) + Array(repeating: number(1) + [0x62], count: 200).joined()
            + Array(repeating: number(0), count: 200).joined(),
          unit: file([])),
      ])
  }

  func check(_ input: [UInt8]) throws(Finding) {
    let isFlat = input.starts(with: Array("rtfd".utf8))
    let contents: DocumentContents = isFlat ? .data(Data(input)) : .package(PackageText.members(of: input))
    let reading: RichText
    do {
      reading = try RichText.readRTFD(contents).value
    } catch {
      return
    }
    try Finding.unless(reading == reading.normalized(), "the text that was read is not normalized")
    for isFlat in [true, false] {
      let written = reading.writeRTFD(flat: isFlat)
      if case .package(let members) = written.contents { try PackageText.check(members, folders: [""]) }
      let again: RichText
      do { again = try RichText.readRTFD(written.contents).value } catch {
        throw Finding("the written file cannot be read: \(error)")
      }
      try Finding.unless(
        !written.losses.isEmpty || again == reading,
        "after writing and reading, the value differs: \(reading.debugDescription) and \(again.debugDescription)"
      )
    }
  }
}
