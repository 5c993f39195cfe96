import ByteTools

/// Recognises formats whose headers consist of several fields that must agree: documents, pictures, programs
/// and fonts.
struct HeaderProbe {
  let data: PrefixBytes

  /// The matches of data that is not text.
  var matches: [SignatureMatch] {
    [portableDocument, portablePicture, pythonBytecode, windowsMedia, fontSuitcase].compactMap { $0 }
  }

  /// The matches of a text.
  var matchesOfText: [SignatureMatch] { [portableDocument, portablePicture].compactMap { $0 } }

  // MARK: Documents and pictures

  /// A PDF document whose header is preceded by other bytes, at most 1,023 of them.
  ///
  /// Readers accept such documents (ISO 32000-1, annex H). Text about PDF can contain the same words, so the
  /// document must also contain an object.
  private var portableDocument: SignatureMatch? {
    let limit = min(data.count - 8, 1024)
    var start = 1
    while start < limit, let place = data.bytes.firstPlace(of: UInt8(ascii: "%"), in: start..<limit) {
      start = place + 1
      guard data.has("%PDF-", at: place), data[place + 5].isDigit, data[place + 6] == UInt8(ascii: "."),
        data[place + 7].isDigit
      else { continue }
      guard hasObject(after: place) else { return nil }
      return SignatureMatch(
        "com.adobe.pdf", .likely, "PDF header after \(place) other bytes", agreedByteCount: 5)
    }
    return nil
  }

  private func hasObject(after offset: Int) -> Bool {
    var start = offset
    while let place = data.bytes.firstPlace(of: UInt8(ascii: "o"), from: start) {
      if data.has("obj", at: place), data[place - 1] == 0x20, data[place - 2].isDigit { return true }
      start = place + 1
    }
    return false
  }

  /// A picture in a Netpbm format: a mark, then the width, the height and the largest value.
  private var portablePicture: SignatureMatch? {
    guard data.count >= 7, data[0] == UInt8(ascii: "P"), (0x31...0x37).contains(data[1]) else { return nil }
    let kind = data[1] - 0x30
    if kind == 7 {
      guard data.has("P7\n"), data.bytes.prefix(512).holds("WIDTH "), data.bytes.prefix(512).holds("ENDHDR")
      else { return nil }
      return SignatureMatch(
        "io.proffer.portable-arbitrary-map", .certain, "fields of a portable arbitrary map",
        agreedByteCount: 9)
    }
    var numbers: [Int] = []
    var offset = 2
    let wanted = kind == 1 || kind == 4 ? 2 : 3
    while numbers.count < wanted {
      guard let number = number(after: &offset) else { return nil }
      numbers.append(number)
    }
    guard offset < data.count, data[offset] <= 0x20, (1...1_000_000).contains(numbers[0]),
      (1...1_000_000).contains(numbers[1]), wanted == 2 || (1...65535).contains(numbers[2])
    else { return nil }
    return SignatureMatch("public.pbm", .certain, "portable bitmap header", agreedByteCount: 7)
  }

  /// Returns the next number, after white space and comments.
  private func number(after offset: inout Int) -> Int? {
    let start = offset
    while offset < data.count, data[offset] <= 0x20 || data[offset] == UInt8(ascii: "#") {
      if data[offset] == UInt8(ascii: "#") {
        guard let end = data.firstIndex(of: UInt8(ascii: "\n"), from: offset) else { return nil }
        offset = end
      }
      offset += 1
    }
    guard offset > start else { return nil }
    var number = 0
    let first = offset
    while offset < data.count, data[offset].isDigit, offset - first < 8 {
      number = number * 10 + Int(data[offset] - UInt8(ascii: "0"))
      offset += 1
    }
    return offset > first ? number : nil
  }

  // MARK: Programs

  /// Python bytecode: a number of the version, a line break, and a code object after the header.
  ///
  /// The header has 8 bytes in Python 2, 12 since Python 3.3, and 16 since Python 3.7.
  private var pythonBytecode: SignatureMatch? {
    guard data.count > 16, data[2] == 0x0D, data[3] == 0x0A,
      let version = data.number(UInt16.self, at: 0, isBigEndian: false)
    else { return nil }
    let start =
      switch version {
      case 3390..<4200: 16
      case 3190..<3390: 12
      case 3000..<3190, 50428, 50823, 60202, 60717, 62011..<62220: 8
      default: 0
      }
    // A code object is written as the letter “c”, with the highest bit set if it may be shared.
    guard start > 0, data[start] & 0x7F == UInt8(ascii: "c"), start < 16 || data[4] <= 3 && data[5] == 0
    else {
      return nil
    }
    return SignatureMatch(
      "io.proffer.python-bytecode", .certain, "version and code object of Python", agreedByteCount: 6)
  }

  // MARK: Sound and moving pictures

  /// Windows Media audio and video, distinguished by the kinds of their streams.
  ///
  /// (Source: the Advanced Systems Format specification, sections 3.3 and 11.4.)
  private var windowsMedia: SignatureMatch? {
    guard data.number(UInt32.self, at: 0, isBigEndian: true) == 0x3026_B275,
      let headerCount = data.number(UInt32.self, at: 16, isBigEndian: false)
    else { return nil }
    var hasSound = false
    let end = min(Int(headerCount), data.count) - 40
    var offset = 30
    while offset < end, let size = data.number(UInt32.self, at: offset + 16, isBigEndian: false), size >= 24 {
      if data.number(UInt32.self, at: offset, isBigEndian: true) == 0x9107_DCB7 {
        switch data.number(UInt32.self, at: offset + 24, isBigEndian: true) {
        case 0xC0EF_19BC:
          return SignatureMatch(
            "com.microsoft.windows-media-wmv", .certain, "Windows Media video stream", agreedByteCount: 12)
        case 0x409E_69F8: hasSound = true
        default: break
        }
      }
      offset += Int(size)
    }
    guard hasSound, headerCount <= data.count else { return nil }
    return SignatureMatch(
      "com.microsoft.windows-media-wma", .certain, "only Windows Media audio streams", agreedByteCount: 12)
  }

  // MARK: Fonts

  /// A font suitcase of the Mac in a data fork: a resource file with a resource of type `sfnt`.
  ///
  /// A resource file begins with the offsets and the lengths of its data and of its map, and the map begins
  /// after the data. (Source: Inside Macintosh, More Macintosh Toolbox, figure 1-12.)
  private var fontSuitcase: SignatureMatch? {
    guard let start = data.number(UInt32.self, at: 0, isBigEndian: true), start == 256,
      let map = data.number(UInt32.self, at: 4, isBigEndian: true),
      let dataCount = data.number(UInt32.self, at: 8, isBigEndian: true),
      let mapCount = data.number(UInt32.self, at: 12, isBigEndian: true),
      map >= start, map - start == dataCount, (30...1 << 20).contains(mapCount)
    else { return nil }
    if Int(map) + 28 < data.count {
      let tail = UnsafeRawBufferPointer(rebasing: data.bytes.dropFirst(Int(map)))
      guard tail.prefix(2048).holds("sfnt") else { return nil }
    } else {
      // The map is further away than the examined bytes. The first resource is then a font or a picture.
      guard data.count > 272,
        data.number(UInt32.self, at: 260, isBigEndian: true) == 0x0001_0000 || data.has("true", at: 260)
      else { return nil }
    }
    return SignatureMatch(
      "com.apple.truetype-datafork-suitcase-font", .certain, "resources of a font suitcase",
      agreedByteCount: 8)
  }
}
