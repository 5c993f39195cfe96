public import ProfferConversions
package import RichTextFormats
import ZipArchives

extension CoderSet {
  /// Coders for Word, PowerPoint, OpenDocument text and books in the EPUB format.
  ///
  /// Documents and templates are read, with and without macros; documents are written. Comments, tracked
  /// changes, page headers and footers, and content that formatted text cannot express are counted as lost.
  /// The text of formulas is kept as plain characters. Macros, embedded programs and content outside of the
  /// document are never used.
  public static let office = office()

  /// Returns the coders for Word, PowerPoint, OpenDocument text and EPUB.
  ///
  /// - Parameters:
  ///   - changes: the treatment of tracked changes.
  ///   - conversion: a function that converts pictures of unsupported types to PNG.
  package static func office(
    changes: TrackedChanges = .accepted, pictures conversion: PictureConversion? = nil
  ) -> CoderSet {
    @Sendable func options(for source: RepresentationSource) -> OfficeReadingOptions {
      OfficeReadingOptions(changes: changes, readingLimits: source.limits)
    }
    var docx = RepresentationReader(
      "docx", reads: wordTypes, as: .richText, mayLose: officeReadingLosses
    ) { try RichText.readDOCX($0.data, options: options(for: $0)) }
    docx.missing = { missingLibrary(for: "Word") }
    var odt = RepresentationReader(
      "odt", reads: openDocumentTypes, as: .richText, mayLose: officeReadingLosses
    ) { try RichText.readODT($0.data, options: options(for: $0)) }
    odt.missing = { missingLibrary(for: "OpenDocument") }
    let flat = RepresentationReader(
      "fodt", reads: ["io.proffer.opendocument-flat-text"], as: .richText, mayLose: officeReadingLosses
    ) { try RichText.readODT($0.data, options: options(for: $0)) }
    var odp = RepresentationReader(
      "odp",
      reads: [
        "org.oasis-open.opendocument.presentation", "org.oasis-open.opendocument.presentation-template",
      ],
      as: .richText, mayLose: officeReadingLosses
    ) { try RichText.readODP($0.data, options: options(for: $0)) }
    odp.missing = { missingLibrary(for: "OpenDocument") }
    let flatSlides = RepresentationReader(
      "fodp", reads: ["io.proffer.opendocument-flat-presentation"], as: .richText,
      mayLose: officeReadingLosses
    ) { try RichText.readODP($0.data, options: options(for: $0)) }
    var pptx = RepresentationReader(
      "pptx", reads: presentationTypes, as: .richText, mayLose: officeReadingLosses
    ) { try RichText.readPPTX($0.data, options: options(for: $0)) }
    pptx.missing = { missingLibrary(for: "PowerPoint") }
    var epub = RepresentationReader(
      "epub", reads: ["org.idpf.epub-container"], as: .richText, mayLose: officeReadingLosses + [.fonts]
    ) { try RichText.readEPUB($0.data, options: options(for: $0)) }
    epub.missing = { missingLibrary(for: "EPUB") }
    return CoderSet(
      readers: [docx, odt, flat, pptx, odp, flatSlides, epub],
      writers: [
        RepresentationWriter(
          "docx", writes: ["org.openxmlformats.wordprocessingml.document"], from: .richText,
          mayLose: [
            .characters, .colors, .fonts, .formatting, .images, .layout, .links, .metadata, .precision,
            .tables,
          ], cost: 2
        ) { text, _ in text.writeDOCX(pictures: conversion) }.placingPictures(.inside),
        RepresentationWriter(
          "odt", writes: ["org.oasis-open.opendocument.text"], from: .richText,
          mayLose: [
            .characters, .colors, .fonts, .formatting, .images, .layout, .links, .metadata, .precision,
            .tables,
          ], cost: 2
        ) { text, _ in text.writeODT(pictures: conversion) }.placingPictures(.inside),
      ])
  }

  /// Documents and templates of Word, with and without macros.
  private static let wordTypes = [
    "org.openxmlformats.wordprocessingml.document",
    "org.openxmlformats.wordprocessingml.document.macroenabled",
    "org.openxmlformats.wordprocessingml.template",
    "org.openxmlformats.wordprocessingml.template.macroenabled",
  ]

  /// Presentations, slide shows and templates of PowerPoint, with and without macros.
  private static let presentationTypes = [
    "org.openxmlformats.presentationml.presentation",
    "org.openxmlformats.presentationml.presentation.macroenabled",
    "org.openxmlformats.presentationml.slideshow",
    "org.openxmlformats.presentationml.slideshow.macroenabled",
    "org.openxmlformats.presentationml.template",
    "org.openxmlformats.presentationml.template.macroenabled",
  ]

  private static let openDocumentTypes = [
    "org.oasis-open.opendocument.text", "org.oasis-open.opendocument.text-template",
    "org.oasis-open.opendocument.text-master",
  ]

  private static let officeReadingLosses: [LossKind] = [
    .characters, .colors, .comments, .formatting, .images, .layout, .links, .metadata, .scripts, .tables,
  ]

  /// Returns the error for a missing zlib, without which compressed archives cannot be read.
  static func missingLibrary(for format: String) -> CoderError? {
    ZipPackage.missingLibrary(for: format).map {
      CoderError(.missingLibrary, $0.reason, cause: $0)
    }
  }
}
