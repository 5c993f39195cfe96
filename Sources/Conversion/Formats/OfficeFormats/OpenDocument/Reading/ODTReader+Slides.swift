import Foundation
import ProfferConversions
import RichTextFormats
import XMLText

/// The slides of a presentation.
struct ODTSlides {
  /// The properties of a slide in its style.
  struct Style {
    var isHidden = false
    var hasTransition = false
    var hasBackground = false
    /// Whether the slide shows its footer.
    var showsFooter = true
    /// Whether the slide shows its date.
    var showsDate = true
    var showsPageNumber = false
    /// Whether the slide shows the shapes of its master.
    var showsMaster = true
  }

  /// Whether the document is a presentation.
  let isPresentation: Bool
  /// For the name of each footer, the number of its characters other than spaces.
  var footers: [String: Int] = [:]
  /// For the name of each fixed date, the number of its characters other than spaces.
  var dates: [String: Int] = [:]
  /// The blocks of the finished slides.
  var blocks: [RichText.Block] = []
  var count = 0
  /// The content of the current slide's title.
  var title: [RichText.Inline] = []
  var isInNotes = false
  /// The counters of the list that has just ended; nil if other content follows the list.
  ///
  /// Impress divides a list into several elements if its items have different levels or styles.
  var endedCounters: Int?
}

/// Reads presentations: each slide has its title as a heading, then its other frames in their order, and then
/// its notes as a quotation.
///
/// Source: ODF 1.3 part 3, sections 3.7.3, 10.2.4 and 16.36.
extension ODTReader {
  /// Reads the slides, which are in the current element.
  mutating func readPresentation() throws {
    // The properties of pages are those of the slides.
    hasContent = true
    while let event = try xml.next() {
      guard case .begin(let name) = event else {
        if case .end = event { return }
        continue
      }
      switch name {
      case .drawPage: try readSlide()
      case .presentationFooterDecl:
        if let name = xml.attribute(.presentationName) {
          slides.footers[name] = try characterCount()
        } else {
          try xml.skipElement()
        }
      case .presentationDateTimeDecl:
        // The current date is not part of the document.
        if let name = xml.attribute(.presentationName), xml.attribute(.presentationSource) != "current-date" {
          slides.dates[name] = try characterCount()
        } else {
          try xml.skipElement()
        }
      default: try xml.skipElement()
      }
    }
  }

  /// Returns the number of characters other than spaces in the current element.
  private mutating func characterCount() throws -> Int {
    var count = 0
    var open = 1
    while open > 0, let event = try xml.next() {
      switch event {
      case .begin: open += 1
      case .end: open -= 1
      case .text: count += xml.text.unicodeScalars.count { !$0.properties.isWhitespace }
      }
    }
    return count
  }

  private mutating func readSlide() throws {
    let name = xml.attribute(.drawName) ?? ""
    let style = xml.attribute(.drawStyleName).flatMap { styles.slides[$0] } ?? ODTSlides.Style()
    if let master = xml.attribute(.drawMasterPageName) {
      styles.pages.use(master)
      if style.showsMaster { styles.pages.showShapes(of: master) }
    }
    countDeclarations(style)
    if style.isHidden { losses.add(.formatting, "hidden slides, kept as visible text") }
    if style.hasTransition { losses.add(.formatting, "transitions") }
    if style.hasBackground { losses.add(.colors, "the page background") }
    slides.count += 1
    slides.title = []
    if slides.count > 1 { slides.blocks.append(.pageBreak) }
    beginPageFlow()
    var notes: [RichText.Block] = []
    scopes = [.block]
    while !scopes.isEmpty, let event = try xml.next() {
      switch event {
      case .begin(.presentationNotes) where scopes.count == 1: notes += try readNotes()
      case .begin(.animPar), .begin(.animSeq), .begin(.presentationAnimations): try countAnimations()
      case .begin(let name): try begin(name)
      case .end: try end(scopes.removeLast())
      case .text: addText()
      }
    }
    let blocks = endPageFlow()
    var anchors: [RichText.Inline] = []
    if !name.isEmpty {
      hasAnchors = true
      anchors = [.anchor(name)]
    }
    if slides.title.isEmpty {
      if !anchors.isEmpty { slides.blocks.append(.paragraph(RichText.Paragraph(anchors))) }
    } else {
      slides.blocks.append(.heading(level: 1, RichText.Paragraph(anchors + slides.title)))
      if slides.count == 1 {
        let words = [RichText.Block.paragraph(RichText.Paragraph(slides.title))].words
        if !words.isEmpty { title = words.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      }
    }
    slides.blocks += blocks
    if !notes.isEmpty { slides.blocks.append(.blockQuote(notes)) }
  }

  /// Counts the footer, the date and the number of a slide, which is the current element.
  private mutating func countDeclarations(_ style: ODTSlides.Style) {
    var count = 0
    if style.showsFooter, let name = xml.attribute(.presentationUseFooterName) {
      count += slides.footers[name] ?? 0
    }
    if style.showsDate, let name = xml.attribute(.presentationUseDateTimeName) {
      count += slides.dates[name] ?? 0
    }
    losses.add(.characters, "in page headers and footers", count: count)
    if style.showsPageNumber { losses.add(.layout, "page numbers") }
  }

  private mutating func beginPageFlow() {
    slides.endedCounters = nil
    flows.append(Flow(kind: .body, blocks: ODTBlocks(depthLimit: RichText.depthLimit - 1), paragraphBase: 0))
  }

  private mutating func endPageFlow() -> [RichText.Block] {
    endHeldParagraph()
    guard var flow = flows.popLast() else { return [] }
    let blocks = flow.blocks.finish()
    losses.add(contentsOf: flow.blocks.losses.total)
    return RichText(blocks).normalized().blocks
  }

  /// Reads the notes of a slide, which are the current element.
  private mutating func readNotes() throws -> [RichText.Block] {
    let outer = scopes
    slides.isInNotes = true
    beginPageFlow()
    scopes = [.block]
    while !scopes.isEmpty, let event = try xml.next() {
      switch event {
      // The picture of the slide is not part of the notes.
      case .begin(.drawPageThumbnail): try xml.skipElement()
      case .begin(let name): try begin(name)
      case .end: try end(scopes.removeLast())
      case .text: addText()
      }
    }
    slides.isInNotes = false
    scopes = outer
    return endPageFlow()
  }

  /// Counts the animations and the transition of a slide, which are the current element.
  private mutating func countAnimations() throws {
    var hasAnimation = false
    var hasTransition = false
    var open = 1
    while open > 0, let event = try xml.next() {
      switch event {
      case .begin(let name):
        open += 1
        if xml.hasAttribute(.presentationPresetId) { hasAnimation = true }
        switch name {
        case .presentationShowShape, .animSet, .animAnimate, .animMotion, .animTransform, .animColor:
          hasAnimation = true
        case .animTransitionFilter: hasTransition = true
        default: break
        }
      case .end: open -= 1
      case .text: break
      }
    }
    if hasAnimation {
      losses.add(.formatting, "animations")
    } else if hasTransition {
      losses.add(.formatting, "transitions")
    }
  }

  // MARK: Frames

  /// Returns whether the current frame is skipped: a placeholder without content, or a date, number, header or
  /// footer, which is counted.
  mutating func skipsSlideFrame() throws -> Bool {
    guard slides.isPresentation, let kind = xml.attribute(.presentationClass) else { return false }
    switch kind {
    case "header", "footer", "date-time", "page-number":
      if slides.isInNotes { try xml.skipElement() } else { try countRepeatedFrame() }
    case "page", "handout": try xml.skipElement()
    default:
      guard xml.attribute(.presentationPlaceholder) == "true" else { return false }
      try xml.skipElement()
    }
    return true
  }

  /// Counts the text of a frame that is the same on each slide, which is the current element.
  private mutating func countRepeatedFrame() throws {
    var open = 1
    var fieldDepth = 0
    while open > 0, let event = try xml.next() {
      switch event {
      case .begin(let name):
        open += 1
        if fieldDepth > 0 {
          fieldDepth += 1
        } else if name.map(ODTElement.fields.contains) == true {
          fieldDepth = 1
          if name == .textPageNumber { losses.add(.layout, "page numbers") }
        }
      case .text:
        if fieldDepth == 0 {
          losses.add(
            .characters, "in page headers and footers",
            count: xml.text.unicodeScalars.count { !$0.properties.isWhitespace })
        }
      case .end:
        open -= 1
        if fieldDepth > 0 { fieldDepth -= 1 }
      }
    }
  }

  /// Whether the current paragraph is part of the title of a slide.
  var isInSlideTitle: Bool {
    slides.isPresentation && !slides.isInNotes && frames.last?.presentationClass == "title"
      && flows.count == 2
  }

  /// Adds a paragraph to the title of the current slide.
  mutating func add(slideTitle content: [RichText.Inline]) {
    guard !content.isEmpty else { return }
    if !slides.title.isEmpty { slides.title.append(.hardBreak) }
    slides.title += content
  }
}
