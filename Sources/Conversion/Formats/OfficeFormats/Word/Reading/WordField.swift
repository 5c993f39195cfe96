import Foundation
import RichTextFormats

/// A field that is open: its instruction, and the place where its result begins.
struct WordField {
  /// The text of the instruction in UTF-8.
  var code: [UInt8] = []
  /// The instruction; nil until the result begins.
  var instruction: FieldInstruction?
  /// The link of the field's result.
  var link: RichText.Link?
  // The place in the text where the result begins.
  var runCount = 0
  var textCount = 0
  var paragraphCount = 0
  /// The state of a form's check box; nil if the form contains only the initial state.
  var isTicked: Bool?
  var isTickedAtFirst = false
  /// The entries of a drop-down list, and the index of the selected entry.
  var entries: [String] = []
  var selection = 0

  /// The maximum number of open fields.
  static let limit = 200

  /// Whether the result has begun.
  var hasResult: Bool { instruction != nil }

  /// Parses the instruction.
  mutating func beginResult() {
    let parsed = FieldInstruction(code)
    instruction = parsed
    link = parsed.link ?? reference(parsed)
  }

  /// The link of a cross-reference; nil for other fields, and for references that are not links.
  private func reference(_ instruction: FieldInstruction) -> RichText.Link? {
    guard let name = instruction.name, ["ref", "pageref", "noteref"].contains(name),
      instruction.has("\\h"), let target = instruction.argument, !target.isEmpty
    else { return nil }
    return RichText.Link("#\(target)")
  }

  /// The source of an equation: the instruction without the name of the field.
  var equation: String {
    let text = String(decoding: code, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    return text.dropFirst(2).trimmingCharacters(in: .whitespaces)
  }
}
