import Foundation
import ProfferConversions

/// The EXIF directories as values.
///
/// The directories can be moved between a TIFF file and stand-alone EXIF data. In a file, a value of more
/// than four bytes is stored outside its entry, at an offset that depends on the file. In this structure,
/// each entry contains its value. (Source: TIFF 6.0, section 2; EXIF 2.32, section 4.6.)
struct EXIFDirectories {
  /// An entry of a directory.
  ///
  /// Numbers in the value are little-endian.
  struct Entry {
    var tag: Int
    var type: Int
    var count: Int
    var value: [UInt8]
  }

  /// The entries read from the first directory.
  ///
  /// If read from a TIFF file, these are the maker and model of the camera and the date of the last change.
  /// If read from stand-alone EXIF data, these are all entries that do not describe the storage of pixels.
  var camera: [Entry] = []
  /// The entries about how the picture was taken.
  var exif: [Entry] = []
  /// The entries about where the picture was taken.
  var place: [Entry] = []
  /// The entries for interoperability between programs, such as the name of the rules that the file follows.
  var exchange: [Entry] = []
  /// The number of entries that have an unknown type or whose value lies outside the file.
  private(set) var unreadableCount = 0
  /// Whether the data also has a preview.
  ///
  /// The preview is not moved.
  private(set) var hasPreview = false

  /// The tags in the first directory of a TIFF file that are moved together with EXIF.
  static let cameraTags: Set = [0x010F, 0x0110, 0x0132]
  /// The tags in the first directory that describe the storage and orientation of pixels.
  ///
  /// These tags do not apply to the pixels of another file.
  private static let layoutTags = Set(254...259).union(262...263).union([
    266, 273, 274, 277, 278, 279, 284, 317, 320, 322, 323, 324, 325, 338, 339,
  ]).union(529...532)
  /// The tags for the density and its unit.
  private static let densityTags: Set = [282, 283, 296]
  /// The tags that refer to directories of further pictures, or state the offset and length of a preview.
  private static let pictureTags: Set = [330, 513, 514]
  static let exifTag = 0x8769
  static let placeTag = 0x8825
  static let exchangeTag = 0xA005
  /// The tag for maker notes, whose format depends on the camera's maker.
  private static let notesTag = 0x927C

  /// Reads the directories of a TIFF file with 32-bit offsets.
  ///
  /// The result is nil if the bytes are not a TIFF file with 32-bit offsets, or if the total size of the
  /// values exceeds `limit`. The result is also nil if the file has no entries about how or where the
  /// picture was taken.
  init?(ofTIFF bytes: UnsafeRawBufferPointer, limit: Int) {
    guard let source = EXIFSource(bytes) else { return nil }
    var rest = limit
    guard let first = source.entries(at: source.firstDirectory, &rest) else { return nil }
    camera = first.filter { Self.cameraTags.contains($0.tag) }
    guard readParts(first, source, &rest), !exif.isEmpty || !place.isEmpty else { return nil }
  }

  /// Reads stand-alone EXIF data.
  ///
  /// The result is nil if the bytes are not EXIF data, or if the values have more bytes than the whole data.
  init?(ofEXIF bytes: UnsafeRawBufferPointer) {
    guard let source = EXIFSource(bytes), let raw = source.rawEntries(at: source.firstDirectory) else {
      return nil
    }
    // Values may overlap, but their total size must not exceed the size of the data.
    var rest = bytes.count
    guard let first = source.entries(at: source.firstDirectory, &rest) else { return nil }
    unreadableCount = raw.entries.count - first.count
    let parts = Self.pictureTags.union([Self.exifTag, Self.placeTag])
    camera = first.filter { !parts.contains($0.tag) && !Self.layoutTags.contains($0.tag) }
    let next = source.number(raw.next)
    hasPreview = first.contains { Self.pictureTags.contains($0.tag) } || next != 0
    guard readParts(first, source, &rest) else { return nil }
  }

  /// Reads the directories to which the first directory refers.
  ///
  /// - Parameter rest: the remaining number of bytes for values.
  /// - Returns: false if the values need more than the remaining number of bytes.
  private mutating func readParts(_ first: [Entry], _ source: EXIFSource, _ rest: inout Int) -> Bool {
    guard let exif = directory(Self.exifTag, of: first, source, &rest),
      let place = directory(Self.placeTag, of: first, source, &rest),
      let exchange = directory(Self.exchangeTag, of: exif, source, &rest)
    else { return false }
    (self.exif, self.place) = (exif.filter { $0.tag != Self.exchangeTag }, place)
    self.exchange = self.exif.isEmpty ? [] : exchange
    return true
  }

  /// Returns the directory to which the entry with the given tag refers; empty if there is no valid
  /// directory.
  ///
  /// The result is nil if the values in the directory need more than `rest` bytes.
  private mutating func directory(
    _ tag: Int, of entries: [Entry], _ source: EXIFSource, _ rest: inout Int
  ) -> [Entry]? {
    guard let pointer = entries.first(where: { $0.tag == tag }) else { return [] }
    guard pointer.value.count == 4,
      let raw = source.rawEntries(at: pointer.value.number(isBigEndian: false))
    else {
      unreadableCount += 1
      return []
    }
    guard let found = source.entries(at: pointer.value.number(isBigEndian: false), &rest) else { return nil }
    unreadableCount += raw.entries.count - found.count
    return found
  }

  /// Whether there are no entries to add to a file.
  var isEmpty: Bool { camera.isEmpty && exif.isEmpty && place.isEmpty }

  /// Reports content that is not moved.
  ///
  /// Also reports maker notes that may be invalid at another offset.
  func countLosses(_ losses: inout LossCounter) {
    losses.add(.metadata, "unreadable EXIF", count: unreadableCount)
    if hasPreview { losses.add(.metadata, "the EXIF thumbnail") }
    let notes = exif.filter { $0.tag == Self.notesTag && !Self.standAlone($0.value) }
    losses.add(.metadata, "camera maker notes, which may contain invalid offsets", count: notes.count)
  }

  /// Returns whether maker notes contain no offsets into the enclosing file.
  ///
  /// This is the case if offsets are relative to the beginning of the notes, or if the notes have no
  /// directory. (Source: ExifTool's documentation of makers' notes.)
  private static func standAlone(_ notes: [UInt8]) -> Bool {
    let beginnings = ["Nikon\0\u{2}", "FUJIFILM", "OLYMPUS\0", "OM SYSTEM\0", "Apple iOS\0", "PENTAX \0"]
    return notes.count < 18 || beginnings.contains { notes.starts(with: $0.utf8) }
  }

  /// The directories as stand-alone EXIF data.
  var data: Data {
    var target = EXIFTarget(base: 8, isBigEndian: false)
    let offset = target.addFirstDirectory(self, existing: [], next: [0, 0, 0, 0])
    return Data([0x49, 0x49, 42, 0] + offset.bytes(4, isBigEndian: false) + target.bytes)
  }

  /// Returns a TIFF file with the entries added to its first directory.
  ///
  /// The first directory is rewritten at the end of the file. Its existing entries are kept.
  ///
  /// - Parameter losses: receives one loss for each entry, other than the density, that already has a
  ///   different value in the file.
  /// - Returns: the file; nil if the file has 64-bit offsets, or if the result would be too large for 32-bit
  ///   offsets.
  func added(to file: Data, _ losses: inout LossCounter) -> Data? {
    var replacedCount = 0
    let added: (offset: [UInt8], bytes: [UInt8])? = file.withUnsafeBytes { bytes in
      guard let source = EXIFSource(bytes), let raw = source.rawEntries(at: source.firstDirectory) else {
        return nil
      }
      var target = EXIFTarget(base: bytes.count + bytes.count % 2, isBigEndian: source.isBigEndian)
      let offset = target.addFirstDirectory(self, existing: raw.entries, next: raw.next)
      guard target.base + target.bytes.count < 0xFFFF_0000 else { return nil }
      var rest = bytes.count
      let existing = source.entries(at: source.firstDirectory, &rest) ?? []
      replacedCount = camera.count { entry in
        !Self.densityTags.contains(entry.tag)
          && existing.contains { $0.tag == entry.tag && $0.value != entry.value }
      }
      return (offset.bytes(4, isBigEndian: source.isBigEndian), target.bytes)
    }
    guard let added else { return nil }
    losses.add(.metadata, "EXIF entries replaced by other values", count: replacedCount)
    var result = file
    if file.count % 2 != 0 { result.append(0) }
    result.append(contentsOf: added.bytes)
    result.replaceSubrange(result.startIndex + 4..<result.startIndex + 8, with: added.offset)
    return result
  }
}

/// Reads directories from bytes that begin with a TIFF header.
private struct EXIFSource {
  let bytes: UnsafeRawBufferPointer
  let isBigEndian: Bool
  private(set) var firstDirectory = 0

  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 8, bytes[0] == bytes[1], bytes[0] == 0x49 || bytes[0] == 0x4D else { return nil }
    self.bytes = bytes
    isBigEndian = bytes[0] == 0x4D
    guard number(at: 2, 2) == 42 else { return nil }
    firstDirectory = number(at: 4, 4)
  }

  /// Returns the twelve bytes of each entry of a directory, and the offset of the next directory as bytes;
  /// nil if the directory is truncated.
  func rawEntries(at offset: Int) -> (entries: [(tag: Int, bytes: [UInt8])], next: [UInt8])? {
    guard offset >= 8, offset <= bytes.count - 2 else { return nil }
    let count = number(at: offset, 2)
    let end = offset + 2 + 12 * count
    guard end <= bytes.count - 4 else { return nil }
    let entries = stride(from: offset + 2, to: end, by: 12).map {
      (number(at: $0, 2), Array(bytes[$0..<$0 + 12]))
    }
    return (entries, Array(bytes[end..<end + 4]))
  }

  /// Returns the entries of a directory with their values; nil if the values need more than `rest` bytes.
  ///
  /// Entries are omitted if their type is unknown or if their value lies outside the bytes.
  ///
  /// - Parameter rest: the remaining number of bytes for values.
  func entries(at offset: Int, _ rest: inout Int) -> [EXIFDirectories.Entry]? {
    guard let raw = rawEntries(at: offset) else { return [] }
    var entries: [EXIFDirectories.Entry] = []
    for index in raw.entries.indices {
      let place = offset + 2 + 12 * index
      let (type, count) = (number(at: place + 2, 2), number(at: place + 4, 4))
      guard let (size, unit) = Self.sizes[type] else { continue }
      let byteCount = size * count
      let start = byteCount <= 4 ? place + 8 : number(at: place + 8, 4)
      guard start <= bytes.count, byteCount <= bytes.count - start else { continue }
      rest -= byteCount
      guard rest >= 0 else { return nil }
      let value = Self.swapped(Array(bytes[start..<start + byteCount]), unit: isBigEndian ? unit : 1)
      entries.append(
        EXIFDirectories.Entry(tag: raw.entries[index].tag, type: type, count: count, value: value))
    }
    return entries
  }

  /// For each type, the size of one value and the size of the numbers in the value.
  static let sizes: [Int: (size: Int, unit: Int)] = [
    1: (1, 1), 2: (1, 1), 3: (2, 2), 4: (4, 4), 5: (8, 4), 6: (1, 1), 7: (1, 1), 8: (2, 2), 9: (4, 4),
    10: (8, 4),
    11: (4, 4), 12: (8, 8), 13: (4, 4),
  ]

  /// Returns the bytes with the byte order of each number reversed.
  ///
  /// A number has `unit` bytes.
  static func swapped(_ bytes: [UInt8], unit: Int) -> [UInt8] {
    guard unit > 1 else { return bytes }
    return stride(from: 0, to: bytes.count, by: unit).flatMap {
      bytes[$0..<min($0 + unit, bytes.count)].reversed()
    }
  }

  /// Returns the number that bytes represent in the byte order of the file.
  func number(_ bytes: [UInt8]) -> Int { bytes.number(isBigEndian: isBigEndian) }

  private func number(at place: Int, _ count: Int) -> Int {
    bytes[place..<place + count].number(isBigEndian: isBigEndian)
  }
}

/// The bytes to add to a file at the offset `base`.
private struct EXIFTarget {
  let base: Int
  let isBigEndian: Bool
  private(set) var bytes: [UInt8] = []

  init(base: Int, isBigEndian: Bool) {
    self.base = base
    self.isBigEndian = isBigEndian
  }

  /// Adds all directories.
  ///
  /// The first directory is added last.
  ///
  /// - Returns: the offset of the first directory.
  mutating func addFirstDirectory(
    _ directories: EXIFDirectories, existing: [(tag: Int, bytes: [UInt8])], next: [UInt8]
  ) -> Int {
    var entries = directories.camera
    var exif = directories.exif
    if !directories.exchange.isEmpty {
      exif.append(pointer(EXIFDirectories.exchangeTag, to: directories.exchange))
    }
    let parts = [(EXIFDirectories.exifTag, exif), (EXIFDirectories.placeTag, directories.place)]
    for (tag, part) in parts where !part.isEmpty { entries.append(pointer(tag, to: part)) }
    let known = Set(existing.map(\.tag))
    let new = entries.filter { !known.contains($0.tag) }.map { ($0.tag, encoded($0)) }
    return add(existing + new, next: next)
  }

  /// Adds a directory.
  ///
  /// - Returns: an entry that refers to the directory.
  private mutating func pointer(
    _ tag: Int, to entries: [EXIFDirectories.Entry]
  ) -> EXIFDirectories.Entry {
    let offset = add(entries.map { ($0.tag, encoded($0)) }, next: [0, 0, 0, 0])
    return EXIFDirectories.Entry(tag: tag, type: 4, count: 1, value: offset.bytes(4, isBigEndian: false))
  }

  /// Adds a directory.
  ///
  /// - Returns: the offset of the directory.
  private mutating func add(_ entries: [(tag: Int, bytes: [UInt8])], next: [UInt8]) -> Int {
    let place = base + bytes.count
    bytes += entries.count.bytes(2, isBigEndian: isBigEndian)
    for entry in entries.sorted(by: { $0.tag < $1.tag }) { bytes += entry.bytes }
    bytes += next
    return place
  }

  /// Returns the twelve bytes of an entry.
  ///
  /// A value that does not fit in the entry is added to ``bytes``.
  private mutating func encoded(_ entry: EXIFDirectories.Entry) -> [UInt8] {
    let unit = isBigEndian ? EXIFSource.sizes[entry.type]?.unit ?? 1 : 1
    var value = EXIFSource.swapped(entry.value, unit: unit)
    if value.count > 4 {
      let place = base + bytes.count
      bytes += value
      if value.count % 2 != 0 { bytes.append(0) }
      value = place.bytes(4, isBigEndian: isBigEndian)
    }
    value += [UInt8](repeating: 0, count: 4 - value.count)
    return entry.tag.bytes(2, isBigEndian: isBigEndian)
      + entry.type.bytes(2, isBigEndian: isBigEndian)
      + entry.count.bytes(4, isBigEndian: isBigEndian) + value
  }
}
