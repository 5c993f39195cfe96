/// The kinds of elements that the reader treats alike.
enum ODTElement {
  /// Fields; their content is the displayed text.
  static let fields: Set<ODTName> = [
    .textBookmarkRef, .textReferenceRef, .textNoteRef, .textSequenceRef, .textDate, .textTime,
    .textPageNumber, .textPageContinuation, .textPageCount, .textParagraphCount, .textWordCount,
    .textCharacterCount, .textTableCount, .textImageCount, .textObjectCount, .textChapter, .textFileName,
    .textTemplateName, .textSheetName, .textSequence, .textExpression, .textVariableGet, .textVariableSet,
    .textVariableInput, .textUserFieldGet, .textUserFieldInput, .textUserDefined, .textTextInput,
    .textPlaceholder, .textDropDown, .textMeasure, .textDdeConnection, .textConditionalText,
    .textHiddenText, .textExecuteMacro, .textMetaField, .textPageVariableSet, .textPageVariableGet,
    .textDatabaseDisplay, .textDatabaseName, .textDatabaseRowNumber, .textAuthorName, .textAuthorInitials,
    .textSenderFirstname, .textSenderLastname, .textSenderInitials, .textSenderTitle, .textSenderPosition,
    .textSenderEmail, .textSenderPhonePrivate, .textSenderFax, .textSenderCompany, .textSenderPhoneWork,
    .textSenderStreet, .textSenderCity, .textSenderPostalCode, .textSenderCountry,
    .textSenderStateOrProvince, .textInitialCreator, .textCreationDate, .textCreationTime,
    .textDescription, .textEditingCycles, .textEditingDuration, .textKeywords, .textModificationDate,
    .textModificationTime, .textCreator, .textPrintDate, .textPrintTime, .textPrintedBy, .textSubject,
    .textTitle, .textBibliographyMark,
  ]

  /// Elements without visible content at their position.
  static let silent: Set<ODTName> = [
    .textSequenceDecls, .textVariableDecls, .textDdeConnectionDecls,
    .textAlphabeticalIndexAutoMarkFile, .tableCalculationSettings, .tableContentValidations,
    .tableLabelRanges, .tableNamedExpressions, .tableDatabaseRanges, .tableDdeLinks, .tableTableSource,
    .tableScenario, .textSoftPageBreak, .textTableOfContentSource, .textIllustrationIndexSource,
    .textTableIndexSource, .textObjectIndexSource, .textUserIndexSource, .textAlphabeticalIndexSource,
    .textBibliographySource, .officeForms, .officeDdeSource, .textBookmarkEnd, .textReferenceMarkEnd,
    .textTocMarkEnd, .textUserIndexMarkEnd, .textAlphabeticalIndexMarkEnd, .officeAnnotationEnd,
    .textDatabaseNext, .textDatabaseRowSelect, .drawContourPolygon, .drawContourPath, .drawEnhancedGeometry,
    .drawGluePoint, .presentationNotes, .officeChangeInfo,
  ]

  /// Drawn shapes, which can contain text.
  static let shapes: Set<ODTName> = [
    .drawRect, .drawLine, .drawPolyline, .drawPolygon, .drawRegularPolygon, .drawPath, .drawCircle,
    .drawEllipse, .drawConnector, .drawCaption, .drawCustomShape, .drawMeasure, .dr3dScene,
    .drawPageThumbnail,
  ]

  /// Index marks.
  static let indexMarks: Set<ODTName> = [
    .textTocMark, .textTocMarkStart, .textUserIndexMark, .textUserIndexMarkStart, .textAlphabeticalIndexMark,
    .textAlphabeticalIndexMarkStart,
  ]
}
