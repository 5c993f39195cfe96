import Foundation
import TestSupport
import Testing

@testable import DesktopTransfer

/// The parsing of terminal output, split at any position.
@Suite struct TerminalParserTests {
  private func messages(_ text: String, inPiecesOf count: Int = .max) -> [TerminalMessage] {
    var parser = TerminalParser()
    var rest = Array(text.utf8)[...]
    var found: [TerminalMessage] = []
    while !rest.isEmpty {
      found += parser.messages(in: rest.prefix(count))
      rest = rest.dropFirst(count)
    }
    return found
  }

  /// Answers mixed with keys, mouse reports, other strings and unfinished sequences.
  private static let stream =
    "q\u{1B}[A\u{1B}]72;t=q:i=7\u{1B}\\\u{1B}[<35;10;5M\u{1B}P>|kitty(0.48.2)\u{1B}\\ü\u{1B}OP\u{1B}]52;c;YQ==\u{07}"
    + "\u{1B}_Gi=1;OK\u{1B}\\\u{1B}]0;title\u{07}\u{1B}]11;rgb:0/0/0\u{1B}[?62;52;c\u{1B}]5522\u{1B}\\\u{1B}]x;1\u{07}"
    + "\u{1B}]72;a\u{18}b\u{1B}\\\u{1B}\u{1B}[?5522;2$y"

  @Test(arguments: [1, 2, 3, 5, 7, 1000]) func messagesAreFoundWhereverTheStreamIsCut(count: Int) {
    expectEqual(
      messages(Self.stream, inPiecesOf: count),
      [
        .control("A"), .command(72, Array("t=q:i=7".utf8)), .control("<35;10;5M"), .device(">|kitty(0.48.2)"),
        .command(52, Array("c;YQ==".utf8)), .application("Gi=1;OK"), .command(0, Array("title".utf8)),
        .control("?62;52;c"),
        .command(5522, []), .control("?5522;2$y"),
      ])
  }

  @Test func aSequenceWithoutAnEndTakesNoMoreMemory() {
    let long = "\u{1B}]52;c;" + String(repeating: "A", count: 3 << 20)
    expectEqual(messages(long + "\u{07}\u{1B}[c", inPiecesOf: 1 << 16), [.tooLong, .control("c")])
    expectEqual(messages("\u{1B}[" + String(repeating: "1", count: 2 << 20) + "c"), [.tooLong])
  }

  @Test func randomBytesAreNeverAMistakeOfOurs() {
    let seed = SeededGenerator.testSeed()
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let bytes = (0..<200).map { _ in
        [
          0x1B, 0x5D, 0x5B, 0x5C, 0x07, 0x18, 0x3B, 0x37, 0x32, 0x50,
          UInt8.random(in: 0...255, using: &generator),
        ]
        .randomElement(using: &generator) ?? 0
      }
      var whole = TerminalParser()
      var apart = TerminalParser()
      expectEqual(whole.messages(in: bytes[...]), bytes.flatMap { apart.messages(in: [$0]) }, "seed \(seed)")
    }
  }

  @Test func messagesOfDragsAreRead() {
    let move = DragMessage(Array("t=m:x=-1:y=5:X=9:o=3:z=1;text/html a/b ".utf8))
    #expect(move?.type == "m" && move?["x"] == -1 && move?["o"] == 3 && move?.words == ["text/html", "a/b"])
    #expect(move?.has("Y") == false && move?.goesOn == false)
    for text in [
      "t=mm", "x", "t=m:x=99999999999", "t=m:x=a", "t=m: x=1", String(repeating: "x=1:", count: 99),
    ] {
      expectNil(DragMessage(Array(text.utf8)), "\(text)")
    }
  }

  @Test func piecesOfValuesAreDecodedWhereverTheyAreCut() {
    let data = Data((0..<1000).map { UInt8(truncatingIfNeeded: $0) })
    for isPadded in [false, true] {
      for count in [1, 2, 3, 4, 5, 400, 5000] {
        var text = data.base64EncodedString()
        if !isPadded { while text.last == "=" { text.removeLast() } }
        var assembly = DragMessageAssembly()
        var found = Data()
        var rest = Array(text.utf8)[...]
        var head = "t=r:x=4:"
        while !rest.isEmpty {
          let piece = rest.prefix(count)
          rest = rest.dropFirst(count)
          let message = assembly.next(Array("\(head)m=\(rest.isEmpty ? 0 : 1);".utf8) + piece)
          #expect(message?.type == "r" && message?["x"] == 4)
          found += message?.payload ?? []
          head = ""
        }
        expectEqual(found, data)
      }
    }
  }
}
