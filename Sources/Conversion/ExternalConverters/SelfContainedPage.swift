import Foundation
import ProfferConversions
import RichTextFormats

/// The rule of what a page passes to an external converter: its own content, and no URLs to follow.
enum SelfContainedPage {
  /// Reads a page and writes it again, without scripts, frames and anything else that rich text does not have.
  ///
  /// A picture that is elsewhere leaves its alternative words and is counted as lost, as all that reading drops is.
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
    // The document is an XHTML one because programs look for titles only where a page has a head, which in HTML need
    // not be there.
    var writer = HTMLWriter(isXML: true)
    // A program would take an implied title for one that the page has.
    writer.begin(text.metadata, impliesTitle: false)
    writer.write(text.blocks)
    writer.end()
    return Written(
      Data(writer.output), losses: (reading.losses + losses.total + writer.losses.total).total(),
      warnings: reading.warnings)
  }
}
