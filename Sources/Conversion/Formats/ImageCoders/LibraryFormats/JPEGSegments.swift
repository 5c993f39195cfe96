import Foundation
import ProfferConversions

/// The segments of a JPEG file.
///
/// A file is a sequence of markers. Most markers begin a segment: a length of two bytes and the contents.
/// The length includes its own two bytes. The compressed pixels follow the segment of a scan, and end at
/// the next marker. (Source: ITU-T T.81, annex B; JFIF 1.02; EXIF 2.32, section 4.7; ICC.1:2022, annex
/// B.4; XMP, part 3, section 1.1.3.)
struct JPEGSegments {
  /// The size and format of the pixels.
  struct Frame {
    /// The second byte of the frame's marker.
    ///
    /// The byte is 0xC0 for baseline JPEG.
    let marker: UInt8
    /// The number of bits in a sample.
    let precision: Int
    let width: Int
    let height: Int
    let componentCount: Int

    /// Whether the frame uses arithmetic coding, which few decoders support.
    var isArithmetic: Bool { marker >= 0xC9 }
    /// Whether the frame is lossless JPEG, which is decoded in a completely different way.
    var isLossless: Bool { [0xC3, 0xC7, 0xCB, 0xCF].contains(marker) }
  }

  private(set) var frame: Frame?
  private(set) var metadata = ImageMetadata()
  /// The density in the JFIF header; nil if the header does not declare a density.
  private(set) var density: ImageDensity?
  /// Whether the file has an Adobe marker.
  ///
  /// CMYK samples are inverted in such files.
  private(set) var isAdobe = false
  /// The chunks of a color profile, by chunk number.
  private var profilePieces: [Int: Data] = [:]
  private var profilePieceCount = 0
  private var photoshopBlocks = Data()
  private(set) var losses = LossCounter()
  /// The total number of bytes in the segments that contain metadata.
  private(set) var metadataByteCount = 0
  /// Whether the file has the marker with which every file ends.
  private(set) var hasEnd = false
  /// The ranges of the segments with their markers, and with the compressed pixels that follow a scan.
  private var ranges: [Range<Int>] = []

  /// Reads the segments of a file up to the first damaged segment.
  ///
  /// The library reports the damage.
  init(_ data: Data) {
    let bytes = data.startIndex == 0 ? data : Data(data)
    var place = 2
    while place + 2 <= bytes.count {
      // Decoders skip bytes that are not part of a segment.
      if bytes[place] != 0xFF || bytes[place + 1] == 0 {
        losses.add(.metadata, "bytes between segments")
        place = Self.end(ofScanAt: place, in: bytes)
        continue
      }
      let marker = bytes[place + 1]
      // Any number of fill bytes may precede a marker.
      if marker == 0xFF {
        place += 1
        continue
      }
      // These markers have no contents.
      if marker == 0x01 || (0xD0...0xD8).contains(marker) {
        place += 2
        continue
      }
      if marker == 0xD9 {
        hasEnd = true
        losses.addTrailing(bytes[(place + 2)...])
        break
      }
      guard place + 4 <= bytes.count else { break }
      let length = Int(bytes[place + 2]) << 8 | Int(bytes[place + 3])
      guard length >= 2, place + 2 + length <= bytes.count else { break }
      take(marker, bytes[place + 4..<place + 2 + length])
      let start = place
      place += 2 + length
      if marker == 0xDA { place = Self.end(ofScanAt: place, in: bytes) }
      ranges.append(start..<place)
    }
    // Valid chunk numbers are 1 to the declared number of chunks. Other chunks do not belong to a profile.
    let strayCount = profilePieces.keys.count { !(1...max(1, profilePieceCount)).contains($0) }
    losses.add(.metadata, "a stray part of a color profile", count: strayCount)
    if !photoshopBlocks.isEmpty {
      let (iptc, otherCount) = PhotoshopResources.iptc(in: photoshopBlocks)
      metadata.iptc = iptc
      losses.add(.metadata, PhotoshopResources.lossName, count: otherCount)
    }
  }

  /// The complete color profile; nil if the file has no profile or if a chunk is missing.
  var colorProfile: Data? {
    guard hasProfile else { return nil }
    let pieces = (1...profilePieceCount).compactMap { profilePieces[$0] }
    return pieces.count == profilePieceCount ? pieces.reduce(Data(), +) : nil
  }

  /// Whether the file contains at least one chunk of a color profile.
  var hasProfile: Bool { profilePieceCount > 0 }

  /// Returns the file without the causes of harmless warnings.
  ///
  /// Bytes between the segments are removed. The version in a JFIF header and the color transform in an Adobe
  /// segment are set to what decoders assume for unknown values. The compressed pixels are the same.
  func withoutHarmlessFaults(_ file: Data) -> Data {
    let file = file.startIndex == 0 ? file : Data(file)
    var result = Data([0xFF, 0xD8])
    for range in ranges {
      let start = result.count
      result += file[range]
      let contents = file[range].dropFirst(4)
      if file[range.lowerBound + 1] == 0xE0, contents.starts(with: Data("JFIF\0".utf8)), contents.count > 5 {
        result[start + 4 + 5] = 1
      } else if file[range.lowerBound + 1] == 0xEE, contents.starts(with: Data("Adobe".utf8)),
        contents.count > 11, result[start + 4 + 11] != 0
      {
        result[start + 4 + 11] = frame?.componentCount == 4 ? 2 : 1
      }
    }
    return result + [0xFF, 0xD9]
  }

  static var exifName: Data { Data("Exif\0\0".utf8) }
  static var xmpName: Data { Data("http://ns.adobe.com/xap/1.0/\0".utf8) }
  static var profileName: Data { Data("ICC_PROFILE\0".utf8) }
  static var photoshopName: Data { Data("Photoshop 3.0\0".utf8) }

  /// Removes from EXIF data the name with which an EXIF segment of a JPEG file begins.
  ///
  /// Some programs write this name in other formats too.
  static func withoutEXIFName(_ exif: Data) -> Data {
    exif.starts(with: exifName) ? Data(exif.dropFirst(exifName.count)) : exif
  }

  /// Returns the offset of the marker after the compressed pixels of a scan.
  ///
  /// Restart markers, and the zero byte that follows each 0xFF byte of data, belong to the compressed pixels.
  private static func end(ofScanAt start: Int, in bytes: Data) -> Int {
    bytes.withUnsafeBytes { bytes in
      var place = start
      while place < bytes.count, let base = bytes.baseAddress,
        let found = memchr(base + place, 0xFF, bytes.count - place)
      {
        place = UnsafeRawPointer(found) - base
        guard place + 1 < bytes.count else { break }
        let next = bytes[place + 1]
        if next != 0, !(0xD0...0xD7).contains(next) { return place }
        place += 2
      }
      return bytes.count
    }
  }

  private mutating func take(_ marker: UInt8, _ contents: Data) {
    switch marker {
    // All markers in this range begin a frame, except the three excluded markers.
    case 0xC0...0xCF where marker != 0xC4 && marker != 0xC8 && marker != 0xCC:
      let bytes = [UInt8](contents.prefix(6))
      guard bytes.count == 6, frame == nil else { return }
      frame = Frame(
        marker: marker, precision: Int(bytes[0]), width: Int(bytes[3]) << 8 | Int(bytes[4]),
        height: Int(bytes[1]) << 8 | Int(bytes[2]), componentCount: Int(bytes[5]))
    case 0xE0...0xEF:
      metadataByteCount += contents.count
      takeApplicationData(marker - 0xE0, contents)
    case 0xFE:
      metadataByteCount += contents.count
      metadata.texts.append(ImageText(keyword: "Comment", text: String(utf8OrLatin1: contents)))
    default: break
    }
  }

  private mutating func takeApplicationData(_ number: UInt8, _ contents: Data) {
    func part(after name: Data) -> Data? {
      contents.starts(with: name) ? Data(contents.dropFirst(name.count)) : nil
    }
    if number == 0, let header = part(after: Data("JFIF\0".utf8)) {
      takeDensity([UInt8](header))
    } else if number == 1, metadata.exif == nil, let exif = part(after: Self.exifName) {
      metadata.exif = exif
    } else if number == 1, metadata.xmp == nil, let xmp = part(after: Self.xmpName) {
      metadata.xmp = xmp
    } else if number == 2, let piece = part(after: Self.profileName), piece.count >= 2, piece[1] > 0,
      profilePieces[Int(piece[0])] == nil
    {
      profilePieces[Int(piece[0])] = piece.dropFirst(2)
      profilePieceCount = Int(piece[1])
    } else if number == 13, let blocks = part(after: Self.photoshopName) {
      photoshopBlocks += blocks
    } else if number == 14, contents.starts(with: Data("Adobe".utf8)) {
      isAdobe = true
    } else {
      losses.add(.metadata, "APP\(number)")
    }
  }

  /// Reads the density in a JFIF header.
  ///
  /// The header contains a version, the unit, two density values, and the size of a preview.
  private mutating func takeDensity(_ header: [UInt8]) {
    guard header.count >= 7 else { return }
    let (horizontal, vertical) = (Int(header[3]) << 8 | Int(header[4]), Int(header[5]) << 8 | Int(header[6]))
    if header.count >= 9, header[7] > 0, header[8] > 0 { losses.add(.metadata, "a preview") }
    guard horizontal > 0, vertical > 0 else { return }
    switch header[2] {
    case 1: density = ImageDensity(horizontal: Double(horizontal), vertical: Double(vertical))
    case 2: density = ImageDensity(horizontal: Double(horizontal) * 2.54, vertical: Double(vertical) * 2.54)
    default: if horizontal != vertical { losses.add(.metadata, "the pixel aspect ratio") }
    }
  }
}

/// Builds the segments that precede the pixels of a JPEG file.
struct JPEGSegmentList {
  private(set) var bytes = Data()

  /// The maximum number of bytes in the contents of a segment.
  private static let capacity = 65_533

  /// Adds the JFIF header, with the density in pixels per inch.
  ///
  /// If there is no density, or if JFIF cannot represent the density, the header declares only that pixels
  /// are square.
  ///
  /// - Returns: false if JFIF cannot represent the density.
  mutating func addHeader(_ density: ImageDensity?) -> Bool {
    var isWritten = density == nil
    var numbers = [1, 1]
    if let density {
      let rounded = [density.horizontal.rounded(), density.vertical.rounded()]
      if rounded.allSatisfy({ $0 >= 1 && $0 <= 65_535 }) {
        numbers = rounded.map { Int($0) }
        isWritten = true
      }
    }
    let unit: UInt8 = density != nil && isWritten ? 1 : 0
    let fields = numbers.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    _ = add(0xE0, Data("JFIF\0".utf8) + [1, 1, unit] + fields + [0, 0])
    return isWritten
  }

  /// Adds a segment, unless its contents are too long.
  ///
  /// - Returns: whether the segment was added.
  mutating func add(_ marker: UInt8, _ contents: Data) -> Bool {
    guard contents.count <= Self.capacity else { return false }
    let length = contents.count + 2
    bytes += [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)]
    bytes += contents
    return true
  }

  /// Adds a color profile, split into as many segments as needed.
  ///
  /// At most 255 segments are possible.
  ///
  /// - Returns: whether the profile was added.
  mutating func add(profile: Data) -> Bool {
    let pieceSize = Self.capacity - JPEGSegments.profileName.count - 2
    let count = (profile.count + pieceSize - 1) / pieceSize
    guard count <= 255 else { return false }
    for number in 0..<count {
      let piece = profile.dropFirst(number * pieceSize).prefix(pieceSize)
      _ = add(0xE2, JPEGSegments.profileName + [UInt8(number + 1), UInt8(count)] + piece)
    }
    return true
  }
}
