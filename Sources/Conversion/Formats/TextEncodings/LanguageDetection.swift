/// Finds the encoding in which bytes are most likely text.
///
/// A sample of the bytes is decoded in each candidate encoding. The language models return the cost of each
/// decoded text. The cost is the negative logarithm of the text's probability. The candidate with the
/// lowest cost is chosen. A wrong candidate costs several units more per character. With 200 bytes, the
/// difference is too large to be chance.
struct LanguageDetection {
  /// The most likely encoding; nil if no candidate can decode the bytes.
  private(set) var encoding: TextEncoding?
  private(set) var language = ""
  /// The most likely encoding in which the bytes are a different text, if that text is nearly as likely;
  /// otherwise nil.
  private(set) var rival: TextEncoding?

  init(_ bytes: UnsafeRawBufferPointer, _ models: LanguageModels = .standard) {
    let sample = EncodingSample(bytes)
    var readings: [(form: TextEncoding.Form, language: String, cost: Int, text: [UInt32])] = []
    for candidate in EncodingCandidates.all {
      guard let scalars = sample.scalars(in: candidate.form, byteCount: bytes.count) else { continue }
      let text = FoldedText(scalars, models)
      var best: (language: String, cost: Int)?
      for language in candidate.languages {
        let cost =
          models.alphabets[language].map { text.cost(in: $0) }
          ?? models.characterSets[language].map { text.cost(in: $0) }
        guard let cost, cost < best?.cost ?? .max else { continue }
        best = (language, cost)
      }
      if let best {
        let rarity = candidate.rarity + (candidate.form.isUTF16 ? sample.unitRarity : 0)
        readings.append((candidate.form, best.language, best.cost + rarity, scalars))
      }
    }
    guard let best = readings.min(by: { $0.cost < $1.cost }) else { return }
    encoding = TextEncoding(best.form)
    language = best.language
    let others = readings.filter { $0.cost < best.cost + 24 && $0.text != best.text }
    rival = others.min { $0.cost < $1.cost }.map { TextEncoding($0.form) }
  }
}

/// The part of the bytes that is decoded in each candidate encoding: the surroundings of non-ASCII bytes.
private struct EncodingSample {
  /// Sections of the text, for encodings in which a byte below 0x30 always ends a character.
  private var pieces: [UInt8] = []
  /// The beginning of the text, for encodings with units of several bytes.
  private let beginning: UnsafeRawBufferPointer

  /// The number of bytes after which no further section is added.
  private static let limit = 16_384

  init(_ bytes: UnsafeRawBufferPointer) {
    beginning = UnsafeRawBufferPointer(rebasing: bytes.prefix(4_096))
    var place = 0
    var highCount = 0
    while pieces.count < EncodingSample.limit, highCount < 4_000,
      let high = bytes[place...].firstIndex(where: { $0 >= 0x80 })
    {
      // Each section begins after the end of a word, so that no character is divided.
      let earliest = max(place, high - 200)
      var start = high
      for index in stride(from: high, to: earliest, by: -1) where bytes[index - 1] < 0x30 { start = index }
      if start == high, earliest == place { start = place }
      var end = min(high + 400, bytes.count)
      while end < bytes.count, end < high + 2_000, bytes[end] >= 0x30 { end += 1 }
      pieces.append(contentsOf: bytes[start..<end])
      if end < bytes.count { pieces.append(0x0A) }
      highCount += bytes[start..<end].count { $0 >= 0x80 }
      place = end
    }
  }

  /// The cost of reading a text as UTF-16 without evidence of 16-bit units.
  var unitRarity: Int { beginning.contains { $0 < 0x09 || 0x0E...0x1A ~= $0 } ? 0 : 20 }

  /// Whether the beginning contains as many control characters as UTF-16 text.
  ///
  /// In ideographs, syllables and kana, every eighth low byte is below 0x20. Text in other encodings contains
  /// hardly any control characters.
  private var hasBytesOfUnits: Bool {
    let count = beginning.count { $0 < 0x09 || 0x0E...0x1A ~= $0 || 0x1C...0x1F ~= $0 }
    return count * 80 >= beginning.count - 80
  }

  /// Decodes the sample in the given encoding; nil if the bytes cannot be in that encoding.
  func scalars(in form: TextEncoding.Form, byteCount: Int) -> [UInt32]? {
    switch form {
    case .utf16BigEndian, .utf16LittleEndian:
      guard byteCount.isMultiple(of: 2), byteCount >= 4, hasBytesOfUnits else { return nil }
      let high = form == .utf16BigEndian ? 0 : 1
      let units = stride(from: 0, to: beginning.count - 1, by: 2).map {
        UInt16(beginning[$0 + high]) << 8 | UInt16(beginning[$0 + 1 - high])
      }
      return String(decoding: units, as: UTF16.self).unicodeScalars.map(\.value)
    case .utf8:
      let scalars = String(decoding: pieces, as: UTF8.self).unicodeScalars.map(\.value)
      return scalars.contains { $0 >= 0x80 && $0 != 0xFFFD } ? scalars : nil
    case .shiftJIS, .eucJP, .eucKR, .gbk, .gb18030, .big5:
      let validity = DoubleByteValidity(pieces, as: form)
      guard validity.isPlausible, form != .gb18030 || validity.longCount > 0 else { return nil }
      return pieces.withUnsafeBytes { TextEncoding(form).decode($0).text }.unicodeScalars.map(\.value)
    default:
      guard let table = LegacyCharacters.table(of: form) else { return nil }
      return pieces.map { $0 < 0x80 ? UInt32($0) : table.scalars[Int($0) - 0x80].value }
    }
  }
}

extension TextEncoding.Form {
  fileprivate var isUTF16: Bool { self == .utf16BigEndian || self == .utf16LittleEndian }
}
