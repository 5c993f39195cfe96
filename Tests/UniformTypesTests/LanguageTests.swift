import TestSupport;
import Testing

@testable import UniformTypes

/// Languages of text that have no signature.
@Suite struct LanguageTests {
  private func best(_ text: String, isWhole: Bool = true) -> String? {
    ContentSignatures.standard.candidates(in: Array(text.utf8), isWhole: isWhole).first?.typeIdentifier
  }

  static let texts: [(type: String, text: String)] = [
    ("net.daringfireball.markdown", "# Garden\n\nSee the [plan](plan.html) for May.\n\n- peas\n- beans\n"),
    ("net.daringfireball.markdown", "Garden\n======\n\n```sh\nwater --beds 3\n```\n\nWater *every* bed.\n"),
    (
      "net.daringfireball.markdown",
      "---\ntitle: Garden\n---\n\n## Beds\n\n| bed | crop |\n|---|---|\n| 1 | peas |\n"
    ),
    (
      "net.daringfireball.markdown",
      "<p align=\"center\">Garden</p>\n\n# Garden\n\n![Plan](plan.png) and a [list](https://example.com/list)\n"
    ),
    ("public.comma-separated-values-text", "item,count,price\npen,3,1.20\nbook,1,14.00\n"),
    ("public.comma-separated-values-text", "item;count;price\r\npen;3;1,20\r\nbook;1;14,00\r\n"),
    (
      "public.comma-separated-values-text",
      "\"name\",\"note\"\n\"pen\",\"blue, thin\"\n\"book\",\"two\nlines\"\n"
    ),
    ("public.tab-separated-values-text", "item\tcount\tshelf\npen\tthree\tA\nbook\tone\tB\n"),
    ("public.yaml", "---\nname: garden\nbeds: 3\n"),
    (
      "public.yaml",
      "garden:\n  beds: 3\n  crops:\n    - peas\n    - beans\nwater:\n  every: day\n  text: |\n    Any text\n"
    ),
    (
      "public.toml",
      "title = \"Garden\"\n\n[beds]\ncount = 3\ncrops = [\n  \"peas\",\n]\nsince = 2024-05-01\n"
    ),
    ("com.netscape.javascript-source", "'use strict';\n\nvar beds = require('./beds');\nbeds.water(3);\n"),
    (
      "com.netscape.javascript-source",
      "import { water } from './beds.js'\n\nexport const all = () => water(3)\n"
    ),
    (
      "com.netscape.javascript-source",
      "(function () {\n  document.title = 'Garden';\n  this.beds = 3;\n})();\n"
    ),
    (
      "com.microsoft.typescript",
      "import type { Bed } from './bed'\n\nexport interface Garden {\n  name: string\n  beds: number\n}\n"
    ),
    ("com.microsoft.typescript", "export function water(beds: number): void {\n  console.log(beds)\n}\n"),
    ("public.python-script", "import os\nfrom beds import Bed\n\n\ndef water(beds):\n    return len(beds)\n"),
    (
      "public.python-script",
      "\"\"\"The garden.\n\nAny text: (with [brackets\n\"\"\"\n\n\nclass Garden(object):\n    def __init__(self):\n        self.beds = {\n            1: 'peas',\n        }\n"
    ),
    (
      "public.css",
      "/* Garden */\n@media print {\n  .bed > a:hover { color: green; }\n}\nbody { margin: 0 }\n"
    ),
    ("public.patch-file", "--- old.txt\n+++ new.txt\n@@ -1,2 +1,2 @@\n peas\n-beans\n+leek\n"),
    ("public.patch-file", "Water more often.\n\n--- a/x\t2024\n+++ b/x\t2024\n@@ -1 +1 @@\n-3\n+4\n"),
    (
      "public.patch-file", "*** old\t2024\n--- new\t2024\n***************\n*** 1 ****\n! 3\n--- 1 ----\n! 4\n"
    ),
    ("public.patch-file", "2,3c2\n< peas\n< beans\n---\n> leek\n"),
    (
      "io.proffer.subrip",
      "1\n00:00:01,000 --> 00:00:02,500\nWater the beds.\n\n2\n00:00:03,000 --> 00:00:04,000\nNow.\n"
    ),
    ("com.apple.rez-source", "#include \"Types.r\"\n\nresource 'STR ' (128) {\n  \"Garden\"\n};\n"),
  ]

  @Test(arguments: texts.indices)
  func theFormsOfAllLinesMeanTheLanguage(_ index: Int) {
    expectEqual(best(Self.texts[index].text), Self.texts[index].type)
  }

  @Test(arguments: texts.indices)
  func aTextThatIsCutOffAnywhereIsReadSafely(_ index: Int) {
    let text = Array(Self.texts[index].text.utf8)
    for count in 1..<text.count {
      for isWhole in [false, true] {
        let matches = ContentSignatures.standard.candidates(in: Array(text.prefix(count)), isWhole: isWhole)
        expectEqual(matches.last?.confidence, .general)
      }
    }
  }

  @Test(arguments: texts.indices)
  func theLanguageIsReadOnlyOnRequest(_ index: Int) {
    let text = Array(Self.texts[index].text.utf8)
    let found = text.withUnsafeBytes {
      ContentSignatures.standard.candidates(in: $0, isWhole: true, readsLanguages: false).first?
        .typeIdentifier
    }
    #expect(["public.utf8-plain-text", "public.html"].contains(found))
  }

  @Test(arguments: [
    // Headings, lists and links of other texts
    "# Water the beds\n# every day\nbeds = 3\n", "NEWS\n====\n\n * Peas are sown.\n * Beans are not.\n",
    "Title\n=====\n\n.. note:: Water\n\nSee `the plan <plan.html>`_ and ``beds``.\n\n- peas\n- beans\n",
    "= Garden\n\n== Beds\n\nSee link:plan.html[the plan](now).\n", "a[i](x, y) = 3\n\n# One heading\n",
    // Sentences with commas, and statements
    "Milk, bread\nTea, coffee\nSalt, pepper\n", "foo(a, 1);\nfoo(b, 2);\nfoo(c, 3);\n",
    "Dear Ann, dear Bob,\nthe garden, as you know,\nneeds water, and soon,\n",
    // Fields of messages and packages, and sections of settings
    "Package: garden\nVersion: 3\nDescription: beds\n for peas and beans\n .\n and leek: too\n",
    "Name: garden\nBeds: 3\nWater: daily\nCrops: peas\n", "[garden]\nname=Beds\ncount=3\n",
    "[org/garden:Beds]\nname='peas'\n count='3'\nx='y'\n",
    // Words of programs in sentences, and programs in other languages
    "import the plan\nfrom here to there\ndef is short for definition\nclass begins at nine\n",
    "import Foundation\n\nfunc water(beds: Int) {\n  print(beds)\n}\n",
    "import os, strutils\n\nproc water() =\n  echo \"x\"\n",
    "class Garden\n  def water(beds)\n    beds.each { |bed| bed.water }\n  end\nend\n",
    "package garden;\n\nimport java.util.List;\n\npublic class Garden {\n  private String name;\n}\n",
    "function water(beds)\n  return beds\nend\n", "function water() {\n  echo \"$1\"\n}\nwater 3\n",
    "#include <stdio.h>\n\nint main(void) {\n  return 0;\n}\n", "x <- function(beds) {\n  beds + 1\n}\n",
    // Rules without known properties, and differences as examples
    "garden { beds: 3; crops: 2 }\n", "type Garden {\n  beds: Int\n}\n",
    "The output looks so:\n\n--- old\n+++ new\n@@ -1 +1 @@\n-3\n+4\n\nThen read it.\nUse patch.\nDo it again.\n",
    "--- old\n+++ new\n@@ many lines @@\n", "1\n00:00:01.000 --> 00:00:02.000\nPoints instead of commas.\n",
    "1\n00:00:01 --> 00:00:02\nNo milliseconds.\n", "[1][2] are two values on one line\n", "[1][2]\n",
  ])
  func otherTextsStayPlain(_ text: String) {
    expectEqual(best(text), "public.utf8-plain-text")
  }

  @Test func aDocumentOfHTMLIsNotMarkdown() {
    expectEqual(
      best("<html><body>\n# Not a heading\n\n[a](b.html)\n\n```\nx\n```\n</body></html>\n"), "public.html")
  }
}
