import Foundation
import ProfferConversions
import StructuredFormats

/// Writes a dictionary as INI, in UTF-8.
///
/// A member that is a dictionary becomes a section. All other members of the outermost dictionary are written
/// before the first section.
struct INIWriter {
  private var texts = KeyValueTexts()
  private var output: [UInt8] = []

  static func written(_ value: StructuredValue) throws -> Written {
    var writer = INIWriter()
    try writer.write(value)
    return Written(Data(writer.output), losses: writer.texts.losses.total)
  }

  private mutating func write(_ value: StructuredValue) throws {
    let members = try texts.members(of: value, as: "INI")
    var hasSections = false
    for member in members {
      if member.value.members != nil {
        hasSections = true
      } else {
        if hasSections { texts.lose(.order, "keys after a section, written before it") }
        try write(member, in: nil)
      }
    }
    for section in members {
      guard section.value.members != nil else { continue }
      if !output.isEmpty { output.append(UInt8(ascii: "\n")) }
      output.append(contentsOf: try Self.heading(of: section.key))
      for member in try texts.members(of: section.value, as: "INI") { try write(member, in: section.key) }
    }
  }

  private static func heading(of section: String) throws -> [UInt8] {
    let heading = Array("[\(section)]\n".utf8)
    guard reads(heading, as: [StructuredMember(section, .dictionary([]))]) else {
      throw CoderError(.unwritable, "INI cannot represent the section name", subject: section)
    }
    return heading
  }

  private mutating func write(_ member: StructuredMember, in section: String?) throws {
    if case .null = member.value {
      let line = Array("\(member.key)\n".utf8)
      guard Self.reads(line, as: [member]) else { throw Self.unwritable("key", member.key, in: section) }
      return output.append(contentsOf: line)
    }
    let text = texts.text(of: member.value)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n\t")
    // The quotes protect spaces at the ends, quotes, and nothing else.
    for form in [lines, "\"\(text)\"", "'\(text)'"] {
      let line = Array((form.isEmpty ? "\(member.key) =\n" : "\(member.key) = \(form)\n").utf8)
      guard Self.reads(line, as: [StructuredMember(member.key, .string(text))]) else { continue }
      return output.append(contentsOf: line)
    }
    let isKey = Self.reads(Array("\(member.key) =\n".utf8), as: [StructuredMember(member.key, "")])
    throw Self.unwritable(
      isKey ? "line breaks, spaces, quotes or U+0000 of the value of" : "key", member.key, in: section)
  }

  private static func unwritable(_ part: String, _ key: String, in section: String?) -> CoderError {
    CoderError(
      .unwritable, "INI cannot represent the \(part) \(key)", subject: section.map { "section \($0)" })
  }

  /// Returns whether a text is read as the given members.
  ///
  /// The rules for reading are the only definition of what must be quoted.
  private static func reads(_ text: [UInt8], as members: [StructuredMember]) -> Bool {
    // A reader would decode a file with U+0000 as UTF-16.
    if text.contains(0) { return false }
    do {
      return try INIReader.value(of: text) == .dictionary(members)
    } catch {
      return false
    }
  }
}
