/// The control words that mean something to the reader.
///
/// The raw value is the word itself.
enum RTFWord: String, CaseIterable {
  case unknown = ""
  // The document.
  case rtf, ansi, mac, pc, pca, ansicpg, deff, deflang, uc, u, bin, upr, ud, cocoartf
  // Tables at the top.
  case fonttbl, f, fcharset, cpg, falt
  case colortbl, red, green, blue, expandedcolortbl, cssrgb, csgray, c, cname
  case stylesheet, s, cs, ds, ts
  case listtable, list, listlevel, levelnfc, levelnfcn, levelstartat, leveltext, levelnumbers, levelmarker,
    listid
  case listname, listoverridetable, listoverride, lfolevel, listoverridestartat, ls, ilvl, listtext
  // Said about the document.
  case info, title, author, subject, keywords, doccomm
  // Characters.
  case plain, b, i, ul, uld, uldash, uldashd, uldashdd, uldb, ulhwave, ulldash, ulth, ulthd, ulthdash,
    ulthdashd
  case ulthdashdd, ulthldash, ululdbwave, ulw, ulwave, ulnone
  case strike, striked, `super`, sub, nosupersub, up, dn, v, deleted, fs, cf, cb, chcbpat, highlight, lang
  case caps, scaps, outl, shad, embo, impr, ab, ai, rtlch, ltrch
  // Signs.
  case tab, emdash, endash, lquote, rquote, ldblquote, rdblquote, bullet, emspace, enspace, qmspace, zwj, zwnj
  case ltrmark, rtlmark, line, lbr, softline, page, column, chftn
  // Paragraphs.
  case par, sect, pard, ql, qr, qc, qj, li, ri, fi, lin, rin, rtlpar, ltrpar, outlinelevel, sa, sb,
    contextualspace
  case brdrt, brdrb, brdrl, brdrr, brdrbtw, brdrbar, brdrs, brdrth, brdrdb, brdrdot, brdrdash, brdrhair,
    brdrdashsm
  case brdrdashd, brdrdashdd, brdrtriple, brdrwavy, brdrnone, brdrnil
  // The lists of old.
  case pn, pntext, pnlvl, pnlvlblt, pnlvlbody, pnlvlcont, pndec, pnucltr, pnlcltr, pnucrm, pnlcrm, pncard,
    pnord
  case pnstart, pntxta, pntxtb
  // Tables.
  case intbl, itap, trowd, trhdr, cellx, cell, row, nestcell, nestrow, nesttableprops, nonesttables
  case clmgf, clmrg, clvmgf, clvmrg, clbrdrt, clbrdrb, clbrdrl, clbrdrr, trbrdrt, trbrdrb, trbrdrl, trbrdrr
  case trbrdrh, trbrdrv
  // Fields, pictures, things.
  case field, fldinst, fldrslt, pict, picprop, sp, sn, sv, shppict, nonshppict, shp, shpinst, shptxt, shprslt
  case pngblip, jpegblip, emfblip, wmetafile, macpict, dibitmap, wbitmap, pmmetafile
  case picw, pich, picwgoal, pichgoal, picscalex, picscaley
  case object, result, nextGraphic = "NeXTGraphic", width, height
  // Beside the text.
  case footnote, annotation, header, headerl, headerr, headerf, footer, footerl, footerr, footerf, background
  // Words of indexes and tables of contents, and other things that are no text.
  case xe, tc, rxe, txe, bkmkstart, bkmkend, template, nextfile, filetbl, revtbl
  // What a writer of ours means where the document alone would be read otherwise.
  case asmeant
}

extension RTFWord {
  /// Whether the word is a character, so that it can stand for another one.
  var isSign: Bool {
    switch self {
    case .tab, .emdash, .endash, .lquote, .rquote, .ldblquote, .rdblquote, .bullet, .emspace, .enspace,
      .qmspace:
      true
    default: false
    }
  }

  /// The word of a name by its hash; unknown words are most of a long document, so nothing is allocated.
  static func word(hash: UInt64) -> RTFWord {
    var slot = Int(truncatingIfNeeded: hash & mask)
    while true {
      let entry = table[slot]
      if entry.hash == hash { return entry.word }
      if entry.hash == 0 { return .unknown }
      slot = (slot + 1) & Int(mask)
    }
  }

  /// The hash of no letters (FNV-1a).
  static let emptyHash: UInt64 = 0xCBF2_9CE4_8422_2325

  /// The hash of a word that is one letter longer.
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
