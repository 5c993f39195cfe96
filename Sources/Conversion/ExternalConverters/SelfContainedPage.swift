import Foundation
import ProfferConversions
import RichTextFormats

/// Preparation of pages for external converters: they keep their own content but have no URLs to
/// follow.
enum SelfContainedPage {
  /// Reads a page and writes it again, without scripts, frames and other content that rich text cannot
  /// contain.
  ///
  /// An external picture is replaced by its alternative text. It is counted as a loss, as is everything
  /// else that reading drops.
  static func make(of page: Data) -> Written {
    let reading = RichText.readHTML(page)
    var losses = LossCounter()
    let text = reading.value.mappingRuns { run in
      guard case .attachment(let attachment) = run.content, case .url = attachment.source else {
        return run
      }
      losses.add(.images, "that stand elsewhere")
      return RichText.Run(.text(attachment.alternativeText), attributes: run.attributes)
    }
    // The document is XHTML because programs look for a title only if a page has a head element, which is
    // optional in HTML.
    var writer = HTMLWriter(isXML: true)
    // A program would treat an implied title as an explicit one.
    writer.begin(text.metadata, impliesTitle: false)
    writer.write(text.blocks)
    writer.end()
    return Written(
      Data(writer.output), losses: (reading.losses + losses.total + writer.losses.total).total(),
      warnings: reading.warnings)
  }
}
