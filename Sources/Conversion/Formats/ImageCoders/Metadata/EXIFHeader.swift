package import Foundation
import ProfferConversions

/// The TIFF header of EXIF data, and access to the entries that affect an image.
///
/// EXIF has the structure of a TIFF file. The header declares the byte order and the offset of the first
/// directory. A directory is a count, followed by entries of twelve bytes that are sorted by tag. (Source:
/// EXIF 2.32, section 4.6; TIFF 6.0, section 2.)
package struct EXIFHeader {
  private let bytes: [UInt8]
  private let isBigEndian: Bool
  private let firstDirectory: Int

  /// Reads a header; nil if the bytes do not begin with a TIFF header, or if the first directory lies
  /// outside the bytes.
  package init?(_ data: Data) {
    bytes = [UInt8](data)
    guard bytes.count >= 8 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0x49, 0x49): isBigEndian = false
    case (0x4D, 0x4D): isBigEndian = true
    default: return nil
    }
    guard bytes[2..<4].number(isBigEndian: isBigEndian) == 42 else { return nil }
    firstDirectory = bytes[4..<8].number(isBigEndian: isBigEndian)
    guard firstDirectory >= 8, firstDirectory <= bytes.count - 2 else { return nil }
  }

  /// The orientation of the pixels; nil if it is missing or invalid.
  package var orientation: ImageOrientation? {
    entry(.orientation, in: entries(at: firstDirectory)).flatMap { short($0) }.flatMap(ImageOrientation.init)
  }

  /// The density in pixels per inch; nil if it is missing or invalid.
  package var density: ImageDensity? {
    let entries = entries(at: firstDirectory)
    guard let horizontal = entry(.horizontalDensity, in: entries).flatMap({ rational($0) }),
      let vertical = entry(.verticalDensity, in: entries).flatMap({ rational($0) }),
      horizontal > 0, vertical > 0
    else { return nil }
    // The default unit is pixels per inch.
    let perInch: Double
    switch entry(.densityUnit, in: entries).flatMap({ short($0) }) ?? 2 {
    case 2: perInch = 1
    case 3: perInch = 2.54
    default: return nil
    }
    return ImageDensity(horizontal: horizontal * perInch, vertical: vertical * perInch)
  }

  /// Whether the data contains a location: a GPS directory that is not empty.
  package var hasPlace: Bool {
    guard let pointer = entry(.gpsDirectory, in: entries(at: firstDirectory)) else { return false }
    return !entries(at: long(pointer)).isEmpty
  }

  /// Whether the data contains a date on which the picture was taken, digitized or changed.
  package var hasDates: Bool {
    let first = entries(at: firstDirectory)
    var directories = [first]
    if let pointer = entry(.exifDirectory, in: first) { directories.append(entries(at: long(pointer))) }
    // The second directory describes a preview, and can contain dates too.
    let next = firstDirectory + 2 + 12 * first.count
    if next <= bytes.count - 4 { directories.append(entries(at: number(at: next, count: 4))) }
    return directories.joined().contains { Tag.dates.contains($0.tag) }
  }

  /// Returns the EXIF data with the given orientation.
  ///
  /// If there is an orientation entry, the value of the entry is replaced. Otherwise the first directory is
  /// rewritten at the end, so that the offsets of all other values remain valid.
  package func data(orientation: ImageOrientation) -> Data {
    var bytes = bytes
    let entries = entries(at: firstDirectory)
    if let entry = entry(.orientation, in: entries), entry.type == 3, entry.count == 1 {
      Self.put(orientation.rawValue, count: 2, in: &bytes, at: entry.place + 8, isBigEndian)
      return Data(bytes)
    }
    if orientation == .up { return Data(bytes) }
    if bytes.count % 2 != 0 { bytes.append(0) }
    let start = bytes.count
    let kept = entries.filter { $0.tag != Tag.orientation.rawValue }
    let end = firstDirectory + 2 + 12 * entries.count
    var directory = [UInt8](repeating: 0, count: 2 + 12 * (kept.count + 1) + 4)
    Self.put(kept.count + 1, count: 2, in: &directory, at: 0, isBigEndian)
    var place = 2
    for entry in kept where entry.tag < Tag.orientation.rawValue {
      directory.replaceSubrange(place..<place + 12, with: bytes[entry.place..<entry.place + 12])
      place += 12
    }
    Self.put(Tag.orientation.rawValue, count: 2, in: &directory, at: place, isBigEndian)
    Self.put(3, count: 2, in: &directory, at: place + 2, isBigEndian)
    Self.put(1, count: 4, in: &directory, at: place + 4, isBigEndian)
    Self.put(orientation.rawValue, count: 2, in: &directory, at: place + 8, isBigEndian)
    place += 12
    for entry in kept where entry.tag > Tag.orientation.rawValue {
      directory.replaceSubrange(place..<place + 12, with: bytes[entry.place..<entry.place + 12])
      place += 12
    }
    if end <= self.bytes.count - 4 {
      directory.replaceSubrange(place..<place + 4, with: bytes[end..<end + 4])
    }
    bytes += directory
    Self.put(start, count: 4, in: &bytes, at: 4, isBigEndian)
    return Data(bytes)
  }

  /// The EXIF data with horizontal and vertical density exchanged, for pixels rotated by 90 degrees.
  package var dataWithExchangedDensity: Data {
    let entries = entries(at: firstDirectory)
    guard let horizontal = entry(.horizontalDensity, in: entries),
      let vertical = entry(.verticalDensity, in: entries),
      horizontal.type == vertical.type, horizontal.count == vertical.count
    else { return Data(bytes) }
    // If both entries have the same type and count, their offsets can be exchanged, or their values if
    // these are stored in the entries.
    var bytes = bytes
    for offset in 8..<12 { bytes.swapAt(horizontal.place + offset, vertical.place + offset) }
    return Data(bytes)
  }

  /// Returns EXIF data that contains only an orientation.
  package static func data(onlyOrientation orientation: ImageOrientation) -> Data {
    Data(
      [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0]
        + [UInt8(orientation.rawValue), 0, 0, 0, 0, 0, 0, 0])
  }
}

extension Image {
  /// The EXIF data to write in a format that stores the orientation in EXIF; nil if no EXIF is needed.
  ///
  /// The result is the EXIF data of the image, with the orientation of the image. An upright image without
  /// EXIF data needs no EXIF.
  var exifWithOrientation: Data? {
    guard let exif = metadata.exif else {
      return orientation == .up ? nil : EXIFHeader.data(onlyOrientation: orientation)
    }
    if let header = EXIFHeader(exif) { return header.data(orientation: orientation) }
    return orientation == .up ? exif : EXIFHeader.data(onlyOrientation: orientation)
  }
}

extension Image {
  /// Reports the metadata that is lost in a format that can store only EXIF and XMP.
  ///
  /// A density is lost unless EXIF contains the same density.
  func countMetadataBesideEXIFAndXMP(_ losses: inout LossCounter) {
    losses.add(.metadata, "a text entry", count: metadata.texts.count)
    if metadata.iptc != nil { losses.add(.metadata, "IPTC") }
    if let density, metadata.exif.flatMap({ EXIFHeader($0)?.density }) != density {
      losses.add(.metadata, "density")
    }
  }
}

// MARK: - Entries

extension EXIFHeader {
  /// The EXIF tags. (Source: EXIF 2.32, section 4.6.)
  private enum Tag: Int {
    case orientation = 0x0112
    case horizontalDensity = 0x011A
    case verticalDensity = 0x011B
    case densityUnit = 0x0128
    case exifDirectory = 0x8769
    case gpsDirectory = 0x8825

    /// DateTime, DateTimeOriginal and DateTimeDigitized, with their time zones and fractions of a second.
    static let dates: Set = [
      0x0132, 0x9003, 0x9004, 0x9010, 0x9011, 0x9012, 0x9290, 0x9291, 0x9292,
    ]
  }

  private struct Entry {
    var tag: Int
    var type: Int
    var count: Int
    /// The offset of the twelve bytes of the entry.
    var place: Int
  }

  /// Returns the entries of a directory that lie inside the bytes; empty if the directory lies outside.
  private func entries(at offset: Int) -> [Entry] {
    guard offset >= 8, offset <= bytes.count - 2 else { return [] }
    let declared = number(at: offset, count: 2)
    let count = min(declared, (bytes.count - offset - 2) / 12)
    return (0..<count).map { index in
      let place = offset + 2 + 12 * index
      return Entry(
        tag: number(at: place, count: 2), type: number(at: place + 2, count: 2),
        count: number(at: place + 4, count: 4),
        place: place)
    }
  }

  private func entry(_ tag: Tag, in entries: [Entry]) -> Entry? {
    entries.first { $0.tag == tag.rawValue }
  }

  /// Returns the value of an entry of type SHORT; nil for other types.
  private func short(_ entry: Entry) -> Int? {
    entry.type == 3 && entry.count == 1 ? number(at: entry.place + 8, count: 2) : nil
  }

  private func long(_ entry: Entry) -> Int { number(at: entry.place + 8, count: 4) }

  /// Returns the value of an entry of type RATIONAL; nil for other types and if the denominator is zero.
  private func rational(_ entry: Entry) -> Double? {
    let place = long(entry)
    guard entry.type == 5, entry.count == 1, place <= bytes.count - 8 else { return nil }
    let denominator = number(at: place + 4, count: 4)
    return denominator == 0 ? nil : Double(number(at: place, count: 4)) / Double(denominator)
  }

  private func number(at place: Int, count: Int) -> Int {
    bytes[place..<place + count].number(isBigEndian: isBigEndian)
  }

  private static func put(
    _ number: Int, count: Int, in bytes: inout [UInt8], at place: Int, _ isBigEndian: Bool
  ) {
    bytes.replaceSubrange(place..<place + count, with: number.bytes(count, isBigEndian: isBigEndian))
  }
}
