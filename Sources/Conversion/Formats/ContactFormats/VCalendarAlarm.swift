import ByteTools
import ProfferConversions
import StructuredFormats

/// An alarm of vCalendar 1.0.
///
/// Its parts are the time, the repeat interval, the repeat count, and the text, sound or address to use.
struct VCalendarAlarm {
  private let property: ContentProperty
  private let parts: [String]

  /// The properties of an event or to-do that its alarms refer to.
  ///
  /// The properties are looked up once for all alarms.
  struct Owner {
    let title: String
    let start: String?
    let due: String?

    init(_ component: ContentComponent) {
      title = component.first("summary")?.joinedText ?? ""
      func time(_ name: String) -> String? {
        if case .string(let text)? = component.first(name)?.values.first { text } else { nil }
      }
      start = time("dtstart")
      due = time("due")
    }
  }

  /// Parses an alarm; nil if all its parts are empty.
  init?(_ property: ContentProperty) {
    guard case .string(let text)? = property.values.first else { return nil }
    parts = BackslashEscapes.split(text[...], at: ";").map {
      BackslashEscapes.decoded($0, .current).trimmingSpaces
    }
    guard parts.contains(where: { !$0.isEmpty }) else { return nil }
    self.property = property
  }

  private func part(_ place: Int) -> String { place < parts.count ? parts[place] : "" }

  /// Converts the alarm to iCalendar; nil if iCalendar cannot represent the alarm, for example because the
  /// alarm runs a program.
  func component(in owner: Owner, losses: inout LossCounter) -> ContentComponent? {
    guard let trigger = trigger(in: owner) else { return nil }
    let title = owner.title
    var properties: [ContentProperty]
    switch property.name {
    case "dalarm":
      properties = [
        VCalendarAlarm.text("action", "DISPLAY"), VCalendarAlarm.text("description", part(3), or: title),
      ]
    case "aalarm":
      properties = [VCalendarAlarm.text("action", "AUDIO")]
      if property.valueType == "uri", part(3).contains(":") {
        properties.append(ContentProperty("attach", type: "uri", values: [.string(part(3))]))
      } else if !part(3).isEmpty {
        losses.add(.metadata, "alarm sounds")
      }
    case "malarm":
      let address = part(3)
      guard address.contains("@") else { return nil }
      let hasScheme = address.lowercased().hasPrefix("mailto:")
      properties = [
        VCalendarAlarm.text("action", "EMAIL"), VCalendarAlarm.text("summary", title, or: part(4)),
        VCalendarAlarm.text("description", part(4), or: title),
        ContentProperty(
          "attendee", type: "cal-address", values: [.string(hasScheme ? address : "mailto:\(address)")]),
      ]
    default: return nil
    }
    return ContentComponent("valarm", [trigger] + properties + repetition(losses: &losses))
  }

  private static func text(_ name: String, _ text: String, or other: String = "") -> ContentProperty {
    ContentProperty(name, values: [.string(text.isEmpty ? other : text)])
  }

  /// Returns the time of the alarm; nil if iCalendar cannot represent the time.
  ///
  /// The result is an absolute time if the alarm is in UTC. If the alarm and the event are both in local
  /// time, the result is an offset from the event.
  private func trigger(in owner: Owner) -> ContentProperty? {
    let time = ContentTime.long(part(0), type: "date-time")
    guard let moment = VCalendarDate(time) else { return nil }
    if moment.isUTC { return ContentProperty("trigger", type: "date-time", values: [.string(time)]) }
    guard let anchor = (owner.start ?? owner.due).flatMap({ VCalendarDate($0) }), !anchor.isUTC else {
      return nil
    }
    return ContentProperty(
      "trigger", owner.start == nil ? [ContentParameter("related", ["END"])] : [], type: "duration",
      values: [.string(VCalendarDate.duration(moment.seconds - anchor.seconds))])
  }

  /// Returns the repeat count and the interval, or neither.
  ///
  /// iCalendar requires both or neither.
  private func repetition(losses: inout LossCounter) -> [ContentProperty] {
    guard let count = Int(part(2)), count > 0 else { return [] }
    guard count <= Int32.max, VCalendarAlarm.isDuration(part(1)) else {
      losses.add(.metadata, "alarm repetitions")
      return []
    }
    return [
      ContentProperty("repeat", type: "integer", values: [.integer(StructuredInteger(count))]),
      ContentProperty("duration", type: "duration", values: [.string(part(1))]),
    ]
  }

  /// Returns whether a text is an iCalendar duration.
  ///
  /// iCalendar durations cannot contain months or years.
  private static func isDuration(_ text: String) -> Bool {
    var rest = text.utf8[...]
    guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return false }
    // Each unit occurs at most once, in this order. Hours, minutes and seconds must follow the T.
    var units = Array("WDTHMS".utf8)[...]
    while !rest.isEmpty {
      let digits = rest.prefix { 0x30...0x39 ~= $0 }
      rest = rest[digits.endIndex...]
      guard let unit = rest.popFirst(), let place = units.firstIndex(of: unit),
        digits.isEmpty == (unit == UInt8(ascii: "T")),
        unit == UInt8(ascii: "T") || place < 2 || units.startIndex > 2
      else { return false }
      if unit == UInt8(ascii: "W") { return rest.isEmpty }
      units = units[(place + 1)...]
    }
    return units.startIndex != 3
  }
}

/// A date and time, stored as a number of seconds so that times can be subtracted.
struct VCalendarDate {
  let seconds: Int
  let isUTC: Bool

  /// Parses `2026-05-01T10:00:00Z`, with or without `Z`; nil for any other text.
  init?(_ text: String) {
    isUTC = text.hasSuffix("Z")
    let shape = String(text.map { $0.isASCII && $0.isNumber ? "0" : $0 })
    let numbers = text.split { "-:TZ".contains($0) }.compactMap { Int($0) }
    guard shape == (isUTC ? "0000-00-00T00:00:00Z" : "0000-00-00T00:00:00"), numbers.count == 6 else {
      return nil
    }
    let day = CivilDate.dayNumber(
      year: Int64(numbers[0]), month: Int64(numbers[1]), day: Int64(numbers[2]))
    seconds = Int(day) * 86_400 + numbers[3] * 3600 + numbers[4] * 60 + numbers[5]
  }

  /// Formats a number of seconds as an iCalendar duration, such as `-PT15M`.
  static func duration(_ seconds: Int) -> String {
    var rest = seconds.magnitude
    var text = ""
    for (unit, length) in [("D", 86_400), ("H", 3_600), ("M", 60), ("S", 1)] as [(String, UInt)] {
      let count = rest / length
      rest %= length
      guard count > 0 else { continue }
      if unit != "D", !text.contains("T") { text += "T" }
      text += "\(count)\(unit)"
    }
    return (seconds < 0 ? "-P" : "P") + (text.isEmpty ? "T0S" : text)
  }
}
