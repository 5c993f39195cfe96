import XMLText

/// The colors and fonts of a document's theme, and the numbers of the names in the document.
struct WordTheme: Sendable {
  var drawing = DrawingTheme()
  /// The theme colors for the names of colors in a document, from the settings.
  var mapping: [String: String] = [:]
  /// The names of fonts and languages, by their numbers.
  private(set) var names: [String] = []
  private var numbers: [String: Int32] = [:]

  /// The maximum number of different names; further names are ignored.
  private static let nameLimit = 65_536

  /// Returns the number of a name of a font or language.
  mutating func number(_ name: String?) -> Int32? {
    guard let name, !name.isEmpty, name.utf8.count <= 256 else { return nil }
    if let number = numbers[name] { return number }
    guard names.count < Self.nameLimit else { return nil }
    let number = Int32(names.count)
    names.append(name)
    numbers[name] = number
    return number
  }

  func name(_ number: Int32?) -> String? { number.map { names[Int($0)] } }

  // MARK: Fonts

  /// Returns the font family of a reference such as `minorHAnsi`; nil if the theme does not define it.
  func family(_ reference: String) -> String? {
    drawing.family(isMajor: reference.hasPrefix("major"), isComplex: reference.hasSuffix("Bidi"))
  }

  // MARK: Colors

  /// Returns the color of the current element; nil if the element does not set the color.
  func color(
    _ xml: WordXML, value: WordName, theme: WordName, _ tint: WordName, _ shade: WordName
  ) -> WordColor? {
    if let name = xml.attribute(theme), let color = color(name) {
      return WordColor.rgb(color).changed(
        tint: xml.attribute(tint).flatMap { UInt8($0, radix: 16) },
        shade: xml.attribute(shade).flatMap { UInt8($0, radix: 16) })
    }
    return xml.attribute(value).flatMap { WordColor($0) }
  }

  /// Returns the background color of the current element, `w:shd`.
  func shading(_ xml: WordXML) -> WordColor? {
    switch xml.attribute(.val) {
    case "nil": return .automatic
    case "solid": return color(xml, value: .color, theme: .themeColor, .themeTint, .themeShade)
    default: return color(xml, value: .fill, theme: .themeFill, .themeFillTint, .themeFillShade)
    }
  }

  private func color(_ name: String) -> UInt32? {
    let short: String =
      switch name {
      case "dark1", "text1": mapping[name] ?? "dk1"
      case "light1", "background1": mapping[name] ?? "lt1"
      case "dark2", "text2": mapping[name] ?? "dk2"
      case "light2", "background2": mapping[name] ?? "lt2"
      case "hyperlink": "hlink"
      case "followedHyperlink": "folHlink"
      default: name
      }
    switch short {
    case "dark1": return drawing.colors["dk1"]
    case "light1": return drawing.colors["lt1"]
    case "dark2": return drawing.colors["dk2"]
    case "light2": return drawing.colors["lt2"]
    default: return drawing.colors[short]
    }
  }
}
