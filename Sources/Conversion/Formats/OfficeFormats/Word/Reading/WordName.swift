import XMLText

/// The names of elements and attributes that the reader of Word documents recognizes.
///
/// Prefixes: `w` WordprocessingML; `r` references to relationships; `wp`, `a`, `pic`, `wps`, `wpg`, `c` and
/// `dgm` DrawingML; `m` formulas; `v` and `o` VML; `mc` markup compatibility.
enum WordName: String, CaseIterable, Sendable {
  // Parts and sections.
  case document = "w:document"
  case background = "w:background"
  case body = "w:body"
  case sectionProperties = "w:sectPr"
  case headerReference = "w:headerReference"
  case footerReference = "w:footerReference"
  case columns = "w:cols"
  case pageBorders = "w:pgBorders"
  case lineNumbers = "w:lnNumType"
  case alternateChunk = "w:altChunk"
  case subdocument = "w:subDoc"

  // Paragraphs.
  case paragraph = "w:p"
  case paragraphProperties = "w:pPr"
  case paragraphStyle = "w:pStyle"
  case numberingProperties = "w:numPr"
  case numberingLevel = "w:ilvl"
  case numberingIdentifier = "w:numId"
  case paragraphBorders = "w:pBdr"
  case topBorder = "w:top"
  case leftBorder = "w:left"
  case bottomBorder = "w:bottom"
  case rightBorder = "w:right"
  case betweenBorder = "w:between"
  case barBorder = "w:bar"
  case tabs = "w:tabs"
  case tab = "w:tab"
  case bidirectional = "w:bidi"
  case indentation = "w:ind"
  case contextualSpacing = "w:contextualSpacing"
  case spacing = "w:spacing"
  case justification = "w:jc"
  case outlineLevel = "w:outlineLvl"
  case pageBreakBefore = "w:pageBreakBefore"
  case frame = "w:framePr"
  case textDirection = "w:textDirection"
  case paragraphChange = "w:pPrChange"

  // Runs.
  case run = "w:r"
  case runProperties = "w:rPr"
  case runStyle = "w:rStyle"
  case fonts = "w:rFonts"
  case bold = "w:b"
  case complexBold = "w:bCs"
  case italic = "w:i"
  case complexItalic = "w:iCs"
  case capitals = "w:caps"
  case smallCapitals = "w:smallCaps"
  case strike = "w:strike"
  case doubleStrike = "w:dstrike"
  case outline = "w:outline"
  case shadow = "w:shadow"
  case emboss = "w:emboss"
  case imprint = "w:imprint"
  case vanish = "w:vanish"
  case styleSeparator = "w:specVanish"
  case color = "w:color"
  case width = "w:w"
  case position = "w:position"
  case size = "w:sz"
  case complexSize = "w:szCs"
  case highlight = "w:highlight"
  case underline = "w:u"
  case effect = "w:effect"
  case border = "w:bdr"
  case shading = "w:shd"
  case fitText = "w:fitText"
  case verticalAlignment = "w:vertAlign"
  case rightToLeft = "w:rtl"
  case complexScript = "w:cs"
  case emphasisMark = "w:em"
  case language = "w:lang"
  case eastAsianLayout = "w:eastAsianLayout"
  case runChange = "w:rPrChange"
  case textGlow = "w14:glow"
  case textShadow = "w14:shadow"
  case textReflection = "w14:reflection"
  case textOutline = "w14:textOutline"
  case textFill = "w14:textFill"

  // The content of runs.
  case text = "w:t"
  case deletedText = "w:delText"
  case instruction = "w:instrText"
  case deletedInstruction = "w:delInstrText"
  case lineBreak = "w:br"
  case carriageReturn = "w:cr"
  case positionedTab = "w:ptab"
  case noBreakHyphen = "w:noBreakHyphen"
  case softHyphen = "w:softHyphen"
  case symbol = "w:sym"
  case pageNumber = "w:pgNum"
  case longDay = "w:dayLong"
  case shortDay = "w:dayShort"
  case longMonth = "w:monthLong"
  case shortMonth = "w:monthShort"
  case longYear = "w:yearLong"
  case shortYear = "w:yearShort"
  case ruby = "w:ruby"
  case rubyText = "w:rt"
  case contentPart = "w:contentPart"
  case commentReference = "w:commentReference"
  case footnoteReference = "w:footnoteReference"
  case endnoteReference = "w:endnoteReference"
  case footnoteMark = "w:footnoteRef"
  case endnoteMark = "w:endnoteRef"
  case footnote = "w:footnote"
  case endnote = "w:endnote"

  // Links, fields and containers.
  case hyperlink = "w:hyperlink"
  case bookmarkStart = "w:bookmarkStart"
  case simpleField = "w:fldSimple"
  case fieldCharacter = "w:fldChar"
  case fieldData = "w:fldData"
  case formData = "w:ffData"
  case checkBox = "w:checkBox"
  case checked = "w:checked"
  case standard = "w:default"
  case dropDownList = "w:ddList"
  case result = "w:result"
  case listEntry = "w:listEntry"
  case contentControl = "w:sdt"
  case contentControlProperties = "w:sdtPr"
  case contentControlEnd = "w:sdtEndPr"
  case contentControlCheckBox = "w14:checkbox"
  case contentControlChecked = "w14:checked"
  case contentControlCheckedValue = "w14:val"
  case contentControlTitle = "w:alias"
  case contentControlTag = "w:tag"
  case contentControlList = "w:dropDownList"
  case contentControlComboBox = "w:comboBox"
  case contentControlDate = "w:date"
  case customProperties = "w:customXmlPr"
  case smartTagProperties = "w:smartTagPr"
  case bidirectionalOverride = "w:bdo"

  // Tracked changes.
  case insertion = "w:ins"
  case deletion = "w:del"
  case moveFrom = "w:moveFrom"
  case moveTo = "w:moveTo"
  case cellInsertion = "w:cellIns"
  case cellDeletion = "w:cellDel"
  case cellMerge = "w:cellMerge"
  case sectionChange = "w:sectPrChange"
  case tableChange = "w:tblPrChange"
  case tableExceptionChange = "w:tblPrExChange"
  case rowChange = "w:trPrChange"
  case cellChange = "w:tcPrChange"
  case gridChange = "w:tblGridChange"
  case numberingChange = "w:numberingChange"

  // Tables.
  case table = "w:tbl"
  case tableProperties = "w:tblPr"
  case tableExceptions = "w:tblPrEx"
  case tableGrid = "w:tblGrid"
  case gridColumn = "w:gridCol"
  case tableStyle = "w:tblStyle"
  case tableLook = "w:tblLook"
  case tablePosition = "w:tblpPr"
  case tableCaption = "w:tblCaption"
  case tableDescription = "w:tblDescription"
  case visuallyBidirectional = "w:bidiVisual"
  case row = "w:tr"
  case rowProperties = "w:trPr"
  case gridBefore = "w:gridBefore"
  case tableHeader = "w:tblHeader"
  case hiddenRow = "w:hidden"
  case cell = "w:tc"
  case cellProperties = "w:tcPr"
  case gridSpan = "w:gridSpan"
  case verticalMerge = "w:vMerge"
  case horizontalMerge = "w:hMerge"
  case cellVerticalAlignment = "w:vAlign"

  // Styles.
  case styles = "w:styles"
  case documentDefaults = "w:docDefaults"
  case runDefaults = "w:rPrDefault"
  case paragraphDefaults = "w:pPrDefault"
  case style = "w:style"
  case name = "w:name"
  case basedOn = "w:basedOn"
  case latentStyles = "w:latentStyles"
  case tableStylePart = "w:tblStylePr"

  // Numbering.
  case numbering = "w:numbering"
  case abstractNumbering = "w:abstractNum"
  case numberingInstance = "w:num"
  case abstractNumberingIdentifier = "w:abstractNumId"
  case numberingStyleLink = "w:numStyleLink"
  case level = "w:lvl"
  case levelOverride = "w:lvlOverride"
  case startOverride = "w:startOverride"
  case start = "w:start"
  case numberFormat = "w:numFmt"
  case levelRestart = "w:lvlRestart"
  case legalNumbers = "w:isLgl"
  case suffix = "w:suff"
  case levelText = "w:lvlText"
  case pictureBullet = "w:lvlPicBulletId"
  case pictureBulletDefinition = "w:numPicBullet"

  // Settings.
  case displayBackground = "w:displayBackgroundShape"
  case colorMapping = "w:clrSchemeMapping"
  case themeLanguage = "w:themeFontLang"
  case documentVariable = "w:docVar"

  // Attributes of WordprocessingML.
  case val = "w:val"
  case identifier = "w:id"
  case type = "w:type"
  case styleIdentifier = "w:styleId"
  case anchor = "w:anchor"
  case documentLocation = "w:docLocation"
  case tooltip = "w:tooltip"
  case fieldInstruction = "w:instr"
  case fieldCharacterType = "w:fldCharType"
  case customMarkFollows = "w:customMarkFollows"
  case characterCode = "w:char"
  case font = "w:font"
  case asciiFont = "w:ascii"
  case otherFont = "w:hAnsi"
  case asciiTheme = "w:asciiTheme"
  case otherTheme = "w:hAnsiTheme"
  case complexTheme = "w:cstheme"
  case themeColor = "w:themeColor"
  case themeTint = "w:themeTint"
  case themeShade = "w:themeShade"
  case fill = "w:fill"
  case themeFill = "w:themeFill"
  case themeFillTint = "w:themeFillTint"
  case themeFillShade = "w:themeFillShade"
  case hanging = "w:hanging"
  case firstLine = "w:firstLine"
  case endIndentation = "w:end"
  case before = "w:before"
  case after = "w:after"
  case dropCap = "w:dropCap"
  case firstRow = "w:firstRow"
  case firstColumn = "w:firstColumn"

  case mappedText1 = "w:t1"
  case mappedText2 = "w:t2"
  case mappedBackground1 = "w:bg1"
  case mappedBackground2 = "w:bg2"

  // References and other namespaces.
  case relationship = "r:id"
  case embed = "r:embed"
  case link = "r:link"
  case relationshipData = "r:dm"
  case space = "xml:space"
  case alternateContent = "mc:AlternateContent"
  case choice = "mc:Choice"
  case fallback = "mc:Fallback"
  case requires = "Requires"

  // Drawings.
  case drawing = "w:drawing"
  case inline = "wp:inline"
  case anchored = "wp:anchor"
  case extent = "wp:extent"
  case drawingProperties = "wp:docPr"
  case pictureProperties = "pic:cNvPr"
  case linkOnClick = "a:hlinkClick"
  case picture = "pic:pic"
  case blip = "a:blip"
  case sourceRectangle = "a:srcRect"
  case vectorBlip = "asvg:svgBlip"
  case transform = "a:xfrm"
  case transformExtent = "a:ext"
  case duotone = "a:duotone"
  case grayscale = "a:grayscl"
  case blackAndWhite = "a:biLevel"
  case luminance = "a:lum"
  case transparency = "a:alphaModFix"
  case shape = "wps:wsp"
  case shapeText = "wps:txbx"
  case textBoxContent = "w:txbxContent"
  case chart = "c:chart"
  case diagram = "dgm:relIds"
  case diagramParagraph = "a:p"
  case diagramText = "a:t"
  case description = "descr"
  case title = "title"
  case plainName = "name"
  case extentWidth = "cx"
  case extentHeight = "cy"
  case rotation = "rot"
  case horizontalFlip = "flipH"
  case verticalFlip = "flipV"
  case cropLeft = "l"
  case cropTop = "t"
  case cropRight = "r"
  case cropBottom = "b"

  // VML.
  case vectorPicture = "w:pict"
  case object = "w:object"
  case vectorShape = "v:shape"
  case vectorRectangle = "v:rect"
  case vectorRoundRectangle = "v:roundrect"
  case vectorOval = "v:oval"
  case vectorLine = "v:line"
  case vectorPolyline = "v:polyline"
  case vectorShapeType = "v:shapetype"
  case vectorImage = "v:imagedata"
  case vectorTextBox = "v:textbox"
  case vectorTextPath = "v:textpath"
  case vectorTitle = "o:title"
  case horizontalRule = "o:hr"
  case embeddedObject = "o:OLEObject"
  case alternative = "alt"
  case string = "string"
  case styleText = "style"
  case vectorCropLeft = "cropleft"
  case vectorCropTop = "croptop"
  case vectorCropRight = "cropright"
  case vectorCropBottom = "cropbottom"

  // Formulas.
  case formula = "m:oMath"
  case formulaText = "m:t"
  case formulaRun = "m:r"
  case fraction = "m:f"
  case numerator = "m:num"
  case denominator = "m:den"
  case superscript = "m:sup"
  case `subscript` = "m:sub"
  case radical = "m:rad"
  case degree = "m:deg"
  case nary = "m:nary"
  case naryProperties = "m:naryPr"
  case delimiter = "m:d"
  case delimiterProperties = "m:dPr"
  case formulaCharacter = "m:chr"
  case openingCharacter = "m:begChr"
  case closingCharacter = "m:endChr"
  case matrixRow = "m:mr"
  case formulaElement = "m:e"
  case accentProperties = "m:accPr"
  case groupProperties = "m:groupChrPr"
  case formulaValue = "m:val"

  static let vocabulary = XMLVocabulary<WordName>([
    "w": [
      "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
      "http://purl.oclc.org/ooxml/wordprocessingml/main",
    ],
    "r": [
      "http://schemas.openxmlformats.org/officeDocument/2006/relationships",
      "http://purl.oclc.org/ooxml/officeDocument/relationships",
    ],
    "wp": [
      "http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing",
      "http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing",
    ],
    "a": [
      "http://schemas.openxmlformats.org/drawingml/2006/main", "http://purl.oclc.org/ooxml/drawingml/main",
    ],
    "pic": [
      "http://schemas.openxmlformats.org/drawingml/2006/picture",
      "http://purl.oclc.org/ooxml/drawingml/picture",
    ],
    "c": [
      "http://schemas.openxmlformats.org/drawingml/2006/chart", "http://purl.oclc.org/ooxml/drawingml/chart",
    ],
    "dgm": [
      "http://schemas.openxmlformats.org/drawingml/2006/diagram",
      "http://purl.oclc.org/ooxml/drawingml/diagram",
    ],
    "m": [
      "http://schemas.openxmlformats.org/officeDocument/2006/math",
      "http://purl.oclc.org/ooxml/officeDocument/math",
    ],
    "mc": ["http://schemas.openxmlformats.org/markup-compatibility/2006"],
    "wps": ["http://schemas.microsoft.com/office/word/2010/wordprocessingShape"],
    "wpg": ["http://schemas.microsoft.com/office/word/2010/wordprocessingGroup"],
    "wpc": ["http://schemas.microsoft.com/office/word/2010/wordprocessingCanvas"],
    "wp14": ["http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing"],
    "w14": ["http://schemas.microsoft.com/office/word/2010/wordml"],
    "w15": ["http://schemas.microsoft.com/office/word/2012/wordml"],
    "a14": ["http://schemas.microsoft.com/office/drawing/2010/main"],
    "asvg": ["http://schemas.microsoft.com/office/drawing/2016/SVG/main"],
    "v": ["urn:schemas-microsoft-com:vml"],
    "o": ["urn:schemas-microsoft-com:office:office"],
  ])
}
