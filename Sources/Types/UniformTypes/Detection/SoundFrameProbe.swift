/// Streams of sound frames, which have no header of their own: two frames in a row that agree make a match.
struct SoundFrameProbe {
  private let data: PrefixBytes

  init(_ data: PrefixBytes) { self.data = data }

  var matches: [SignatureMatch] { [mpegAudio, adts].compactMap { $0 } }

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
      guard let header = data.number(UInt32.self, at: offset, isBigEndian: true), header >> 21 == 0x7FF else {
        return nil
      }
      let version = Int(header >> 19 & 3)
      let layerCode = Int(header >> 17 & 3)
      let rateCode = Int(header >> 12 & 15)
      let sampleCode = Int(header >> 10 & 3)
      guard version != 1, layerCode != 0, rateCode != 0, rateCode != 15, sampleCode != 3 else { return nil }
      let isFirstVersion = version == 3
      layer = 4 - layerCode
      sampleRate = [44_100, 48_000, 32_000][sampleCode] >> (isFirstVersion ? 0 : version == 2 ? 1 : 2)
      let bitRate = 1000 * Self.bitRate(rateCode, layer: layer, isFirstVersion: isFirstVersion)
      let padding = Int(header >> 9 & 1)
      byteCount =
        layer == 1
        ? (12 * bitRate / sampleRate + padding) * 4
        : (layer == 3 && !isFirstVersion ? 72 : 144) * bitRate / sampleRate + padding
    }

    /// Thousands of bits a second, by code from 1 to 14.
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

  /// AAC in ADTS frames (ISO/IEC 14496-3): a sync word of twelve bits with layer 0, and the frame's length.
  private var adts: SignatureMatch? {
    guard let count = adtsByteCount(at: 0), adtsByteCount(at: count) != nil else { return nil }
    return SignatureMatch("public.aac-audio", .certain, "AAC frames", agreedByteCount: 4)
  }

  private func adtsByteCount(at offset: Int) -> Int? {
    guard let sync = data.number(UInt16.self, at: offset, isBigEndian: true), sync & 0xFFF6 == 0xFFF0,
      let length = data.number(UInt32.self, at: offset + 3, isBigEndian: true)
    else { return nil }
    let byteCount = Int(length >> 13 & 0x1FFF)
    return byteCount >= 7 ? byteCount : nil
  }
}
