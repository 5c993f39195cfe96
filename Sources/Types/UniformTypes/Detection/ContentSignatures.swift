/// Tells what data is by its first bytes.
///
/// Fixed signatures come from a table of text; what takes more than comparing bytes (containers with a brand inside,
/// frames of sound, markup, programs' first lines, encodings of text) is done by code. Nothing is decided about names:
/// that is the caller's, who knows the file.
///
/// Formats that are zip archives are reported as `public.zip-archive`: what is in them takes a look into the archive.
public struct ContentSignatures: Sendable {
  /// The signatures that come with the library.
  public static let standard: ContentSignatures = {
    do {
      return try ContentSignatures(table: StandardSignatures.table)
    } catch {
      fatalError("the standard table of signatures cannot be read: \(error)")
    }
  }()

  /// How many bytes are looked at, at most.
  ///
  /// More than these change no answer.
  public static let examinedByteCount = 65_536

  /// The types whose data is never without one of the signatures: those of the table that do not begin as a text
  /// does, and those that say inside what they are.
  package var signedTypeIdentifiers: Set<String> {
    let tabled = signatures.lazy.filter { signature in
      signature.mimeType == nil && signature.typeIdentifier != "public.data"
        && !signature.patterns.contains(where: \.isText)
    }
    return ContainerProbe.mediaTypeIdentifiers.union(tabled.map(\.typeIdentifier))
  }

  private struct Rule: Sendable {
    let pattern: SignaturePattern
    let format: Int
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
        let rule = Rule(pattern: pattern, format: format)
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

  /// The types that data may have, by its first bytes: the most telling first, each type once.
  ///
  /// The last answer is always a general one: the encoding of a text, or `public.data`.
  ///
  /// - Parameters:
  ///   - prefix: the first bytes; `examinedByteCount` of them at most are looked at.
  ///   - isWhole: whether the prefix is all there is, so that what is cut off in it is wrong and not merely unseen.
  /// - Complexity: linear in the number of bytes.
  public func candidates(in prefix: UnsafeRawBufferPointer, isWhole: Bool = false) -> [SignatureMatch] {
    let isSeenWhole = isWhole && prefix.count <= Self.examinedByteCount
    let data = PrefixBytes(
      UnsafeRawBufferPointer(rebasing: prefix.prefix(Self.examinedByteCount)), isWhole: isSeenWhole)
    guard data.count > 0 else { return [SignatureMatch("public.data", .general, "no bytes")] }
    var matches = fixedMatches(data)
    matches += ContainerProbe(data).matches
    matches += SoundFrameProbe(data).matches
    let text = TextPrefix(data)
    if let text { matches += textMatches(text) }
    matches.append(text?.encoding ?? SignatureMatch("public.data", .general, "binary data"))
    return Self.ranked(matches)
  }

  /// The types that data may have, by its first bytes: the most telling first, each type once.
  public func candidates(in prefix: [UInt8], isWhole: Bool = false) -> [SignatureMatch] {
    prefix.withUnsafeBytes { candidates(in: $0, isWhole: isWhole) }
  }

  private func fixedMatches(_ data: PrefixBytes) -> [SignatureMatch] {
    (byFirstByte[Int(data[0])] + elsewhere).compactMap { rule in
      guard rule.pattern.agrees(with: data) else { return nil }
      return match(rule, rule.pattern.weight >= 5 ? .certain : .likely)
    }
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
