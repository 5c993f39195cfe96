import Foundation
import ProfferConversions

/// The EXIF directories as values, so that they can be moved from a TIFF file to stand-alone EXIF data
/// and back.
///
/// Values of more than four bytes are stored elsewhere in a file, at offsets that depend on the file.
/// Here each entry contains its value. (Source: TIFF 6.0, section 2; EXIF 2.32, section 4.6.)
struct EXIFDirectories {
  /// An entry of a directory; the numbers in its value are little-endian.
  struct Entry {
    var tag: Int
    var type: Int
    var count: Int
    var value: [UInt8]
  }

  /// Entries of the first directory.
  ///
  /// From a TIFF file, these are the maker and model of the camera and the date of the last change; from
  /// stand-alone EXIF data, all entries that do not describe the storage of pixels.
  var camera: [Entry] = []
  /// Entries about how the picture was taken.
  var exif: [Entry] = []
  /// Entries about where the picture was taken.
  var place: [Entry] = []
  /// Entries for interoperability between programs, such as the name of a set of rules.
  var exchange: [Entry] = []
  /// The number of entries with an unknown type, or a value outside the file.
  private(set) var unreadableCount = 0
  /// Whether another directory describes a preview, which is not moved.
  private(set) var hasPreview = false

  /// Tags in the first directory of a TIFF file that are moved with EXIF.
  static let cameraTags: Set = [0x010F, 0x0110, 0x0132]
  /// Tags in the first directory that describe storage and orientation of pixels, which are different for
  /// other pixels.
  private static let layoutTags = Set(254...259).union(262...263).union([
    266, 273, 274, 277, 278, 279, 284, 317, 320, 322, 323, 324, 325, 338, 339,
  ]).union(529...532)
  /// The tags for a density and its unit.
  private static let densityTags: Set = [282, 283, 296]
  /// The tags for directories of further pictures, and for the offset and length of a preview.
  private static let pictureTags: Set = [330, 513, 514]
  static let exifTag = 0x8769
  static let placeTag = 0x8825
  static let exchangeTag = 0xA005
  /// The tag for notes in a format of the camera's maker.
  private static let notesTag = 0x927C

  /// Reads the directories of a TIFF file with 32-bit offsets.
  ///
  /// - Returns: nil if the bytes are not such a file, if it has directories neither about how nor about
  ///   where the picture was taken, or if the values exceed the limit in total.
  init?(ofTIFF bytes: UnsafeRawBufferPointer, limit: Int) {
    guard let source = EXIFSource(bytes) else { return nil }
    var rest = limit
    guard let first = source.entries(at: source.firstDirectory, &rest) else { return nil }
    camera = first.filter { Self.cameraTags.contains($0.tag) }
    guard readParts(first, source, &rest), !exif.isEmpty || !place.isEmpty else { return nil }
  }

  /// Reads stand-alone EXIF data.
  ///
  /// - Returns: nil if the bytes are not EXIF data, or if the values have more bytes in total than the
  ///   data.
  init?(ofEXIF bytes: UnsafeRawBufferPointer) {
    guard let source = EXIFSource(bytes), let raw = source.rawEntries(at: source.firstDirectory) else {
      return nil
    }
    // Values may overlap, but their total size is limited to that of the data.
    var rest = bytes.count
    guard let first = source.entries(at: source.firstDirectory, &rest) else { return nil }
    unreadableCount = raw.entries.count - first.count
    let parts = Self.pictureTags.union([Self.exifTag, Self.placeTag])
    camera = first.filter { !parts.contains($0.tag) && !Self.layoutTags.contains($0.tag) }
    let next = source.number(raw.next)
    hasPreview = first.contains { Self.pictureTags.contains($0.tag) } || next != 0
    guard readParts(first, source, &rest) else { return nil }
  }

  /// Reads the directories that the first one refers to.
  ///
  /// - Returns: false if the values have more bytes than `rest`.
  private mutating func readParts(_ first: [Entry], _ source: EXIFSource, _ rest: inout Int) -> Bool {
    guard let exif = directory(Self.exifTag, of: first, source, &rest),
      let place = directory(Self.placeTag, of: first, source, &rest),
      let exchange = directory(Self.exchangeTag, of: exif, source, &rest)
    else { return false }
    (self.exif, self.place) = (exif.filter { $0.tag != Self.exchangeTag }, place)
    self.exchange = self.exif.isEmpty ? [] : exchange
    return true
  }

  /// Returns the directory that an entry of another one refers to; nil if its values have more bytes than
  /// `rest`.
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

  /// Whether there are no entries that could be added to a file.
  var isEmpty: Bool { camera.isEmpty && exif.isEmpty && place.isEmpty }

  /// Counts content that is not moved, and moved content that may be invalid at its new offset.
  func countLosses(_ losses: inout LossCounter) {
    losses.add(.metadata, "EXIF that cannot be read", count: unreadableCount)
    if hasPreview { losses.add(.metadata, "the preview in EXIF") }
    let notes = exif.filter { $0.tag == Self.notesTag && !Self.standAlone($0.value) }
    losses.add(.metadata, "places in the notes of the camera's maker", count: notes.count)
  }

  /// Returns whether maker notes contain no offsets into the enclosing file.
  ///
  /// This is true for notes whose offsets count from the beginning of the notes, and for notes without a
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

  /// Returns a TIFF file with the directories added to its first directory.
  ///
  /// The first directory is rewritten at the end; its existing entries are kept.
  ///
  /// - Parameter losses: receives the entries for which the file has a different value, except a density.
  /// - Returns: nil for a file with 64-bit offsets, and if the result would exceed 32-bit offsets.
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
    losses.add(.metadata, "EXIF that a text says otherwise", count: replacedCount)
    var result = file
    if file.count % 2 != 0 { result.append(0) }
    result.append(contentsOf: added.bytes)
    result.replaceSubrange(result.startIndex + 4..<result.startIndex + 8, with: added.offset)
    return result
  }
}

/// Bytes that begin with a TIFF header.
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

  /// Returns the bytes of each entry of a directory, and of the next directory's offset; nil if the
  /// directory is truncated.
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

  /// Returns the entries of a directory with their values; omits entries with unknown types or values
  /// outside the bytes.
  ///
  /// - Parameter rest: the remaining number of bytes for values; if they need more, the result is nil.
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

  /// The size of a value of each type, and of the numbers in it.
  static let sizes: [Int: (size: Int, unit: Int)] = [
    1: (1, 1), 2: (1, 1), 3: (2, 2), 4: (4, 4), 5: (8, 4), 6: (1, 1), 7: (1, 1), 8: (2, 2), 9: (4, 4),
    10: (8, 4),
    11: (4, 4), 12: (8, 8), 13: (4, 4),
  ]

  /// Returns the bytes with the byte order of each number reversed.
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

/// Bytes to be added to a file at an offset.
private struct EXIFTarget {
  let base: Int
  let isBigEndian: Bool
  private(set) var bytes: [UInt8] = []

  init(base: Int, isBigEndian: Bool) {
    self.base = base
    self.isBigEndian = isBigEndian
  }

  /// Adds all directories; the first directory is added last.
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
  /// - Returns: an entry that refers to it.
  private mutating func pointer(
    _ tag: Int, to entries: [EXIFDirectories.Entry]
  ) -> EXIFDirectories.Entry {
    let offset = add(entries.map { ($0.tag, encoded($0)) }, next: [0, 0, 0, 0])
    return EXIFDirectories.Entry(tag: tag, type: 4, count: 1, value: offset.bytes(4, isBigEndian: false))
  }

  /// Adds a directory.
  ///
  /// - Returns: its offset.
  private mutating func add(_ entries: [(tag: Int, bytes: [UInt8])], next: [UInt8]) -> Int {
    let place = base + bytes.count
    bytes += entries.count.bytes(2, isBigEndian: isBigEndian)
    for entry in entries.sorted(by: { $0.tag < $1.tag }) { bytes += entry.bytes }
    bytes += next
    return place
  }

  /// Returns the twelve bytes of an entry, after adding its value to the bytes if it does not fit in the
  /// entry.
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
