import ProfferConversions
import StructuredFormats

extension ContentComponent {
  /// Converts the card from version 4.0 to version 3.0.
  func inVersion3(_ losses: inout LossCounter) -> ContentComponent {
    var card = ContentComponent(name, [ContentProperty("version", values: [.string("3.0")])])
    for property in properties where property.name != "version" {
      card.properties += property.inVersion3(&losses)
    }
    // Version 3.0 requires the structured name.
    if card.first("n") == nil, let name = formattedName {
      let parts = [name, "", "", "", ""].map { StructuredValue.string($0) }
      card.properties.insert(ContentProperty("n", values: [.array(parts)]), at: 1)
    }
    return card
  }
}

extension ContentProperty {
  /// The parameters that version 3.0 allows, in addition to those whose names begin with `x-`.
  private static let knownParameters: Set<String> = ["type", "language", "group"]

  /// Converts the property to version 3.0.
  ///
  /// Some parameters become additional properties.
  fileprivate func inVersion3(_ losses: inout LossCounter) -> [ContentProperty] {
    if name == "kind", joinedText.lowercased() == "individual" { return [] }
    var property = self
    var further: [ContentProperty] = []
    property.parameters = []
    for parameter in parameters {
      switch parameter.name {
      case let name where Self.knownParameters.contains(name) || name.hasPrefix("x-"):
        property.addParameter(parameter.name, parameter.values)
      case "pref":
        property.addParameter("type", ["pref"])
        if parameter.values != ["1"] { losses.add(.metadata, "preference parameters") }
      case "label":
        let kept = parameters.filter { Self.knownParameters.contains($0.name) }
        further.append(ContentProperty("label", kept, values: parameter.values.map { .string($0) }))
      case "sort-as":
        let text = parameter.values.joined(separator: " ")
        further.append(ContentProperty("sort-string", values: [.string(text)]))
      default: losses.add(.metadata, "parameters that vCard 3.0 does not support")
      }
    }
    property.useFormsOfVersion3(&losses)
    return [property] + further
  }

  private mutating func addParameter(_ name: String, _ values: [String]) {
    if let place = parameters.firstIndex(where: { $0.name == name }) {
      parameters[place].values += values.filter { !parameters[place].values.contains($0) }
    } else {
      parameters.append(ContentParameter(name, values))
    }
  }

  /// Converts the name and the values of the property to the forms of version 3.0.
  private mutating func useFormsOfVersion3(_ losses: inout LossCounter) {
    let text = values.count == 1 ? values[0].stringValue : nil
    switch name {
    case "photo", "logo", "sound", "key":
      if let text, let data = InlineData(text) {
        addParameter("encoding", ["b"])
        if let subtype = data.subtype { addParameter("type", [subtype]) }
        setRaw(data.base64)
      } else {
        addParameter("value", [valueType == "text" ? "text" : "uri"])
        setRaw(lineText)
      }
    case "tel":
      // In version 3.0, phone numbers are text, so a `tel:` URL is reduced to its number.
      if let text, text.lowercased().hasPrefix("tel:") { values = [.string(String(text.dropFirst(4)))] }
      valueType = "text"
    case "geo": setPlace(text, &losses)
    case "tz":
      if valueType == "text" { addParameter("value", ["text"]) } else { setRaw(text ?? lineText) }
      valueType = "text"
    case "bday":
      if let text {
        if text.hasPrefix("-") {
          losses.add(.metadata, "dates without a year, which vCard 3.0 does not support")
        }
        if text.contains("T"), valueType != "text" { addParameter("value", ["date-time"]) }
        if valueType == "text" { addParameter("value", ["text"]) }
      }
      setRaw(text ?? lineText)
    case "rev": setRaw(text ?? lineText)
    case "related" where parameter("type").contains { $0.lowercased() == "agent" }:
      name = "agent"
      parameters.removeAll { $0.name == "type" }
      if valueType == "uri" { addParameter("value", ["uri"]) }
      valueType = "text"
    case "xml": setExtension(&losses)
    default:
      if let entry = ContentDialect.vCard3.entry(name) {
        if entry.valueType == "uri" { setRaw(lineText) } else { valueType = entry.valueType }
      } else if name.hasPrefix("x-") {
        valueType = valueType == "unknown" ? valueType : "text"
        setRaw(lineText)
        valueType = "unknown"
      } else {
        setExtension(&losses)
      }
    }
  }

  /// The values as a version 4.0 line would contain them.
  private var lineText: String {
    let entry = ContentDialect.vCard.entry(name)
    return ContentValue(
      valueType: valueType, shape: entry?.shape ?? .open,
      form: .current
    ).text(of: values)
  }

  /// Sets a value that is written without changes.
  private mutating func setRaw(_ text: String) {
    values = [.string(text)]
    valueType = "uri"
  }

  /// Converts the property to an extension property with the prefix `x-`.
  private mutating func setExtension(_ losses: inout LossCounter) {
    losses.add(.metadata, "properties that vCard 3.0 does not support, named X-\(name.uppercased())")
    values = [.string(lineText)]
    valueType = "unknown"
    name = "x-\(name)"
  }

  /// Converts a geographic position to latitude and longitude, and drops the rest of the `geo:` URL.
  private mutating func setPlace(_ text: String?, _ losses: inout LossCounter) {
    guard let text, text.lowercased().hasPrefix("geo:") else { return setRaw(lineText) }
    let parts = text.dropFirst(4).split(separator: ";", omittingEmptySubsequences: false)
    let numbers = (parts.first ?? "").split(separator: ",")
    if parts.count > 1 || numbers.count > 2 { losses.add(.metadata, "altitude and accuracy of locations") }
    setRaw(numbers.prefix(2).joined(separator: ";"))
  }
}

/// The base64 content of a `data:` URL.
private struct InlineData {
  let base64: String
  /// The media subtype in the spelling of version 3.0, such as `JPEG`.
  let subtype: String?

  init?(_ url: String) {
    guard url.lowercased().hasPrefix("data:"), let comma = url.firstIndex(of: ",") else { return nil }
    let head = url[..<comma].dropFirst(5).lowercased().split(separator: ";", omittingEmptySubsequences: false)
    guard head.last == "base64" else { return nil }
    base64 = String(url[url.index(after: comma)...])
    let type = head.count > 1 ? String(head[0]) : ""
    subtype =
      switch type {
      case "", "application/octet-stream": nil
      case "application/pgp-keys": "PGP"
      default: type.split(separator: "/").last.map { $0.uppercased() }
      }
  }
}
