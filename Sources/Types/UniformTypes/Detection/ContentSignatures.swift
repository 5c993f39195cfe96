/// Recognises formats by the first bytes of data.
///
/// Fixed signatures come from a table of text; code does what takes more than a comparison of bytes (containers with a
/// brand inside, frames of sound, markup, programs' first lines, encodings of text). File names are not considered.
///
/// Formats that are zip archives are reported as `public.zip-archive`: to distinguish them takes the directory of the
/// archive.
public struct ContentSignatures: Sendable {
  /// The signatures that come with the library.
  public static let standard: ContentSignatures = {
    do {
      return try ContentSignatures(table: StandardSignatures.table + "\n" + FurtherSignatures.table)
    } catch {
      fatalError("the standard table of signatures cannot be read: \(error)")
    }
  }()

  /// How many bytes are examined at most.
  public static let examinedByteCount = 65_536

  /// The types whose data always has one of the signatures: those of the table that do not begin like a text, and
  /// those that name themselves inside.
  package var signedTypeIdentifiers: Set<String> {
    let textual = Set(patternsOfTexts.map { table.format(ofPattern: $0) })
    let signed = (0..<table.formatCount).lazy.filter { [table] format in
      !textual.contains(format) && table.mimeType(ofFormat: format) == nil
    }
    let identifiers = signed.map { [table] in table.typeIdentifier(ofFormat: $0) }
    return ContainerProbe.mediaTypeIdentifiers.union(identifiers).subtracting(["public.data"])
      .subtracting(textual.map { table.typeIdentifier(ofFormat: $0) })
  }

  /// The root element of data that is a document in XML, and the namespace that the element is in.
  package static func rootElement(
    in prefix: UnsafeRawBufferPointer
  ) -> (namespace: String, localName: String)? {
    let data = PrefixBytes(UnsafeRawBufferPointer(rebasing: prefix.prefix(examinedByteCount)), isWhole: false)
    guard data.count > 0, let text = TextPrefix(data) else { return nil }
    return text.withTrimmedBytes { MarkupProbe($0).rootElement }
  }

  private let table: SignatureTable
  /// For each byte, the first pattern that data which begins with it may have; -1 where there is none.
  private var firstPatterns = [Int32](repeating: -1, count: 256)
  /// For each pattern, the next one that begins with the same byte.
  private var nextPatterns: [Int32]
  /// The patterns that say nothing of the first byte.
  private var patternsElsewhere: [Int] = []
  /// The patterns of texts.
  private var patternsOfTexts: [Int] = []

  /// Reads a table of signatures; `SignatureTable` describes its format.
  ///
  /// - Throws: `TypeError.Code.malformedTable` with the number of the line.
  package init(table: String) throws(TypeError) {
    let table = try SignatureTable(table)
    self.table = table
    nextPatterns = [Int32](repeating: -1, count: table.patternCount)
    // From the last to the first, so that each list is in the order of the table.
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

  /// The types that data may have, by its first bytes: the most certain first, each type once.
  ///
  /// The last answer is always a general one: the encoding of a text, or `public.data`.
  ///
  /// - Parameters:
  ///   - prefix: the first bytes; `examinedByteCount` of them at most are examined.
  ///   - isWhole: whether the prefix is all of the data, so that a value cut off at its end is an error.
  /// - Returns: the types, the most certain first; empty where no signature fits.
  /// - Complexity: linear in the number of bytes.
  package func candidates(in prefix: UnsafeRawBufferPointer, isWhole: Bool = false)
    -> [SignatureMatch]
  {
    let isSeenWhole = isWhole && prefix.count <= Self.examinedByteCount
    let data = PrefixBytes(
      UnsafeRawBufferPointer(rebasing: prefix.prefix(Self.examinedByteCount)), isWhole: isSeenWhole)
    guard data.count > 0 else { return [SignatureMatch("public.data", .general, "no bytes")] }
    var matches = fixedMatches(data)
    matches += ContainerProbe(data).matches
    matches += SoundFrameProbe(data).matches
    matches += SpecialFormProbe(data).matches
    let text = TextPrefix(data)
    if let text { matches += textMatches(text) }
    matches.append(text?.encoding ?? SignatureMatch("public.data", .general, "binary data"))
    return Self.ranked(matches)
  }

  /// The types that data may have, by its first bytes: the most certain first, each type once.
  ///
  /// - Parameters:
  ///   - prefix: the first bytes of the data.
  ///   - isWhole: whether these are all bytes of the data.
  /// - Returns: the types, the most certain first; empty where no signature fits.
  package func candidates(in prefix: [UInt8], isWhole: Bool = false) -> [SignatureMatch] {
    prefix.withUnsafeBytes { candidates(in: $0, isWhole: isWhole) }
  }

  private func fixedMatches(_ data: PrefixBytes) -> [SignatureMatch] {
    var matches: [SignatureMatch] = []
    func match(_ number: Int) {
      guard table.agrees(pattern: number, with: data) else { return }
      matches.append(self.match(number, table.weight(ofPattern: number) >= 5 ? .certain : .likely))
    }
    var number = Int(firstPatterns[Int(data[0])])
    while number >= 0 {
      match(number)
      number = Int(nextPatterns[number])
    }
    for number in patternsElsewhere { match(number) }
    return matches
  }

  private func textMatches(_ text: TextPrefix) -> [SignatureMatch] {
    text.withTrimmedBytes { data in
      patternsOfTexts.filter { table.agrees(pattern: $0, with: data) }.map { match($0, .likely) }
        + MarkupProbe(data).matches + InterpreterProbe(data).matches + JSONProbe(data).matches
        + MailProbe(data).matches
    }
  }

  private func match(_ number: Int, _ confidence: SignatureMatch.Confidence) -> SignatureMatch {
    let format = table.format(ofPattern: number)
    return SignatureMatch(
      table.typeIdentifier(ofFormat: format), mimeType: table.mimeType(ofFormat: format), confidence,
      table.evidence(ofFormat: format), agreedByteCount: table.agreedByteCount(ofPattern: number))
  }

  /// Confidence first, then how much agreed, then the order in which the formats were tried.
  private static func ranked(_ matches: [SignatureMatch]) -> [SignatureMatch] {
    if matches.count <= 1 { return matches }
    let sorted = matches.enumerated().sorted { first, second in
      (second.element.confidence, second.element.agreedByteCount, first.offset)
        < (first.element.confidence, first.element.agreedByteCount, second.offset)
    }
    // The matches are a few, for which a set takes longer than the comparisons.
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

/// A type that some data may have, and why.
package struct SignatureMatch: Sendable, Hashable {
  /// How certain a match is.
  package enum Confidence: Int, Sendable, Hashable, Comparable, CaseIterable {
    /// Any data of such a broad kind matches: text in some encoding, or data.
    case general
    /// A short signature, or a text that begins as this format does and might be another.
    case likely
    /// A signature of five bytes, fewer when no text could hold them, or a structure that was followed.
    case certain

    /// Orders by certainty, the least certain first.
    ///
    /// - Parameters:
    ///   - first: a certainty.
    ///   - second: another one.
    /// - Returns: whether the first is less certain.
    package static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
  }

  /// The identifier of the type.
  ///
  /// When `mimeType` is given, the type that the data conforms to.
  package let typeIdentifier: String
  /// The MIME type of a format that the standard table has no type for.
  package let mimeType: String?
  /// How certain the match is.
  package let confidence: Confidence
  /// What matched, as an English phrase such as “PNG signature”.
  package let evidence: String
  /// How many bytes agreed: of equally certain matches the one with more comes first.
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

  /// The type as a registry knows it.
  ///
  /// For a format with a MIME type only, the declared type that has it, or else the dynamic type. Nil when the
  /// registry does not declare the identifier.
  ///
  /// - Parameter registry: the registry that answers.
  /// - Returns: the type; nil where the registry does not know the format.
  package func type(in registry: TypeRegistry = .current) -> UTType? {
    let declared = UTType(typeIdentifier, in: registry)
    guard let mimeType, let declared else { return declared }
    return registry.type(tag: mimeType, tagClass: .mimeType, conformingTo: declared)
  }
}
