/// Recognises special forms of a general format by a mark inside the data.
///
/// Examples are the codec of an Ogg stream, the camera that wrote a TIFF file, and a PNG image with an
/// animation.
struct SpecialFormProbe {
  let data: PrefixBytes

  var matches: [SignatureMatch] {
    [ogg, cameraImage, animatedPNG, threeDStudio, dbase].compactMap { $0 }
  }

  // MARK: Ogg

  /// Ogg files, recognised by the first packet of each stream.
  ///
  /// The first pages of all streams precede every other page.
  private var ogg: SignatureMatch? {
    guard data.has("OggS\0") else { return nil }
    var found: [String] = []
    var offset = 0
    while offset + 27 < data.count, data.has("OggS\0", at: offset), data[offset + 5] & 2 != 0 {
      let segmentCount = Int(data[offset + 26])
      let payload = offset + 27 + segmentCount
      guard payload < data.count else { break }
      let byteCount = (offset + 27..<payload).reduce(0) { $0 + Int(data[$1]) }
      if let codec = Self.codecs.first(where: { data.has($0.mark, at: payload) }) {
        found.append(codec.type)
      } else if data[payload] == 0x80, data.has("theora", at: payload + 1) {
        found.append("org.xiph.ogv")
      }
      offset = payload + byteCount
    }
    // A file with content descriptions is an Annodex file, and a file with moving pictures is a video, even
    // if it also contains audio.
    let films = ["org.videolan.axv", "org.xiph.ogv"]
    guard let type = films.first(where: found.contains) ?? found.first else { return nil }
    return SignatureMatch(type, .certain, "first packet of a stream in Ogg", agreedByteCount: 12)
  }

  private static let codecs: [(mark: StaticString, type: String)] = [
    ("\u{1}vorbis", "io.proffer.vorbis"), ("OpusHead", "org.xiph.opus"), ("Speex   ", "io.proffer.speex"),
    ("\u{7F}FLAC", "io.proffer.ogg-flac"), ("fLaC", "io.proffer.ogg-flac"),
    ("CMML\0\0\0\0", "org.videolan.axv"),
    ("\u{1}video\0", "org.xiph.ogv"), ("BBCD\0", "org.xiph.ogv"),
    ("OVP80", "org.xiph.ogv"),
  ]

  // MARK: TIFF

  /// Camera raw images based on TIFF: a DNG image has a version tag, and other images contain the name of
  /// the camera's maker.
  ///
  /// The maker's name is not sufficient, because cameras also write plain TIFF files. A raw image must also
  /// contain sub-images (tag 330), except for images from Pentax cameras.
  private var cameraImage: SignatureMatch? {
    let isBigEndian = data.has("MM\0\u{2A}")
    guard isBigEndian || data.has("II\u{2A}\0"),
      let start = data.number(UInt32.self, at: 4, isBigEndian: isBigEndian), start >= 8,
      let count = data.number(UInt16.self, at: Int(start), isBigEndian: isBigEndian), count < 512
    else { return nil }
    var maker = ""
    var hasImagesBelow = false
    for index in 0..<Int(count) {
      let entry = Int(start) + 2 + index * 12
      guard let tag = data.number(UInt16.self, at: entry, isBigEndian: isBigEndian),
        let length = data.number(UInt32.self, at: entry + 4, isBigEndian: isBigEndian),
        let value = data.number(UInt32.self, at: entry + 8, isBigEndian: isBigEndian)
      else { break }
      switch tag {
      case 271: maker = data.text(at: Int(value), count: min(Int(length), 32)).uppercased()
      case 330: hasImagesBelow = true
      case 50706:
        return SignatureMatch("com.adobe.raw-image", .certain, "DNG version tag", agreedByteCount: 8)
      default: continue
      }
    }
    guard hasImagesBelow || maker.hasPrefix("PENTAX"),
      let camera = Self.makers.first(where: { maker.hasPrefix($0.name) })
    else { return nil }
    return SignatureMatch(camera.type, .certain, "raw image of a \(camera.name) camera", agreedByteCount: 8)
  }

  private static let makers: [(name: String, type: String)] = [
    ("NIKON", "com.nikon.raw-image"), ("SONY", "com.sony.arw-raw-image"),
    ("PENTAX", "com.pentax.raw-image"), ("SAMSUNG", "com.samsung.raw-image"),
    ("EASTMAN KODAK", "io.proffer.kodak-kdc"), ("KODAK", "com.kodak.raw-image"),
    ("SEIKO EPSON", "com.epson.raw-image"), ("HASSELBLAD", "com.hasselblad.3fr-raw-image"),
    ("PHASE ONE", "com.phaseone.raw-image"), ("LEAF", "com.leafamerica.raw-image"),
  ]

  // MARK: PNG

  /// Animated PNG images, recognised by an `acTL` chunk before the first image data.
  private var animatedPNG: SignatureMatch? {
    guard data.has("PNG\r\n", at: 1) else { return nil }
    var offset = 8
    while let length = data.number(UInt32.self, at: offset, isBigEndian: true), length < 0x8000_0000 {
      if data.has("IDAT", at: offset + 4) { return nil }
      if data.has("acTL", at: offset + 4) {
        return SignatureMatch(
          "io.proffer.animated-png", .certain, "PNG image with an animation", agreedByteCount: 12)
      }
      offset += 12 + Int(length)
    }
    return nil
  }

  // MARK: Others

  /// 3D Studio scenes, recognised by their blocks.
  ///
  /// A scene is a single block with the same length as the file. The block begins with a version block or
  /// an editor block.
  private var threeDStudio: SignatureMatch? {
    guard data.number(UInt16.self, at: 0, isBigEndian: false) == 0x4D4D,
      let length = data.number(UInt32.self, at: 2, isBigEndian: false), length >= 16,
      let inner = data.number(UInt16.self, at: 6, isBigEndian: false), inner == 2 || inner == 0x3D3D,
      let innerLength = data.number(UInt32.self, at: 8, isBigEndian: false), innerLength < length - 6
    else { return nil }
    // A version block always has the same length, so it also identifies a file that is cut off.
    let isVersion = inner == 2 && innerLength == 10
    guard !data.isWhole || Int(length) == data.count || isVersion && Int(length) > data.count else {
      return nil
    }
    return SignatureMatch("io.proffer.3d-studio", .certain, "3D Studio blocks", agreedByteCount: 6)
  }

  /// dBASE tables: a version, a date, consistent lengths, and a terminator after the last field.
  private var dbase: SignatureMatch? {
    guard data.count > 32, [0x02, 0x03, 0x30, 0x31, 0x43, 0x83, 0x8B, 0xF5].contains(data[0]),
      (1...12).contains(data[2]), (1...31).contains(data[3]),
      let header = data.number(UInt16.self, at: 8, isBigEndian: false), header >= 65, header % 32 < 2,
      let record = data.number(UInt16.self, at: 10, isBigEndian: false), record > 1,
      data.count > Int(header), data[Int(header) - 1] == 0x0D || data[Int(header) / 32 * 32] == 0x0D
    else { return nil }
    return SignatureMatch("io.proffer.dbase", .certain, "header of a dBASE table", agreedByteCount: 6)
  }
}
