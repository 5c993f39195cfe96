/// Recognises formats by the first bytes of data.
///
/// Fixed signatures are read from a table in text form. Formats that need more than a comparison of bytes are
/// recognised by code: containers with a brand, audio frames, markup, the first lines of scripts, and text
/// encodings. File names are not considered.
///
/// Formats that are ZIP archives are reported as `public.zip-archive`, because the archive's directory
/// is needed to distinguish these formats.
public struct ContentSignatures: Sendable {
  /// The signatures of the library.
  public static let standard: ContentSignatures = {
    do {
      return try ContentSignatures(table: StandardSignatures.table + "\n" + FurtherSignatures.table)
    } catch {
      fatalError("the standard table of signatures cannot be read: \(error)")
    }
  }()

  /// The maximum number of bytes that are examined.
  public static let examinedByteCount = 65_536

  /// The types whose data always has one of the signatures.
  ///
  /// These are the types in the table that have no patterns for text, and the media types with an
  /// identifier in their structure.
  package var signedTypeIdentifiers: Set<String> {
    let textual = Set(patternsOfTexts.map { table.format(ofPattern: $0) })
    let signed = (0..<table.formatCount).lazy.filter { [table] format in
      !textual.contains(format) && table.mimeType(ofFormat: format) == nil
    }
    let identifiers = signed.map { [table] in table.typeIdentifier(ofFormat: $0) }
    return ContainerProbe.mediaTypeIdentifiers.union(identifiers).subtracting(["public.data"])
      .subtracting(textual.map { table.typeIdentifier(ofFormat: $0) })
  }

  /// Returns the local name and the namespace of the root element if the data is an XML document.
  package static func rootElement(
    in prefix: UnsafeRawBufferPointer
  ) -> (namespace: String, localName: String)? {
    let data = PrefixBytes(
      bytes: UnsafeRawBufferPointer(rebasing: prefix.prefix(examinedByteCount)), isWhole: false)
    guard data.count > 0, let text = TextPrefix(data) else { return nil }
    return text.withTrimmedBytes { MarkupProbe(data: $0).rootElement }
  }

  private let table: SignatureTable
  /// The index of the first pattern for each first byte; -1 if there is none.
  private var firstPatterns = [Int32](repeating: -1, count: 256)
  /// For each pattern, the index of the next pattern with the same first byte.
  private var nextPatterns: [Int32]
  /// The patterns that do not specify the first byte.
  private var patternsElsewhere: [Int] = []
  /// The patterns that match the beginning of a text.
  private var patternsOfTexts: [Int] = []

  /// Reads a table of signatures; `SignatureTable` describes its format.
  ///
  /// - Throws: `TypeError.Code.malformedTable` with the number of the line.
  package init(table: String) throws(TypeError) {
    let table = try SignatureTable(table)
    self.table = table
    nextPatterns = [Int32](repeating: -1, count: table.patternCount)
    // The patterns are added in reverse, so that each list is in the order of the table.
    for number in (0..<table.patternCount).reversed() {
      if table.isText(pattern: number) {
        patternsOfTexts.append(number)
      } else if let byte = table.firstByte(ofPattern: number) {
        nextPatterns[number] = firstPatterns[Int(byte)]
        firstPatterns[Int(byte)] = Int32(number)
      } else {
        patternsElsewhere.append(number)
      }
    }
    patternsOfTexts.reverse()
    patternsElsewhere.reverse()
  }

  /// Returns the types that match the first bytes of data, most certain first, each type once.
  ///
  /// The last result is always general: the encoding of a text, or `public.data`.
  ///
  /// - Parameters:
  ///   - prefix: the first bytes; at most `examinedByteCount` of them are examined.
  ///   - isWhole: whether the prefix is all of the data. If so, a value that is cut off at the end is an
  ///     error.
  ///   - readsLanguages: whether to recognise languages of text that have no signature.
  /// - Returns: the types, most certain first; at least one.
  /// - Complexity: linear in the number of bytes.
  package func candidates(
    in prefix: UnsafeRawBufferPointer, isWhole: Bool = false, readsLanguages: Bool = true
  ) -> [SignatureMatch] {
    let isSeenWhole = isWhole && prefix.count <= Self.examinedByteCount
    let data = PrefixBytes(
      bytes: UnsafeRawBufferPointer(rebasing: prefix.prefix(Self.examinedByteCount)), isWhole: isSeenWhole)
    guard data.count > 0 else { return [SignatureMatch("public.data", .general, "no bytes")] }
    var matches = fixedMatches(data)
    let text = TextPrefix(data)
    if let text {
      matches += textMatches(text, readsLanguages: readsLanguages)
    } else {
      // The headers of these formats contain control characters, so text cannot have any of these formats.
      matches += ContainerProbe(data: data).matches
      matches += SoundFrameProbe(data: data).matches
      matches += SpecialFormProbe(data: data).matches
      matches += HeaderProbe(data: data).matches
      matches += KeyProbe(data: data).matches
      matches += TargaProbe(data: data).matches
    }
    matches.append(text?.encoding ?? SignatureMatch("public.data", .general, "binary data"))
    return Self.ranked(matches)
  }

  /// Returns the types that match the first bytes of data, most certain first, each type once.
  ///
  /// - Parameters:
  ///   - prefix: the first bytes of the data.
  ///   - isWhole: whether the prefix is all of the data.
  /// - Returns: the types, most certain first; at least one.
  package func candidates(in prefix: [UInt8], isWhole: Bool = false) -> [SignatureMatch] {
    prefix.withUnsafeBytes { candidates(in: $0, isWhole: isWhole) }
  }

  private func fixedMatches(_ data: PrefixBytes) -> [SignatureMatch] {
    var numbers: [Int] = []
    var number = Int(firstPatterns[Int(data[0])])
    while number >= 0 {
      numbers.append(number)
      number = Int(nextPatterns[number])
    }
    return (numbers + patternsElsewhere).filter { table.agrees(pattern: $0, with: data) }.map {
      match($0, table.weight(ofPattern: $0) >= 5 ? .certain : .likely)
    }
  }

  private func textMatches(_ text: TextPrefix, readsLanguages: Bool) -> [SignatureMatch] {
    text.withTrimmedBytes { data in
      let matches =
        patternsOfTexts.filter { table.agrees(pattern: $0, with: data) }.map { match($0, .likely) }
        + MarkupProbe(data: data).matches + InterpreterProbe(data: data).matches
        + JSONProbe(data: data).matches + MailProbe(data: data).matches
        + HeaderProbe(data: data).matchesOfText
      let isMarkup = matches.first?.typeIdentifier == "public.html"
      guard readsLanguages, matches.isEmpty || matches.count == 1 && isMarkup else { return matches }
      return matches + LanguageProbe(data: data).matches(isMarkup: isMarkup)
    }
  }

  private func match(_ number: Int, _ confidence: SignatureMatch.Confidence) -> SignatureMatch {
    let format = table.format(ofPattern: number)
    return SignatureMatch(
      table.typeIdentifier(ofFormat: format), mimeType: table.mimeType(ofFormat: format), confidence,
      table.evidence(ofFormat: format), agreedByteCount: table.agreedByteCount(ofPattern: number))
  }

  /// Sorts by confidence, then by the number of matching bytes, then by the order in which formats were
  /// tried.
  private static func ranked(_ matches: [SignatureMatch]) -> [SignatureMatch] {
    if matches.count <= 1 { return matches }
    let sorted = matches.enumerated().sorted { first, second in
      (second.element.confidence, second.element.agreedByteCount, first.offset)
        < (first.element.confidence, first.element.agreedByteCount, second.offset)
    }
    // There are only a few matches, so comparing them is faster than building a set.
    var ranked: [SignatureMatch] = []
    for (_, match) in sorted
    where !ranked.contains(where: {
      $0.typeIdentifier == match.typeIdentifier && $0.mimeType == match.mimeType
    }) {
      ranked.append(match)
    }
    return ranked
  }
}

/// A possible type of some data, and the evidence for it.
package struct SignatureMatch: Sendable, Hashable {
  /// The certainty of a match.
  package enum Confidence: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// A match with a general type: text in some encoding, or any data.
    case general
    /// A short signature, or a text that begins like the format but could have another format.
    case likely
    /// A signature of at least five bytes, or a structure that was verified.
    ///
    /// A byte of a signature that is not printable ASCII counts as two bytes.
    case certain

    /// Orders by certainty, the least certain first.
    ///
    /// - Parameters:
    ///   - first: a certainty.
    ///   - second: another certainty.
    /// - Returns: whether the first is less certain.
    package static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
  }

  /// The identifier of the type.
  ///
  /// If `mimeType` is not nil, this is a supertype of the format.
  package let typeIdentifier: String
  /// The MIME type of a format that has no type in the standard table.
  package let mimeType: String?
  /// The certainty of the match.
  package let confidence: Confidence
  /// A description of the match, as an English phrase such as “PNG signature”.
  package let evidence: String
  /// The number of matching bytes; the larger number ranks first among equally certain matches.
  let agreedByteCount: Int

  init(
    _ typeIdentifier: String, mimeType: String? = nil, _ confidence: Confidence, _ evidence: String,
    agreedByteCount: Int = 0
  ) {
    self.typeIdentifier = typeIdentifier
    self.mimeType = mimeType
    self.confidence = confidence
    self.evidence = evidence
    self.agreedByteCount = agreedByteCount
  }

  /// Returns the matching type from a registry.
  ///
  /// If the format has only a MIME type, the result is the declared type with that MIME type, or a dynamic
  /// type if no such type is declared. The result is nil if the registry does not declare `typeIdentifier`.
  ///
  /// - Parameter registry: the registry to search.
  /// - Returns: the type; nil if the registry does not declare `typeIdentifier`.
  package func type(in registry: TypeRegistry = .current) -> UTType? {
    let declared = UTType(typeIdentifier, in: registry)
    guard let mimeType, let declared else { return declared }
    return registry.type(tag: mimeType, tagClass: .mimeType, conformingTo: declared)
  }
}
