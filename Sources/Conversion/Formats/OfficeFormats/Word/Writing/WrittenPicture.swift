import XMLText

/// A picture in a line of text, as a DrawingML object.
struct WrittenPicture {
  /// The place of the picture's bytes: a part of the document, or an address outside of it.
  enum Source {
    case embedded(relationship: String)
    case linked(relationship: String)
  }

  /// The number of the picture, unique in the document.
  var number: Int
  var source: Source
  var description: String
  var title: String?
  var name: String?
  /// The width and height in EMU; an inch has 914,400 EMU, a point 12,700.
  var width: Int
  var height: Int

  static let unitsPerPoint = 12_700
  static let unitsPerPixel = 9_525

  func write(to xml: inout XMLWriter) {
    let size: [(StaticString, String)] = [("cx", String(width)), ("cy", String(height))]
    xml.begin("w:drawing")
    xml.begin("wp:inline", ("distT", "0"), ("distB", "0"), ("distL", "0"), ("distR", "0"))
    xml.add("wp:extent", size[0], size[1])
    xml.add("wp:effectExtent", ("l", "0"), ("t", "0"), ("r", "0"), ("b", "0"))
    writeProperties(to: &xml)
    xml.begin("wp:cNvGraphicFramePr")
    xml.add("a:graphicFrameLocks", ("noChangeAspect", "1"))
    xml.end("wp:cNvGraphicFramePr")
    xml.begin("a:graphic")
    xml.begin("a:graphicData", ("uri", WrittenNamespaces.picture))
    xml.begin("pic:pic")
    xml.begin("pic:nvPicPr")
    xml.add("pic:cNvPr", ("id", String(number)), ("name", name ?? ""))
    xml.add("pic:cNvPicPr")
    xml.end("pic:nvPicPr")
    xml.begin("pic:blipFill")
    switch source {
    case .embedded(let relationship): xml.add("a:blip", ("r:embed", relationship))
    case .linked(let relationship): xml.add("a:blip", ("r:link", relationship))
    }
    xml.begin("a:stretch")
    xml.add("a:fillRect")
    xml.end("a:stretch")
    xml.end("pic:blipFill")
    xml.begin("pic:spPr")
    xml.begin("a:xfrm")
    xml.add("a:off", ("x", "0"), ("y", "0"))
    xml.add("a:ext", size[0], size[1])
    xml.end("a:xfrm")
    xml.begin("a:prstGeom", ("prst", "rect"))
    xml.add("a:avLst")
    xml.end("a:prstGeom")
    xml.end("pic:spPr")
    xml.end("pic:pic")
    xml.end("a:graphicData")
    xml.end("a:graphic")
    xml.end("wp:inline")
    xml.end("w:drawing")
  }

  private func writeProperties(to xml: inout XMLWriter) {
    let identity: [(StaticString, String)] = [
      ("id", String(number)), ("name", name ?? "Picture \(number)"), ("descr", description),
    ]
    if let title {
      xml.add("wp:docPr", identity[0], identity[1], identity[2], ("title", title))
    } else {
      xml.add("wp:docPr", identity[0], identity[1], identity[2])
    }
  }
}
