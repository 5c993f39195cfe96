import Conversions
import StructuredFormats

extension Calendars {
  /// The events and to-dos as people read them: what it is, when, where, with whom, and what is said about it.
  ///
  /// Time zones, alarms and what only programs use are not shown, and count as lost.
  var plainText: Reading<String> {
    var losses = LossCounter()
    var entries: [String] = []
    for calendar in calendars {
      for part in calendar.components {
        if let text = CalendarText.entry(part, losses: &losses) {
          entries.append(text)
        } else {
          losses.add(.metadata, "components that the text does not show")
        }
      }
    }
    return Reading(entries.joined(separator: "\n\n") + (entries.isEmpty ? "" : "\n"), losses: losses.total)
  }
}

/// How an event is put into words.
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
    for property in part.properties where !silent.contains(property.name) {
      guard let label = labels[property.name] else {
        losses.add(.metadata, "properties that the text does not show")
        continue
      }
      lines.append("\(label): \(text(property).indentingLines)")
    }
    if let description = part.first("description").map({ text($0) }), !description.isEmpty {
      lines += ["", description.normalizingLineEnds]
    }
    losses.add(.metadata, "components that the text does not show", count: part.components.count)
    return lines.joined(separator: "\n")
  }

  private static func text(_ property: ContentProperty) -> String {
    let words = property.values.map { value in
      switch value {
      case .string(let text) where property.valueType == "date-time": time(text, property)
      case .string(let text) where property.valueType == "cal-address": person(text, property)
      case .dictionary(let members): rule(members)
      default: TableCellText.text(of: value)
      }
    }
    return words.joined(separator: ", ")
  }

  /// A time as people write it, with the zone it is meant in.
  private static func time(_ text: String, _ property: ContentProperty) -> String {
    var text = text.replacing("T", with: " ")
    if text.hasSuffix("Z") { return text.dropLast() + " UTC" }
    if let zone = property.parameter("tzid").first { text += " (\(zone))" }
    return text
  }

  private static func person(_ address: String, _ property: ContentProperty) -> String {
    let mail = address.lowercased().hasPrefix("mailto:") ? String(address.dropFirst(7)) : address
    return property.parameter("cn").first.map { "\($0) <\(mail)>" } ?? mail
  }

  /// A rule as its parts: there are too many for sentences.
  private static func rule(_ members: [StructuredMember]) -> String {
    members.map { member in
      let values = if case .array(let values) = member.value { values } else { [member.value] }
      return "\(member.key) \(values.map { TableCellText.text(of: $0).lowercased() }.joined(separator: " "))"
    }.joined(separator: ", ")
  }
}
