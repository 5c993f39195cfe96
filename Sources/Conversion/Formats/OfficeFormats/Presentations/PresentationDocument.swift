import Foundation
import ProfferConversions
import RichTextFormats
import XMLText

/// A presentation that is being read: its package, what applies to all slides, and the results.
///
/// The readers of slides share one object, because each slide adds to the results.
final class PresentationDocument {
  let options: OfficeReadingOptions
  var package: OpenPackage
  private let mainPart: PartName
  let relationships: Relationships
  /// The slides in their order, each once.
  private(set) var slides: [PartName] = []
  /// The numbers of the slides, from 1.
  private(set) var slideNumbers: [PartName: Int] = [:]
  private(set) var defaultStyle = SlideTextStyle()
  private var layouts: [PartName: SlideLayout] = [:]
  private var masters: [PartName: SlideMaster] = [:]
  private var pictures: PackagePictures
  /// The number of bytes of text in each language.
  var languages: [String: Int] = [:]
  /// Whether a link leads to a slide.
  var hasSlideLinks = false
  /// The title of the first slide.
  var firstTitle: String?
  var losses = LossCounter()
  var warnings: [String] = []

  init(_ data: Data, options: OfficeReadingOptions) throws(CoderError) {
    var package = try OpenPackage(data, limits: options.limits)
    var warnings: [String] = []
    mainPart = try OfficeFormat.powerPoint.mainPart(of: package) { warnings.append($0) }
    relationships = try package.relationships(of: mainPart)
    self.package = package
    self.options = options
    self.warnings = warnings
    pictures = PackagePictures(repeatedByteCount: options.limits.expandedByteCount)
    try readMain()
  }

  // MARK: The main part

  private func readMain() throws(CoderError) {
    guard var xml = try xml(of: mainPart) else {
      throw CoderError(
        .wrongFormat, "the archive does not contain the presentation", subject: mainPart.path)
    }
    var identifiers: [String] = []
    var isPresentation = false
    while let event = try xml.next() {
      switch event {
      case .begin(.presentation): isPresentation = true
      case .begin(.slideEntry): identifiers.append(xml.attribute(.relationship) ?? "")
      case .begin(.defaultTextStyle): defaultStyle = try SlideTextStyle.read(&xml, SlideColors())
      case .begin(.customShows):
        losses.add(.metadata, "custom shows")
        try xml.skipElement()
      default: break
      }
    }
    guard isPresentation else {
      throw CoderError(
        .wrongFormat, "this is not a PowerPoint presentation: there is no element “p:presentation”",
        subject: mainPart.path)
    }
    for identifier in identifiers {
      guard let part = relationships[identifier]?.part else {
        losses.add(.characters, "missing slides")
        continue
      }
      guard slideNumbers[part] == nil else {
        losses.add(.formatting, "repeated slides")
        continue
      }
      slides.append(part)
      slideNumbers[part] = slides.count
    }
    for relationship in relationships.all where relationship.type == "vbaProject" {
      losses.add(.scripts, "macros")
    }
    for relationship in package.relationships.all where relationship.type == "digital-signature/origin" {
      losses.add(.metadata, "digital signatures")
    }
  }

  // MARK: Parts

  /// Opens a part for reading; nil if the package does not contain it.
  func xml(of part: PartName) throws(CoderError) -> SlideXML? {
    guard let bytes = try package.content(of: part) else { return nil }
    return try SlideXML(bytes, part: part, depthLimit: options.limits.depth)
  }

  /// Reads a part that the text does not need; a malformed part is reported.
  func readOptional(_ what: String, _ read: () throws(CoderError) -> Void) throws(CoderError) {
    do { try read() } catch {
      guard error.code == .wrongFormat else { throw error }
      warnings.append("\(what) of the presentation cannot be read: \(error.message)")
      losses.add(.formatting, "unreadable parts")
    }
  }

  func picture(_ part: PartName) throws(CoderError) -> RichText.Attachment.Source? {
    try pictures.source(of: part, in: &package, &losses, &warnings)
  }

  /// Returns the layout of a slide, or the notes master's layout of its notes.
  func layout(_ part: PartName?) throws(CoderError) -> SlideLayout {
    guard let part else { return SlideLayout() }
    if let known = layouts[part] { return known }
    var layout = SlideLayout()
    try readOptional("a layout") { () throws(CoderError) in
      let relationships = try package.relationships(of: part)
      layout.master = try master(relationships.first(ofType: "slideMaster")?.part)
      layout.colors = layout.master.colors
      guard var xml = try xml(of: part) else { return }
      try layout.read(&xml, &losses, placeholderLimit: options.limits.styleCount)
    }
    layouts[part] = layout
    return layout
  }

  private func master(_ part: PartName?) throws(CoderError) -> SlideMaster {
    guard let part else { return SlideMaster() }
    if let known = masters[part] { return known }
    var master = SlideMaster()
    try readOptional("a master") { () throws(CoderError) in
      let relationships = try package.relationships(of: part)
      if let theme = relationships.first(ofType: "theme")?.part,
        let bytes = try package.content(of: theme)
      {
        master.colors.theme = try DrawingTheme(bytes, part: theme, depthLimit: options.limits.depth)
      }
      guard var xml = try xml(of: part) else { return }
      try master.read(&xml, &losses, placeholderLimit: options.limits.styleCount)
    }
    masters[part] = master
    return master
  }
}
