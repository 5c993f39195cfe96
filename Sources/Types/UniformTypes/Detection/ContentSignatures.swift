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
    let textual = signatures.lazy.filter { $0.patterns.contains(where: \.isText) }.map(\.typeIdentifier)
    let tabled = signatures.lazy.filter { $0.mimeType == nil && $0.typeIdentifier != "public.data" }
    return ContainerProbe.mediaTypeIdentifiers.union(tabled.map(\.typeIdentifier)).subtracting(textual)
  }

  /// The root element of data that is a document in XML, and the namespace that the element is in.
  package static func rootElement(
    in prefix: UnsafeRawBufferPointer
  ) -> (namespace: String, localName: String)? {
    let data = PrefixBytes(UnsafeRawBufferPointer(rebasing: prefix.prefix(examinedByteCount)), isWhole: false)
    guard data.count > 0, let text = TextPrefix(data) else { return nil }
    return text.withTrimmedBytes { MarkupProbe($0).rootElement }
  }

  private struct Rule: Sendable {
    let pattern: SignaturePattern
    let format: Int
    /// A byte that the pattern has, and its offset; nil where every byte may be any.
    let probe: (offset: Int, byte: UInt8)?

    init(_ pattern: SignaturePattern, format: Int) {
      self.pattern = pattern
      self.format = format
      probe =
        pattern.parts.lazy.flatMap { part in
          part.bytes.enumerated().lazy.compactMap { place, byte in byte.map { (part.offset + place, $0) } }
        }.first
    }

    /// Whether data has the pattern.
    ///
    /// Nearly all patterns are ruled out by one byte.
    func agrees(with data: PrefixBytes) -> Bool {
      if let probe, probe.offset >= data.count || data[probe.offset] != probe.byte { return false }
      return pattern.agrees(with: data)
    }
  }

  private let signatures: [FormatSignature]
  /// The patterns that begin with a known byte at the beginning, by that byte.
  private var byFirstByte: [[Rule]] = Array(repeating: [], count: 256)
  private var elsewhere: [Rule] = []
  private var textual: [Rule] = []

  /// Reads a table of signatures; `SignatureTableReader` describes its format.
  ///
  /// - Throws: `TypeError.Code.malformedTable` with the number of the line.
  package init(table: String) throws(TypeError) {
    signatures = try SignatureTableReader(table).signatures
    for (format, signature) in signatures.enumerated() {
      for pattern in signature.patterns {
        let rule = Rule(pattern, format: format)
        if pattern.isText {
          textual.append(rule)
        } else if let first = pattern.parts.first, first.offset == 0,
          case .some(.some(let byte)) = first.bytes.first
        {
          byFirstByte[Int(byte)].append(rule)
        } else {
          elsewhere.append(rule)
        }
      }
    }
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
    for rules in [byFirstByte[Int(data[0])], elsewhere] {
      for rule in rules where rule.agrees(with: data) {
        matches.append(match(rule, rule.pattern.weight >= 5 ? .certain : .likely))
      }
    }
    return matches
  }

  private func textMatches(_ text: TextPrefix) -> [SignatureMatch] {
    text.withTrimmedBytes { data in
      textual.filter { $0.pattern.agrees(with: data) }.map { match($0, .likely) }
        + MarkupProbe(data).matches + InterpreterProbe(data).matches + JSONProbe(data).matches
        + MailProbe(data).matches
    }
  }

  private func match(_ rule: Rule, _ confidence: SignatureMatch.Confidence) -> SignatureMatch {
    let signature = signatures[rule.format]
    return SignatureMatch(
      signature.typeIdentifier, mimeType: signature.mimeType, confidence, signature.evidence,
      agreedByteCount: rule.pattern.agreedByteCount)
  }

  /// Confidence first, then how much agreed, then the order in which the formats were tried.
  private static func ranked(_ matches: [SignatureMatch]) -> [SignatureMatch] {
    if matches.count <= 1 { return matches }
    var seen: Set<[String?]> = []
    return matches.enumerated().sorted { first, second in
      (second.element.confidence, second.element.agreedByteCount, first.offset)
        < (first.element.confidence, first.element.agreedByteCount, second.offset)
    }.map(\.element).filter { seen.insert([$0.typeIdentifier, $0.mimeType]).inserted }
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
