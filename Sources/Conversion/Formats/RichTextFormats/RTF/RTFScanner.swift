import ByteTools

/// A token of RTF.
enum RTFToken {
  /// `{`
  case open
  /// `}`
  case close
  /// A control word, with its number if it has one.
  case word(RTFWord, Int?)
  /// A control symbol: a backslash and a character that is not a letter.
  case symbol(UInt8)
  /// A byte in the current code page: `\'e9`, or a literal byte above ASCII.
  case byte(UInt8)
  /// Literal ASCII text, as a range of the bytes.
  case text(Range<Int>)
  /// The bytes after `\bin`.
  case binary(Range<Int>)
}

/// Splits RTF into tokens.
///
/// Line ends and NULs are ignored. A backslash before a line end means `\par`.
struct RTFScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  private(set) var position = 0
  /// The number of `\'` symbols without two hexadecimal digits.
  private(set) var brokenByteCount = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  /// Returns the next token; nil at the end of the bytes.
  mutating func next() -> RTFToken? {
    while position < bytes.count {
      let byte = bytes[position]
      switch byte {
      case UInt8(ascii: "{"):
        position += 1
        return .open
      case UInt8(ascii: "}"):
        position += 1
        return .close
      case UInt8(ascii: "\\"):
        if let token = control() { return token }
      case 0x0A, 0x0D, 0: position += 1
      case 0x80...:
        position += 1
        return .byte(byte)
      default:
        let start = position
        repeat { position += 1 } while position < bytes.count && Self.isPlain(bytes[position])
        return .text(start..<position)
      }
    }
    return nil
  }

  /// Skips the rest of the current group, including its closing brace.
  mutating func skipGroup() {
    var depth = 1
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"):
        depth -= 1
        if depth == 0 {
          position += 1
          return
        }
      case UInt8(ascii: "\\"):
        // Only `\bin` and escaped braces can hide braces, so other control words are not parsed.
        if position + 1 < bytes.count, bytes[position + 1] == UInt8(ascii: "b") {
          _ = control()
          continue
        }
        position += 1
      default: break
      }
      position += 1
    }
    position = bytes.count
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "\\"), 0x0A, 0x0D, 0, 0x80...: false
    default: true
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool { byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A }

  /// Returns the token that begins with the backslash at the position; nil if the backslash is meaningless.
  private mutating func control() -> RTFToken? {
    position += 1
    guard position < bytes.count else { return nil }
    let first = bytes[position]
    if Self.isLetter(first) { return word() }
    position += 1
    switch first {
    case 0x0A, 0x0D: return .word(.par, nil)
    case UInt8(ascii: "'"):
      guard position + 1 < bytes.count, let high = bytes[position].hexadecimalDigit,
        let low = bytes[position + 1].hexadecimalDigit
      else {
        brokenByteCount += 1
        return nil
      }
      position += 2
      return .byte(high << 4 | low)
    default: return .symbol(first)
    }
  }

  private mutating func word() -> RTFToken {
    var hash = RTFWord.emptyHash
    while position < bytes.count, Self.isLetter(bytes[position]) {
      hash = RTFWord.hash(hash, adding: bytes[position])
      position += 1
    }
    let parameter = number()
    if position < bytes.count, bytes[position] == UInt8(ascii: " ") { position += 1 }
    let word = RTFWord.word(hash: hash)
    guard word == .bin else { return .word(word, parameter) }
    let start = position
    position += min(max(parameter ?? 0, 0), bytes.count - position)
    return .binary(start..<position)
  }

  /// Returns the number at the position, limited to 32 bits; nil if no number begins at the position.
  private mutating func number() -> Int? {
    var start = position
    let isNegative = start < bytes.count && bytes[start] == UInt8(ascii: "-")
    if isNegative { start += 1 }
    guard start < bytes.count, (0x30...0x39).contains(bytes[start]) else { return nil }
    position = start
    var value = 0
    while position < bytes.count, (0x30...0x39).contains(bytes[position]) {
      value = min(value * 10 + Int(bytes[position] - 0x30), Int(Int32.max))
      position += 1
    }
    return isNegative ? -value : value
  }
}

/// The control words that the reader supports.
///
/// The raw value of a case is the control word.
enum RTFWord: String, CaseIterable {
  case unknown = ""
  // The document.
  case rtf, ansi, mac, pc, pca, ansicpg, deff, deflang, uc, u, bin, upr, ud, cocoartf
  // Header tables.
  case fonttbl, f, fcharset, cpg, falt
  case colortbl, red, green, blue, expandedcolortbl, cssrgb, csgray, c, cname
  case stylesheet, s, cs, ds, ts
  case listtable, list, listlevel, levelnfc, levelnfcn, levelstartat, leveltext, levelnumbers, levelmarker,
    levellegal, listid
  case listname, listoverridetable, listoverride, lfolevel, listoverridestartat, ls, ilvl, listtext
  // Document information.
  case info, title, author, subject, keywords, doccomm, company, manager, category
  case creatim, revtim, yr, mo, dy, hr, min, sec
  // Characters.
  case plain, b, i, ul, uld, uldash, uldashd, uldashdd, uldb, ulhwave, ulldash, ulth, ulthd, ulthdash,
    ulthdashd
  case ulthdashdd, ulthldash, ululdbwave, ulw, ulwave, ulnone
  case strike, striked, `super`, sub, nosupersub, up, dn, v, deleted, fs, cf, cb, chcbpat, highlight, lang
  case caps, scaps, outl, shad, embo, impr, ab, ai, rtlch, ltrch
  // Special characters.
  case tab, emdash, endash, lquote, rquote, ldblquote, rdblquote, bullet, emspace, enspace, qmspace, zwj, zwnj
  case ltrmark, rtlmark, line, lbr, softline, page, column, chftn
  // Paragraphs.
  case par, sect, pard, ql, qr, qc, qj, li, ri, fi, lin, rin, rtlpar, ltrpar, outlinelevel, sa, sb,
    contextualspace
  case brdrt, brdrb, brdrl, brdrr, brdrbtw, brdrbar, brdrs, brdrth, brdrdb, brdrdot, brdrdash, brdrhair,
    brdrdashsm
  case cbpat, clcbpat, pagebb, box, chbrdr, pgbrdrt, pgbrdrb, pgbrdrl, pgbrdrr
  case brdrdashd, brdrdashdd, brdrtriple, brdrwavy, brdrnone, brdrnil
  // Lists before Word 97.
  case pn, pntext, pnlvl, pnlvlblt, pnlvlbody, pnlvlcont, pndec, pnucltr, pnlcltr, pnucrm, pnlcrm, pncard,
    pnord
  case pnstart, pnprev, pntxta, pntxtb
  // Tables.
  case intbl, itap, trowd, trhdr, cellx, cell, row, nestcell, nestrow, nesttableprops, nonesttables
  case clmgf, clmrg, clvmgf, clvmrg, clbrdrt, clbrdrb, clbrdrl, clbrdrr, trbrdrt, trbrdrb, trbrdrl, trbrdrr
  case trbrdrh, trbrdrv
  // Fields, pictures, objects.
  case field, fldinst, fldrslt, pict, picprop, sp, sn, sv, shppict, nonshppict, shp, shpinst, shptxt, shprslt
  case pngblip, jpegblip, emfblip, wmetafile, macpict, dibitmap, wbitmap, pmmetafile
  case picw, pich, picwgoal, pichgoal, picscalex, picscaley
  case object, result, nextGraphic = "NeXTGraphic", width, height
  case objdata, `do`, dptxbxtext, formfield, ffres, ffdefres
  // Formulas, and the properties of their parts.
  case moMath, moMathPara, moMathParaPr, mmathPict, mnaryPr, mdPr, maccPr, mgroupChrPr
  // Content outside of the text.
  case userprops, docvar
  case footnote, ftnalt, annotation, header, headerl, headerr, headerf, footer, footerl, footerr, footerf,
    background
  // Entries of indexes and tables of contents, and other content that is not part of the text.
  case xe, tc, rxe, txe, bkmkstart, bkmkend, template, nextfile, filetbl, revtbl
  // Explicit formatting by this library's writer, for cases in which readers would infer different
  // formatting.
  case asmeant
}

extension RTFWord {
  /// Whether the word represents a character, and can therefore be the fallback for a Unicode character.
  var isSign: Bool {
    switch self {
    case .tab, .emdash, .endash, .lquote, .rquote, .ldblquote, .rdblquote, .bullet, .emspace, .enspace,
      .qmspace:
      true
    default: false
    }
  }

  /// Returns the word with the given hash.
  ///
  /// No memory is allocated, because most words of a long document are unknown.
  static func word(hash: UInt64) -> RTFWord {
    var slot = Int(truncatingIfNeeded: hash & mask)
    while true {
      let entry = table[slot]
      if entry.hash == hash { return entry.word }
      if entry.hash == 0 { return .unknown }
      slot = (slot + 1) & Int(mask)
    }
  }

  /// The hash of the empty word (FNV-1a).
  static let emptyHash: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Returns the hash of a word, extended by one letter.
  @inline(__always)
  static func hash(_ hash: UInt64, adding letter: UInt8) -> UInt64 {
    (hash ^ UInt64(letter)) &* 0x100_0000_01B3
  }

  private static let mask: UInt64 = 1023

  private static let table: [(hash: UInt64, word: RTFWord)] = {
    var table = [(hash: UInt64, word: RTFWord)](repeating: (0, .unknown), count: Int(mask) + 1)
    for word in allCases where word != .unknown {
      let hash = word.rawValue.utf8.reduce(emptyHash) { Self.hash($0, adding: $1) }
      var slot = Int(truncatingIfNeeded: hash & mask)
      while table[slot].hash != 0 { slot = (slot + 1) & Int(mask) }
      table[slot] = (hash, word)
    }
    return table
  }()
}
