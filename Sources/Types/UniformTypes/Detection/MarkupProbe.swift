/// Markup: HTML, XML, and the formats whose root element is known.
struct MarkupProbe {
  private let data: PrefixBytes

  init(_ data: PrefixBytes) { self.data = data }

  /// The types that the root element of an XML document means.
  private static let roots = [
    "svg": ("public.svg-image", "SVG root element"),
    "plist": ("com.apple.xml-property-list", "property list root element"),
    "html": ("public.xhtml", "HTML root element in XML"), "rss": ("public.rss", "RSS root element"),
  ]

  /// The elements an HTML document may begin with.
  ///
  /// Source: the signatures of WHATWG's MIME Sniffing Standard.
  private static let htmlNames: Set<String> = [
    "html", "head", "script", "iframe", "h1", "div", "font", "table", "a", "style", "title", "b", "body",
    "br", "p",
  ]

  var matches: [SignatureMatch] {
    guard data.has("<") else { return [] }
    let isXML = data.has("<?xml") && data.count > 5 && data[5] <= 0x20
    let start = skipProlog()
    var matches: [SignatureMatch] = []
    if let start, let name = start.name {
      let local = name.split(separator: ":").last.map(String.init) ?? name
      if isXML || name != "html", let (type, evidence) = Self.roots[local] {
        matches.append(SignatureMatch(type, .likely, evidence, agreedByteCount: 8))
      } else if !isXML, Self.htmlNames.contains(name.lowercased()) || start.documentType == "html" {
        matches.append(SignatureMatch("public.html", .likely, "HTML element", agreedByteCount: 4))
      }
    } else if !isXML, start?.documentType == "html" {
      matches.append(SignatureMatch("public.html", .likely, "HTML document type", agreedByteCount: 8))
    }
    if isXML { matches.append(SignatureMatch("public.xml", .likely, "XML declaration", agreedByteCount: 5)) }
    return matches
  }

  /// Goes past declarations, comments and the document type to the first element.
  private func skipProlog() -> (name: String?, documentType: String?)? {
    var offset = 0
    var documentType: String?
    while true {
      while offset < data.count, data[offset] <= 0x20 { offset += 1 }
      guard offset + 1 < data.count, data.has("<", at: offset) else { return (nil, documentType) }
      if data.has("<!--", at: offset) {
        guard let end = end(of: "-->", from: offset + 4) else { return (nil, documentType) }
        offset = end
      } else if data.has("<?", at: offset) {
        guard let end = end(of: "?>", from: offset + 2) else { return (nil, documentType) }
        offset = end
      } else if data.has("<!", at: offset) {
        let words = data.text(at: offset + 2, count: 64).split { $0.isWhitespace || $0 == ">" || $0 == "[" }
        if words.first?.lowercased() == "doctype", words.count > 1 { documentType = words[1].lowercased() }
        guard let end = endOfDeclaration(from: offset + 2) else { return (nil, documentType) }
        offset = end
      } else {
        return (name(at: offset + 1), documentType)
      }
    }
  }

  private func end(of mark: StaticString, from offset: Int) -> Int? {
    var offset = offset
    while let place = data.firstIndex(of: mark.utf8Start[0], from: offset) {
      if data.has(mark, at: place) { return place + mark.utf8CodeUnitCount }
      offset = place + 1
    }
    return nil
  }

  /// The end of a declaration, which may hold others in brackets.
  private func endOfDeclaration(from offset: Int) -> Int? {
    var depth = 0
    for place in offset..<data.count {
      switch data[place] {
      case UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "]"): depth -= 1
      case UInt8(ascii: ">") where depth <= 0: return place + 1
      default: continue
      }
    }
    return nil
  }

  private func name(at offset: Int) -> String? {
    var end = offset
    while end < data.count, end < offset + 64, data[end] > 0x20, data[end] != UInt8(ascii: ">"),
      data[end] != UInt8(ascii: "/")
    {
      end += 1
    }
    guard end > offset, end < data.count || data.isWhole else { return nil }
    let name = data.text(at: offset, count: end - offset)
    let isName =
      name.first?.isLetter == true && name.allSatisfy { $0.isLetter || $0.isNumber || "-_.:".contains($0) }
    return isName ? name : nil
  }
}
