import ProfferConversions
import StructuredFormats

/// jCard and jCal, the JSON forms of cards and calendars (RFC 7095 and 7265).
///
/// A component is an array: its name, its properties and, in a calendar, its child components. A property
/// is an array: its name, an object of its parameters, its value type, and its values.
extension ContentComponent {
  /// Returns one component as jCard or jCal, or an array if there are several components.
  static func structuredValue(
    of components: [ContentComponent], _ dialect: ContentDialect
  ) -> StructuredValue {
    let values = components.map { $0.structuredValue(hasParts: dialect.componentName != "vcard") }
    return values.count == 1 ? values[0] : .array(values)
  }

  private func structuredValue(hasParts: Bool) -> StructuredValue {
    let properties = StructuredValue.array(self.properties.map(\.structuredValue))
    guard hasParts else { return .array([.string(name), properties]) }
    let parts = components.map { $0.structuredValue(hasParts: true) }
    return .array([.string(name), properties, .array(parts)])
  }

  /// Returns the components in a value, which is one component or an array of components.
  ///
  /// - Throws: `CoderError` (`wrongFormat`) for any other value.
  static func components(
    of value: StructuredValue, _ dialect: ContentDialect
  ) throws -> [ContentComponent] {
    let place = ShapePlace(dialect.componentName == "vcard" ? "jCard" : "jCal")
    guard case .array(let elements) = value else { throw place.error("it is \(value.kindName)") }
    let values =
      if case .string? = elements.first { [value] } else { elements }
    return try values.map { value in
      let component = try ContentComponent(value, place, depth: 0)
      guard component.name == dialect.componentName else {
        throw place.error("it is a \(component.name)")
      }
      return component
    }
  }

  private init(_ value: StructuredValue, _ place: ShapePlace, depth: Int) throws {
    guard depth < ContentComponent.depthLimit else {
      throw place.error("its components are nested too deeply")
    }
    guard case .array(let elements) = value, (2...3).contains(elements.count),
      case .string(let name) = elements[0], ContentForm.isName(name),
      case .array(let properties) = elements[1]
    else { throw place.error("a component must be an array of a name, properties and components") }
    var parts: [StructuredValue] = []
    if elements.count == 3 {
      guard case .array(let values) = elements[2] else {
        throw place.error("the components of “\(name)” are \(elements[2].kindName)")
      }
      parts = values
    }
    self.init(
      name.lowercased(), try properties.map { try ContentProperty($0, place) },
      components: try parts.map { try ContentComponent($0, place, depth: depth + 1) })
  }
}

/// Creates the errors for values that do not have the structure of jCard or jCal.
private struct ShapePlace {
  private let form: String

  init(_ form: String) { self.form = form }

  func error(_ reason: String) -> CoderError { CoderError(.wrongFormat, "this is not a \(form): \(reason)") }
}

extension ContentProperty {
  fileprivate var structuredValue: StructuredValue {
    let parameters = parameters.map { parameter in
      StructuredMember(
        parameter.name,
        parameter.values.count == 1
          ? .string(parameter.values[0]) : .array(parameter.values.map { .string($0) }))
    }
    return .array([.string(name), .dictionary(parameters), .string(valueType)] + values)
  }

  fileprivate init(_ value: StructuredValue, _ place: ShapePlace) throws {
    guard case .array(let elements) = value, elements.count >= 4, case .string(let name) = elements[0],
      ContentForm.isName(name), case .dictionary(let members) = elements[1],
      case .string(let type) = elements[2], ContentForm.isName(type)
    else {
      throw place.error("a property must be an array of a name, an object of parameters, a type, and values")
    }
    self.init(
      name.lowercased(), [], type: type.lowercased(),
      values: try elements[3...].map { try ContentProperty.checked($0, type.lowercased(), of: name, place) })
    for member in members {
      let key = member.key.lowercased()
      // The writer chooses the encoding of a line, so the parameter is ignored.
      if key == "encoding", valueType == "binary" { continue }
      guard ContentForm.isName(key), !["value", "encoding", "charset"].contains(key) else {
        throw place.error("“\(member.key)” is not a parameter of “\(name)”")
      }
      parameters.append(ContentParameter(key, try ContentProperty.texts(member.value, of: key, place)))
    }
  }

  private static func texts(
    _ value: StructuredValue, of name: String, _ place: ShapePlace
  ) throws -> [String] {
    let values = if case .array(let elements) = value { elements } else { [value] }
    guard !values.isEmpty else { throw place.error("the parameter “\(name)” has no value") }
    return try values.map { value in
      switch value {
      case .string(let text): return text
      case .integer(let integer): return integer.description
      case .boolean(let boolean): return boolean ? "true" : "false"
      default: throw place.error("the parameter “\(name)” is \(value.kindName)")
      }
    }
  }

  private static func checked(
    _ value: StructuredValue, _ type: String, of name: String, _ place: ShapePlace, depth: Int = 0
  ) throws -> StructuredValue {
    switch value {
    case .string, .boolean, .real: return value
    // In jCard and jCal, a float may also be written as an integer.
    case .integer(let integer):
      return type == "float"
        ? StructuredReal(spelling: integer.description).map { .real($0) } ?? value : value
    case .array(let elements) where depth < 2:
      return .array(try elements.map { try checked($0, type, of: name, place, depth: depth + 1) })
    case .dictionary(let members) where type == "recur" && depth == 0:
      return .dictionary(
        try members.map { member in
          guard ContentForm.isName(member.key) else {
            throw place.error("“\(member.key)” is not part of a recurrence rule")
          }
          return StructuredMember(
            member.key.lowercased(),
            try checked(member.value, "text", of: name, place, depth: 1))
        })
    default: throw place.error("a value of “\(name)” is \(value.kindName)")
    }
  }
}
