import Conversions
import Foundation
import RepresentationCoders
import UniformTypes

/// How much longer a conversion between formats of text takes when its input is twice as large; the worst of all pairs and
/// shapes.
struct RichTextGrowth: Benchmark {
  let name = "rich-text-growth"

  private struct Shape: Sendable {
    let name: String
    /// Markdown, about as many kilobytes long as told.
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

  private static let registry = ConversionRegistry(.standard, types: .standard)

  private static func converted(_ contents: DocumentContents, _ source: String, _ destination: String) throws
    -> DocumentContents
  {
    try registry.plan(from: [source], to: destination)
      .run(on: RepresentationSource(contents, typeIdentifier: source)).contents
  }

  func run() throws -> BenchmarkOutcome {
    var results: [(ratio: Double, pair: String)] = []
    for shape in Self.shapes {
      for source in Self.types {
        let inputs = try [40, 80].map { kilobytes in
          let markdown = DocumentContents.data(Data(shape.make(kilobytes).utf8))
          return try Self.converted(markdown, "net.daringfireball.markdown", source)
        }
        for destination in Self.types {
          var times = [Double.infinity, Double.infinity]
          // Doubtful ones are measured again: whatever else the machine does only makes them slower.
          for round in 0..<12 {
            for (place, input) in inputs.enumerated() {
              let start = ContinuousClock.now
              _ = try Self.converted(input, source, destination)
              times[place] = min(times[place], start.duration(to: .now) / .nanoseconds(1))
            }
            if round >= 3, times[1] / times[0] < 2.1 { break }
          }
          results.append((times[1] / times[0], "\(shape.name), \(source) to \(destination)"))
        }
      }
    }
    results.sort { $0.ratio > $1.ratio }
    return .measured(
      .init(
        value: results.first?.ratio ?? 0, unit: "× for twice the input", target: .atMost(2.2),
        details: results.prefix(4).map { "\($0.pair) \($0.ratio.short)" }.joined(separator: "; ")))
  }
}
