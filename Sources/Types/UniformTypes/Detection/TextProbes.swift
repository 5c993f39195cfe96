/// Recognises markup: HTML, XML, and the formats with a known root element.
struct MarkupProbe {
  let data: PrefixBytes

  /// A type that is recognised by the root element of an XML document.
  private struct Root {
    let type: String
    /// The beginning of the element's namespace; nil if the name is sufficient.
    let namespace: String?
  }

  /// The types by the name of the root element.
  ///
  /// Each line contains a type and a local name. If other formats use the same name, the beginning of the
  /// namespace follows.
  private static let roots: [String: [Root]] = {
    let table = """
      public.svg-image svg
      com.apple.xml-property-list plist
      public.xhtml html
      public.rss rss
      public.rss RDF http://purl.org/rss/
      io.proffer.rdf RDF
      io.proffer.atom-feed feed http://www.w3.org/2005/Atom
      org.opml.opml opml
      com.topografix.gpx gpx
      com.google.earth.kml kml
      io.proffer.garmin-training TrainingCenterDatabase
      io.proffer.xslt stylesheet http://www.w3.org/1999/XSL/Transform
      io.proffer.xslt transform http://www.w3.org/1999/XSL/Transform
      io.proffer.xml-schema schema http://www.w3.org/2001/XMLSchema
      io.proffer.mathml math
      org.khronos.collada.digital-asset-exchange COLLADA
      org.oasis-open.xliff xliff
      io.proffer.translation-memory tmx
      io.proffer.qt-translation TS
      io.proffer.smil smil
      io.proffer.xspf playlist http://xspf.org/
      io.proffer.nzb nzb
      io.proffer.metalink-4 metalink urn:ietf:params:xml:ns:metalink
      io.proffer.metalink metalink
      io.proffer.ttml tt http://www.w3.org/
      io.proffer.maven-project project http://maven.apache.org/
      io.proffer.fictionbook FictionBook
      io.proffer.abiword abiword
      io.proffer.musicxml score-partwise
      io.proffer.musicxml score-timewise
      io.proffer.x3d X3D
      io.proffer.gml FeatureCollection http://www.opengis.net/
      io.proffer.wsdl definitions http://schemas.xmlsoap.org/wsdl
      io.proffer.docbook book http://docbook.org/
      io.proffer.docbook article http://docbook.org/
      io.proffer.relax-ng grammar http://relaxng.org/
      io.proffer.msbuild-project Project http://schemas.microsoft.com/developer/msbuild
      io.proffer.font-source ttFont
      com.evernote.enex en-export
      com.seriflabs.xmp xmpmeta
      org.materialx.mtlx materialx
      com.microsoft.advanced-stream-redirector asx
      com.sun.java-web-start jnlp
      com.apple.finalcutpro.xml fcpxml
      """
    var roots: [String: [Root]] = [:]
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      roots[words[1], default: []].append(Root(type: words[0], namespace: words.count > 2 ? words[2] : nil))
    }
    return roots
  }()

  /// The types in the table of root elements, for a test that checks their declarations.
  static var rootTypesForTesting: Set<String> { Set(roots.values.joined().map(\.type)) }

  /// The elements that an HTML document may begin with.
  ///
  /// Source: the signatures of WHATWG's MIME Sniffing Standard.
  private static let htmlNames: Set<String> = [
    "html", "head", "script", "iframe", "h1", "div", "font", "table", "a", "style", "title", "b",
    "body",
    "br", "p",
  ]

  var matches: [SignatureMatch] {
    guard data.has("<") else { return [] }
    let isXML = data.has("<?xml") && data.count > 5 && data[5] <= 0x20
    let start = skipProlog()
    var matches: [SignatureMatch] = []
    if let start, let name = start.name {
      let local = name.split(separator: ":").last.map(String.init) ?? name
      if isXML || name != "html", let type = rootType(start.offset, name: name, local: local) {
        matches.append(
          SignatureMatch(type, .likely, "the root element is <\(local)>", agreedByteCount: 8))
      } else if !isXML, Self.htmlNames.contains(name.lowercased()) || start.documentType == "html" {
        matches.append(SignatureMatch("public.html", .likely, "HTML element", agreedByteCount: 4))
      }
    } else if !isXML, start?.documentType == "html" {
      matches.append(
        SignatureMatch("public.html", .likely, "HTML document type", agreedByteCount: 8))
    }
    if isXML {
      matches.append(SignatureMatch("public.xml", .likely, "XML declaration", agreedByteCount: 5))
    }
    return matches
  }

  /// The local name of the root element and the namespace declared in its start tag; nil if there is no
  /// element.
  var rootElement: (namespace: String, localName: String)? {
    guard data.has("<"), let start = skipProlog(), let name = start.name else { return nil }
    let parts = name.split(separator: ":")
    let attribute = parts.count > 1 ? "xmlns:\(parts[0])" : "xmlns"
    return (value(of: attribute, inTagAt: start.offset) ?? "", String(parts.last ?? ""))
  }

  private func rootType(_ offset: Int, name: String, local: String) -> String? {
    guard let roots = Self.roots[local] else { return nil }
    var tag: String?
    return roots.first { root in
      guard let namespace = root.namespace else { return true }
      let text = tag ?? startTag(at: offset)
      tag = text
      return text.contains("\"\(namespace)") || text.contains("'\(namespace)")
    }?.type
  }

  /// Returns the start tag at an offset, limited to the available data and to 4 KiB.
  private func startTag(at offset: Int) -> String {
    let end = data.firstIndex(of: UInt8(ascii: ">"), from: offset) ?? data.count
    return data.text(at: offset, count: min(end - offset, 4096))
  }

  private func value(of attribute: String, inTagAt offset: Int) -> String? {
    let tag = startTag(at: offset).unicodeScalars
    var place = tag.startIndex
    let name = Array(attribute.unicodeScalars)
    while place < tag.endIndex {
      let rest = tag[place...]
      let isBeginning = place > tag.startIndex && tag[tag.index(before: place)].properties.isWhitespace
      if isBeginning, rest.starts(with: name) {
        let after = rest.dropFirst(name.count).drop { $0.properties.isWhitespace }
        if after.first == "=" {
          let quoted = after.dropFirst().drop { $0.properties.isWhitespace }
          if let quote = quoted.first, quote == "\"" || quote == "'" {
            return String(String.UnicodeScalarView(quoted.dropFirst().prefix { $0 != quote }))
          }
        }
      }
      place = tag.index(after: place)
    }
    return nil
  }

  /// Skips declarations, comments and the document type, up to the first element.
  private func skipProlog() -> (name: String?, documentType: String?, offset: Int)? {
    var offset = 0
    var documentType: String?
    while true {
      while offset < data.count, data[offset] <= 0x20 { offset += 1 }
      guard offset + 1 < data.count, data.has("<", at: offset) else { return (nil, documentType, offset) }
      if data.has("<!--", at: offset) {
        guard let end = end(of: "-->", from: offset + 4) else { return (nil, documentType, offset) }
        offset = end
      } else if data.has("<?", at: offset) {
        guard let end = end(of: "?>", from: offset + 2) else { return (nil, documentType, offset) }
        offset = end
      } else if data.has("<!", at: offset) {
        let words = data.text(at: offset + 2, count: 64).split {
          $0.isWhitespace || $0 == ">" || $0 == "["
        }
        if words.first?.lowercased() == "doctype", words.count > 1 {
          documentType = words[1].lowercased()
        }
        guard let end = endOfDeclaration(from: offset + 2) else { return (nil, documentType, offset) }
        offset = end
      } else {
        return (name(at: offset + 1), documentType, offset)
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

  /// Returns the end of a declaration, which may contain other declarations in brackets.
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
      name.first?.isLetter == true
      && name.allSatisfy { $0.isLetter || $0.isNumber || "-_.:".contains($0) }
    return isName ? name : nil
  }
}

/// Recognises scripts by the interpreter named in the first line.
struct InterpreterProbe {
  let data: PrefixBytes

  private static let interpreters = [
    "sh": "public.shell-script", "dash": "public.shell-script", "ash": "public.shell-script",
    "fish": "io.proffer.fish-script", "bash": "public.bash-script", "zsh": "public.zsh-script",
    "ksh": "public.ksh-script",
    "csh": "public.csh-script", "tcsh": "public.tcsh-script", "python": "public.python-script",
    "perl": "public.perl-script", "ruby": "public.ruby-script", "php": "public.php-script",
    "node": "com.netscape.javascript-source", "deno": "com.netscape.javascript-source",
    "osascript": "com.apple.applescript.text", "swift": "public.swift-source",
    "lua": "org.lua.lua-source",
    "julia": "org.julia.julia-script", "tclsh": "io.proffer.tcl", "wish": "io.proffer.tcl",
    "awk": "io.proffer.awk-script", "gawk": "io.proffer.awk-script", "mawk": "io.proffer.awk-script",
    "groovy": "io.proffer.groovy", "elixir": "io.proffer.elixir", "escript": "io.proffer.erlang",
    "pwsh": "io.proffer.powershell", "make": "public.make-source", "bun": "com.netscape.javascript-source",
    "ts-node": "com.microsoft.typescript", "tsx": "com.microsoft.typescript",
  ]

  var matches: [SignatureMatch] {
    guard data.has("#!"), let interpreter = interpreter, !interpreter.isEmpty else { return [] }
    let plain = interpreter.prefix { !$0.isNumber && $0 != "." }
    let type = Self.interpreters[interpreter] ?? Self.interpreters[String(plain)] ?? "public.script"
    return [
      SignatureMatch(
        type, .likely, "first line contains the interpreter \(interpreter)", agreedByteCount: 6)
    ]
  }

  /// The interpreter named in the first line, without `env` and its options and variables.
  private var interpreter: String? {
    let line = data.text(at: 2, count: 256).prefix { $0 != "\n" && $0 != "\r" && $0 != "\r\n" }
    var words = line.split { $0 == " " || $0 == "\t" }[...]
    guard let program = words.popFirst()?.split(separator: "/").last else { return nil }
    guard program == "env" else { return String(program) }
    let named = words.first { !$0.hasPrefix("-") && !$0.contains("=") }
    return named?.split(separator: "/").last.map(String.init) ?? "env"
  }
}

/// Recognises mail: messages by their header fields, and mailboxes by the line before the first header.
struct MailProbe {
  let data: PrefixBytes

  private static let fields: Set<String> = [
    "from", "to", "cc", "subject", "date", "message-id", "received", "return-path", "mime-version",
    "delivered-to",
    "reply-to", "sender", "dkim-signature", "content-type",
  ]

  var matches: [SignatureMatch] {
    let isMailbox = data.has("From ")
    let start = isMailbox ? data.firstIndex(of: UInt8(ascii: "\n"), from: 0).map { $0 + 1 } : 0
    guard let start else { return [] }
    let fieldCount = knownFieldCount(from: start)
    if isMailbox, fieldCount >= 2 {
      return [
        SignatureMatch(
          "com.c-command.mbox", .likely, "mailbox line and header fields of a message", agreedByteCount: 8)
      ]
    }
    guard fieldCount >= 3 else { return [] }
    return [
      SignatureMatch(
        "com.apple.mail.email", .likely, "header fields of a message", agreedByteCount: 8)
    ]
  }

  /// Returns the number of mail-specific fields before the first line that is not a field.
  private func knownFieldCount(from start: Int) -> Int {
    var count = 0
    var line = start
    while line < data.count {
      let end = data.firstIndex(of: UInt8(ascii: "\n"), from: line) ?? data.count
      defer { line = end + 1 }
      // A line that begins with white space continues the previous field.
      if data[line] == 0x20 || data[line] == 0x09 { continue }
      var colon = line
      while colon < end, (0x21...0x7E).contains(data[colon]), data[colon] != UInt8(ascii: ":") {
        colon += 1
      }
      guard colon > line, colon < end, data[colon] == UInt8(ascii: ":") else { break }
      if Self.fields.contains(data.text(at: line, count: min(colon - line, 32)).lowercased()) {
        count += 1
      }
    }
    return count
  }
}
