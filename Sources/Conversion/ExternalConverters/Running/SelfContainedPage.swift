import Foundation
import ProfferConversions
import RichTextFormats

/// Prepares pages for external converters: a prepared page contains no URLs that a converter would load.
enum SelfContainedPage {
  /// Reads a page and writes it again, without scripts, frames and other content that rich text cannot
  /// represent.
  ///
  /// An external picture is replaced by its alternative text and counted as a loss. All other content that is
  /// dropped is also counted as losses.
  static func make(of page: Data) -> Written {
    let reading = RichText.readHTML(page)
    var losses = LossCounter()
    let text = reading.value.mappingRuns { run in
      guard case .attachment(let attachment) = run.content, case .url = attachment.source else {
        return run
      }
      losses.add(.images, "stored outside the page")
      return RichText.Run(.text(attachment.alternativeText), attributes: run.attributes)
    }
    // Programs look for a title only if a page has a head element, and HTML allows the element to be omitted.
    // The page is therefore written as XHTML.
    var writer = HTMLWriter(isXML: true)
    // The writer must not derive a title, because a program would treat that title as an explicit one.
    writer.begin(text.metadata, impliesTitle: false)
    writer.write(text.blocks)
    writer.end()
    return Written(
      Data(writer.output), losses: (reading.losses + losses.total + writer.losses.total).total(),
      warnings: reading.warnings)
  }
}
