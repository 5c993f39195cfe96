/// Recognises streams of audio frames without a file header, by two consecutive frames that agree.
struct SoundFrameProbe {
  let data: PrefixBytes

  var matches: [SignatureMatch] {
    [mpegAudio, adts, dolbyDigital, afterTag].compactMap { $0 }
  }

  /// The match of the audio format after an ID3 tag.
  ///
  /// ID3 tags also occur in files that are not MP3 files.
  ///
  /// The length of the tag is stored in four bytes, with seven bits in each.
  private var afterTag: SignatureMatch? {
    guard data.has("ID3"), data.count > 10, let size = data.number(UInt32.self, at: 6, isBigEndian: true),
      size & 0x8080_8080 == 0
    else { return nil }
    let length = Int(size & 0x7F | size >> 1 & 0x3F80 | size >> 2 & 0x1F_C000 | size >> 3 & 0xFE0_0000)
    let hasFooter = data[5] & 0x10 != 0
    let start = 10 + length + (hasFooter ? 10 : 0)
    guard start < data.count else { return nil }
    let rest = data.dropFirst(start)
    if let tagged = Self.taggedFormats.first(where: { rest.has($0.mark) }) {
      return SignatureMatch(
        tagged.type, .certain, "\(tagged.name) after an ID3 tag", agreedByteCount: 12)
    }
    let inner = SoundFrameProbe(data: rest)
    guard let type = (inner.adts ?? inner.dolbyDigital)?.typeIdentifier else { return nil }
    let evidence = type == "public.aac-audio" ? "AAC frames after an ID3 tag" : "AC-3 frames after an ID3 tag"
    return SignatureMatch(type, .certain, evidence, agreedByteCount: 12)
  }

  /// The formats other than MP3 whose files may begin with an ID3 tag, with their marks.
  private static let taggedFormats: [(mark: StaticString, type: String, name: String)] = [
    ("fLaC", "org.xiph.flac", "FLAC marker"), ("MP+", "org.videolan.mpc", "Musepack header"),
    ("MPCK", "org.videolan.mpc", "Musepack header"), ("MAC ", "org.videolan.ape", "Monkey's Audio header"),
    ("TTA1", "org.videolan.tta", "True Audio header"), ("wvpk", "org.videolan.wv", "WavPack block"),
  ]

  private var mpegAudio: SignatureMatch? {
    guard let first = Frame(data, at: 0) else { return nil }
    let identifier = first.layer == 3 ? "public.mp3" : first.layer == 2 ? "public.mp2" : nil
    guard let identifier else { return nil }
    let evidence = "MPEG audio frames, layer \(first.layer)"
    guard let second = Frame(data, at: first.byteCount) else { return nil }
    guard second.layer == first.layer, second.sampleRate == first.sampleRate else { return nil }
    return SignatureMatch(identifier, .certain, evidence, agreedByteCount: 4)
  }

  /// A frame of MPEG-1 or MPEG-2 audio (ISO/IEC 11172-3, 13818-3).
  private struct Frame {
    let layer: Int
    let sampleRate: Int
    let byteCount: Int

    init?(_ data: PrefixBytes, at offset: Int) {
      guard let header = data.number(UInt32.self, at: offset, isBigEndian: true),
        header >> 21 == 0x7FF
      else {
        return nil
      }
      let version = Int(header >> 19 & 3)
      let layerCode = Int(header >> 17 & 3)
      let rateCode = Int(header >> 12 & 15)
      let sampleCode = Int(header >> 10 & 3)
      guard version != 1, layerCode != 0, rateCode != 0, rateCode != 15, sampleCode != 3 else {
        return nil
      }
      let isFirstVersion = version == 3
      layer = 4 - layerCode
      sampleRate =
        [44_100, 48_000, 32_000][sampleCode] >> (isFirstVersion ? 0 : version == 2 ? 1 : 2)
      let bitRate = 1000 * Self.bitRate(rateCode, layer: layer, isFirstVersion: isFirstVersion)
      let padding = Int(header >> 9 & 1)
      byteCount =
        layer == 1
        ? (12 * bitRate / sampleRate + padding) * 4
        : (layer == 3 && !isFirstVersion ? 72 : 144) * bitRate / sampleRate + padding
    }

    /// Returns the bit rate in kbit/s for a code from 1 to 14.
    private static func bitRate(_ code: Int, layer: Int, isFirstVersion: Bool) -> Int {
      let rates: [Int] =
        switch (isFirstVersion, layer) {
        case (true, 1): [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
        case (true, 2): [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
        case (true, _): [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
        case (false, 1): [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
        case (false, _): [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
        }
      return rates[code - 1]
    }
  }

  /// AAC in ADTS frames (ISO/IEC 14496-3): a 12-bit sync word with layer 0, and the length of the frame.
  private var adts: SignatureMatch? {
    guard let count = adtsByteCount(at: 0), adtsByteCount(at: count) != nil else { return nil }
    return SignatureMatch("public.aac-audio", .certain, "AAC frames", agreedByteCount: 4)
  }

  private func adtsByteCount(at offset: Int) -> Int? {
    guard let sync = data.number(UInt16.self, at: offset, isBigEndian: true),
      sync & 0xFFF6 == 0xFFF0,
      let length = data.number(UInt32.self, at: offset + 3, isBigEndian: true)
    else { return nil }
    let byteCount = Int(length >> 13 & 0x1FFF)
    return byteCount >= 7 ? byteCount : nil
  }

  // MARK: AC-3

  /// AC-3 and Enhanced AC-3 frames (ETSI TS 102 366).
  ///
  /// A frame begins with a sync word and states its own length. The frame must be followed by another frame,
  /// unless the data ends before the next frame.
  private var dolbyDigital: SignatureMatch? {
    guard let first = dolbyFrame(at: 0) else { return nil }
    let type = first.isEnhanced ? "public.enhanced-ac3-audio" : "public.ac3-audio"
    if dolbyFrame(at: first.byteCount) != nil {
      return SignatureMatch(type, .certain, "AC-3 frames", agreedByteCount: 6)
    }
    // The frame of a longer file may be cut off; that of Enhanced AC-3 has fewer marks and must be complete.
    guard first.isEnhanced ? first.byteCount == data.count : first.byteCount + 6 > data.count else {
      return nil
    }
    return SignatureMatch(type, .likely, "AC-3 frame", agreedByteCount: 4)
  }

  private func dolbyFrame(at offset: Int) -> (byteCount: Int, isEnhanced: Bool)? {
    guard data.number(UInt16.self, at: offset, isBigEndian: true) == 0x0B77, offset + 6 <= data.count else {
      return nil
    }
    let version = data[offset + 5] >> 3
    let sampleCode = Int(data[offset + 4] >> 6)
    switch version {
    case 4...10:
      // The code of the length counts each bit rate twice, as frames at 44.1 kHz may have one more word.
      let lengthCode = Int(data[offset + 4] & 0x3F)
      guard sampleCode < 3, lengthCode < 38 else { return nil }
      let rate = Self.dolbyBitRates[lengthCode / 2]
      let words = [rate * 2, rate * 1_536_000 / (44_100 * 16) + lengthCode % 2, rate * 3][sampleCode]
      return (words * 2, false)
    case 11...16:
      let words = Int(data[offset + 2] & 7) << 8 + Int(data[offset + 3]) + 1
      guard words >= 16, data[offset + 2] >> 6 < 3 else { return nil }
      return (words * 2, true)
    default: return nil
    }
  }

  /// The bit rates in kbit/s.
  private static let dolbyBitRates = [
    32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384, 448, 512, 576, 640,
  ]
}
