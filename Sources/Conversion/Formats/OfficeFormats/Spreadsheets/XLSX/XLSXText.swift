import ProfferConversions
import XMLText

/// A text of a cell or of the shared strings, which may consist of runs with their own formatting.
struct XLSXText {
  /// Whether a run has formatting.
  private(set) var isRich = false
  /// Whether the text has a phonetic guide, which is dropped.
  private(set) var hasPhoneticGuide = false

  /// Appends the text of the current element to bytes, up to the end of the element.
  init(_ xml: inout PackageXML<XLSXName>, appendingTo bytes: inout [UInt8]) throws(CoderError) {
    var depth = 1
    var start: Int?
    while let event = try xml.next() {
      switch event {
      case .text:
        if start != nil { xml.appendText(to: &bytes) }
      case .begin(let name):
        switch name {
        case .phoneticRun:
          hasPhoneticGuide = true
          try xml.skipElement()
        case .runProperties:
          isRich = true
          try xml.skipElement()
        case .text:
          start = bytes.count
          depth += 1
        case .run: depth += 1
        default: try xml.skipElement()
        }
      case .end(let name):
        depth -= 1
        if name == .text, let begin = start {
          EscapedText.decode(&bytes, from: begin)
          start = nil
        }
        if depth == 0 { return }
      }
    }
  }
}
