import FileSystem
import UniformTypes
import ZipArchives

/// Distinguishes the formats that are zip archives, by the names of their entries.
struct ZipFormats {
  /// The largest directory that is read, in bytes: 16 MiB, some 200,000 entries.
  ///
  /// The formats that are distinguished here are documents; an archive with a larger directory is just an archive.
  static let directoryByteCountLimit: UInt64 = 16 << 20

  /// The longest content of an entry named `mimetype`.
  private static let longestMIMEType = 255

  let registry: TypeRegistry

  /// The format of an archive; nil when its entries do not show it, or its directory cannot be read.
  ///
  /// - Throws: `fileSystem` when the file could not be read.
  func match(in file: OpenFile) throws(DiscoveryError) -> ContentMatch? {
    let archive: TolerantZipReader
    do {
      archive = try TolerantZipReader(
        file, limits: ZipLimits(directoryByteCount: Self.directoryByteCountLimit))
    } catch {
      if let cause = error.cause, cause.code != .unexpectedEnd { throw DiscoveryError(cause) }
      return nil
    }
    if let entry = archive.entry(named: Array("mimetype".utf8)) {
      do {
        let content = try archive.prefix(of: entry, byteCount: Self.longestMIMEType)
        if let match = match(mimeType: content) { return match }
      } catch {
        // The entry is compressed, or not where the directory says.
        if let cause = error.cause, cause.code != .unexpectedEnd { throw DiscoveryError(cause) }
      }
    }
    return match(entryNames: archive.entries.lazy.map(\.name))
  }

  /// The format of an archive with these first bytes, by its first entry; nil when that does not show it.
  func match(inPrefix prefix: UnsafeRawBufferPointer) -> ContentMatch? {
    // The local header of a first entry `mimetype`, stored, without flags that hide its length, and without extra
    // field, as the formats that use it require: 30 bytes, 8 of name, then the content.
    guard prefix.count > 38, prefix[0..<4].elementsEqual([0x50, 0x4B, 3, 4]),
      prefix[6] & 0b1001 == 0, prefix[8] == 0, prefix[9] == 0,
      prefix[26] == 8, prefix[27] == 0, prefix[28] == 0, prefix[29] == 0,
      prefix[30..<38].elementsEqual("mimetype".utf8),
      // The length has four bytes; only the lowest may be in use.
      prefix[19..<22].allSatisfy({ $0 == 0 }), Int(prefix[18]) <= prefix.count - 38
    else { return nil }
    return match(mimeType: Array(prefix[38..<38 + Int(prefix[18])]))
  }

  private func match(mimeType bytes: [UInt8]) -> ContentMatch? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let mimeType = text.trimmingCharacters(where: { $0 == " " || $0 == "\n" || $0 == "\r" || $0 == "\r\n" })
    let evidence = "the archive calls itself \(PrintableText.escaped(mimeType.utf8))"
    if mimeType.lowercased() == Self.dragBundleMIMEType {
      return ContentMatch(type: .dragBundle, isStrong: true, evidence: evidence)
    }
    guard let type = registry.type(tag: mimeType, tagClass: .mimeType, conformingTo: .data), !type.isDynamic
    else {
      return nil
    }
    return ContentMatch(type: type, isStrong: true, evidence: evidence)
  }

  /// The type of a rule: by its identifier, or by a MIME type where no identifier is declared.
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
      return ContentMatch(type: type, isStrong: true, evidence: "the archive holds \(entries)")
    }
    return nil
  }
}

extension ZipFormats {
  /// The name of an entry, or the beginning of names, that marks a format.
  private struct Mark: CustomStringConvertible {
    let name: [UInt8]
    let isPrefix: Bool

    init(_ text: Substring) {
      isPrefix = text.hasSuffix("*")
      name = Array((isPrefix ? text.dropLast() : text).utf8)
    }

    func matches(_ entry: [UInt8]) -> Bool { isPrefix ? entry.starts(with: name) : entry == name }

    var description: String { String(decoding: name, as: UTF8.self) + (isPrefix ? "…" : "") }
  }

  /// A type and all the marks that an archive of this type has.
  private struct Rule {
    let name: String
    let marks: [Int]
  }

  private static let marks: [Mark] = table.marks
  private static let rules: [Rule] = table.rules

  /// The identifiers in the table, for a test that they are declared.
  static var identifiersForTesting: [String] { rules.map(\.name).filter { !$0.contains("/") } }

  /// The types, special ones before general ones, and the entries that mark each.
  ///
  /// A name with a slash is a MIME type. A star at the end stands for any rest. Office documents: ECMA-376, part 2;
  /// templates and slide shows have the same entries, and only the file name distinguishes them. Keynote: seen in files of version 6 and later; the entries of Pages
  /// and Numbers do not differ enough. Java archives: the JAR file specification.
  private static let table = parsed(
    """
    org.openxmlformats.wordprocessingml.document.macroenabled [Content_Types].xml word/vbaProject.bin
    org.openxmlformats.wordprocessingml.document [Content_Types].xml word/*
    com.microsoft.excel.sheet.binary.macroenabled [Content_Types].xml xl/workbook.bin
    org.openxmlformats.spreadsheetml.sheet.macroenabled [Content_Types].xml xl/vbaProject.bin
    org.openxmlformats.spreadsheetml.sheet [Content_Types].xml xl/*
    org.openxmlformats.presentationml.presentation.macroenabled [Content_Types].xml ppt/vbaProject.bin
    org.openxmlformats.presentationml.presentation [Content_Types].xml ppt/*
    com.apple.iwork.keynote.sffkey Index/Document.iwa Index/Slide*
    com.apple.itunes.ipa Payload/* iTunesMetadata.plist
    application/vnd.android.package-archive AndroidManifest.xml classes.dex
    com.sun.java-archive META-INF/MANIFEST.MF
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
  /// The text without such characters at its ends.
  fileprivate func trimmingCharacters(where isTrimmed: (Character) -> Bool) -> String {
    guard let first = firstIndex(where: { !isTrimmed($0) }), let last = lastIndex(where: { !isTrimmed($0) })
    else {
      return ""
    }
    return String(self[first...last])
  }
}
