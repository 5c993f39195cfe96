import Foundation
import ProfferConversions
import StructuredFormats
import TextEncodings

/// A reader that turns the lines of a card or calendar file into components.
///
/// A line that is not a property is omitted, and an unterminated component is closed. Each kind of mistake
/// is reported once, with the first line and the number of occurrences. In strict mode, the first mistake
/// is an error.
struct ContentReader {
  private static let innerCards = "cards inside cards"

  private let dialect: ContentDialect
  private let isStrict: Bool
  /// The maximum number of components that are nested in each other.
  private let depthLimit: Int
  /// The encoding of lines that do not declare an encoding; nil if the encoding is unknown or UTF-8.
  private let encoding: TextEncoding?
  private var open: [ContentComponent] = []
  private var finished: [ContentComponent] = []
  private var form = ContentForm(isLegacy: false, isBeforeVersion4: true)
  private var mistakes: [(reason: String, line: Int, count: Int)] = []
  private var losses = LossCounter()

  private init(_ dialect: ContentDialect, of source: RepresentationSource, encoding: TextEncoding?) {
    self.dialect = dialect
    isStrict = source.isStrict
    depthLimit = min(source.limits.depth, ContentComponent.depthLimit)
    // Without a declared encoding, a line is decoded as UTF-8 if valid, so nil has the same effect.
    self.encoding = encoding?.form == .utf8 ? nil : encoding
  }

  /// Returns the outermost components of a file.
  ///
  /// - Throws: `CoderError`: `wrongFormat` if the file has no such component; `tooDeep` if components are
  ///   nested too deeply. In strict mode also `unexpectedCharacter` and `unexpectedEnd`, each with its line.
  static func components(
    in source: RepresentationSource, _ dialect: ContentDialect
  ) throws -> Reading<[ContentComponent]> {
    let detection = source.encodingDetection
    let encoding = detection.encoding
    // The lines of one file may have different encodings, so each line is decoded separately. Only a file
    // in an encoding such as UTF-16 is decoded as a whole.
    let isWhole = !encoding.isASCIICompatible || encoding.hasShifts
    let text = isWhole ? encoding.decode(source.data) : Reading("")
    let data = isWhole ? Data(text.value.utf8) : source.data
    let isKnown = detection.evidence != .none
    var reader = ContentReader(dialect, of: source, encoding: isKnown && !isWhole ? encoding : nil)
    try data.withUnsafeBytes { bytes in
      let mark = TextEncoding.Form.utf8.mark
      let start = bytes.starts(with: mark) ? mark.count : 0
      try reader.read(UnsafeRawBufferPointer(rebasing: bytes[start...]))
    }
    guard !reader.finished.isEmpty else {
      throw CoderError(.wrongFormat, "no line begins with BEGIN:\(dialect.componentName.uppercased())")
    }
    return Reading(
      reader.finished, losses: (text.losses + reader.losses.total).total(),
      warnings: detection.warnings + reader.warnings)
  }

  private mutating func read(_ bytes: UnsafeRawBufferPointer) throws {
    var scanner = ContentLineScanner(bytes)
    var lastNumber = 1
    while let (bytes, number) = scanner.next() {
      lastNumber = number
      guard var line = ContentLine(bytes, number: number, form: form, encoding: encoding) else {
        try note("a line that is not a property was left out", .unexpectedCharacter, number)
        continue
      }
      losses.add(contentsOf: line.losses.total)
      switch line.name {
      case "begin":
        try begin(line.value.trimmingSpaces.lowercased(), at: number)
      case "end":
        try end(line.value.trimmingSpaces.lowercased(), at: number)
      default:
        guard !open.isEmpty else {
          try note("a property outside of all components was left out", .unexpectedCharacter, number)
          continue
        }
        if line.name == "version" { learnVersion(&line) }
        if let property = property(line) { open[open.count - 1].properties.append(property) }
      }
      scanner.keepsFoldedSpace = form.isLegacy
    }
    if !open.isEmpty {
      try note("a component without an END was closed", .unexpectedEnd, lastNumber)
      while !open.isEmpty { close() }
    }
  }

  private var warnings: [String] {
    mistakes.map { reason, line, count in
      "line \(line): \(reason)" + (count > 1 ? ", and \(count - 1) more like it" : "")
    }
  }

  private mutating func note(_ reason: String, _ code: CoderError.Code, _ line: Int) throws {
    guard !isStrict else { throw CoderError(code, reason, at: .line(line, column: 1)) }
    if let place = mistakes.firstIndex(where: { $0.reason == reason }) {
      mistakes[place].count += 1
    } else {
      mistakes.append((reason, line, 1))
    }
  }

  // MARK: Components

  private mutating func begin(_ name: String, at number: Int) throws {
    guard open.count < depthLimit else {
      throw CoderError(
        .tooDeep, "components are nested more than \(depthLimit) levels deep",
        at: .line(number, column: 1))
    }
    guard ContentForm.isName(name) else {
      return try note("a component without a name was left out", .unexpectedCharacter, number)
    }
    if open.isEmpty {
      form = ContentForm(isLegacy: false, isBeforeVersion4: dialect.componentName == "vcard")
    }
    open.append(ContentComponent(name))
  }

  private mutating func end(_ name: String, at number: Int) throws {
    guard let place = open.lastIndex(where: { $0.name == name }) else {
      return try note("an END without its BEGIN was left out", .unexpectedCharacter, number)
    }
    if place < open.count - 1 {
      try note("a component without an END was closed", .unexpectedEnd, number)
    }
    while open.count > place { close() }
  }

  private mutating func close() {
    guard var component = open.popLast() else { return }
    if dialect.componentName == "vcalendar" {
      let mayNest = open.count < ContentComponent.depthLimit - 1
      if form.isLegacy { component.convertToICalendar(mayNest: mayNest, losses: &losses) }
    } else if form.isBeforeVersion4 {
      component.addFormattedName()
    }
    if !open.isEmpty {
      if dialect.componentName == "vcard" {
        losses.add(.metadata, ContentReader.innerCards)
      } else {
        open[open.count - 1].components.append(component)
      }
    } else if component.name == dialect.componentName {
      finished.append(component)
    } else {
      losses.add(.metadata, "components other than \(dialect.componentName)")
    }
  }

  private mutating func learnVersion(_ line: inout ContentLine) {
    let version = line.value.trimmingSpaces
    let isCard = dialect.componentName == "vcard"
    form = ContentForm(
      isLegacy: version == (isCard ? "2.1" : "1.0"), isBeforeVersion4: isCard && version != "4.0")
    // The properties are converted to vCard 4.0 or iCalendar 2.0, so the version property states that
    // version.
    line.value = isCard ? "4.0" : "2.0"
  }

  // MARK: Properties

  /// Returns the property of a line; nil for an agent that is a nested card or empty.
  private mutating func property(_ line: ContentLine) -> ContentProperty? {
    var line = line
    if line.name == "dcreated", form.isLegacy { line.name = "created" }
    let entry = dialect.entry(line.name)
    var named = line.take("value").first?.lowercased()
    if form.isBeforeVersion4 { line.namePreference() }
    let isCard = dialect.componentName == "vcard"
    if line.name == "agent", form.isBeforeVersion4 {
      guard line.makeRelated() else {
        // A nested card on separate lines is counted when its END line is read.
        if !line.value.trimmingSpaces.isEmpty { losses.add(.metadata, ContentReader.innerCards) }
        return nil
      }
      named = named ?? "text"
    }
    if line.isBase64 || named == "binary" {
      if isCard { line.makeDataURL() }
      return ContentProperty(
        line.name, line.groupedParameters, type: isCard ? "uri" : "binary",
        values: [.string(line.value.filter { !$0.isWhitespace })])
    }
    if form.isBeforeVersion4, line.name == "geo", !line.value.hasPrefix("geo:") {
      line.value = "geo:" + line.value.replacing(";", with: ",")
    }
    var type = named ?? entry?.valueType ?? "unknown"
    if type == "url" { type = "uri" }
    if ["inline", "content-id", "cid"].contains(type) || !ContentForm.isName(type) {
      type = entry?.valueType ?? "unknown"
    }
    if form.isLegacy, type == "recur" { line.value = VCalendarRecurrence.rule(line.value) ?? line.value }
    var shape = entry?.shape ?? .open
    // vCard 2.1 and vCalendar 1.0 separate the values of a list with semicolons.
    if form.isLegacy, shape == .list, !line.value.contains(",") {
      line.value = BackslashEscapes.split(line.value[...], at: ";").joined(separator: ",")
    }
    if type == "uri", shape == .open { shape = .single }
    let value = ContentValue(valueType: type, shape: shape, form: form)
    return ContentProperty(
      line.name, line.groupedParameters, type: type, values: value.values(line.value))
  }
}

extension ContentLine {
  /// The parameters, including the group as a parameter.
  fileprivate var groupedParameters: [ContentParameter] {
    (group.map { [ContentParameter("group", [$0])] } ?? []) + parameters.filter { $0.name != "group" }
  }

  /// Converts the type `pref` of older versions to the parameter `pref` of version 4.0.
  fileprivate mutating func namePreference() {
    guard let place = parameters.firstIndex(where: { $0.name == "type" }) else { return }
    let kept = parameters[place].values.filter { $0.lowercased() != "pref" }
    guard kept.count < parameters[place].values.count else { return }
    parameters[place].values = kept
    if kept.isEmpty { parameters.remove(at: place) }
    parameters.append(ContentParameter("pref", ["1"]))
  }

  /// Converts the agent of older versions to a related person.
  ///
  /// Returns false, without a conversion, if the agent is a nested card or empty.
  fileprivate mutating func makeRelated() -> Bool {
    let start = value.trimmingSpaces.prefix(11).uppercased()
    guard !start.isEmpty, start != "BEGIN:VCARD" else { return false }
    name = "related"
    if let place = parameters.firstIndex(where: { $0.name == "type" }) {
      parameters[place].values.append("agent")
    } else {
      parameters.append(ContentParameter("type", ["agent"]))
    }
    return true
  }

  /// Converts base64 content to a `data:` URL, the form used in version 4.0.
  fileprivate mutating func makeDataURL() {
    let family =
      switch name {
      case "sound": "audio"
      case "key": "application"
      default: "image"
      }
    let content = value.filter { !$0.isWhitespace }
    var type = take("mediatype").first
    if type == nil {
      type = take("type").first.map { $0.contains("/") ? $0.lowercased() : "\(family)/\($0.lowercased())" }
    }
    value = "data:\(type ?? ContentLine.sniffedType(content));base64,\(content)"
  }

  /// Returns the media type of a picture, detected from the first characters of its base64 form.
  private static func sniffedType(_ content: String) -> String {
    if content.hasPrefix("/9j/") { return "image/jpeg" }
    if content.hasPrefix("iVBORw0KGgo") { return "image/png" }
    return content.hasPrefix("R0lGOD") ? "image/gif" : "application/octet-stream"
  }
}
