import ProfferConversions
import StructuredFormats

extension ContactCards {
  /// The cards as readable text: the name, then one line for each property.
  ///
  /// An empty line separates the cards. Pictures, sounds and properties without a label are omitted and
  /// reported as lost.
  var plainText: Reading<String> {
    var losses = LossCounter()
    let cards = self.cards.map { card -> String in
      noteHiddenParts(of: card, losses: &losses)
      let lines = card.properties.compactMap { CardText.line($0, losses: &losses) }
      return ([card.formattedName ?? "Unnamed"] + lines).joined(separator: "\n")
    }
    return Reading(cards.joined(separator: "\n\n") + "\n", losses: losses.total)
  }

  /// Counts the parts of a name that the formatted name does not contain, such as a middle name.
  private func noteHiddenParts(of card: ContentComponent, losses: inout LossCounter) {
    let shown = card.formattedName ?? ""
    for property in card.properties where property.name == "n" {
      let hidden = property.nameParts.count { !shown.contains($0) }
      losses.add(.metadata, "name components missing from the formatted name", count: hidden)
    }
  }
}

/// Formats a card as text.
private enum CardText {
  /// The label of each property, written at the start of its line.
  private static let labels: [String: String] = [
    "nickname": "Nickname", "org": "Organisation", "title": "Title", "role": "Role", "tel": "Phone",
    "email": "Email", "adr": "Address", "label": "Address", "url": "Web", "impp": "Message",
    "bday": "Birthday", "anniversary": "Anniversary", "deathdate": "Died", "birthplace": "Born in",
    "deathplace": "Died in", "note": "Note", "categories": "Categories", "lang": "Language", "geo": "Place",
    "tz": "Time zone", "related": "Related", "member": "Member", "hobby": "Hobby", "interest": "Interest",
    "expertise": "Expertise",
  ]
  /// Properties that are omitted without reporting a loss.
  ///
  /// `fn` is already on the first line; the others describe the file or its revision.
  private static let silent: Set<String> = ["version", "prodid", "rev", "fn"]

  static func line(_ property: ContentProperty, losses: inout LossCounter) -> String? {
    guard !silent.contains(property.name) else { return nil }
    if ["photo", "logo", "sound"].contains(property.name) {
      losses.add(.images)
      return nil
    }
    guard let label = labels[property.name] else {
      // The first line shows the name. Parts that are not in it are counted elsewhere.
      if property.name != "n" { losses.add(.metadata, "properties not shown in the text") }
      return nil
    }
    let types = property.parameter("type").map { $0.lowercased() }
      .filter { !["voice", "internet", "pref", "uri"].contains($0) }
    let kind = types.isEmpty ? "" : " (\(types.joined(separator: ", ")))"
    if property.name == "adr" { losses.add(.formatting, "the components of addresses") }
    var words = property.joinedText
    for scheme in ["tel:", "mailto:", "geo:"] where words.lowercased().hasPrefix(scheme) {
      words.removeFirst(scheme.count)
    }
    return words.isEmpty ? nil : "\(label)\(kind): \(words.indentingLines)"
  }
}

extension String {
  /// The text with every line after the first indented, so that no line looks like a separate property.
  var indentingLines: String { normalizingLineEnds.replacing("\n", with: "\n  ") }
}

extension Calendars {
  /// The events, to-dos and journal entries as readable text: title, labelled properties, description.
  ///
  /// Other components, such as time zones and alarms, and properties without a label are omitted and
  /// reported as lost.
  var plainText: Reading<String> {
    var losses = LossCounter()
    var entries: [String] = []
    for calendar in calendars {
      for part in calendar.components {
        if let text = CalendarText.entry(part, losses: &losses) {
          entries.append(text)
        } else {
          losses.add(.metadata, "components not shown in the text")
        }
      }
    }
    return Reading(entries.joined(separator: "\n\n") + (entries.isEmpty ? "" : "\n"), losses: losses.total)
  }
}

extension ContentProperty {
  /// Returns a calendar address with the name of the person, if the property has the name.
  func person(_ address: String) -> String {
    let mail = address.lowercased().hasPrefix("mailto:") ? String(address.dropFirst(7)) : address
    return parameter("cn").first.map { "\($0) <\(mail)>" } ?? mail
  }
}

/// Formats an event, a to-do or a journal entry as text.
private enum CalendarText {
  private static let labels: [String: String] = [
    "dtstart": "Start", "dtend": "End", "due": "Due", "duration": "Duration", "completed": "Completed",
    "rrule": "Repeats", "location": "Place", "organizer": "Organiser", "attendee": "With",
    "status": "Status", "categories": "Categories", "url": "Web", "priority": "Priority",
    "percent-complete": "Per cent done", "contact": "Contact",
  ]
  private static let silent: Set<String> = [
    "summary", "description", "dtstamp", "uid", "created", "last-modified", "sequence",
  ]

  static func entry(_ part: ContentComponent, losses: inout LossCounter) -> String? {
    let kind: String
    switch part.name {
    case "vevent": kind = ""
    case "vtodo": kind = "To do: "
    case "vjournal": kind = "Journal: "
    default: return nil
    }
    let title = part.first("summary").map { text($0) } ?? "Unnamed"
    var lines = ["\(kind)\(title)"]
    for property in part.properties {
      if silent.contains(property.name) {
        if property.name != "summary", property.name != "description" {
          losses.add(.metadata, "identifiers and change dates of entries")
        }
        continue
      }
      guard let label = labels[property.name] else {
        losses.add(.metadata, "properties not shown in the text")
        continue
      }
      lines.append("\(label): \(text(property).indentingLines)")
    }
    if let description = part.first("description").map({ text($0) }), !description.isEmpty {
      lines += ["", description.normalizingLineEnds]
    }
    losses.add(.metadata, "components not shown in the text", count: part.components.count)
    return lines.joined(separator: "\n")
  }

  private static func text(_ property: ContentProperty) -> String {
    let words = property.values.map { value in
      switch value {
      case .string(let text) where property.valueType == "date-time": time(text, property)
      case .string(let text) where property.valueType == "cal-address": property.person(text)
      case .dictionary(let members): rule(members)
      default: TableCellText.text(of: value)
      }
    }
    return words.joined(separator: ", ")
  }

  /// Formats a time with its time zone.
  private static func time(_ text: String, _ property: ContentProperty) -> String {
    var text = text.replacing("T", with: " ")
    if text.hasSuffix("Z") { return text.dropLast() + " UTC" }
    if let zone = property.parameter("tzid").first { text += " (\(zone))" }
    return text
  }

  /// Formats a recurrence rule as a list of its parts.
  ///
  /// Recurrence rules have too many forms to be written as sentences.
  private static func rule(_ members: [StructuredMember]) -> String {
    members.map { member in
      let values = if case .array(let values) = member.value { values } else { [member.value] }
      return "\(member.key) \(values.map { TableCellText.text(of: $0).lowercased() }.joined(separator: " "))"
    }.joined(separator: ", ")
  }
}
