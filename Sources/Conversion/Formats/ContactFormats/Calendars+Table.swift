import Foundation
import ProfferConversions
import StructuredFormats

extension Calendars {
  /// The events, to-dos and journal entries as a table, a row each.
  ///
  /// Only columns with a value are present. A column `kind` is present if there are entries of several kinds.
  /// A day without a time is a local date. A time in UTC is a point in time. Any other time is a local date and
  /// time, and its time zone is reported as lost. Several values are joined in one cell. All other content is
  /// reported as lost by name.
  var table: Reading<Table> {
    var rows = CalendarRows(of: calendars)
    for calendar in calendars { rows.add(calendar) }
    return rows.reading
  }
}

/// Collects the rows of a table of calendar entries.
private struct CalendarRows {
  private static let kinds = ["vevent": "event", "vtodo": "to-do", "vjournal": "journal entry"]
  /// The column of each property.
  private static let columns: KeyValuePairs = [
    "summary": "summary", "dtstart": "start", "dtend": "end", "due": "due", "duration": "duration",
    "completed": "completed", "location": "location", "description": "description", "organizer": "organizer",
    "attendee": "attendees", "rrule": "recurrence", "categories": "categories", "status": "status",
    "priority": "priority", "percent-complete": "percent complete", "url": "url", "uid": "uid",
  ]
  private static let columnOfProperty = Dictionary(uniqueKeysWithValues: columns.map { ($0.key, $0.value) })

  private var cells = NamedCells(["kind"] + columns.map(\.value))
  private let hasKinds: Bool
  private var losses = LossCounter()

  init(of calendars: [ContentComponent]) {
    let names = calendars.flatMap(\.components).map(\.name).filter { Self.kinds[$0] != nil }
    hasKinds = Set(names).count > 1
  }

  var reading: Reading<Table> { Reading(cells.table, losses: losses.total) }

  mutating func add(_ calendar: ContentComponent) {
    // The other properties of every calendar describe the file.
    for property in calendar.properties where !["version", "prodid", "calscale"].contains(property.name) {
      lose(property)
    }
    for component in calendar.components {
      guard let kind = Self.kinds[component.name] else {
        lose(component)
        continue
      }
      cells.beginRow()
      if hasKinds { cells.set(.string(kind), in: "kind") }
      for property in component.properties { add(property) }
      for part in component.components { lose(part) }
    }
  }

  private mutating func add(_ property: ContentProperty) {
    guard let column = Self.columnOfProperty[property.name] else { return lose(property) }
    let isPerson = property.valueType == "cal-address"
    for value in property.values {
      cells.set(cell(value, of: property), in: column, separator: isPerson ? "; " : ", ")
    }
    let shown: Set = isPerson ? ["cn"] : ["tzid"]
    let hiddenCount = property.parameters.count { !shown.contains($0.name) }
    losses.add(.metadata, "parameters of properties", count: hiddenCount)
  }

  private mutating func cell(_ value: StructuredValue, of property: ContentProperty) -> StructuredValue {
    switch (property.valueType, value) {
    case ("date", .string(let text)), ("date-time", .string(let text)):
      let time = ContentTime.value(of: text)
      if case .localDateTime = time, !property.parameter("tzid").isEmpty {
        losses.add(.dates, "time zones of local times")
      }
      return time
    case ("cal-address", .string(let address)): return .string(property.person(address))
    case ("recur", .dictionary):
      let rule = ContentValue(valueType: "recur", shape: .single, form: .current)
      return .string(rule.text(of: [value]))
    case (_, .array), (_, .dictionary): return .string(TableCellText.text(of: value))
    default: return value
    }
  }

  private mutating func lose(_ property: ContentProperty) {
    // Names that no standard defines are not listed, because a file may have any number of them.
    guard let entry = ContentDialect.iCalendar.entry(property.name) else {
      return losses.add(.metadata, "other properties")
    }
    losses.add(entry.valueType == "uri" ? .links : .metadata, "property \(property.name.uppercased())")
  }

  private mutating func lose(_ component: ContentComponent) {
    switch component.name {
    case "valarm": losses.add(.metadata, "alarms")
    case "vtimezone": losses.add(.metadata, "definitions of time zones")
    case "vfreebusy": losses.add(.metadata, "free and busy times")
    default: losses.add(.metadata, "other components")
    }
  }
}

extension ContentTime {
  /// Returns a date or a time as a value of its type; the text itself if it is neither.
  static func value(of text: String) -> StructuredValue {
    if let date = LocalDate(text) { return .localDate(date) }
    if let time = LocalDateTime(text) { return .localDateTime(time) }
    guard text.hasSuffix("Z"), let time = LocalDateTime(String(text.dropLast())) else { return .string(text) }
    let seconds = time.time.hour * 3600 + time.time.minute * 60 + time.time.second
    return .date(Date(timeIntervalSince1970: Double(time.date.dayNumber * 86_400 + Int64(seconds))))
  }
}
