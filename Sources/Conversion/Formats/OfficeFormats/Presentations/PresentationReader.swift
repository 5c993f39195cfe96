import Foundation
import ProfferConversions
import RichTextFormats

/// Reads PowerPoint presentations: the slides in their order, each with its title as a heading.
///
/// Every title is a heading of level 1. A presentation has no outline of its own: all its slides are equal, and
/// a level for the whole presentation would need a heading that the presentation does not have.
enum PresentationReader {
  /// Returns the name of the anchor at the beginning of a slide.
  static func anchor(_ number: Int) -> String { "slide-\(number)" }

  static func read(_ data: Data, options: OfficeReadingOptions) throws(CoderError) -> Reading<RichText> {
    let document = try PresentationDocument(data, options: options)
    var blocks: [RichText.Block] = []
    var errors: [CoderError] = []
    for (index, part) in document.slides.enumerated() {
      if index > 0 { blocks.append(.pageBreak) }
      do throws(CoderError) {
        blocks += try SlideReader.read(part, number: index + 1, document)
      } catch {
        guard error.code == .wrongFormat else { throw error }
        errors.append(error)
        document.losses.add(.characters, "unreadable slides")
        document.warnings.append("slide \(index + 1) cannot be read: \(error.message)")
      }
    }
    // The result would be a document without text.
    if let first = errors.first, errors.count == document.slides.count { throw first }
    let language = document.languages.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    let properties = try PackageProperties(
      &document.package, language: language, depthLimit: options.limits.depth)
    document.losses.add(contentsOf: properties.losses.total)
    document.warnings += properties.warnings
    var text = RichText(blocks, metadata: properties.metadata)
    if text.metadata.title == nil, document.firstTitle?.isEmpty == false {
      text.metadata.title = document.firstTitle
    }
    let targets = document.hasSlideLinks ? text.anchorTargets : []
    text = text.keepingAnchors { targets.contains($0) }
    // PowerPoint notes the language of every run; that of most of the text is the language of the document.
    if let language {
      text = text.mappingRuns { run in
        guard run.attributes.language == language else { return run }
        var run = run
        run.attributes.language = nil
        return run
      }
    }
    return Reading(text.normalized(), losses: document.losses.total, warnings: document.warnings)
  }
}
