import Foundation
import TestSupport

#if canImport(FoundationXML)
  import FoundationXML
#endif

/// Foundation's XML parser, asked whether a document is XML.
final class XMLDocumentCheck: NSObject, XMLParserDelegate {
  static func isWellFormed(_ bytes: Data) -> Bool {
    let parser = XMLParser(data: bytes)
    let check = XMLDocumentCheck()
    parser.delegate = check
    return parser.parse()
  }
}

/// Python's html5lib, which parses as the HTML Standard says and can refuse what is not valid.
enum HTML5Library {
  /// Whether it is installed.
  static let isThere: Bool = {
    do {
      return try ProgramRun.run(
        "/usr/bin/env", ["python3", "-c", "import html5lib"], environment: testEnvironment
      )
      .status == 0
    } catch { return false }
  }()

  /// What html5lib says against a document; nil if nothing.
  static func complaint(about documents: [Data]) throws -> String? {
    let script = """
      import sys, html5lib
      for number, text in enumerate(sys.stdin.buffer.read().decode().split(chr(0))):
          parser = html5lib.HTMLParser(strict=False)
          parser.parse(text)
          if parser.errors:
              print(number, parser.errors[0], text)
              break
      """
    let run = try ProgramRun.run(
      "/usr/bin/env", ["python3", "-c", script], environment: testEnvironment,
      input: [UInt8](Data(documents.joined(separator: [0]))))
    return run.status == 0 && run.text.isEmpty ? nil : run.text + run.errorText
  }
}
