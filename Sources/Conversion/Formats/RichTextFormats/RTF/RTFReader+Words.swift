import ProfferConversions

extension RTFReader {
  /// Handles a control symbol.
  mutating func symbol(_ symbol: UInt8) {
    switch symbol {
    case UInt8(ascii: "*"):
      // The symbol marks a group as ignorable only at the beginning of the group.
      let before = frame.start..<scanner.position - 2
      if before.count <= 2, scanner.bytes[before].allSatisfy({ $0 == 0x0A || $0 == 0x0D }) {
        frame.isIgnorable = true
      }
    case UInt8(ascii: "~"): put("\u{A0}")
    case UInt8(ascii: "-"): put("\u{AD}")
    case UInt8(ascii: "_"): put("\u{2011}")
    case UInt8(ascii: "\t"): put("\t")
    case UInt8(ascii: ":"), UInt8(ascii: "|"): break
    case ..<0x80: text(scanner.position - 1..<scanner.position)
    default: byte(symbol)
    }
  }

  /// Handles a control word.
  mutating func word(_ word: RTFWord, _ parameter: Int?) {
    if pendingHighSurrogate != nil, word != .u, word != .uc { finishCharacters() }
    if word == .unknown {
      if frame.isIgnorable { skipGroup() }
      return
    }
    frame.isIgnorable = false
    switch frame.destination {
    case .body: break
    case .ignored:
      if word == .ud { turnOnUnicode() }
      if frame.isRunningHead { runningHeadWord(word) }
      return
    case .fonts, .colors, .expandedColors, .lists, .listLevel, .listOverrides, .legacyList, .picture,
      .graphic, .creationTime, .modificationTime:
      if tableWord(word, parameter) { return }
    case .explicit: return explicitWord(word, parameter)
    default: break
    }
    if characterWord(word, parameter) || signWord(word, parameter) || paragraphWord(word, parameter) {
      return
    }
    if rowWord(word, parameter) { return }
    groupWord(word, parameter)
  }

  // MARK: Characters

  private mutating func characterWord(_ word: RTFWord, _ parameter: Int?) -> Bool {
    func set(_ flag: RTFCharacters.Flags) {
      if parameter == 0 { frame.characters.flags.remove(flag) } else { frame.characters.flags.insert(flag) }
    }
    switch word {
    case .b: set(.bold)
    case .i: set(.italic)
    case .ab: set(.associatedBold)
    case .ai: set(.associatedItalic)
    case .ul, .uld, .uldash, .uldashd, .uldashdd, .uldb, .ulhwave, .ulldash, .ulth, .ulthd, .ulthdash,
      .ulthdashd,
      .ulthdashdd, .ulthldash, .ululdbwave, .ulw, .ulwave:
      set(.underline)
    case .ulnone: frame.characters.flags.remove(.underline)
    case .strike, .striked: set(.strikethrough)
    case .v: set(.hidden)
    case .deleted: set(.deleted)
    case .caps: set(.capitals)
    case .scaps: set(.smallCapitals)
    case .outl: set(.outline)
    case .shad: set(.shadow)
    case .embo, .impr: set(.relief)
    case .rtlch: frame.characters.flags.insert(.rightToLeft)
    case .ltrch: frame.characters.flags.remove(.rightToLeft)
    case .super: frame.characters.shift = parameter == 0 ? 0 : 1
    case .sub: frame.characters.shift = parameter == 0 ? 0 : -1
    case .up: frame.characters.shift = Int8((parameter ?? 6).signum())
    case .dn: frame.characters.shift = Int8(-(parameter ?? 6).signum())
    case .nosupersub: frame.characters.shift = 0
    case .plain: frame.characters.reset()
    case .f: frame.characters.font = parameter ?? 0
    case .fs: frame.characters.size = parameter.flatMap { $0 > 0 ? $0 : nil }
    case .cf: frame.characters.color = parameter ?? 0
    case .cb, .chcbpat, .highlight: frame.characters.background = parameter.flatMap { $0 > 0 ? $0 : nil }
    case .lang: frame.characters.language = parameter
    case .cs:
      if frame.destination == .styles {
        header.style = RTFOpenStyle(number: parameter ?? 0, kind: .character)
      } else {
        frame.characters.style = parameter
      }
    default: return false
    }
    return true
  }

  private mutating func signWord(_ word: RTFWord, _ parameter: Int?) -> Bool {
    switch word {
    case .u: unicode(parameter ?? 0)
    case .uc: frame.fallbackLength = min(max(parameter ?? 1, 0), 1_000)
    case .tab: put("\t")
    case .emdash: put("—")
    case .endash: put("–")
    case .lquote: put("‘")
    case .rquote: put("’")
    case .ldblquote: put("“")
    case .rdblquote: put("”")
    case .bullet: put("•")
    case .emspace: put("\u{2003}")
    case .enspace: put("\u{2002}")
    case .qmspace: put("\u{2005}")
    case .zwj: put("\u{200D}")
    case .zwnj: put("\u{200C}")
    case .ltrmark: put("\u{200E}")
    case .rtlmark: put("\u{200F}")
    case .line, .lbr: putBreak(.hardBreak)
    case .softline: putSoftBreak()
    case .chftn: putNoteMark()
    case .page: putPageBreak()
    case .column: if frame.destination == .body { losses.add(.layout, "column breaks") }
    default: return false
    }
    return true
  }

  /// Adds a placeholder for the number of a note.
  ///
  /// The note removes the placeholder. Inside a note, no placeholder is added.
  private mutating func putNoteMark() {
    if !outerFlows.isEmpty, flow.runs.isEmpty { flow.hasOwnMark = true }
    guard frame.destination == .body, outerFlows.isEmpty, frame.characters.flags.isDisjoint(with: .concealed)
    else { return }
    put("*")
    flow.noteMark = (flow.runs.count, flow.text.count)
  }

  // MARK: Paragraphs

  private mutating func paragraphWord(_ word: RTFWord, _ parameter: Int?) -> Bool {
    let number = parameter ?? 0
    switch word {
    case .par: if frame.destination == .body { endParagraph() } else { putBreakOfInformation() }
    case .sect:
      if frame.destination == .body {
        endParagraph()
        losses.add(.layout, "sections")
      }
    case .pagebb: frame.layout.beginsPage = parameter != 0
    case .cbpat: frame.layout.backgroundNumber = number > 0 ? number : nil
    case .pard: frame.layout = RTFLayout()
    case .ql: frame.layout.alignment = .left
    case .qr: frame.layout.alignment = .right
    case .qc: frame.layout.alignment = .center
    case .qj: frame.layout.alignment = .justified
    case .li: frame.layout.left = number
    case .ri: frame.layout.right = number
    case .fi: frame.layout.first = number
    case .lin: frame.layout.leading = number
    case .rin: frame.layout.trailing = number
    case .rtlpar: frame.layout.isRightToLeft = true
    case .ltrpar: frame.layout.isRightToLeft = false
    case .outlinelevel: frame.layout.outlineLevel = number
    case .sb: frame.layout.spaceBefore = number
    case .sa: frame.layout.spaceAfter = number
    case .contextualspace: frame.layout.hasContextualSpace = parameter != 0
    case .ls: frame.layout.list = max(number, 0)
    case .ilvl: frame.layout.listLevel = min(max(number, 0), 8)
    case .s:
      if frame.destination == .styles {
        header.style = RTFOpenStyle(number: number, kind: .paragraph)
      } else {
        frame.layout.style = number
      }
    case .ds, .ts:
      if frame.destination == .styles { header.style = RTFOpenStyle(number: number, kind: .other) }
    case .intbl: frame.layout.tableDepth = max(frame.layout.tableDepth, 1)
    case .itap: frame.layout.tableDepth = min(max(number, 0), Self.nestingLimit)
    case .brdrb: border = .bottom
    case .brdrt, .brdrl, .brdrr, .brdrbtw, .brdrbar, .box: border = .paragraph
    // Borders of cells are not counted. RTF cells nearly always have borders, including in the output of
    // this library.
    case .chbrdr, .pgbrdrt, .pgbrdrb, .pgbrdrl, .pgbrdrr, .clbrdrt, .clbrdrb, .clbrdrl, .clbrdrr, .trbrdrt,
      .trbrdrb,
      .trbrdrl, .trbrdrr, .trbrdrh, .trbrdrv:
      border = .other
    case .brdrs, .brdrth, .brdrdb, .brdrdot, .brdrdash, .brdrhair, .brdrdashsm, .brdrdashd, .brdrdashdd,
      .brdrtriple,
      .brdrwavy:
      if border == .bottom { frame.layout.hasBottomBorder = true }
      if border == .paragraph { frame.layout.hasBorder = true }
    case .brdrnone, .brdrnil: if border == .bottom { frame.layout.hasBottomBorder = false }
    default: return false
    }
    return true
  }

  /// Handles a control word in a page header or footer, so that only its text and pictures are counted.
  private mutating func runningHeadWord(_ word: RTFWord) {
    switch word {
    case .field: frame.isFieldOfRunningHead = true
    case .fldinst, .sn, .sv, .bkmkstart, .bkmkend, .nonshppict, .shprslt, .objdata:
      frame.isRunningHead = false
    case .pict:
      frame.isRunningHead = false
      losses.add(.images, "in page headers and footers")
    default: break
    }
  }

  // MARK: Rows

  private mutating func rowWord(_ word: RTFWord, _ parameter: Int?) -> Bool {
    switch word {
    case .cell: endCell(depth: 1)
    case .nestcell: endCell(depth: max(frame.layout.tableDepth, 2))
    case .row: endRow(depth: 1)
    case .nestrow: endRow(depth: max(frame.layout.tableDepth, 2))
    case .clcbpat:
      guard frame.destination == .body else { return true }
      let color = header.color(parameter)
      withDefinition { $0.nextCell.background = color }
    case .trowd, .trhdr, .cellx, .clmrg, .clmgf, .clvmgf, .clvmrg:
      guard frame.destination == .body else { return true }
      withDefinition { $0.define(word, parameter) }
    default: return false
    }
    return true
  }

  /// Changes the table whose row is being defined.
  private mutating func withDefinition(_ change: (inout RTFFlow.OpenTable) -> Void) {
    let depth = frame.isNestedRow ? max(frame.layout.tableDepth, 2) : 1
    if flow.tables.count < depth { flow.setDepth(depth) }
    change(&flow.tables[depth - 1])
  }

  // MARK: Explicit formatting

  private mutating func explicitWord(_ word: RTFWord, _ parameter: Int?) {
    func layout(_ change: (inout RTFLayout.Explicit) -> Void) {
      var explicit = frame.layout.explicit ?? RTFLayout.Explicit()
      change(&explicit)
      frame.layout.explicit = explicit
    }
    func align(_ alignment: RTFLayout.Alignment) {
      if frame.layout.explicitCell != nil {
        frame.layout.explicitCell = RTFLayout.ExplicitAlignment(alignment: alignment)
      } else {
        layout { $0.alignment = alignment }
      }
    }
    switch word {
    case .b: frame.characters.explicit.insert(.bold)
    case .ul: frame.characters.explicit.insert(.underline)
    case .f: frame.characters.explicit.insert(.fontFamily)
    case .fs: frame.characters.explicit.insert(.fontSize)
    case .cf: frame.characters.explicit.insert(.color)
    case .intbl: frame.layout.explicitCell = RTFLayout.ExplicitAlignment()
    case .ql: align(.left)
    case .qr: align(.right)
    case .qc: align(.center)
    case .qj: align(.justified)
    case .ltrpar: layout { $0.direction = .leftToRight }
    case .rtlpar: layout { $0.direction = .rightToLeft }
    case .li: layout { $0.left = parameter ?? 0 }
    case .ri: layout { $0.right = parameter ?? 0 }
    case .fi: layout { $0.first = parameter ?? 0 }
    case .picwgoal: picture.width = parameter
    case .pichgoal: picture.height = parameter
    default: break
    }
  }

  /// Begins the Unicode text of `\upr`, which is the second of the two texts in the group.
  private mutating func turnOnUnicode() {
    guard let outer = frames.last else { return }
    frame.destination = outer.destination
    frame.beginsDestination = false
  }
}
