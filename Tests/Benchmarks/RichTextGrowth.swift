import Foundation
import ProfferConversions
import StandardCoders
import UniformTypes

/// The growth of the time to convert between text formats when the input is twice as large.
///
/// The documents have several shapes.
struct RichTextGrowth: GrowthBenchmark {
  let name = "rich-text-growth"

  private struct Shape: Sendable {
    let name: String
    /// Markdown of about the given number of kilobytes.
    let make: @Sendable (Int) -> String
  }

  private static func repeated(_ unit: String, kilobytes: Int) -> String {
    String(repeating: unit, count: kilobytes * 1000 / unit.utf8.count)
  }

  private static let shapes = [
    Shape(name: "document") { kilobytes in
      repeated(
        """
        ## A part of *the* text

        Some words with **strong**, *soft* and `code` ones, and a [link](https://example.org/ "title").
        A second line, \\*escaped\\*, with an &eacute; and a – dash.

        - one
        - two
          1. two and a half
        - three

        > Said somebody, many times.

            code in a block


        """, kilobytes: kilobytes)
    },
    Shape(name: "deep nesting") { kilobytes in
      repeated(String(repeating: "> ", count: 40) + "words\n\n" + "words\n\n", kilobytes: kilobytes)
    },
    Shape(name: "deep lists") { kilobytes in
      repeated(
        (0..<30).map { String(repeating: "  ", count: $0) + "- a\n" }.joined() + "\nb\n\n",
        kilobytes: kilobytes)
    },
    Shape(name: "one long line") { repeated("words and *more* of **them** ", kilobytes: $0) },
    Shape(name: "one long word") { repeated("wordsandmoreofthem", kilobytes: $0) },
    Shape(name: "links") { repeated("[a](https://example.org/b \"c\") ", kilobytes: $0) + "\n" },
    Shape(name: "brackets") { repeated("[^1] [a][b] [c ![d] ] ", kilobytes: $0) + "\n" },
    Shape(name: "footnotes") { kilobytes in
      (0..<kilobytes * 40).map { "a[^\($0)] " }.joined() + "\n\n"
        + (0..<kilobytes * 20).map { "[^\($0)]: words of a note\n" }.joined()
    },
    Shape(name: "tables") {
      repeated("| a | *b* | c |\n|---|:-:|--:|\n| 1 | 2 | 3 |\n| 4 | 5 | 6 |\n\n", kilobytes: $0)
    },
    Shape(name: "one long table") {
      "| a | *b* | c |\n|---|:-:|--:|\n" + repeated("| 1 | **2** | 3 |\n", kilobytes: $0)
    },
    Shape(name: "styles") { kilobytes in
      (0..<kilobytes * 14).map { place in
        "<span style=\"color:#\(String(1_000_000 + place % 4_000, radix: 16));font-size:\(8 + place % 40)pt\">a</span> ***b*** "
      }.joined()
    },
    Shape(name: "HTML around Markdown") {
      repeated("<table><tr><td>\n\n*a*\n\n</td></tr></table>\n\n", kilobytes: $0)
    },
  ]

  private static let types = [
    "net.daringfireball.markdown", "public.html", "public.rtf", "public.utf8-plain-text",
    "org.textbundle.package",
  ]

  /// The kilobytes of an input of size 1 before its conversion; large compared with the start of a process.
  private static let kilobytes = 100

  private static let registry = ConversionRegistry(.standard, types: .standard)

  private static func converted(_ contents: DocumentContents, _ source: String, _ destination: String) throws
    -> DocumentContents
  {
    try registry.plan(from: [source], to: destination)
      .run(on: RepresentationSource(contents, typeIdentifier: source)).contents
  }

  let works = shapes.flatMap { shape in
    types.flatMap { source in
      types.map { destination in
        GrowthWork(name: "\(shape.name), \(source) to \(destination)") { size in
          let markdown = DocumentContents.data(Data(shape.make(kilobytes * size).utf8))
          let input = try converted(markdown, "net.daringfireball.markdown", source)
          return {
            _ = try converted(input, source, destination)
            return input.byteCount
          }
        }
      }
    }
  }
}
