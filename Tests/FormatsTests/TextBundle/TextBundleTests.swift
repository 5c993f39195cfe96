import Foundation
import ProfferConversions
import RichTextTestSupport
import TestSupport
import Testing

@testable import RichTextFormats

struct TextBundleTests {
  private static let type = "org.textbundle.package"

  private static func read(_ files: [(String, String)]) throws -> Reading<RichText> {
    try RichText.readTextBundle(files.map { PackageMember($0, Data($1.utf8)) })
  }

  private static let info = ("info.json", #"{"version": 2, "type": "net.daringfireball.markdown"}"#)

  @Test func picturesAreReadFromTheAssetsFolder() throws {
    let reading = try Self.read([
      ("assets/a photo.png", "PNG"), ("assets/notes.pdf", "PDF"), Self.info,
      (
        "text.md",
        "![A *view*](assets/a%20photo.png \"t\") and [notes.pdf](assets/notes.pdf), ![x](assets/gone.png)"
      ),
    ])
    expectEmpty(reading.losses)
    expectEqual(
      reading.value.debugDescription,
      """
      paragraph: attachment(public.png, 3 bytes, name "a photo.png", text "A view", title "t") " and " \
      attachment(com.adobe.pdf, 3 bytes, name "notes.pdf") ", " attachment(assets/gone.png, text "x")

      """)
  }

  @Test func whatIsWrittenReadsBackAsTheSame() throws {
    let seed = SeededGenerator.testSeed()
    var random = RandomRichText(
      seed: seed, MarkdownWriterTests.features.union([.attachmentsByData, .attachmentNames]))
    for _ in 0..<Repetitions.count(30, long: 100) {
      let text = random.richText().withLinksToAnchors
      let written = text.writeTextBundle()
      guard case .package(let members) = written.contents else {
        Issue.record("no folder, seed \(seed)")
        return
      }
      expectEqual(Set(members.map { $0.path.lowercased() }).count, members.count, "seed \(seed)")
      let read = try RichText.readTextBundle(members)
      expectEmpty(read.losses, "seed \(seed) \(read.losses)")
      expectEqual(
        read.value.withoutNames.debugDescription, text.withoutNames.debugDescription, "seed \(seed)")
      expect(
        written.losses.allSatisfy { $0.kind == .metadata },
        "seed \(seed) \(written.losses) \(text.debugDescription)")
    }
  }

  @Test func fileNamesAreSafeAndUnique() {
    func attachment(_ name: String?, _ byte: Int) -> RichText.Inline {
      .attachment(
        RichText.Attachment(.data(Data([UInt8(byte)]), typeIdentifier: "public.png"), name: name))
    }
    let names = ["../../etc/passwd", "a.png", "A.PNG", ".hidden", nil, nil]
    let text = RichText([.paragraph(RichText.Paragraph(zip(names, 0...).map { attachment($0, $1) }))])
    guard case .package(let members) = text.writeTextBundle().contents else { return expect(Bool(false)) }
    expectEqual(
      members.map(\.path),
      [
        "assets/-..-etc-passwd", "assets/A-2.PNG", "assets/a.png", "assets/hidden", "assets/image-2.png",
        "assets/image.png", "info.json", "text.md",
      ])
  }

  @Test func aFileThatStandsAtSeveralPlacesIsWrittenOnce() throws {
    func attachment(_ name: String?, _ type: String, _ words: String) -> RichText.Inline {
      .attachment(
        RichText.Attachment(.data(Data([1]), typeIdentifier: type), alternativeText: words, name: name))
    }
    let text = RichText([
      .paragraph(
        RichText.Paragraph([
          attachment("a.png", "public.png", "x"), attachment("a.png", "public.png", "y"),
          attachment("b.png", "public.png", ""), attachment("c.pdf", "com.adobe.pdf", "z"),
          .text(" "), attachment("c.pdf", "com.adobe.pdf", "w"),
        ]))
    ])
    guard case .package(let members) = text.writeTextBundle().contents else { return expect(Bool(false)) }
    expectEqual(
      members.map(\.path), ["assets/a.png", "assets/b.png", "assets/c.pdf", "info.json", "text.md"])
    let reading = try RichText.readTextBundle(members)
    expectEqual(reading.value, text.normalized())
    expectEmpty(reading.losses)
  }

  @Test func otherInformationOfTheBundleIsCounted() throws {
    let reading = try Self.read([
      ("info.json", #"{"version": 3, "transient": true, "creatorURL": "x:", "type": "public.plain-text"}"#),
      ("text.txt", "*a*"), ("assets/b.png", "PNG"), ("QuickLook/Preview.png", "PNG"),
    ])
    expectEqual(reading.value, RichText(plainText: "*a*"))
    expectEqual(
      reading.losses.total().map(\.description),
      [
        "1 image (files in assets that the text does not reference)",
        "metadata in 1 place (other files of the bundle)",
        "metadata in 1 place (other keys of info.json)",
      ])
    expectEqual(reading.warnings, ["The TextBundle is of version 3, and was read as version 2."])
  }

  @Test func aBundleWithoutInformationIsMarkdown() throws {
    let reading = try Self.read([("text.md", "*a*")])
    expectEqual(reading.value, RichText(markdown: "*a*"))
    expectEqual(reading.warnings, ["The TextBundle has no info.json; its text was read as Markdown."])
  }

  @Test(arguments: [
    [info], [("text.md", "a"), ("info.json", "[]")], [("text.md", "a"), ("info.json", "{")],
    [("text.md", "a"), ("info.json", #"{"type": "public.png"}"#)], [("folder/text.md", "a")],
  ])
  func otherFoldersAreRefusedAsTextBundles(files: [(String, String)]) {
    #expect { try Self.read(files) } throws: { ($0 as? CoderError)?.code == .wrongFormat }
  }

  @Test func aBundleIsAFolder() throws {
    let plan = try ConversionRegistry(.textBundle + .markdown).plan(
      from: ["net.daringfireball.markdown"], to: Self.type)
    let result = try plan.run(
      on: RepresentationSource(Data("a".utf8), typeIdentifier: "net.daringfireball.markdown"))
    expectGreater(result.contents.byteCount, 0)
  }
}

extension RichText {
  /// The text without the names of attachments, because a bundle adds missing ones.
  fileprivate var withoutNames: RichText { RichText(blocks.map(\.withoutNames), metadata: metadata) }
}

extension RichText.Block {
  fileprivate var withoutNames: RichText.Block {
    func strip(_ content: [RichText.Inline]) -> [RichText.Inline] {
      [RichText.Inline](
        runs: content.runs.map { run in
          guard case .attachment(var attachment) = run.content else { return run }
          attachment.name = nil
          return RichText.Run(.attachment(attachment), attributes: run.attributes)
        })
    }
    switch self {
    case .paragraph(let words):
      return .paragraph(RichText.Paragraph(strip(words.content), layout: words.layout))
    case .heading(let level, let words):
      return .heading(level: level, RichText.Paragraph(strip(words.content), layout: words.layout))
    case .list(var list):
      for index in list.items.indices {
        list.items[index].blocks = list.items[index].blocks.map(\.withoutNames)
      }
      return .list(list)
    case .blockQuote(let blocks): return .blockQuote(blocks.map(\.withoutNames))
    case .table(var table):
      for row in table.rows.indices {
        for cell in table.rows[row].indices {
          table.rows[row][cell].blocks = table.rows[row][cell].blocks.map(\.withoutNames)
        }
      }
      return .table(table)
    case .definitions(let definitions):
      return .definitions(
        definitions.map { definition in
          RichText.Definition(
            definition.terms.map(strip), meanings: definition.meanings.map { $0.map(\.withoutNames) })
        })
    case .codeBlock, .rule, .pageBreak: return self
    }
  }
}
