/// Rules of recurrence as vCalendar 1.0 writes them: `W2 MO FR #5` is every second week's Monday and Friday, five times.
enum OldRecurrence {
  /// The same rule as iCalendar writes it; nil for one that says what iCalendar cannot.
  static func rule(_ text: String) -> String? {
    var words = text.split(separator: " ").map { $0.uppercased() }
    guard !words.isEmpty else { return nil }
    let head = words.removeFirst()
    let letters = head.prefix { $0.isLetter }
    guard let interval = Int(head.dropFirst(letters.count)), interval > 0 else { return nil }
    // A rule without an end stops after two times.
    var end = ";COUNT=2"
    if let last = words.last, last.hasPrefix("#") || last.count > 8 && last.contains("T") {
      words.removeLast()
      if last.hasPrefix("#") {
        guard let count = Int(last.dropFirst()) else { return nil }
        end = count == 0 ? "" : ";COUNT=\(count)"
      } else {
        end = ";UNTIL=\(last)"
      }
    }
    guard let frequency = frequency(of: String(letters), words) else { return nil }
    return "FREQ=\(frequency.name);INTERVAL=\(interval)\(frequency.days)\(end)"
  }

  private static func frequency(of letters: String, _ words: [String]) -> (name: String, days: String)? {
    func list(_ name: String, _ words: [String]) -> String {
      words.isEmpty ? "" : ";\(name)=\(words.joined(separator: ","))"
    }
    func numbers(_ name: String) -> String? {
      let numbers = words.compactMap { $0 == "LD" ? -1 : signed($0) }
      return numbers.count == words.count ? list(name, numbers.map { "\($0)" }) : nil
    }
    switch letters {
    case "D": return words.isEmpty ? ("DAILY", "") : nil
    case "W": return words.allSatisfy(isDay) ? ("WEEKLY", list("BYDAY", words)) : nil
    case "MP": return places(words).map { ("MONTHLY", list("BYDAY", $0)) }
    case "MD": return numbers("BYMONTHDAY").map { ("MONTHLY", $0) }
    case "YM": return numbers("BYMONTH").map { ("YEARLY", $0) }
    case "YD": return numbers("BYYEARDAY").map { ("YEARLY", $0) }
    default: return nil
    }
  }

  private static func isDay(_ word: String) -> Bool {
    ["MO", "TU", "WE", "TH", "FR", "SA", "SU"].contains(word)
  }

  /// A number with its sign behind it: `2-` is the last but one.
  private static func signed(_ word: String) -> Int? {
    let digits = Int(word.prefix { $0.isNumber })
    switch word.drop(while: \.isNumber) {
    case "", "+": return digits
    case "-": return digits.map { -$0 }
    default: return nil
    }
  }

  /// The days of places in a month: `1+ MO TU 2- FR`.
  private static func places(_ words: [String]) -> [String]? {
    var place: Int?
    var days: [String] = []
    for word in words {
      if isDay(word) {
        guard let place else { return nil }
        days.append("\(place)\(word)")
      } else {
        guard let number = signed(word) else { return nil }
        place = number
      }
    }
    return days
  }
}
