import Foundation
import ProfferConversions

extension RTFReader {
  /// Handles a control word that sets the destination of its group, or describes the document.
  mutating func groupWord(_ word: RTFWord, _ parameter: Int?) {
    switch word {
    case .mac: header.codePage = RTFCodePage(10000)
    case .pc: header.codePage = RTFCodePage(437)
    case .pca: header.codePage = RTFCodePage(850)
    case .ansicpg: if let parameter, parameter > 0 { header.codePage = RTFCodePage(parameter) }
    case .cocoartf: header.isCocoa = true
    case .deff: header.defaultFont = parameter
    case .deflang:
      header.defaultLanguage = parameter
      metadata.language = parameter.flatMap { RTFLanguages.tag($0) }
    case .fonttbl: begin(.fonts)
    case .colortbl: begin(.colors)
    case .expandedcolortbl: begin(.expandedColors)
    case .stylesheet: begin(.styles)
    case .listtable: begin(.lists)
    case .listoverridetable: begin(.listOverrides)
    case .info: begin(.info)
    case .title, .author, .subject, .keywords, .doccomm, .company, .manager, .category, .creatim, .revtim:
      if frame.destination == .info { beginInformation(word) }
    case .pn: beginLegacyList()
    case .field: beginField()
    case .fldinst: beginInstruction()
    case .fldrslt: beginResult()
    case .pict:
      begin(.picture)
      picture = RTFPicture()
    case .picprop:
      picture.isDescribed = true
      begin(.pictureProperties)
    case .shpinst: begin(.shape)
    case .sn: begin(.capture(.propertyName))
    case .sv: begin(.capture(.propertyValue))
    case .nextGraphic:
      begin(.graphic)
      picture = RTFPicture()
    case .asmeant where frame.destination == .styles: begin(.styleFormat)
    case .asmeant:
      picture.forgetSize()
      begin(.explicit)
      frame.layout.explicit = nil
      frame.layout.explicitCell = nil
      frame.characters.explicit = []
    case .shptxt: beginFlow(isNote: false)
    case .footnote: beginFlow(isNote: true)
    case .ftnalt: if frame.isNote { losses.add(.formatting, "endnotes, which became footnotes") }
    case .annotation:
      losses.add(.comments, "annotations")
      skipGroup()
    case .header, .headerl, .headerr, .headerf, .footer, .footerl, .footerr, .footerf:
      begin(.ignored)
      frame.isRunningHead = true
    case .upr: frame.isUnicodePair = true
    case .nesttableprops: frame.isNestedRow = true
    case .shppict, .result, .shp, .sp, .object, .ud, .moMathPara: break
    case .listtext, .pntext: beginLabel()
    case .nonshppict, .shprslt, .nonesttables, .falt, .rxe, .txe, .bkmkend, .template, .nextfile, .filetbl,
      .revtbl, .moMathParaPr, .mmathPict, .mnaryPr, .mdPr, .maccPr, .mgroupChrPr:
      skipGroup()
    case .xe, .tc: lose(.metadata, "entries of indexes and tables of contents")
    case .background: lose(.colors, "the page background")
    case .userprops, .docvar: lose(.metadata, "document properties")
    case .objdata: lose(.images, "embedded files")
    case .do: begin(.shape)
    case .dptxbxtext: beginFlow(isNote: false)
    case .moMath:
      if frame.destination == .body { losses.add(.formatting, "formulas, kept as plain characters") }
    case .ffres: setFormField(parameter ?? 0, isDefault: false)
    case .ffdefres: setFormField(parameter ?? 0, isDefault: true)
    case .bkmkstart: beginBookmark()
    default: break
    }
  }

  /// Skips a group and counts its content as lost.
  private mutating func lose(_ kind: LossKind, _ detail: String) {
    losses.add(kind, detail)
    skipGroup()
  }

  /// Begins the label of an item; the label is used only if the document does not define the list.
  private mutating func beginLabel() {
    guard frame.destination == .body, excessDepth == 0, frames.count > 1 else { return skipGroup() }
    begin(.capture(.label))
  }

  /// Begins a bookmark; the text of its group is the name of the bookmark.
  private mutating func beginBookmark() {
    guard frame.destination == .body, excessDepth == 0, frames.count > 1 else { return skipGroup() }
    begin(.capture(.bookmark))
  }

  // MARK: Header tables

  /// Handles a word in a header table or another destination without text, and returns false for any other
  /// word.
  mutating func tableWord(_ word: RTFWord, _ parameter: Int?) -> Bool {
    let number = parameter ?? 0
    if frame.destination == .graphic, picture.fileName == nil, word != .u, word != .uc, !captured.isEmpty {
      picture.fileName = takeCaptured()
    }
    switch (frame.destination, word) {
    case (.fonts, .f):
      if !captured.isEmpty { endFont() }
      header.fontNumber = number
      header.fonts[number] = RTFFont()
    case (.fonts, .fcharset):
      if let font = header.fontNumber { header.fonts[font]?.codePage = RTFCodePage(characterSet: number) }
    case (.fonts, .cpg):
      if let font = header.fontNumber, number > 0 { header.fonts[font]?.codePage = RTFCodePage(number) }
    case (.colors, .red): (header.colorParts.red, header.hasColorParts) = (number, true)
    case (.colors, .green): (header.colorParts.green, header.hasColorParts) = (number, true)
    case (.colors, .blue): (header.colorParts.blue, header.hasColorParts) = (number, true)
    case (.expandedColors, .cssrgb): (header.expandedColor.isSRGB, header.expandedColor.isSaid) = (true, true)
    case (.expandedColors, .c):
      header.expandedColor.isSaid = true
      if header.expandedColor.components.count < 4 { header.expandedColor.components.append(number) }
    case (.expandedColors, .cname): header.expandedColor.isSaid = true
    case (.lists, .list): header.lists.append(RTFList())
    case (.lists, .listid): if let last = header.lists.indices.last { header.lists[last].identifier = number }
    case (.lists, .listlevel): beginListLevel()
    case (.listLevel, .levelnfc), (.listLevel, .levelnfcn): changeListLevel { $0.format = number }
    case (.listLevel, .levelstartat): changeListLevel { $0.start = number }
    case (.listLevel, .levellegal): changeListLevel { $0.isDecimal = number != 0 }
    case (.listLevel, .leveltext): begin(.capture(.listLevelText))
    case (.listLevel, .levelnumbers), (.listLevel, .levelmarker), (.lists, .listname): skipGroup()
    case (.listOverrides, .listoverride): header.endOverride()
    case (.listOverrides, .listid): header.overrideList = number
    case (.listOverrides, .ls): header.overrideNumber = number
    case (.listOverrides, .lfolevel): header.overrideLevel += 1
    case (.listOverrides, .levelstartat): header.overrideStarts[header.overrideLevel] = number
    case (.legacyList, _): return legacyListWord(word, number)
    case (.picture, _): return pictureWord(word, number)
    case (.creationTime, _), (.modificationTime, _): time.set(word, number)
    case (.graphic, .width): picture.width = number
    case (.graphic, .height): picture.height = number
    default: return false
    }
    return true
  }

  private mutating func beginListLevel() {
    guard let last = header.lists.indices.last, header.lists[last].levels.count < 9 else {
      return begin(.ignored)
    }
    header.lists[last].levels.append(RTFListLevel())
    begin(.listLevel)
  }

  private mutating func changeListLevel(_ change: (inout RTFListLevel) -> Void) {
    guard let list = header.lists.indices.last, let level = header.lists[list].levels.indices.last else {
      return
    }
    change(&header.lists[list].levels[level])
  }

  /// Ends the entry of a font in the font table.
  mutating func endFont() {
    if let font = header.fontNumber, header.fonts[font]?.family.isEmpty == true {
      let family = takeCaptured()
      header.fonts[font]?.family = family
    }
    captured.removeAll(keepingCapacity: true)
  }

  /// Ends the entry of a style in the style sheet.
  mutating func endStyle() {
    let name = takeCaptured()
    var style = RTFStyle(characters: frame.characters, outlineLevel: frame.layout.outlineLevel)
    switch header.style.kind {
    case .paragraph:
      style.name = ParagraphStyleName(name)
      style.cellUse = RTFStyle.CellUse(name: name)
      header.styles[header.style.number] = style
    case .character:
      style.use = RTFStyle.Use(name: name)
      if style.use == .link, header.linkStyle == nil { header.linkStyle = style }
      header.characterStyles[header.style.number] = style
    case .other: break
    }
    header.style = RTFOpenStyle()
  }

  /// Removes and returns the captured text, without spaces at its beginning and end.
  mutating func takeCaptured() -> String {
    defer { captured.removeAll(keepingCapacity: true) }
    var text = captured[...]
    while text.first == UInt8(ascii: " ") { text = text.dropFirst() }
    while text.last == UInt8(ascii: " ") { text = text.dropLast() }
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: Ends of destinations

  /// Ends the destination that the current group began.
  mutating func endDestination() {
    switch frame.destination {
    case .fonts:
      endFont()
      header.endFonts()
    case .styles: if !captured.isEmpty { endStyle() }
    case .expandedColors: header.endExpandedColor()
    case .lists: header.endLists()
    case .listOverrides: header.endOverride()
    case .capture(let captured): endCapture(captured)
    case .picture: endPicture()
    case .graphic: endGraphic()
    case .legacyList: endLegacyList()
    case .creationTime: endTime(\.creationDate)
    case .modificationTime: endTime(\.modificationDate)
    default: break
    }
  }

  private mutating func endCapture(_ kind: Captured) {
    switch kind {
    case .listLevelText:
      var text = String(decoding: captured, as: UTF8.self)
      if text.last == ";" { text.removeLast() }
      changeListLevel { $0.text = text }
      captured.removeAll(keepingCapacity: true)
    case .label:
      label = String(decoding: captured, as: UTF8.self)
      captured.removeAll(keepingCapacity: true)
    case .title, .author, .subject, .keywords, .summary, .otherMetadata: endInformation(kind)
    case .propertyName: picture.propertyName = takeCaptured()
    case .propertyValue:
      picture.setProperty(String(decoding: captured, as: UTF8.self))
      captured.removeAll(keepingCapacity: true)
    case .bookmark:
      let name = takeCaptured()
      guard !name.isEmpty else { return }
      hasAnchors = true
      flow.append(.anchor(name), frame.characters)
    case .legacyMarker: if let last = legacyLists.indices.last { legacyLists[last].text += takeCaptured() }
    }
  }

  // MARK: Notes and text boxes

  private mutating func beginFlow(isNote: Bool) {
    guard frame.destination == .body || frame.destination == .shape else { return }
    guard outerFlows.count < Self.nestingLimit else {
      // The text of the nested note becomes part of the outer note.
      return losses.add(.formatting, "nested footnotes")
    }
    if isNote {
      removeNoteMark()
      frame.isNote = true
    } else {
      frame.isTextBox = true
    }
    frame.destination = .body
    frame.layout = RTFLayout()
    frame.characters = RTFCharacters()
    flow.label = label
    label = ""
    outerFlows.append(flow)
    flow = RTFFlow(emptyCells: flow.emptyCells)
  }

  /// Removes the number before a note, because the position of a note determines its number.
  private mutating func removeNoteMark() {
    guard let mark = flow.noteMark, flow.runs.count == mark.runCount, flow.text.count == mark.textCount else {
      return
    }
    flow.text.removeLast(1)
    if case .text(let start)? = flow.runs.last?.content, flow.text.count == start { flow.runs.removeLast() }
    flow.noteMark = nil
  }

  /// Ends a note or a text box.
  mutating func endFlow() {
    guard var ended = outerFlows.popLast() else { return }
    if !flow.runs.isEmpty { endParagraph() }
    flow.setDepth(0)
    // The flows are swapped, because an assignment would create a second reference and copy the outer flow
    // for every text box.
    swap(&flow, &ended)
    label = flow.label
    flow.emptyCells = ended.emptyCells
    let pieces = ended.pieces
    if frame.isNote {
      var builder = RTFBlockBuilder(losses: losses)
      var blocks = builder.blocks(of: pieces)
      losses = builder.losses
      // A space follows the number at the beginning of a note.
      if ended.hasOwnMark, case .paragraph(var paragraph)? = blocks.first,
        case .text(let text)? = paragraph.content.first, text.hasPrefix(" ")
      {
        paragraph.content[0] = .text(String(text.dropFirst()))
        blocks[0] = .paragraph(paragraph)
      }
      let characters = frames.last?.characters ?? frame.characters
      flow.append(.note(blocks), characters)
    } else {
      // The content of a text box precedes the paragraph in which the box is anchored.
      for piece in pieces { flow.append(piece, depth: flow.tables.count) }
      if !pieces.isEmpty { losses.add(.layout, "text boxes") }
    }
  }
}
