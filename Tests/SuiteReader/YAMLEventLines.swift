import ConfigurationFormats
import Foundation
import ProfferConversions

/// The events of a YAML stream as lines, such as `+MAP {} &anchor <tag>` and `=VAL :text`.
enum YAMLEventLines {
  static func lines(of data: Data) throws -> [String] {
    try YAMLText.withBytes(of: data) { bytes in
      var parser = YAMLParser(unsafeBytes: bytes, depthLimit: 512)
      var lines = ["+STR"]
      while true {
        let event = try parser.next()
        if event.kind == .streamEnd { return lines + ["-STR"] }
        lines.append(line(of: event, parser))
      }
    }.result
  }

  private static func line(of event: YAMLEvent, _ parser: YAMLParser) -> String {
    let marks = [parser.anchor(of: event).map { " &\($0)" }, parser.tag(of: event).map { " <\($0)>" }]
      .compactMap(\.self)
      .joined()
    return switch event.kind {
    case .documentStart: event.isExplicit ? "+DOC ---" : "+DOC"
    case .documentEnd: event.isExplicit ? "-DOC ..." : "-DOC"
    case .mappingStart: "+MAP" + (event.style == .flow ? " {}" : "") + marks
    case .mappingEnd: "-MAP"
    case .sequenceStart: "+SEQ" + (event.style == .flow ? " []" : "") + marks
    case .sequenceEnd: "-SEQ"
    case .scalar: "=VAL\(marks) \(mark(of: event.style))\(escaped(parser.text(of: event)))"
    case .alias: "=ALI *\(parser.text(of: event))"
    case .streamEnd, .placeholder: ""
    }
  }

  private static func mark(of style: YAMLEvent.Style) -> String {
    switch style {
    case .singleQuoted: "'"
    case .doubleQuoted: "\""
    case .literal: "|"
    case .folded: ">"
    case .none, .plain, .block, .flow: ":"
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case "\u{8}": result += "\\b"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
