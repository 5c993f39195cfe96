import XMLText

/// The names of elements and attributes of OpenDocument that the reader recognizes.
///
/// Source: ODF 1.3 part 3; names with the prefix `loext` are LibreOffice's extensions.
enum ODTName: String, CaseIterable, Sendable {
  // The documents and their parts.
  case officeDocument = "office:document", officeDocumentContent = "office:document-content",
    officeDocumentStyles = "office:document-styles", officeDocumentMeta = "office:document-meta",
    officeMeta = "office:meta", officeScripts = "office:scripts",
    officeFontFaceDecls = "office:font-face-decls", officeStyles = "office:styles",
    officeAutomaticStyles = "office:automatic-styles", officeMasterStyles = "office:master-styles",
    officeBody = "office:body", officeText = "office:text", officePresentation = "office:presentation",
    officeForms = "office:forms",
    officeEventListeners = "office:event-listeners", officeAnnotation = "office:annotation",
    officeAnnotationEnd = "office:annotation-end", officeBinaryData = "office:binary-data",
    officeChangeInfo = "office:change-info", officeTitle = "office:title",
    officeStringValue = "office:string-value", officeValue = "office:value",
    officeDdeSource = "office:dde-source", officeMimetype = "office:mimetype"

  // Metadata.
  case dcTitle = "dc:title", dcSubject = "dc:subject", dcDescription = "dc:description",
    dcCreator = "dc:creator", dcDate = "dc:date", dcLanguage = "dc:language",
    metaInitialCreator = "meta:initial-creator", metaCreationDate = "meta:creation-date",
    metaKeyword = "meta:keyword", metaUserDefined = "meta:user-defined",
    metaPrintedBy = "meta:printed-by", metaPrintDate = "meta:print-date",
    metaTemplate = "meta:template"

  // Styles.
  case styleStyle = "style:style", styleDefaultStyle = "style:default-style",
    styleFontFace = "style:font-face", styleName = "style:name",
    styleDisplayName = "style:display-name", styleFamily = "style:family",
    styleParentStyleName = "style:parent-style-name", styleListStyleName = "style:list-style-name",
    styleMasterPageName = "style:master-page-name",
    styleDefaultOutlineLevel = "style:default-outline-level",
    styleTextProperties = "style:text-properties",
    styleParagraphProperties = "style:paragraph-properties",
    styleTableProperties = "style:table-properties",
    styleTableColumnProperties = "style:table-column-properties",
    styleTableCellProperties = "style:table-cell-properties",
    styleGraphicProperties = "style:graphic-properties",
    styleSectionProperties = "style:section-properties", styleDropCap = "style:drop-cap",
    styleColumns = "style:columns", styleTabStops = "style:tab-stops",
    styleBackgroundImage = "style:background-image", styleLength = "style:length",
    styleLines = "style:lines", stylePageLayout = "style:page-layout",
    stylePageLayoutProperties = "style:page-layout-properties", styleMasterPage = "style:master-page",
    stylePageLayoutName = "style:page-layout-name", styleNextStyleName = "style:next-style-name",
    styleDisplay = "style:display", styleHeader = "style:header", styleFooter = "style:footer",
    styleHeaderLeft = "style:header-left", styleFooterLeft = "style:footer-left",
    styleHeaderFirst = "style:header-first", styleFooterFirst = "style:footer-first",
    loextHeaderFirst = "loext:header-first", loextFooterFirst = "loext:footer-first",
    foColumnCount = "fo:column-count", svgFontFamily = "svg:font-family"

  // Properties of text.
  case foFontWeight = "fo:font-weight", styleFontWeightAsian = "style:font-weight-asian",
    styleFontWeightComplex = "style:font-weight-complex", foFontStyle = "fo:font-style",
    styleFontStyleAsian = "style:font-style-asian", styleFontStyleComplex = "style:font-style-complex",
    foFontSize = "fo:font-size", styleFontSizeAsian = "style:font-size-asian",
    styleFontSizeComplex = "style:font-size-complex", styleFontName = "style:font-name",
    styleFontNameAsian = "style:font-name-asian", styleFontNameComplex = "style:font-name-complex",
    foFontFamily = "fo:font-family", styleFontFamilyAsian = "style:font-family-asian",
    styleFontFamilyComplex = "style:font-family-complex", foLanguage = "fo:language",
    foCountry = "fo:country", foScript = "fo:script", styleLanguageAsian = "style:language-asian",
    styleCountryAsian = "style:country-asian", styleScriptAsian = "style:script-asian",
    styleLanguageComplex = "style:language-complex", styleCountryComplex = "style:country-complex",
    styleScriptComplex = "style:script-complex", styleRfcLanguageTag = "style:rfc-language-tag",
    styleRfcLanguageTagAsian = "style:rfc-language-tag-asian",
    styleRfcLanguageTagComplex = "style:rfc-language-tag-complex",
    styleTextUnderlineStyle = "style:text-underline-style",
    styleTextUnderlineType = "style:text-underline-type",
    styleTextLineThroughStyle = "style:text-line-through-style",
    styleTextLineThroughType = "style:text-line-through-type",
    styleTextOverlineStyle = "style:text-overline-style",
    styleTextOverlineType = "style:text-overline-type", foFontVariant = "fo:font-variant",
    foTextTransform = "fo:text-transform", styleTextOutline = "style:text-outline",
    foTextShadow = "fo:text-shadow", styleFontRelief = "style:font-relief",
    styleTextEmphasize = "style:text-emphasize", styleTextPosition = "style:text-position",
    styleTextScale = "style:text-scale", styleTextRotationAngle = "style:text-rotation-angle",
    styleTextBlinking = "style:text-blinking", foLetterSpacing = "fo:letter-spacing",
    foColor = "fo:color", styleUseWindowFontColor = "style:use-window-font-color",
    foBackgroundColor = "fo:background-color", textDisplay = "text:display"

  // Properties of paragraphs and other blocks.
  case foTextAlign = "fo:text-align", styleWritingMode = "style:writing-mode",
    foMarginLeft = "fo:margin-left", foMarginRight = "fo:margin-right", foMarginTop = "fo:margin-top",
    foMarginBottom = "fo:margin-bottom", foMargin = "fo:margin", foTextIndent = "fo:text-indent",
    styleContextualSpacing = "style:contextual-spacing", foBorder = "fo:border",
    foBorderTop = "fo:border-top", foBorderBottom = "fo:border-bottom", foBorderLeft = "fo:border-left",
    foBorderRight = "fo:border-right", foBreakBefore = "fo:break-before",
    foBreakAfter = "fo:break-after", styleColumnWidth = "style:column-width",
    styleRelColumnWidth = "style:rel-column-width", foClip = "fo:clip"

  // List styles.
  case textListStyle = "text:list-style", textOutlineStyle = "text:outline-style",
    textListLevelStyleNumber = "text:list-level-style-number",
    textListLevelStyleBullet = "text:list-level-style-bullet",
    textListLevelStyleImage = "text:list-level-style-image",
    textOutlineLevelStyle = "text:outline-level-style",
    styleListLevelProperties = "style:list-level-properties",
    styleListLevelLabelAlignment = "style:list-level-label-alignment", textLevel = "text:level",
    textBulletChar = "text:bullet-char", textDisplayLevels = "text:display-levels",
    textStartValue = "text:start-value", textSpaceBefore = "text:space-before",
    textMinLabelWidth = "text:min-label-width", styleNumFormat = "style:num-format",
    styleNumPrefix = "style:num-prefix", styleNumSuffix = "style:num-suffix",
    loextNumListFormat = "loext:num-list-format", styleNumListFormat = "style:num-list-format"

  // Blocks.
  case textP = "text:p", textH = "text:h", textList = "text:list", textListItem = "text:list-item",
    textListHeader = "text:list-header", textNumberedParagraph = "text:numbered-paragraph",
    textSection = "text:section", textSectionSource = "text:section-source", textNumber = "text:number",
    textStyleName = "text:style-name", textCondStyleName = "text:cond-style-name",
    textClassNames = "text:class-names", textOutlineLevel = "text:outline-level",
    textIsListHeader = "text:is-list-header", textRestartNumbering = "text:restart-numbering",
    textContinueNumbering = "text:continue-numbering", textContinueList = "text:continue-list",
    textListId = "text:list-id", textStyleOverride = "text:style-override", textName = "text:name",
    textCondition = "text:condition", textIsHidden = "text:is-hidden",
    textTableOfContent = "text:table-of-content", textIllustrationIndex = "text:illustration-index",
    textTableIndex = "text:table-index", textObjectIndex = "text:object-index",
    textUserIndex = "text:user-index", textAlphabeticalIndex = "text:alphabetical-index",
    textBibliography = "text:bibliography", textIndexBody = "text:index-body",
    textIndexTitle = "text:index-title", textTableOfContentSource = "text:table-of-content-source",
    textIllustrationIndexSource = "text:illustration-index-source",
    textTableIndexSource = "text:table-index-source",
    textObjectIndexSource = "text:object-index-source", textUserIndexSource = "text:user-index-source",
    textAlphabeticalIndexSource = "text:alphabetical-index-source",
    textBibliographySource = "text:bibliography-source", xmlId = "xml:id"

  // Declarations and other parts of a text without content.
  case textSequenceDecls = "text:sequence-decls", textVariableDecls = "text:variable-decls",
    textUserFieldDecls = "text:user-field-decls", textUserFieldDecl = "text:user-field-decl",
    textDdeConnectionDecls = "text:dde-connection-decls",
    textAlphabeticalIndexAutoMarkFile = "text:alphabetical-index-auto-mark-file",
    tableCalculationSettings = "table:calculation-settings",
    tableContentValidations = "table:content-validations", tableLabelRanges = "table:label-ranges",
    tableNamedExpressions = "table:named-expressions", tableDatabaseRanges = "table:database-ranges",
    tableDdeLinks = "table:dde-links", tableShapes = "table:shapes",
    tableTableSource = "table:table-source", tableScenario = "table:scenario", tableDesc = "table:desc",
    tableTitle = "table:title", textSoftPageBreak = "text:soft-page-break"

  // Tracked changes.
  case textTrackedChanges = "text:tracked-changes", textChangedRegion = "text:changed-region",
    textInsertion = "text:insertion", textDeletion = "text:deletion",
    textFormatChange = "text:format-change", textChange = "text:change",
    textChangeStart = "text:change-start", textChangeEnd = "text:change-end",
    textChangeId = "text:change-id", textId = "text:id"

  // Content of paragraphs.
  case textSpan = "text:span", textA = "text:a", textS = "text:s", textC = "text:c",
    textTab = "text:tab", textLineBreak = "text:line-break", textNote = "text:note",
    textNoteClass = "text:note-class", textNoteCitation = "text:note-citation",
    textNoteBody = "text:note-body", textLabel = "text:label", textBookmark = "text:bookmark",
    textBookmarkStart = "text:bookmark-start", textBookmarkEnd = "text:bookmark-end",
    textReferenceMark = "text:reference-mark", textReferenceMarkStart = "text:reference-mark-start",
    textReferenceMarkEnd = "text:reference-mark-end", textRuby = "text:ruby",
    textRubyBase = "text:ruby-base", textRubyText = "text:ruby-text", textMeta = "text:meta",
    textTocMark = "text:toc-mark", textTocMarkStart = "text:toc-mark-start",
    textTocMarkEnd = "text:toc-mark-end", textUserIndexMark = "text:user-index-mark",
    textUserIndexMarkStart = "text:user-index-mark-start",
    textUserIndexMarkEnd = "text:user-index-mark-end",
    textAlphabeticalIndexMark = "text:alphabetical-index-mark",
    textAlphabeticalIndexMarkStart = "text:alphabetical-index-mark-start",
    textAlphabeticalIndexMarkEnd = "text:alphabetical-index-mark-end",
    textBibliographyMark = "text:bibliography-mark", xlinkHref = "xlink:href"

  // Fields.
  case textBookmarkRef = "text:bookmark-ref", textReferenceRef = "text:reference-ref",
    textNoteRef = "text:note-ref", textSequenceRef = "text:sequence-ref", textRefName = "text:ref-name",
    textDate = "text:date", textTime = "text:time", textPageNumber = "text:page-number",
    textPageContinuation = "text:page-continuation", textPageCount = "text:page-count",
    textParagraphCount = "text:paragraph-count", textWordCount = "text:word-count",
    textCharacterCount = "text:character-count", textTableCount = "text:table-count",
    textImageCount = "text:image-count", textObjectCount = "text:object-count",
    textChapter = "text:chapter", textFileName = "text:file-name",
    textTemplateName = "text:template-name", textSheetName = "text:sheet-name",
    textSequence = "text:sequence", textExpression = "text:expression",
    textVariableGet = "text:variable-get", textVariableSet = "text:variable-set",
    textVariableInput = "text:variable-input", textUserFieldGet = "text:user-field-get",
    textUserFieldInput = "text:user-field-input", textUserDefined = "text:user-defined",
    textTextInput = "text:text-input", textPlaceholder = "text:placeholder",
    textDropDown = "text:drop-down", textMeasure = "text:measure",
    textDdeConnection = "text:dde-connection", textConditionalText = "text:conditional-text",
    textHiddenText = "text:hidden-text", textHiddenParagraph = "text:hidden-paragraph",
    textScript = "text:script", textExecuteMacro = "text:execute-macro",
    textMetaField = "text:meta-field", textPageVariableSet = "text:page-variable-set",
    textPageVariableGet = "text:page-variable-get", textDatabaseDisplay = "text:database-display",
    textDatabaseName = "text:database-name", textDatabaseNext = "text:database-next",
    textDatabaseRowSelect = "text:database-row-select",
    textDatabaseRowNumber = "text:database-row-number", textAuthorName = "text:author-name",
    textAuthorInitials = "text:author-initials", textSenderFirstname = "text:sender-firstname",
    textSenderLastname = "text:sender-lastname", textSenderInitials = "text:sender-initials",
    textSenderTitle = "text:sender-title", textSenderPosition = "text:sender-position",
    textSenderEmail = "text:sender-email", textSenderPhonePrivate = "text:sender-phone-private",
    textSenderFax = "text:sender-fax", textSenderCompany = "text:sender-company",
    textSenderPhoneWork = "text:sender-phone-work", textSenderStreet = "text:sender-street",
    textSenderCity = "text:sender-city", textSenderPostalCode = "text:sender-postal-code",
    textSenderCountry = "text:sender-country",
    textSenderStateOrProvince = "text:sender-state-or-province",
    textInitialCreator = "text:initial-creator", textCreationDate = "text:creation-date",
    textCreationTime = "text:creation-time", textDescription = "text:description",
    textEditingCycles = "text:editing-cycles", textEditingDuration = "text:editing-duration",
    textKeywords = "text:keywords", textModificationDate = "text:modification-date",
    textModificationTime = "text:modification-time", textCreator = "text:creator",
    textPrintDate = "text:print-date", textPrintTime = "text:print-time",
    textPrintedBy = "text:printed-by", textSubject = "text:subject", textTitle = "text:title"

  // Tables.
  case tableTable = "table:table", tableTableColumns = "table:table-columns",
    tableTableHeaderColumns = "table:table-header-columns",
    tableTableColumnGroup = "table:table-column-group", tableTableColumn = "table:table-column",
    tableTableRows = "table:table-rows", tableTableHeaderRows = "table:table-header-rows",
    tableTableRowGroup = "table:table-row-group", tableTableRow = "table:table-row",
    tableTableCell = "table:table-cell", tableCoveredTableCell = "table:covered-table-cell",
    tableNumberColumnsRepeated = "table:number-columns-repeated",
    tableNumberRowsRepeated = "table:number-rows-repeated",
    tableNumberColumnsSpanned = "table:number-columns-spanned",
    tableNumberRowsSpanned = "table:number-rows-spanned", tableStyleName = "table:style-name"

  // Drawings.
  case drawFrame = "draw:frame", drawTextBox = "draw:text-box", drawImage = "draw:image",
    drawObject = "draw:object", drawObjectOle = "draw:object-ole", drawPlugin = "draw:plugin",
    drawApplet = "draw:applet", drawFloatingFrame = "draw:floating-frame",
    drawImageMap = "draw:image-map", drawContourPolygon = "draw:contour-polygon",
    drawContourPath = "draw:contour-path", drawA = "draw:a", drawG = "draw:g",
    drawControl = "draw:control", drawRect = "draw:rect", drawLine = "draw:line",
    drawPolyline = "draw:polyline", drawPolygon = "draw:polygon",
    drawRegularPolygon = "draw:regular-polygon", drawPath = "draw:path", drawCircle = "draw:circle",
    drawEllipse = "draw:ellipse", drawConnector = "draw:connector", drawCaption = "draw:caption",
    drawCustomShape = "draw:custom-shape", drawEnhancedGeometry = "draw:enhanced-geometry",
    drawGluePoint = "draw:glue-point", dr3dScene = "dr3d:scene",
    drawPageThumbnail = "draw:page-thumbnail", drawMeasure = "draw:measure", drawName = "draw:name",
    drawStyleName = "draw:style-name", drawMimeType = "draw:mime-type", drawFill = "draw:fill",
    drawTransform = "draw:transform", styleMirror = "style:mirror", svgTitle = "svg:title",
    svgDesc = "svg:desc", svgWidth = "svg:width", svgHeight = "svg:height",
    drawPage = "draw:page", drawMasterPageName = "draw:master-page-name",
    tableUseFirstRowStyles = "table:use-first-row-styles",
    presentationNotes = "presentation:notes", presentationClass = "presentation:class",
    presentationPlaceholder = "presentation:placeholder", presentationVisibility = "presentation:visibility",
    presentationTransitionStyle = "presentation:transition-style",
    presentationPresetId = "presentation:preset-id", presentationAnimations = "presentation:animations",
    presentationShowShape = "presentation:show-shape", smilType = "smil:type", animPar = "anim:par",
    animSeq = "anim:seq", animTransitionFilter = "anim:transitionFilter", animSet = "anim:set",
    animAnimate = "anim:animate", animMotion = "anim:animateMotion", animTransform = "anim:animateTransform",
    animColor = "anim:animateColor",
    styleDrawingPageProperties = "style:drawing-page-properties", mathMath = "math:math",
    mathAnnotation = "math:annotation", mathAnnotationXml = "math:annotation-xml"
}

extension ODTName {
  /// The names with their namespaces.
  static let vocabulary = XMLVocabulary<ODTName>([
    "office": [oasis + "office:1.0"], "style": [oasis + "style:1.0"], "text": [oasis + "text:1.0"],
    "table": [oasis + "table:1.0"], "draw": [oasis + "drawing:1.0"], "meta": [oasis + "meta:1.0"],
    "presentation": [oasis + "presentation:1.0"], "dr3d": [oasis + "dr3d:1.0"],
    "fo": [oasis + "xsl-fo-compatible:1.0"], "svg": [oasis + "svg-compatible:1.0"],
    "anim": [oasis + "animation:1.0"], "smil": [oasis + "smil-compatible:1.0"],
    "dc": ["http://purl.org/dc/elements/1.1/"], "xlink": ["http://www.w3.org/1999/xlink"],
    "math": ["http://www.w3.org/1998/Math/MathML"],
    "loext": ["urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0"],
  ])

  private static let oasis = "urn:oasis:names:tc:opendocument:xmlns:"
}
