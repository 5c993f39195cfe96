import ProfferConversions
import XMLText

/// The names of elements and attributes that the reader of PowerPoint presentations recognizes.
///
/// Prefixes: `p` and `p14` PresentationML; `a` DrawingML; `r` references to relationships; `c` and `dgm`
/// charts and diagrams; `m` formulas; `mc` markup compatibility.
enum SlideName: String, CaseIterable, Sendable {
  // The presentation.
  case presentation = "p:presentation"
  case slideList = "p:sldIdLst"
  case slideEntry = "p:sldId"
  case defaultTextStyle = "p:defaultTextStyle"
  case customShows = "p:custShowLst"

  // Slides, layouts, masters and notes.
  case slide = "p:sld"
  case slideLayout = "p:sldLayout"
  case slideMaster = "p:sldMaster"
  case notes = "p:notes"
  case background = "p:bg"
  case shapeTree = "p:spTree"
  case colorMap = "p:clrMap"
  case colorMapOverride = "a:overrideClrMapping"
  case textStyles = "p:txStyles"
  case titleStyle = "p:titleStyle"
  case bodyStyle = "p:bodyStyle"
  case otherStyle = "p:otherStyle"
  case transition = "p:transition"
  case timing = "p:timing"
  case timeNode = "p:cTn"
  case comment = "p:cm"
  case modernComment = "p188:cm"
  case modernReply = "p188:reply"

  // Shapes.
  case shape = "p:sp"
  case group = "p:grpSp"
  case picture = "p:pic"
  case frame = "p:graphicFrame"
  case connector = "p:cxnSp"
  case contentPart = "p:contentPart"
  case contentPart14 = "p14:contentPart"
  case drawingProperties = "p:cNvPr"
  case applicationProperties = "p:nvPr"
  case placeholder = "p:ph"
  case shapeProperties = "p:spPr"
  case groupProperties = "p:grpSpPr"
  case frameTransform = "p:xfrm"
  case shapeStyle = "p:style"
  case textBody = "p:txBody"
  case blipFill = "p:blipFill"
  case embeddedObject = "p:oleObj"
  case video = "a:videoFile"
  case audio = "a:audioFile"
  case audioCD = "a:audioCd"
  case soundFile = "a:wavAudioFile"
  case media14 = "p14:media"

  // Pictures and graphics.
  case blip = "a:blip"
  case vectorBlip = "asvg:svgBlip"
  case sourceRectangle = "a:srcRect"
  case transform = "a:xfrm"
  case extent = "a:ext"
  case duotone = "a:duotone"
  case grayscale = "a:grayscl"
  case blackAndWhite = "a:biLevel"
  case luminance = "a:lum"
  case transparency = "a:alphaModFix"
  case chart = "c:chart"
  case diagram = "dgm:relIds"
  case linkOnClick = "a:hlinkClick"
  case linkOnHover = "a:hlinkHover"
  case linkOnMouseOver = "a:hlinkMouseOver"

  // Tables.
  case table = "a:tbl"
  case tableProperties = "a:tblPr"
  case tableColumn = "a:gridCol"
  case tableRow = "a:tr"
  case tableCell = "a:tc"
  case cellProperties = "a:tcPr"
  case cellText = "a:txBody"

  // Text.
  case bodyProperties = "a:bodyPr"
  case textWarp = "a:prstTxWarp"
  case listStyle = "a:lstStyle"
  case levelDefault = "a:defPPr"
  case level1 = "a:lvl1pPr"
  case level2 = "a:lvl2pPr"
  case level3 = "a:lvl3pPr"
  case level4 = "a:lvl4pPr"
  case level5 = "a:lvl5pPr"
  case level6 = "a:lvl6pPr"
  case level7 = "a:lvl7pPr"
  case level8 = "a:lvl8pPr"
  case level9 = "a:lvl9pPr"
  case paragraph = "a:p"
  case paragraphProperties = "a:pPr"
  case run = "a:r"
  case field = "a:fld"
  case lineBreak = "a:br"
  case text = "a:t"
  case runProperties = "a:rPr"
  case defaultRunProperties = "a:defRPr"
  case endProperties = "a:endParaRPr"
  case noBullet = "a:buNone"
  case numberBullet = "a:buAutoNum"
  case characterBullet = "a:buChar"
  case pictureBullet = "a:buBlip"
  case bulletFont = "a:buFont"
  case tabStops = "a:tabLst"
  case lineSpacing = "a:lnSpc"
  case spaceBefore = "a:spcBef"
  case spaceAfter = "a:spcAft"
  case latinFont = "a:latin"
  case solidFill = "a:solidFill"
  case gradientFill = "a:gradFill"
  case pictureFill = "a:blipFill"
  case patternFill = "a:pattFill"
  case noFill = "a:noFill"
  case outline = "a:ln"
  case effects = "a:effectLst"
  case highlight = "a:highlight"
  case formulaContainer = "a14:m"

  // Colors.
  case rgbColor = "a:srgbClr"
  case schemeColor = "a:schemeClr"
  case systemColor = "a:sysClr"
  case presetColor = "a:prstClr"
  case luminanceModulation = "a:lumMod"
  case luminanceOffset = "a:lumOff"
  case tint = "a:tint"
  case shade = "a:shade"

  // Formulas.
  case formula = "m:oMath"
  case formulaText = "m:t"
  case naryProperties = "m:naryPr"
  case delimiterProperties = "m:dPr"
  case formulaCharacter = "m:chr"
  case openingCharacter = "m:begChr"
  case closingCharacter = "m:endChr"
  case accentProperties = "m:accPr"
  case formulaGroupProperties = "m:groupChrPr"
  case formulaValue = "m:val"
  case numerator = "m:num"
  case denominator = "m:den"
  case superscript = "m:sup"
  case `subscript` = "m:sub"
  case radical = "m:rad"
  case degree = "m:deg"
  case delimiter = "m:d"
  case matrixRow = "m:mr"
  case formulaElement = "m:e"

  // Attributes.
  case relationship = "r:id"
  case embed = "r:embed"
  case link = "r:link"
  case relationshipData = "r:dm"
  case show = "show"
  case showsMasterShapes = "showMasterSp"
  case type = "type"
  case index = "idx"
  case name = "name"
  case description = "descr"
  case title = "title"
  case hidden = "hidden"
  case action = "action"
  case tooltip = "tooltip"
  case presetIdentifier = "presetID"
  case extentWidth = "cx"
  case extentHeight = "cy"
  case rotation = "rot"
  case horizontalFlip = "flipH"
  case verticalFlip = "flipV"
  case cropLeft = "l"
  case cropTop = "t"
  case cropRight = "r"
  case cropBottom = "b"
  case level = "lvl"
  case alignment = "algn"
  case rightToLeft = "rtl"
  case leftMargin = "marL"
  case firstLine = "indent"
  case character = "char"
  case typeface = "typeface"
  case startAt = "startAt"
  case italic = "i"
  case underline = "u"
  case strike = "strike"
  case size = "sz"
  case baseline = "baseline"
  case capitals = "cap"
  case spacing = "spc"
  case language = "lang"
  case value = "val"
  case lastColor = "lastClr"
  case gridSpan = "gridSpan"
  case rowSpan = "rowSpan"
  case horizontalMerge = "hMerge"
  case verticalMerge = "vMerge"
  case firstRow = "firstRow"
  case firstColumn = "firstCol"
  case columnCount = "numCol"
  case verticalText = "vert"
  case preset = "prst"
  case mappedBackground1 = "bg1"
  case mappedText1 = "tx1"
  case mappedBackground2 = "bg2"
  case mappedText2 = "tx2"
  case mappedAccent1 = "accent1"
  case mappedAccent2 = "accent2"
  case mappedAccent3 = "accent3"
  case mappedAccent4 = "accent4"
  case mappedAccent5 = "accent5"
  case mappedAccent6 = "accent6"
  case mappedLink = "hlink"
  case mappedFollowedLink = "folHlink"

  case alternateContent = "mc:AlternateContent"
  case choice = "mc:Choice"
  case fallback = "mc:Fallback"
  case requires = "Requires"
}

extension SlideName: FormulaName {
  /// Bold text; the attribute has the same name as the bottom of a cropped picture.
  static let bold = SlideName.cropBottom

  static let vocabulary = XMLVocabulary<SlideName>([
    "p": [
      "http://schemas.openxmlformats.org/presentationml/2006/main",
      "http://purl.oclc.org/ooxml/presentationml/main",
    ],
    "a": OfficeNamespace.drawing,
    "r": OfficeNamespace.relationships,
    "c": OfficeNamespace.chart,
    "dgm": OfficeNamespace.diagram,
    "m": OfficeNamespace.formula,
    "mc": OfficeNamespace.compatibility,
    "a14": ["http://schemas.microsoft.com/office/drawing/2010/main"],
    "p14": ["http://schemas.microsoft.com/office/powerpoint/2010/main"],
    "p15": ["http://schemas.microsoft.com/office/powerpoint/2012/main"],
    "p188": ["http://schemas.microsoft.com/office/powerpoint/2018/8/main"],
    "asvg": ["http://schemas.microsoft.com/office/drawing/2016/SVG/main"],
  ])
}

/// Reads the XML of a part of a presentation.
typealias SlideXML = CompatibleXML<SlideName>

extension CompatibleXML<SlideName> {
  /// Returns the value of a switch; false if the attribute is missing.
  func isOn(_ name: SlideName) -> Bool { attribute(name).map { $0 == "1" || $0 == "true" } ?? false }

  /// Returns a whole number; nil if the attribute is missing or not a number of at most nine digits.
  func number(_ name: SlideName) -> Int? {
    attribute(name).flatMap { Int($0) }.flatMap { $0.magnitude < 1_000_000_000 ? $0 : nil }
  }

  /// Calls a function at the start of each child of the current element, up to the element's end.
  ///
  /// - Parameter body: a function that reads the child, including its end.
  mutating func forEachChild(
    _ body: (SlideName?, inout SlideXML) throws(CoderError) -> Void
  ) throws(CoderError) {
    while let event = try next() {
      switch event {
      case .begin(let name): try body(name, &self)
      case .end: return
      case .text: break
      }
    }
  }
}
