/// Recognises formats with an identifier in their structure: ISO media files, Matroska files, programs for
/// several systems, and tape archives.
struct ContainerProbe {
  let data: PrefixBytes

  var matches: [SignatureMatch] {
    [
      isoMedia, jpeg2000, oldQuickTime, matroska, machO, javaOrUniversal, elf, windowsProgram,
      tapeArchive, macBinary,
    ].compactMap { $0 }
  }

  // MARK: ISO media

  /// The match of an ISO media file by the brands in its first box.
  ///
  /// The box contains a major brand and then the compatible brands.
  ///
  /// The brands for any kind of HEIF file are too broad. If the major brand is such a brand, a narrower
  /// compatible brand determines the type.
  private var isoMedia: SignatureMatch? {
    guard data.has("ftyp", at: 4), let size = data.number(UInt32.self, at: 0, isBigEndian: true)
    else {
      return nil
    }
    let major = brand(at: 8)
    var brands = [major]
    var offset = 16
    while offset + 4 <= min(Int(size), data.count, 512) {
      brands.append(brand(at: offset))
      offset += 4
    }
    let known = brands.compactMap { brand in Self.brands[brand].map { (brand: brand, type: $0) } }
    let narrow = known.first { !Self.broadBrands.contains($0.brand) && $0.type != "public.mpeg-4" }
    guard let best = Self.broadBrands.contains(major) ? narrow ?? known.first : known.first else {
      return SignatureMatch(
        "public.mpeg-4", .likely, "ISO media file of an unknown brand", agreedByteCount: 4)
    }
    return SignatureMatch(
      best.type, .certain, "ISO media file of brand “\(best.brand)”", agreedByteCount: 8)
  }

  /// Returns a brand of four characters.
  ///
  /// Each NUL is replaced with a space, because some writers pad brands with NUL instead of spaces.
  private func brand(at offset: Int) -> String {
    String(data.text(at: offset, count: 4).map { $0 == "\0" ? " " : $0 })
  }

  /// The match of a JPEG 2000 file by its brand.
  ///
  /// The brand is in a box after the signature. The box has the same form as in an ISO media file.
  private var jpeg2000: SignatureMatch? {
    guard data.has("jP  \r\n", at: 4), data.has("ftyp", at: 16) else { return nil }
    switch data.text(at: 20, count: 4) {
    case "mjp2", "mjs2":
      return SignatureMatch(
        "io.proffer.motion-jpeg-2000", .certain, "Motion JPEG 2000 brand", agreedByteCount: 16)
    case "jpm ":
      return SignatureMatch(
        "io.proffer.jpeg-2000-compound", .certain, "JPEG 2000 compound brand", agreedByteCount: 16)
    default: return nil
    }
  }

  /// The types of media files that always contain a known brand or document type.
  static let mediaTypeIdentifiers = Set(brands.values).union([
    "org.webmproject.webm", "org.matroska.mkv",
  ])

  private static let broadBrands: Set<String> = ["mif1", "msf1"]

  /// The types by brand.
  ///
  /// The brands are defined by the registration authority (mp4ra.org) and by Apple.
  private static let brands: [String: String] = {
    let table = """
      public.heic heic heix heim heis
      public.heics hevc hevx hevm hevs
      public.heif mif1
      public.heifs msf1
      public.avci avci
      public.avcs avcs
      public.avif avif avis
      com.canon.cr3-raw-image crx_
      com.apple.quicktime-movie qt__
      com.apple.m4a-audio M4A_
      com.apple.protected-mpeg-4-audio M4P_
      com.apple.protected-mpeg-4-audio-b M4B_
      com.apple.m4v-video M4V_ M4VH M4VP
      public.mpeg-4 isom iso2 iso3 iso4 iso5 iso6 mp41 mp42 avc1 dash MSNV mmp4
      public.3gpp 3gp1 3gp2 3gp3 3gp4 3gp5 3gp6 3gp7 3gr6 3gs6 3ge6 3gg6
      public.3gpp2 3g2a 3g2b 3g2c
      com.adobe.flash.video F4V_ F4P_
      com.audible.aax-audiobook aax_
      io.proffer.hls-segment msdh msix cmfc
      """
    var brands: [String: String] = [:]
    for line in table.split(separator: "\n") {
      let words = line.split(separator: " ")
      for brand in words.dropFirst() {
        brands[String(brand.map { $0 == "_" ? " " : $0 })] = String(words[0])
      }
    }
    return brands
  }()

  /// The match of a QuickTime movie without brands.
  ///
  /// Such a movie begins with one of a few boxes.
  private var oldQuickTime: SignatureMatch? {
    let isMovie = data.has("moov", at: 4) || data.has("mdat", at: 4) || data.has("wide", at: 4)
    // In a text, the first four bytes are a number that is larger than the limit for the size.
    guard isMovie, let size = data.number(UInt32.self, at: 0, isBigEndian: true),
      size == 1 || (8..<0x2000_0000).contains(size)
    else { return nil }
    return SignatureMatch(
      "com.apple.quicktime-movie", .likely, "QuickTime movie box", agreedByteCount: 4)
  }

  // MARK: Matroska

  /// The match of a Matroska file by its document type.
  ///
  /// The document type is among the first children of the header element.
  private var matroska: SignatureMatch? {
    guard data.number(UInt32.self, at: 0, isBigEndian: true) == 0x1A45_DFA3 else { return nil }
    for offset in 4..<max(4, min(data.count - 3, 64)) {
      guard data.number(UInt16.self, at: offset, isBigEndian: true) == 0x4282 else { continue }
      // Some writers terminate the name with NUL.
      let name = data.text(at: offset + 3, count: Int(data[offset + 2] & 0x7F)).prefix { $0 != "\0" }
      if name == "webm" {
        return SignatureMatch(
          "org.webmproject.webm", .certain, "WebM document type", agreedByteCount: 8)
      }
      if name == "matroska" {
        return SignatureMatch(
          "org.matroska.mkv", .certain, "Matroska document type", agreedByteCount: 8)
      }
    }
    return SignatureMatch("org.matroska.mkv", .likely, "EBML header", agreedByteCount: 4)
  }

  // MARK: Programs

  private var machO: SignatureMatch? {
    guard let magic = data.number(UInt32.self, at: 0, isBigEndian: true) else { return nil }
    let isBigEndian = magic == 0xFEED_FACE || magic == 0xFEED_FACF
    guard isBigEndian || magic == 0xCEFA_EDFE || magic == 0xCFFA_EDFE else { return nil }
    let kind = data.number(UInt32.self, at: 12, isBigEndian: isBigEndian)
    let names: [UInt32: String] = [
      1: "object", 2: "executable", 4: "core", 6: "dylib", 8: "bundle",
    ]
    let name = kind.flatMap { names[$0] } ?? "binary"
    return SignatureMatch("com.apple.mach-o-\(name)", .certain, "Mach-O header", agreedByteCount: 8)
  }

  /// Java classes and universal Mach-O files, which share their first four bytes.
  ///
  /// The next bytes distinguish the two formats: in a Java class they are a version of 45 or more, and in a
  /// universal file they are the number of architectures.
  private var javaOrUniversal: SignatureMatch? {
    guard data.number(UInt32.self, at: 0, isBigEndian: true) == 0xCAFE_BABE,
      let next = data.number(UInt32.self, at: 4, isBigEndian: true)
    else { return nil }
    return next & 0xFFFF >= 45
      ? SignatureMatch(
        "com.sun.java-class", .certain, "Java class file signature", agreedByteCount: 8)
      : SignatureMatch(
        "com.apple.mach-o-binary", .certain, "universal Mach-O header", agreedByteCount: 8)
  }

  /// ELF objects, libraries and core dumps, distinguished by the file type in the ELF header.
  ///
  /// Position-independent programs and shared libraries have the same file type. Only programs name an
  /// interpreter.
  private var elf: SignatureMatch? {
    guard data.has("\u{7F}ELF"), data.count >= 52 else { return nil }
    let isBigEndian = data[5] == 2
    let isWide = data[4] == 2
    switch data.number(UInt16.self, at: 16, isBigEndian: isBigEndian) {
    case 1:
      return SignatureMatch("public.object-code", .certain, "ELF header of an object", agreedByteCount: 6)
    case 4:
      return SignatureMatch("io.proffer.core-dump", .certain, "ELF header of a core", agreedByteCount: 6)
    case 3:
      guard let table = data.number(UInt32.self, at: isWide ? 32 : 28, isBigEndian: isBigEndian),
        let size = data.number(UInt16.self, at: isWide ? 54 : 42, isBigEndian: isBigEndian),
        let count = data.number(UInt16.self, at: isWide ? 56 : 44, isBigEndian: isBigEndian)
      else { return nil }
      let hasInterpreter = (0..<Int(min(count, 64))).contains { index in
        data.number(UInt32.self, at: Int(table) + index * Int(size), isBigEndian: isBigEndian) == 3
      }
      return hasInterpreter
        ? nil
        : SignatureMatch(
          "io.proffer.shared-library", .certain, "ELF header of a library", agreedByteCount: 6)
    default: return nil
    }
  }

  /// Windows programs and libraries; their DOS header contains the offset of the PE header.
  private var windowsProgram: SignatureMatch? {
    guard data.has("MZ"), let start = data.number(UInt32.self, at: 60, isBigEndian: false) else {
      return nil
    }
    guard data.has("PE\0\0", at: Int(start)) else {
      // In a DOS program, the relocation table is near the beginning. Text that begins with “MZ” does not
      // pass this test.
      guard let relocations = data.number(UInt16.self, at: 24, isBigEndian: false),
        relocations < 0x200
      else {
        return nil
      }
      return SignatureMatch(
        "com.microsoft.windows-executable", .likely, "DOS program header", agreedByteCount: 2)
    }
    let flags = data.number(UInt16.self, at: Int(start) + 22, isBigEndian: false) ?? 0
    return flags & 0x2000 == 0
      ? SignatureMatch(
        "com.microsoft.windows-executable", .certain, "Windows program header", agreedByteCount: 6)
      : SignatureMatch(
        "com.microsoft.windows-dynamic-link-library", .certain, "Windows library header",
        agreedByteCount: 6)
  }

  // MARK: Tape archives

  /// Tape archives older than the `ustar` signature, recognised by the checksum of the first header.
  private var tapeArchive: SignatureMatch? {
    guard data.count >= 512, data[0] != 0 else { return nil }
    var stated = 0
    var digitCount = 0
    for offset in 148..<156 {
      let byte = data[offset]
      if byte == 0x20 || byte == 0 { continue }
      guard (0x30...0x37).contains(byte) else { return nil }
      stated = stated * 8 + Int(byte - 0x30)
      digitCount += 1
    }
    let sum = (0..<512).reduce(0) { $0 + ((148..<156).contains($1) ? 0x20 : Int(data[$1])) }
    guard digitCount >= 3, stated == sum else { return nil }
    return SignatureMatch(
      "public.tar-archive", .certain, "checksum of a tar header", agreedByteCount: 8)
  }
}

extension ContainerProbe {
  /// MacBinary archives, recognised by the fields of the header because versions I and II have no
  /// signature.
  ///
  /// Version III has a signature. (Source: the MacBinary II and III standards.)
  private var macBinary: SignatureMatch? {
    guard data.count >= 128, data[0] == 0, data[74] == 0, data[82] == 0, (1...63).contains(data[1]) else {
      return nil
    }
    if data.has("mBIN", at: 102) {
      return SignatureMatch(
        "com.apple.macbinary-archive", .certain, "MacBinary III signature", agreedByteCount: 7)
    }
    let isName = (2..<2 + Int(data[1])).allSatisfy { data[$0] >= 0x20 && data[$0] != 0x7F }
    let areCodes = (65..<73).allSatisfy { data[$0] >= 0x20 }
    guard isName, areCodes, data[122] == 0x81, data[123] == 0x81 || data[123] == 0x82 else { return nil }
    return SignatureMatch("com.apple.macbinary-archive", .certain, "MacBinary header", agreedByteCount: 6)
  }
}
