import XMLText

/// The properties of a paragraph or of a paragraph style in a Word document.
///
/// The schema of `w:pPr` is a sequence: Word drops or repairs elements in any other order. The order is
/// therefore fixed in one place, ``write(to:)``.
struct WrittenParagraphProperties: Equatable {
  /// The list, and the level in the list, of the first paragraph of an item.
  struct Numbering: Equatable {
    var number: Int
    var level: Int
  }

  /// Indentations in twentieths of a point; `left` and `right` are the edges where lines begin and end.
  struct Indentation: Equatable {
    var left = 0
    var right = 0
    /// The additional indentation of the first line; negative for a hanging indent.
    var first = 0
  }

  /// The values of `w:jc`; `left` and `right` are the edges where lines begin and end.
  enum Alignment: String { case left, center, right, both }

  var styleIdentifier: String?
  var keepsWithNext = false
  var numbering: Numbering?
  /// Whether the paragraph has a line below it.
  var hasRule = false
  /// The background color, in hexadecimal.
  var background: String?
  var isRightToLeft: Bool?
  /// The space before and after the paragraph, in twentieths of a point.
  var spaceBefore: Int?
  var spaceAfter: Int?
  var indentation: Indentation?
  /// Whether no space separates the paragraph from paragraphs of the same style.
  var hasContextualSpace: Bool?
  var alignment: Alignment?
  /// The level of a heading, from 0.
  var outlineLevel: Int?

  /// Writes the properties, if there are any.
  func write(to xml: inout XMLWriter) {
    guard self != WrittenParagraphProperties() else { return }
    xml.begin("w:pPr")
    if let styleIdentifier { xml.add("w:pStyle", ("w:val", styleIdentifier)) }
    if keepsWithNext { xml.add("w:keepNext") }
    if let numbering {
      xml.begin("w:numPr")
      xml.add("w:ilvl", ("w:val", String(numbering.level)))
      xml.add("w:numId", ("w:val", String(numbering.number)))
      xml.end("w:numPr")
    }
    if hasRule {
      xml.begin("w:pBdr")
      xml.add("w:bottom", ("w:val", "single"), ("w:sz", "6"), ("w:space", "1"), ("w:color", "auto"))
      xml.end("w:pBdr")
    }
    if let background { xml.add("w:shd", ("w:val", "clear"), ("w:color", "auto"), ("w:fill", background)) }
    if let isRightToLeft { xml.add("w:bidi", isOn: isRightToLeft) }
    writeSpacing(to: &xml)
    if let indentation { indentation.write(to: &xml) }
    if let hasContextualSpace { xml.add("w:contextualSpacing", isOn: hasContextualSpace) }
    if let alignment { xml.add("w:jc", ("w:val", alignment.rawValue)) }
    if let outlineLevel { xml.add("w:outlineLvl", ("w:val", String(outlineLevel))) }
    xml.end("w:pPr")
  }

  private func writeSpacing(to xml: inout XMLWriter) {
    switch (spaceBefore, spaceAfter) {
    case (nil, nil): break
    case (let before?, nil): xml.add("w:spacing", ("w:before", String(before)))
    case (nil, let after?): xml.add("w:spacing", ("w:after", String(after)))
    case (let before?, let after?):
      xml.add("w:spacing", ("w:before", String(before)), ("w:after", String(after)))
    }
  }
}

extension WrittenParagraphProperties.Indentation {
  /// Writes all three values, because a missing value would be that of the style or list.
  fileprivate func write(to xml: inout XMLWriter) {
    xml.add(
      "w:ind", ("w:left", String(left)), ("w:right", String(right)),
      (first < 0 ? "w:hanging" : "w:firstLine", String(abs(first))))
  }
}

extension XMLWriter {
  /// Writes a property that is on or off; an element without a value is on.
  mutating func add(_ name: StaticString, isOn: Bool) {
    if isOn { add(name) } else { add(name, ("w:val", "0")) }
  }
}
