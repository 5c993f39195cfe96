import Foundation

@testable import OfficeFormats

/// Checks the parts of a written Word document by the rules that Word enforces.
///
/// The orders are those of the schema of ISO/IEC 29500-4. Word repairs or drops elements in any other order.
struct WordFaults {
  private let parts: [String: WrittenElement]
  private let names: [String]
  private var faults: [String] = []

  /// Returns the faults of a document, one sentence each.
  static func of(_ parts: [(name: String, bytes: [UInt8])]) throws -> [String] {
    var checker = try WordFaults(parts)
    checker.checkPackage()
    for (name, part) in checker.parts.sorted(by: { $0.key < $1.key }) where name.hasPrefix("word/") {
      for element in part.all { checker.checkOrder(element, in: name) }
    }
    checker.checkIdentities()
    return checker.faults
  }

  private init(_ parts: [(name: String, bytes: [UInt8])]) throws {
    names = parts.map(\.name)
    var elements: [String: WrittenElement] = [:]
    for (name, bytes) in parts where name.hasSuffix(".xml") || name.hasSuffix(".rels") {
      elements[name] = try WrittenElement.reading(bytes)
    }
    self.parts = elements
  }

  private mutating func expect(_ isTrue: Bool, _ fault: @autoclosure () -> String) {
    if !isTrue { faults.append(fault()) }
  }

  private mutating func expectUnique(_ values: [String], _ what: String) {
    expect(Set(values).count == values.count, "a \(what) is not unique: \(values)")
  }
}

// MARK: - The package

extension WordFaults {
  private mutating func checkPackage() {
    expectUnique(names.map { $0.lowercased() }, "name of a part")
    let types = parts["[Content_Types].xml"]?.children ?? []
    let defaults = Set(types.compactMap { $0.attributes["Extension"] })
    let overrides = Set(types.compactMap { $0.attributes["PartName"] })
    for name in overrides {
      expect(names.contains(String(name.dropFirst())), "\(name) is declared but absent")
    }
    var reached: Set<String> = ["[Content_Types].xml"]
    for name in names {
      let filenameExtension = name.split(separator: ".").last.map(String.init) ?? ""
      expect(
        overrides.contains("/\(name)") || defaults.contains(filenameExtension)
          || name == "[Content_Types].xml",
        "\(name) has no content type")
      guard name.hasSuffix(".rels") else { continue }
      reached.insert(name)
      let folder = name.replacing("_rels/", with: "").split(separator: "/").dropLast().map { $0 + "/" }
        .joined()
      for relationship in parts[name]?.children ?? [] where relationship.attributes["TargetMode"] == nil {
        let target = folder + (relationship.attributes["Target"] ?? "")
        reached.insert(target)
        expect(names.contains(target), "\(name) refers to \(target), which is absent")
      }
    }
    for name in names { expect(reached.contains(name), "no relationship leads to \(name)") }
    for story in ["document", "footnotes"] {
      let known = Set(parts["word/_rels/\(story).xml.rels"]?.values("Id", of: "Relationship") ?? [])
      for element in parts["word/\(story).xml"]?.all ?? [] {
        for attribute in ["r:id", "r:embed", "r:link"] {
          guard let identifier = element.attributes[attribute] else { continue }
          expect(known.contains(identifier), "\(story) uses the relationship \(identifier), which is absent")
        }
      }
    }
  }
}

// MARK: - The order of elements

extension WordFaults {
  private static func order(_ names: String) -> [String] {
    names.split(whereSeparator: \.isWhitespace).map(String.init)
  }

  private static let orders: [String: [String]] = [
    "pPr": order(
      """
      pStyle keepNext keepLines pageBreakBefore framePr widowControl numPr suppressLineNumbers pBdr shd tabs
      suppressAutoHyphens kinsoku wordWrap overflowPunct topLinePunct autoSpaceDE autoSpaceDN bidi adjustRightInd
      snapToGrid spacing ind contextualSpacing mirrorIndents suppressOverlap jc textDirection textAlignment
      textboxTightWrap outlineLvl divId cnfStyle rPr sectPr pPrChange
      """),
    "rPr": order(
      """
      rStyle rFonts b bCs i iCs caps smallCaps strike dstrike outline shadow emboss imprint noProof snapToGrid
      vanish webHidden color spacing w kern position sz szCs highlight u effect bdr shd fitText vertAlign rtl cs
      em lang eastAsianLayout specVanish oMath
      """),
    "numPr": ["ilvl", "numId"],
    "tbl": ["tblPr", "tblGrid", "tr"],
    "tr": ["trPr", "tc"],
    "tblPr": order(
      """
      tblStyle tblpPr tblOverlap bidiVisual tblStyleRowBandSize tblStyleColBandSize tblW jc tblCellSpacing tblInd
      tblBorders shd tblLayout tblCellMar tblLook tblCaption tblDescription
      """),
    "tcPr": order(
      "cnfStyle tcW gridSpan hMerge vMerge tcBorders shd noWrap tcMar textDirection tcFitText vAlign hideMark"
    ),
    "lvl": order("start numFmt lvlRestart pStyle isLgl suff lvlText lvlPicBulletId legacy lvlJc pPr rPr"),
    "abstractNum": order("nsid multiLevelType tmpl name styleLink numStyleLink lvl"),
    "numbering": ["abstractNum", "num"],
    "styles": ["docDefaults", "latentStyles", "style"],
    "style": order(
      """
      name aliases basedOn next link autoRedefine hidden uiPriority semiHidden unhideWhenUsed qFormat locked
      pPr rPr tblPr trPr tcPr tblStylePr
      """),
    "sdt": ["sdtPr", "sdtEndPr", "sdtContent"],
    "settings": order(
      """
      zoom defaultTabStop characterSpacingControl footnotePr endnotePr compat themeFontLang clrSchemeMapping
      decimalSymbol listSeparator
      """),
  ]

  /// Elements whose children occur at most once.
  private static let singles: Set = ["pPr", "rPr", "numPr", "tblPr", "tcPr"]

  private mutating func checkOrder(_ element: WrittenElement, in part: String) {
    let children = element.children.map(\.name)
    if let order = Self.orders[element.name] {
      let places = children.map { order.firstIndex(of: $0) }
      expect(places.allSatisfy { $0 != nil }, "\(part): \(element.name) contains \(children)")
      let known = places.compactMap { $0 }
      expect(known == known.sorted(), "\(part): the order of \(element.name) is \(children)")
    }
    if Self.singles.contains(element.name) { expectUnique(children, "child of \(element.name)") }
    for name in ["pPr", "rPr", "tcPr"] where element.name != "style" && !element.name.hasSuffix("Default") {
      let isLast = element.name == "lvl"
      expect(
        isLast || !children.dropFirst().contains(name), "\(part): \(name) is not first in \(element.name)")
    }
    switch element.name {
    case "tc": expect(children.last == "p", "\(part): a cell does not end with a paragraph")
    case "tr": expect(children.contains("tc"), "\(part): a row has no cell")
    case "body": expect(children.last == "sectPr", "\(part): the body does not end with its section")
    case "tbl": checkGrid(element, in: part)
    case "t":
      let isPlain =
        !element.text.hasPrefix(" ") && !element.text.hasSuffix(" ") && !element.text.contains("  ")
      expect(isPlain || element.attributes["xml:space"] == "preserve", "\(part): spaces are not preserved")
    default: break
    }
    for (first, second) in zip(children, children.dropFirst()) where first == "tbl" {
      expect(second == "p", "\(part): \(second) follows a table")
    }
  }

  private mutating func checkGrid(_ table: WrittenElement, in part: String) {
    let columnCount = table.child("tblGrid")?.children.count
    for row in table.children where row.name == "tr" {
      var count = row.child("trPr")?.child("gridAfter")?["val"].flatMap { Int($0) } ?? 0
      for cell in row.children where cell.name == "tc" {
        count += cell.child("tcPr")?.child("gridSpan")?["val"].flatMap { Int($0) } ?? 1
      }
      expect(count == columnCount, "\(part): a row has \(count) of \(columnCount ?? 0) columns")
    }
  }
}

// MARK: - Identifiers

extension WordFaults {
  private mutating func checkIdentities() {
    let stories = ["document", "footnotes"].compactMap { parts["word/\($0).xml"] }
    func values(_ attribute: String, of name: String) -> [String] {
      stories.flatMap { $0.values(attribute, of: name) }
    }
    let bookmarks = values("w:name", of: "bookmarkStart")
    expectUnique(bookmarks.map { $0.lowercased() }, "bookmark")
    for name in bookmarks {
      expect(name.utf16.count <= 40 && !name.contains(" "), "“\(name)” is not the name of a bookmark")
    }
    expectUnique(values("w:id", of: "bookmarkStart"), "number of a bookmark")
    expect(values("w:id", of: "bookmarkStart") == values("w:id", of: "bookmarkEnd"), "a bookmark has no end")
    expectUnique(values("id", of: "docPr"), "number of a picture")
    let styles = parts["word/styles.xml"]
    let identifiers = styles?.values("w:styleId", of: "style") ?? []
    expectUnique(identifiers, "style")
    expectUnique((styles?.values("w:val", of: "name") ?? []).map { $0.lowercased() }, "name of a style")
    for name in ["pStyle", "rStyle", "tblStyle", "basedOn", "next"] {
      for style in values("w:val", of: name) + (styles?.values("w:val", of: name) ?? []) {
        expect(identifiers.contains(style), "the style \(style) is absent")
      }
    }
    for name in styles?.values("w:val", of: "name") ?? [] {
      expect(name.utf16.count <= 253, "the name of a style is too long: \(name)")
    }
    let numbering = parts["word/numbering.xml"]
    let lists = numbering?.values("w:numId", of: "num") ?? []
    expectUnique(lists, "list")
    expectUnique(numbering?.values("w:abstractNumId", of: "abstractNum") ?? [], "abstract list")
    for list in values("w:val", of: "numId") { expect(lists.contains(list), "the list \(list) is absent") }
    let notes = parts["word/footnotes.xml"]
    let references = parts["word/document.xml"]?.values("w:id", of: "footnoteReference") ?? []
    let expected = notes == nil ? [] : ["-1", "0"] + references
    expect((notes?.values("w:id", of: "footnote") ?? []).filter { $0 != "" } == expected, "the notes differ")
    expect(notes?.values("w:id", of: "footnoteReference").isEmpty ?? true, "a note has a note")
  }
}
