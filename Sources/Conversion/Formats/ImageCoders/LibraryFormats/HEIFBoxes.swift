import ProfferConversions

/// Examines the boxes of a HEIF file for content that is lost when a single picture is read.
///
/// libheif does not report which boxes it skips. A box consists of a size, a name of four letters, and the
/// contents. The size includes these fields. (Source: ISO/IEC 14496-12, sections 4.2, 8.11 and 12.1;
/// ISO/IEC 23008-12, sections 6 and 7.) An extension checks the sizes of the pictures.
struct HEIFBoxes {
  /// The losses from reading the file.
  private(set) var losses = LossCounter()
  /// The offset at which the boxes of the image end.
  private(set) var byteCount = 0
  /// Whether a second file, such as a video, is appended to the image.
  private(set) var hasFilm = false
  /// The ID of the main picture; nil if the file does not declare a main picture.
  private(set) var primaryItem: Int?
  /// The type of each item, by item ID.
  private(set) var types: [Int: String] = [:]
  /// The IDs of the component pictures of each composed picture, by the ID of the composed picture.
  private(set) var parts: [Int: [Int]] = [:]
  /// The IDs of the auxiliary pictures of each picture, such as its alpha channel, by the ID of the picture.
  private(set) var auxiliaries: [Int: [Int]] = [:]
  /// The size that each size property declares, by property index.
  private(set) var sizes: [Int: ImageSize] = [:]
  /// The transformation that each property declares, by property index; nil for a damaged property.
  private(set) var transformations: [Int: HEIFTransformation?] = [:]
  /// The contents of the properties that configure a decoder, by property index.
  private(set) var configurations: [Int: Range<Int>] = [:]
  /// The properties of each item, by item ID.
  private(set) var properties: [Int: [Association]] = [:]
  /// The parts of the file that contain the data of each item, by item ID.
  private(set) var extents: [Int: [Range<Int>]] = [:]
  /// The contents of the `idat` box, which holds the data of some items; nil if there is no such box.
  private var itemData: Range<Int>?
  /// The extents of the items whose data is in ``itemData``, relative to the start of that box.
  private var relativeExtents: [Int: [Range<Int>]] = [:]
  /// The IDs of items that describe a picture, such as EXIF.
  private var describing: Set<Int> = []

  /// A property of an item.
  struct Association {
    /// The index of the property.
    ///
    /// Indices begin at 1; 0 means no property.
    let property: Int
    /// The range of the index in the file.
    let range: Range<Int>
  }

  private static let topLevel: Set = ["ftyp", "meta", "mdat", "free", "skip", "wide", "pdin", "idat"]
  /// The item types of pictures and of parts of pictures.
  private static let pictures: Set = [
    "hvc1", "av01", "vvc1", "evc1", "avc1", "jpeg", "j2k1", "unci", "mski", "grid", "iovl", "iden", "lhv1",
  ]
  /// Properties that the decoder applies, and properties that can be dropped or are counted elsewhere.
  private static let knownProperties: Set = [
    "ispe", "pixi", "hvcC", "av1C", "vvcC", "evcC", "avcC", "jpgC", "j2kH", "lhvC", "uncC", "cmpd", "colr",
    "irot",
    "imir", "clap", "auxC", "pasp", "lsel", "a1op", "a1lx", "rloc", "oinf", "tols", "free", "skip", "clli",
    "mdcv",
    "cclv", "amve",
  ]
  /// Properties that declare the intended brightness of the colors.
  private static let ofColors: Set = ["clli", "mdcv", "cclv", "amve"]

  /// The types of the main picture and of its component pictures.
  var typesOfMainPicture: Set<String> {
    var seen: Set<Int> = []
    var waiting = primaryItem.map { [$0] } ?? []
    while let item = waiting.popLast() {
      if seen.insert(item).inserted { waiting += parts[item, default: []] }
    }
    return Set(seen.compactMap { types[$0] })
  }

  /// Examines the boxes of a file up to the first damaged box.
  ///
  /// libheif reports the damage.
  init(_ file: UnsafeRawBufferPointer) {
    var hasType = false
    var film: Int?
    let end = Self.forEachBox(in: file[...]) { name, contents in
      // A second `ftyp` box, or zeros in place of a name, end the image. A camera may have appended a video.
      if name == "ftyp" && hasType || name == "\0\0\0\0" { film = film ?? contents.startIndex - 8 }
      hasType = true
      guard film == nil else { return }
      switch name {
      case "meta": takeMetadata(contents.dropFirst(4))
      case "moov": losses.add(.animation, "an image sequence")
      case "moof", "mfra", "sidx", "styp": break
      default: if !Self.topLevel.contains(name) { losses.add(.metadata, "the box \(name)") }
      }
    }
    (byteCount, hasFilm) = (film ?? end, film != nil)
    if let itemData {
      for (item, ranges) in relativeExtents {
        extents[item] = ranges.compactMap { range in
          guard range.upperBound <= itemData.count else { return nil }
          return itemData.lowerBound + range.lowerBound..<itemData.lowerBound + range.upperBound
        }
      }
    }
    losses.addTrailing(file[byteCount...])
    for (item, type) in types.sorted(by: { $0.key < $1.key })
    where !Self.pictures.contains(type) && !describing.contains(item) {
      losses.add(.metadata, "\(type) that belongs to no image")
    }
  }

  private mutating func takeMetadata(_ contents: Slice<UnsafeRawBufferPointer>) {
    Self.forEachBox(in: contents) { name, contents in
      switch name {
      case "pitm":
        // The contents are a version, flags and the item ID, which has four bytes unless the version is 0.
        primaryItem = contents.dropFirst(4).prefix(contents.first == 0 ? 2 : 4).number(isBigEndian: true)
      case "iinf": takeItems(contents)
      case "iref": takeReferences(contents)
      case "iloc": takePlaces(contents)
      case "idat": itemData = contents.startIndex..<contents.endIndex
      case "iprp":
        Self.forEachBox(in: contents) { name, contents in
          if name == "ipco" { takeProperties(contents) }
          if name == "ipma" { takePropertyPlaces(contents) }
        }
      default: break
      }
    }
  }

  /// Reads the item types.
  ///
  /// The contents are a version, flags, the item count, and one box for each item.
  private mutating func takeItems(_ contents: Slice<UnsafeRawBufferPointer>) {
    let countSize = contents.first == 0 ? 2 : 4
    Self.forEachBox(in: contents.dropFirst(4 + countSize)) { name, entry in
      // Versions before 2 do not declare a type. In version 3, the item ID has four bytes.
      guard name == "infe", let version = entry.first, version >= 2 else { return }
      let numberSize = version == 2 ? 2 : 4
      guard entry.count >= 4 + numberSize + 6 else { return }
      let item = entry.dropFirst(4).prefix(numberSize).number(isBigEndian: true)
      types[item] = String(decoding: entry.dropFirst(4 + numberSize + 2).prefix(4), as: UTF8.self)
    }
  }

  /// Reads the references between items.
  ///
  /// An item refers to the items that it describes, or to its component items. A reference is a box that
  /// contains the ID of the referring item, the number of other items, and the IDs of the other items.
  private mutating func takeReferences(_ contents: Slice<UnsafeRawBufferPointer>) {
    let numberSize = contents.first == 0 ? 2 : 4
    Self.forEachBox(in: contents.dropFirst(4)) { name, reference in
      guard reference.count >= numberSize + 2 else { return }
      let item = reference.prefix(numberSize).number(isBigEndian: true)
      if name == "cdsc" { describing.insert(item) }
      guard name == "dimg" || name == "auxl" else { return }
      var rest = reference.dropFirst(numberSize + 2)
      while rest.count >= numberSize {
        let other = rest.prefix(numberSize).number(isBigEndian: true)
        if name == "dimg" {
          parts[item, default: []].append(other)
        } else {
          auxiliaries[other, default: []].append(item)
        }
        rest = rest.dropFirst(numberSize)
      }
    }
  }

  /// Reads where the data of the items is.
  ///
  /// The contents are a version, flags, the sizes of the numbers that follow, the item count, and for each
  /// item: the item ID, how the offsets are counted, a base offset and the extents, which have an offset and
  /// a length.
  private mutating func takePlaces(_ contents: Slice<UnsafeRawBufferPointer>) {
    guard contents.count >= 8, let version = contents.first, version <= 2 else { return }
    var rest = contents.dropFirst(4)
    var isComplete = true
    func number(_ size: Int) -> Int {
      guard rest.count >= size, size < 8 || rest.first ?? 0 < 0x80 else {
        isComplete = false
        return 0
      }
      defer { rest = rest.dropFirst(size) }
      return rest.prefix(size).number(isBigEndian: true)
    }
    let numberSizes = number(2)
    let (offsetSize, lengthSize) = (numberSizes >> 12, numberSizes >> 8 & 15)
    let (baseSize, indexSize) = (numberSizes >> 4 & 15, version == 0 ? 0 : numberSizes & 15)
    guard [offsetSize, lengthSize, baseSize, indexSize].allSatisfy({ [0, 4, 8].contains($0) }) else { return }
    for _ in 0..<number(version == 2 ? 4 : 2) {
      let item = number(version == 2 ? 4 : 2)
      let method = version == 0 ? 0 : number(2) & 15
      _ = number(2)
      let base = number(baseSize)
      for _ in 0..<number(2) {
        _ = number(indexSize)
        let (start, isTooLarge) = number(offsetSize).addingReportingOverflow(base)
        let (end, isTooLong) = number(lengthSize).addingReportingOverflow(start)
        guard isComplete else { return }
        guard !isTooLarge, !isTooLong, end <= contents.base.count else { continue }
        // All methods except the file and `idat` have offsets relative to other items.
        if method == 0 { extents[item, default: []].append(start..<end) }
        if method == 1 { relativeExtents[item, default: []].append(start..<end) }
      }
      guard isComplete else { return }
    }
  }

  /// Reads which properties belong to which items.
  ///
  /// The contents are a version, flags, the item count, and a list for each item: the item ID, the number of
  /// properties, and the property indices. The highest bit of an index means that a reader must support the
  /// property.
  private mutating func takePropertyPlaces(_ contents: Slice<UnsafeRawBufferPointer>) {
    guard contents.count >= 8 else { return }
    let numberSize = contents.first == 0 ? 2 : 4
    let placeSize = contents[contents.startIndex + 3] & 1 == 0 ? 1 : 2
    var rest = contents.dropFirst(8)
    while rest.count > numberSize {
      let item = rest.prefix(numberSize).number(isBigEndian: true)
      let count = Int(rest[rest.startIndex + numberSize])
      rest = rest.dropFirst(numberSize + 1)
      for _ in 0..<count where rest.count >= placeSize {
        let place = rest.prefix(placeSize).number(isBigEndian: true)
        properties[item, default: []].append(
          Association(
            property: place & (placeSize == 1 ? 0x7F : 0x7FFF),
            range: rest.startIndex..<rest.startIndex + placeSize))
        rest = rest.dropFirst(placeSize)
      }
    }
  }

  private mutating func takeProperties(_ contents: Slice<UnsafeRawBufferPointer>) {
    var place = 0
    Self.forEachBox(in: contents) { name, property in
      place += 1
      if name == "ispe", property.count >= 12 {
        let (width, height) = (property.dropFirst(4).prefix(4), property.dropFirst(8).prefix(4))
        sizes[place] = ImageSize(
          width: width.number(isBigEndian: true), height: height.number(isBigEndian: true))
      }
      if HEIFTransformation.names.contains(name) {
        transformations[place] = .some(HEIFTransformation(name, property))
      }
      if CodedPictures.configurationNames.contains(name) {
        configurations[place] = property.startIndex..<property.endIndex
      }
      if name == "pasp", property.prefix(4).elementsEqual(property.dropFirst(4).prefix(4)) { return }
      if name == "pasp" { losses.add(.metadata, "the pixel aspect ratio") }
      if Self.ofColors.contains(name) { losses.add(.colors, "light level metadata") }
      if !Self.knownProperties.contains(name) { losses.add(.metadata, "the property \(name)") }
    }
  }

  /// Calls a closure with the name and contents of each box in a part of a file.
  ///
  /// - Returns: the offset at which the last complete box ends.
  @discardableResult
  private static func forEachBox(
    in part: Slice<UnsafeRawBufferPointer>, _ body: (String, Slice<UnsafeRawBufferPointer>) -> Void
  ) -> Int {
    var place = part.startIndex
    while part.endIndex - place >= 8 {
      var size = part[place..<place + 4].number(isBigEndian: true)
      var headSize = 8
      if size == 1, part.endIndex - place >= 16 {
        // The size is a 64-bit number after the name. Valid sizes fit in 63 bits.
        headSize = 16
        size = part[place + 8] < 0x80 ? part[place + 8..<place + 16].number(isBigEndian: true) : 0
        guard size > 0 else { return place }
      } else if size == 0 {
        // A size of 0 means that the last box extends to the end.
        size = part.endIndex - place
      }
      guard size >= headSize, size <= part.endIndex - place else { return place }
      let name = String(decoding: part[place + 4..<place + 8], as: UTF8.self)
      body(name, part[(place + headSize)..<(place + size)])
      place += size
    }
    return place
  }
}
