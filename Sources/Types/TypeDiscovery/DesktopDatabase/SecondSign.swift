import ByteTools
import UniformTypes

/// Checks the signatures of the database that consist of so few bytes that other files have them by chance.
///
/// Examples are `%` for MATLAB source, `##` for Octave, and `class` for Modelica: Markdown, TeX and many notes
/// begin in the same way. Such a signature is accepted only with a second sign of the format in the content.
struct SecondSign {
  /// The number of bits that a signature of binary data must specify.
  private static let bitCountOfData = 18
  /// The number of bits that a signature of a text must specify, as few characters are frequent in texts.
  private static let bitCountOfText = 40
  /// The number of bits that a signature must specify if it consists of words, or of capitals only.
  private static let bitCountOfWords = 96
  private static let bitCountOfCapitals = 64
  /// The number of bits that a signature must specify if it begins with a tag.
  private static let bitCountOfTag = 64

  let bytes: UnsafeRawBufferPointer
  /// Whether the bytes are a text.
  let isText: Bool

  /// The reliability of a signature that matches the bytes.
  enum Reliability { case sufficient, confirmed, insufficient }

  /// Returns whether a matching signature is sufficient, or has a second sign.
  func reliability(of signature: MimeSignature) -> Reliability {
    guard let match = signature.strongestMatch(in: bytes) else { return .insufficient }
    if !isText {
      if match.bitCount >= Self.bitCountOfData { return .sufficient }
      return hasSignOfData(signature.mimeType) ? .confirmed : .insufficient
    }
    if match.isTag {
      if match.bitCount >= Self.bitCountOfTag { return .sufficient }
      return ContentSignatures.rootElement(in: bytes) != nil ? .sufficient : .insufficient
    }
    if Self.structured.contains(signature.mimeType) { return .insufficient }
    let needed =
      match.isWords ? match.areCapitals ? Self.bitCountOfCapitals : Self.bitCountOfWords : Self.bitCountOfText
    if match.bitCount >= needed { return .sufficient }
    guard let alternatives = Self.signs[signature.mimeType] else { return .insufficient }
    return alternatives.contains { $0.allSatisfy(isPresent) } ? .confirmed : .insufficient
  }

  // MARK: Data

  /// Returns whether binary data has the structure of a font of TeX.
  private func hasSignOfData(_ mimeType: String) -> Bool {
    switch mimeType {
    case "application/x-font-tex-tfm":
      // The first number is the sum of the other lengths in the header.
      guard bytes.count >= 24 else { return false }
      let numbers = (0..<12).map { (place: Int) -> Int in
        let high = Int(bytes[place * 2])
        return high << 8 | Int(bytes[place * 2 + 1])
      }
      let characterCount: Int = numbers[3] - numbers[2] + 1
      return numbers[0] == 6 + numbers[1] + characterCount + numbers[4...].reduce(0, +)
    case "application/x-font-tex":
      // A comment and its length follow the signature.
      guard bytes.count > 3, bytes[2] > 4, bytes.count > 3 + Int(bytes[2]) else { return false }
      return bytes[3..<3 + Int(bytes[2])].allSatisfy { (0x20...0x7E).contains($0) }
    default: return false
    }
  }

  // MARK: Texts

  /// A condition for a text.
  private enum Sign {
    /// A line begins with a text.
    case line(String)
    /// A line ends with a text.
    case end(String)
    /// No line ends with a text.
    case noEnd(String)
    /// The examined bytes contain a text.
    case any(String)
    /// Every line begins with a text.
    case every(String)
    /// A line begins with a period and two letters.
    case macro
    /// The second line is a header field of a message.
    case field
    /// The text begins with two numbers, each in the given brackets.
    case numbers(UInt8, UInt8)
  }

  /// The types whose whole structure is examined without the database.
  private static let structured: Set<String> = ["text/x-patch", "application/x-subrip"]

  /// The conditions by MIME type: a list of alternatives, each of which consists of conditions.
  private static let signs: [String: [[Sign]]] = {
    var signs: [String: [[Sign]]] = [:]
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      signs[words[0], default: []].append(words.dropFirst().compactMap(sign))
    }
    return signs
  }()

  private static func sign(_ word: String) -> Sign? {
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let text = (parts.count > 1 ? parts[1] : "").map { $0 == "_" ? " " : String($0) }.joined()
    switch parts[0] {
    case "line": return .line(text)
    case "end": return .end(text)
    case "no-end": return .noEnd(text)
    case "any": return .any(text)
    case "every": return .every(text)
    case "field": return .field
    case "macro": return .macro
    case "numbers": return text.utf8.count == 2 ? .numbers(text.utf8.first ?? 0, text.utf8.last ?? 0) : nil
    default: return nil
    }
  }

  /// One alternative per line: a MIME type and its conditions.
  ///
  /// An underscore represents a space.
  private static let table = #"""
    application/postscript line:%%
    application/postscript any:_def
    application/postscript any:showpage
    text/x-csrc line:#include
    text/x-csrc line:#define
    text/x-csrc line:#if
    text/x-csrc line:int_
    text/x-csrc line:void_
    text/x-csrc line:static_
    text/x-csrc line:struct_
    text/x-csrc line:typedef_
    text/x-csrc line:extern_
    text/x-csrc every://
    text/x-matlab line:function_ end:; no-end:{
    text/x-matlab line:function_ line:% no-end:{
    text/x-matlab line:classdef_
    text/x-matlab line:endfunction
    text/x-tex any:\begin{
    text/x-tex any:\documentclass
    text/x-tex any:\input
    text/x-tex any:\def\
    text/x-tex any:\usepackage
    text/x-tex any:\newcommand
    text/x-tex any:\bye
    text/x-modelica line:end_ end:; any:equation
    text/x-modelica line:end_ end:; any:parameter_
    text/x-modelica line:within end:;
    text/x-modelica line:end_ end:; any:algorithm
    text/x-emacs-lisp line:(def
    text/x-emacs-lisp line:(require
    text/x-emacs-lisp line:(setq
    text/troff macro
    text/x-microdvd numbers:{}
    text/x-mpl2 numbers:[]
    text/spreadsheet line:C;
    text/spreadsheet line:B;
    message/rfc822 field
    message/news field
    application/mbox field
    model/stl any:facet_
    model/obj line:v_
    model/mtl line:K
    application/sdp line:o= line:t=
    application/sdp line:o= line:m=
    text/vnd.graphviz any:{ any:->
    text/vnd.graphviz any:{ any:--
    text/x-uuencode line:begin_6
    text/x-uuencode line:begin_7
    application/x-perl end:;
    application/sparql-query any::_<
    text/x-ssa line:[Events]
    text/x-mrml line:<mrml
    application/x-php line:<?php
    application/x-ccmx any:DESCRIPTOR
    application/x-qtiplot any:<windows>
    """#

  private func isPresent(_ sign: Sign) -> Bool {
    switch sign {
    case .line(let text): return lines.contains { $0.starts(with: text.utf8) }
    case .end(let text): return lines.contains { $0.suffix(text.utf8.count).elementsEqual(text.utf8) }
    case .noEnd(let text): return !lines.contains { $0.suffix(text.utf8.count).elementsEqual(text.utf8) }
    case .every(let text): return lines.allSatisfy { $0.isEmpty || $0.starts(with: text.utf8) }
    case .any(let text):
      return lines.contains { line in
        line.indices.contains { line[$0...].starts(with: text.utf8) }
      }
    case .field:
      guard lines.count > 1, let line = lines.dropFirst().first,
        let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex
      else { return false }
      return line[..<colon].allSatisfy { ($0 | 0x20) &- UInt8(ascii: "a") < 26 || $0 == UInt8(ascii: "-") }
    case .macro:
      return lines.contains { line in
        line.first == UInt8(ascii: ".") && line.count > 2
          && line.dropFirst().prefix(2).allSatisfy { ($0 | 0x20) &- UInt8(ascii: "a") < 26 }
      }
    case .numbers(let open, let close):
      var rest = bytes[...].drop { $0 <= 0x20 }
      for _ in 0..<2 {
        guard rest.popFirst() == open else { return false }
        rest = rest.drop { $0 &- UInt8(ascii: "0") < 10 }
        guard rest.popFirst() == close else { return false }
      }
      return true
    }
  }

  /// The lines of the first bytes, without white space at their ends.
  private var lines: some Collection<Slice<UnsafeRawBufferPointer>> {
    bytes.prefix(8192).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).lazy.map {
      line in
      line.dropLast(line.reversed().prefix { $0 <= 0x20 }.count)
    }
  }
}

extension MimeSignature {
  /// The rules with which bytes match a signature.
  struct Match {
    /// The number of bits that the rules specify, reduced if a rule allows several offsets.
    var bitCount = 0
    /// Whether the rules consist only of letters and spaces.
    var isWords = true
    /// Whether the rules contain no small letters.
    var areCapitals = true
    /// Whether a rule begins with the tag of an element.
    var isTag = false

    mutating func add(_ rule: Rule) {
      let bits = rule.mask.isEmpty ? rule.value.count * 8 : rule.mask.reduce(0) { $0 + $1.nonzeroBitCount }
      bitCount += bits - (rule.rangeCount.bitWidth - 1 - rule.rangeCount.leadingZeroBitCount)
      isWords =
        isWords
        && rule.value.allSatisfy {
          ($0 | 0x20) &- UInt8(ascii: "a") < 26 || $0 <= 0x20 || $0 == UInt8(ascii: ":")
        }
      areCapitals = areCapitals && rule.value.allSatisfy { $0 &- UInt8(ascii: "a") >= 26 }
      isTag = isTag || rule.value.first == UInt8(ascii: "<")
    }
  }

  /// Returns the match that specifies the most bits; nil if the bytes do not match.
  func strongestMatch(in bytes: UnsafeRawBufferPointer) -> Match? {
    var best: Match?
    /// The matches of the rules above the current rule.
    var above: [Match] = []
    for index in rules.indices where rules[index].depth <= above.count {
      let depth = rules[index].depth
      above.removeLast(above.count - depth)
      guard rules[index].matches(bytes) else { continue }
      var match = above.last ?? Match()
      match.add(rules[index])
      above.append(match)
      let isLast = index + 1 == rules.endIndex || rules[index + 1].depth <= depth
      if isLast, match.bitCount > best?.bitCount ?? 0 { best = match }
    }
    return best
  }
}
