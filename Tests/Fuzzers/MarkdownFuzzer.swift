import RichTextFormats

/// Markdown: read, and written and read again.
struct MarkdownFuzzer: Fuzzer {
  let material = Material(
    seeds: [
      """
      # Title #

      Some *words* with **more _of_ them**, `code`, [a link](https://example.org "t"), ![a](b.png) &amp; &#65;  
      https://example.org, who@example.org.\\
      Next

      - one
        - [x] two

          three
      1) four

      > a quote
      goes on

      ```swift
      let a = "`"
      ```

      | a | b |
      |:--|--:|
      | `x\\|y` | ~~z~~ |

      [ref]: <a b> 'title'
      [x][ref], [ref][], [ref]

      <div>html</div>

      a<u>b</u><!-- c --><br/>
      Title
      ===
      ***
      """, "---\ntitle: a\n---\n\n* * *\n+ a\n\n\tcode\n",
    ].map { Array($0.utf8) },
    words: [
      "*", "**", "_", "__", "~", "`", "``", "[", "]", "](", "![", "][", "<", ">", "<b>", "</b>", "<!--",
      "-->", "&amp;", "\\", "\n\n",
      "    ", "\t", "- ", "1. ", "> ", "# ", "```", "|", "|-|\n", "---\n", "===\n", "  \n", "[a]: b\n",
      "http://", "www.", "@",
    ],
    pairs: [
      ("*", "*"), ("**", "**"), ("[", "](a)"), ("> ", ""), ("- ", ""), ("<b>", "</b>"), ("`", "`"),
      ("(", ")"),
    ],
    shapes: [
      GrowingShape(repeating: "["), GrowingShape(repeating: "*a_ "), GrowingShape(repeating: "> "),
      GrowingShape(repeating: "- "), GrowingShape(repeating: "`a``"), GrowingShape(repeating: "[a]("),
      GrowingShape(repeating: "<!--"), GrowingShape(repeating: "|a"), GrowingShape(repeating: "[a]: b\n"),
      GrowingShape(repeating: "www.a_"), GrowingShape(repeating: "![[a](b) "),
      GrowingShape("- ", repeating: "a\n  "),
    ])

  func check(_ input: [UInt8]) throws(Finding) {
    let text = RichText(markdown: String(decoding: input, as: UTF8.self))
    try Finding.unless(text == text.normalized(), "the reader's text is not normalized")
    let markdown = text.markdown()
    // The first round trip loses content that Markdown cannot express; the second must change nothing.
    let again = RichText(markdown: markdown)
    let third = RichText(markdown: again.markdown())
    try Finding.unless(
      third == again,
      "after writing and reading, the value differs:\n\(again.debugDescription)\n\(third.debugDescription)")
    _ = RichText(plainText: text.plainText())
  }
}
