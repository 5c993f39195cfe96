import ProfferConversions
import XMLText

/// The numberings of a document: list definitions, and the numbers by which paragraphs refer to them.
struct WordNumbering {
  /// A list definition; its counters are shared by all numberings that use it.
  struct Definition {
    var levels: [Int: WordListLevel] = [:]
    /// The identifier of the numbering style that contains the levels.
    var styleLink: String?
  }

  /// A numbering that paragraphs refer to.
  struct Instance {
    var definition = ""
    var starts: [Int: Int] = [:]
    var levels: [Int: WordListLevel] = [:]
  }

  /// A numbering with all its levels.
  struct Resolved {
    /// The number of the definition that counts the items.
    var definition: Int
    var levels: [WordListLevel]
    var starts: [Int: Int]
  }

  private var definitions: [String: Definition] = [:]
  private var definitionNumbers: [String: Int] = [:]
  private var instances: [Int32: Instance] = [:]
  private var resolved: [Int32: Resolved] = [:]

  /// The maximum length of the chain from a definition to the definition with its levels.
  private static let linkLimit = 16

  /// Returns a numbering; nil if the document does not define it.
  mutating func numbering(_ number: Int32, _ styles: WordStyleSheet) -> Resolved? {
    if let known = resolved[number] { return known }
    guard let instance = instances[number] else { return nil }
    var name = instance.definition
    var current = instance
    for _ in 0..<Self.linkLimit {
      guard let definition = definitions[name], definition.levels.isEmpty, let link = definition.styleLink,
        let next = styles.numberingStyle(link)?.paragraph.numbering.flatMap({ instances[$0] })
      else { break }
      current = next
      name = next.definition
    }
    guard let definition = definitions[name], let place = definitionNumbers[name] else { return nil }
    let levels = (0..<9).map { level in
      instance.levels[level] ?? current.levels[level] ?? definition.levels[level] ?? WordListLevel()
    }
    let starts = current.starts.merging(instance.starts) { $1 }
    let result = Resolved(definition: place, levels: levels, starts: starts)
    resolved[number] = result
    return result
  }
}

// MARK: - Reading

extension WordNumbering {
  /// Reads the numbering part.
  init(_ xml: inout WordXML, _ theme: inout WordTheme) throws(CoderError) {
    while let event = try xml.next() {
      switch event {
      case .begin(.abstractNumbering): try readDefinition(&xml, &theme)
      case .begin(.numberingInstance): try readInstance(&xml, &theme)
      case .begin(.pictureBulletDefinition): try xml.skipElement()
      default: break
      }
    }
  }

  private mutating func readDefinition(_ xml: inout WordXML, _ theme: inout WordTheme) throws(CoderError) {
    let name = xml.attribute(.abstractNumberingIdentifier) ?? ""
    var definition = Definition()
    var depth = 0
    loop: while let event = try xml.next() {
      switch event {
      case .text: continue
      case .end:
        if depth == 0 { break loop }
        depth -= 1
      case .begin(.level):
        if let (number, level) = try Self.readLevel(&xml, &theme) { definition.levels[number] = level }
      case .begin(let element):
        depth += 1
        if element == .numberingStyleLink { definition.styleLink = xml.attribute(.val) }
      }
    }
    if definitionNumbers[name] == nil { definitionNumbers[name] = definitionNumbers.count }
    definitions[name] = definition
  }

  private mutating func readInstance(_ xml: inout WordXML, _ theme: inout WordTheme) throws(CoderError) {
    let number = WordMeasure.number(xml.attribute(.numberingIdentifier), in: 0...Int(Int32.max)) ?? 0
    var instance = Instance()
    var overridden: Int?
    var depth = 0
    loop: while let event = try xml.next() {
      switch event {
      case .text: continue
      case .end(let name):
        if depth == 0 { break loop }
        depth -= 1
        if name == .levelOverride { overridden = nil }
      case .begin(.level):
        if let (number, level) = try Self.readLevel(&xml, &theme) {
          instance.levels[overridden ?? number] = level
        }
      case .begin(let element):
        depth += 1
        switch element {
        case .abstractNumberingIdentifier: instance.definition = xml.attribute(.val) ?? ""
        case .levelOverride: overridden = WordMeasure.number(xml.attribute(.numberingLevel), in: 0...8)
        case .startOverride: if let overridden { instance.starts[overridden] = Self.start(xml) }
        default: break
        }
      }
    }
    instances[Int32(number)] = instance
  }

  private static func start(_ xml: WordXML) -> Int? {
    WordMeasure.number(xml.attribute(.val), in: 0...999_999_999)
  }

  /// Reads the current element, `w:lvl`; nil if the level does not exist.
  private static func readLevel(
    _ xml: inout WordXML, _ theme: inout WordTheme
  ) throws(CoderError) -> (Int, WordListLevel)? {
    let number = xml.attribute(.numberingLevel).flatMap { Int($0) } ?? 0
    var level = WordListLevel()
    var changeCount = 0
    var depth = 0
    loop: while let event = try xml.next() {
      switch event {
      case .text: continue
      case .end:
        if depth == 0 { break loop }
        depth -= 1
      case .begin(.runProperties):
        let run = try xml.readRunProperties(&theme, styles: nil, changeCount: &changeCount)
        level.font = theme.name(run.font)
      case .begin(.paragraphProperties):
        level.leading = try xml.readParagraphProperties(&theme, styles: nil).properties.leading
      case .begin(let name):
        depth += 1
        switch name {
        case .start: level.start = Self.start(xml) ?? 1
        case .numberFormat: level.format = WordNumberFormat(name: xml.attribute(.val))
        case .levelRestart: level.restart = WordMeasure.number(xml.attribute(.val), in: 0...9)
        case .paragraphStyle: level.style = xml.attribute(.val)
        case .legalNumbers: level.isLegal = xml.isOn
        case .suffix:
          switch xml.attribute(.val) {
          case "space": level.suffix = " "
          case "nothing": level.suffix = ""
          default: level.suffix = "\t"
          }
        case .levelText: level.setText(xml.attribute(.val) ?? "")
        case .pictureBullet: level.hasPictureBullet = true
        default: break
        }
      }
    }
    return (0..<9).contains(number) ? (number, level) : nil
  }
}
