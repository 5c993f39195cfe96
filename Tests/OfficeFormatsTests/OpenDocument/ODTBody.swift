import ProfferConversions
import RichTextFormats
import Testing

@testable import OfficeFormats

/// The body of a written document, as text.
struct ODTBody {
  let xml: String
  /// The automatic styles, as text.
  let styles: String
  /// The named styles, as text.
  let namedStyles: String
  let losses: [Loss]

  init(_ blocks: [RichText.Block], pictures: PictureConversion? = nil) {
    let (files, losses) = ODTWriter.write(RichText(blocks), pictures: pictures)
    self.losses = losses
    let texts = Dictionary(
      files.map { ($0.name, String(decoding: $0.bytes, as: UTF8.self)) },
      uniquingKeysWith: { first, _ in first })
    let content = texts["content.xml"] ?? ""
    func part(_ name: String, of text: String) -> String {
      guard let start = text.firstRange(of: "<\(name)>"), let end = text.firstRange(of: "</\(name)>") else {
        return ""
      }
      return String(text[start.upperBound..<end.lowerBound])
    }
    xml = part("office:text", of: content)
    styles = part("office:automatic-styles", of: content)
    namedStyles = part("office:styles", of: texts["styles.xml"] ?? "")
  }

  init(_ inlines: [RichText.Inline]) { self.init([.paragraph(RichText.Paragraph(inlines))]) }

  /// The content of the only paragraph.
  var line: String {
    String(xml.drop { $0 != ">" }.dropFirst().dropLast("</text:p>".count))
  }

  /// The body without names of styles, which makes the structure easy to compare.
  var structure: String {
    xml.replacing(#/ (text|table|draw):style-name="[^"]*"/#, with: "")
      .replacing(#/ office:value-type="string"/#, with: "")
  }
}

extension RichText.Block {
  static func words(_ text: String) -> RichText.Block { .paragraph(RichText.Paragraph([.text(text)])) }
}
