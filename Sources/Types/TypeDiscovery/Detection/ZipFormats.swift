import ProfferFileSystem
import UniformTypes
import ZipArchives

/// Recognises formats that are based on zip, by the names and contents of the archive's entries.
struct ZipFormats {
  /// The maximum size of a directory in bytes: 16 MiB, which is enough for about 200,000 entries.
  ///
  /// The recognised formats are documents with smaller directories. An archive with a larger directory is
  /// treated as a plain zip archive.
  static let directoryByteCountLimit: UInt64 = 16 << 20

  /// The maximum length of the content of an entry named `mimetype`.
  private static let longestMIMEType = 255

  let registry: TypeRegistry

  /// Returns the format of an archive; nil if its entries do not identify a format, or if its directory is
  /// malformed.
  ///
  /// - Throws: `fileSystem` if the file cannot be read.
  func match(in file: OpenFile) throws(DiscoveryError) -> ContentMatch? {
    let archive: TolerantZipReader
    do {
      archive = try TolerantZipReader(
        file, limits: ZipLimits(directoryByteCount: Self.directoryByteCountLimit))
    } catch {
      if let cause = error.fileError, cause.code != .unexpectedEnd { throw DiscoveryError(cause) }
      return nil
    }
    if let entry = archive.entry(named: Array("mimetype".utf8)) {
      do {
        let content = try archive.prefix(of: entry, byteCount: Self.longestMIMEType)
        if let match = match(mimeType: content) { return match }
      } catch {
        // The entry is compressed, or not at the offset that the directory states.
        if let cause = error.fileError, cause.code != .unexpectedEnd { throw DiscoveryError(cause) }
      }
    }
    do {
      if let match = try contentTypesMatch(in: archive) { return match }
      let found = match(entryNames: archive.entries.lazy.map(\.name))
      return try iWorkMatch(in: archive, found) ?? found
    } catch {
      if let cause = error.fileError, cause.code != .unexpectedEnd { throw DiscoveryError(cause) }
      return match(entryNames: archive.entries.lazy.map(\.name))
    }
  }

  /// Returns the format that the first entry of an archive identifies; nil if it does not identify a
  /// format.
  ///
  /// Only the first bytes of the archive are needed.
  func match(inPrefix prefix: UnsafeRawBufferPointer) -> ContentMatch? {
    // The formats with a first entry `mimetype` require that the entry is stored without compression, has
    // its length in the local header, and has no extra field. The entry then consists of 30 bytes of
    // header, 8 bytes of name, and the content.
    guard prefix.count > 38, prefix[0..<4].elementsEqual([0x50, 0x4B, 3, 4]),
      prefix[6] & 0b1001 == 0, prefix[8] == 0, prefix[9] == 0,
      prefix[26] == 8, prefix[27] == 0, prefix[28] == 0, prefix[29] == 0,
      prefix[30..<38].elementsEqual("mimetype".utf8),
      // The length has four bytes. Only the lowest byte may be nonzero.
      prefix[19..<22].allSatisfy({ $0 == 0 }), Int(prefix[18]) <= prefix.count - 38
    else { return nil }
    return match(mimeType: Array(prefix[38..<38 + Int(prefix[18])]))
  }

  private func match(mimeType bytes: [UInt8]) -> ContentMatch? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let mimeType = text.trimmingCharacters(where: { $0 == " " || $0 == "\n" || $0 == "\r" || $0 == "\r\n" })
    let evidence = "the archive gives its type as \(PrintableText.escaped(mimeType.utf8))"
    if mimeType.lowercased() == Self.dragBundleMIMEType {
      return ContentMatch(type: .dragBundle, isStrong: true, evidence: evidence)
    }
    guard let type = registry.type(tag: mimeType, tagClass: .mimeType, conformingTo: .data), !type.isDynamic
    else {
      return nil
    }
    return ContentMatch(type: type, isStrong: true, evidence: evidence)
  }

  /// Returns the type that a rule names with an identifier, or with a MIME type.
  private func type(_ name: String) -> UTType? {
    name.contains("/")
      ? registry.type(tag: name, tagClass: .mimeType, conformingTo: .zip) : registry.declaredType(name)
  }

  private static let dragBundleMIMEType = "application/vnd.proffer.dragbundle+zip"

  private func match(entryNames: some Sequence<[UInt8]>) -> ContentMatch? {
    var seen = Set<Int>()
    for name in entryNames {
      for (index, mark) in Self.marks.enumerated() where !seen.contains(index) && mark.matches(name) {
        seen.insert(index)
      }
    }
    for rule in Self.rules where rule.marks.allSatisfy(seen.contains) {
      guard let type = type(rule.name) else { continue }
      let entries = rule.marks.map { Self.marks[$0].description }.joined(separator: " and ")
      return ContentMatch(type: type, isStrong: true, evidence: "the archive contains \(entries)")
    }
    return nil
  }
}

extension ZipFormats {
  /// A pattern for entry names that identifies a format; a star matches any bytes.
  private struct Mark: CustomStringConvertible {
    private let name: [UInt8]
    private let rest: [UInt8]?

    init(_ text: Substring) {
      let parts = text.split(separator: "*", maxSplits: 1, omittingEmptySubsequences: false)
      name = Array(parts[0].utf8)
      rest = parts.count > 1 ? Array(parts[1].utf8) : nil
    }

    func matches(_ entry: [UInt8]) -> Bool {
      guard let rest else { return entry == name }
      return entry.count >= name.count + rest.count && entry.starts(with: name)
        && entry.suffix(rest.count).elementsEqual(rest)
    }

    var description: String {
      String(decoding: name, as: UTF8.self) + (rest.map { "…" + String(decoding: $0, as: UTF8.self) } ?? "")
    }
  }

  /// A type, and the indices of the marks that all archives of the type have.
  private struct Rule {
    let name: String
    let marks: [Int]
  }

  private static let marks: [Mark] = table.marks
  private static let rules: [Rule] = table.rules

  /// The identifiers in the table, for a test that checks that they are declared.
  static var identifiersForTesting: [String] { rules.map(\.name).filter { !$0.contains("/") } }

  /// The types in the table whose archives always have the listed entries.
  ///
  /// An archive without these entries has another type.
  static var markedTypeIdentifiers: Set<String> {
    Set(rules.map(\.name).filter { $0.hasPrefix("org.openxmlformats.") || $0.hasPrefix("io.proffer.visio-") })
  }

  /// The types and the entries that identify each type, with more specific types first.
  ///
  /// A type name with a slash is a MIME type. A star in an entry name matches any bytes.
  ///
  /// Sources: for office documents, ECMA-376, part 2 (these rules apply if the file `[Content_Types].xml`
  /// does not identify the type); for Keynote, files of version 6 and later; for Java archives, the JAR
  /// file specification.
  private static let table = parsed(
    """
    org.openxmlformats.wordprocessingml.document.macroenabled [Content_Types].xml word/vbaProject.bin
    org.openxmlformats.wordprocessingml.document [Content_Types].xml word/*
    com.microsoft.excel.sheet.binary.macroenabled [Content_Types].xml xl/workbook.bin
    org.openxmlformats.spreadsheetml.sheet.macroenabled [Content_Types].xml xl/vbaProject.bin
    org.openxmlformats.spreadsheetml.sheet [Content_Types].xml xl/*
    org.openxmlformats.presentationml.presentation.macroenabled [Content_Types].xml ppt/vbaProject.bin
    org.openxmlformats.presentationml.presentation [Content_Types].xml ppt/*
    io.proffer.visio-openxml-drawing [Content_Types].xml visio/*
    io.proffer.3mf [Content_Types].xml 3D/*.model
    com.microsoft.xps FixedDocSeq.fdseq
    com.microsoft.xps FixedDocumentSequence.fdseq
    com.microsoft.xps [Content_Types].xml Documents/*.fdoc
    io.proffer.windows-app-package [Content_Types].xml AppxManifest.xml
    io.proffer.windows-app-package [Content_Types].xml AppxMetadata/AppxBundleManifest.xml
    io.proffer.nuget-package [Content_Types].xml *.nuspec
    com.apple.iwork.keynote.sffkey Index/Document.iwa Index/Slide*
    com.apple.iwork.keynote.sffkey Index/Document.iwa Index/MasterSlide*
    com.apple.iwork.keynote.sffkey Index/Document.iwa Index/TemplateSlide*
    com.apple.iwork.keynote.sffkey index.apxl
    com.apple.iwork.keynote.sffkey index.apxl.gz
    com.apple.iwork.keynote.sffkey *.key/Index.zip
    com.apple.iwork.pages.sffpages *.pages/Index.zip
    com.apple.iwork.numbers.sffnumbers *.numbers/Index.zip
    com.apple.itunes.ipa Payload/*
    io.proffer.android-package AndroidManifest.xml classes.dex
    io.proffer.android-package AndroidManifest.xml resources.arsc
    io.proffer.android-package base/manifest/AndroidManifest.xml
    com.sun.web-application-archive WEB-INF/web.xml
    io.proffer.enterprise-archive META-INF/application.xml META-INF/MANIFEST.MF
    io.proffer.mozilla-extension install.rdf
    io.proffer.mozilla-extension manifest.json META-INF/mozilla.rsa
    io.proffer.openoffice-extension description.xml META-INF/manifest.xml *.xcu
    org.idpf.epub-container META-INF/container.xml *.opf
    io.proffer.musicxml-zip META-INF/container.xml *.musicxml
    io.proffer.python-wheel *.dist-info/WHEEL
    org.python.python-egg EGG-INF/PKG-INF
    com.google.earth.kmz doc.kml
    com.bohemiancoding.sketch.drawing.single document.json meta.json pages/*
    io.proffer.freecad Document.xml GuiDocument.xml
    io.proffer.pytorch-model */data.pkl */version
    io.proffer.anki-deck collection.anki2
    com.sun.java-archive META-INF/MANIFEST.MF
    io.proffer.numpy-archive arr_0.npy
    """)

  private static func parsed(_ table: String) -> (marks: [Mark], rules: [Rule]) {
    var marks: [Mark] = []
    var places: [Substring: Int] = [:]
    var rules: [Rule] = []
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      let indexes = words.dropFirst().map { word in
        if let place = places[word] { return place }
        places[word] = marks.count
        marks.append(Mark(word))
        return marks.count - 1
      }
      rules.append(Rule(name: String(words[0]), marks: indexes))
    }
    return (marks, rules)
  }
}

extension String {
  /// Returns the text without the matching characters at its beginning and end.
  fileprivate func trimmingCharacters(where isTrimmed: (Character) -> Bool) -> String {
    guard let first = firstIndex(where: { !isTrimmed($0) }), let last = lastIndex(where: { !isTrimmed($0) })
    else {
      return ""
    }
    return String(self[first...last])
  }
}

// MARK: - Formats identified by the contents of entries

extension ZipFormats {
  /// Returns the format that the content types of a package identify (ECMA-376, part 2).
  ///
  /// The result is nil if there are no content types, or if the content types do not identify a declared
  /// type.
  ///
  /// The content type of the main part is the MIME type of the document followed by `.main` or `.main+xml`.
  /// The MIME type of a document with macros is registered with a version suffix.
  private func contentTypesMatch(in archive: TolerantZipReader) throws(ZipError) -> ContentMatch? {
    guard let entry = archive.entry(named: Array("[Content_Types].xml".utf8)) else { return nil }
    let text = String(decoding: try archive.content(of: entry, atMost: 1 << 16), as: UTF8.self)
    for part in text.split(separator: "ContentType=").dropFirst() {
      guard let quote = part.first, quote == "\"" || quote == "'" else { continue }
      let name = String(part.dropFirst().prefix { $0 != quote })
      for suffix in [".main+xml", ".main"] where name.hasSuffix(suffix) {
        let stem = String(name.dropLast(suffix.count))
        for mimeType in [name, stem, stem + ".12"] {
          if let type = registry.type(tag: mimeType, tagClass: .mimeType, conformingTo: .data),
            !type.isDynamic
          {
            let shown = PrintableText.escaped(name.utf8)
            return ContentMatch(
              type: type, isStrong: true, evidence: "the main part of the package is \(shown)")
          }
        }
      }
    }
    return nil
  }

  /// Returns the match of a Pages or Numbers document; nil for any other archive.
  ///
  /// The entries of both formats have the same names. Since version 5, the first object of the document has
  /// type 10000 in Pages and 1 in Numbers; in earlier versions, the document is XML with a specific root
  /// element.
  private func iWorkMatch(in archive: TolerantZipReader, _ found: ContentMatch?) throws(ZipError)
    -> ContentMatch?
  {
    guard found == nil else { return nil }
    if let entry = archive.entry(named: Array("Index/Document.iwa".utf8)) {
      let start = try archive.content(of: entry, atMost: 64)
      // An object begins with an identifier, the number of the object, and the list of its messages. The
      // list begins with the type of the first message.
      guard
        let place = start.indices.dropLast(6).first(where: { start[$0...].starts(with: [0x08, 0x01, 0x12]) })
      else { return nil }
      let isPages = start[(place + 4)...].starts(with: [0x08, 0x90, 0x4E])
      let isNumbers = start[(place + 4)...].starts(with: [0x08, 0x01])
      let identifier =
        isPages ? "com.apple.iwork.pages.sffpages" : isNumbers ? "com.apple.iwork.numbers.sffnumbers" : nil
      return match(identifier, "the first object of the document")
    }
    if let entry = archive.entry(named: Array("index.xml".utf8)) {
      let text = String(decoding: try archive.content(of: entry, atMost: 1024), as: UTF8.self)
      if text.contains("<sl:document") {
        return match("com.apple.iwork.pages.sffpages", "the root element of index.xml")
      }
      if text.contains("<ls:document") {
        return match("com.apple.iwork.numbers.sffnumbers", "the root element of index.xml")
      }
    }
    return nil
  }

  private func match(_ identifier: String?, _ evidence: String) -> ContentMatch? {
    identifier.flatMap { registry.declaredType($0) }.map {
      ContentMatch(type: $0, isStrong: true, evidence: evidence)
    }
  }
}
