import ProfferConversions

/// Examines the boxes of a HEIF file for content that is lost when a single picture is read.
///
/// libheif does not report which boxes it skips. A box consists of a size, a name of four letters, and the
/// contents. The size includes these fields. (Source: ISO/IEC 14496-12, sections 4.2, 8.11 and 12.1;
/// ISO/IEC 23008-12, sections 6 and 7.)
struct HEIFBoxes {
  /// The losses from reading the file.
  private(set) var losses = LossCounter()
  /// The offset at which the boxes of the image end.
  private(set) var byteCount = 0
  /// Whether a second file, such as a video, is appended to the image.
  private(set) var hasFilm = false
  /// The type of each item, by item ID.
  private var types: [Int: String] = [:]
  /// The IDs of the component pictures of each composed picture, by the ID of the composed picture.
  private var parts: [Int: [Int]] = [:]
  /// The number of pixels that each size property declares, by property index.
  private var sizes: [Int: Int] = [:]
  /// The property indices of each item, by item ID.
  private var propertyPlaces: [Int: [Int]] = [:]
  /// The IDs of items that describe a picture, such as EXIF.
  private var describing: Set<Int> = []

  private static let topLevel: Set = ["ftyp", "meta", "mdat", "free", "skip", "wide", "pdin", "idat"]
  /// The item types of pictures and of parts of pictures.
  private static let pictures: Set = [
    "hvc1", "av01", "vvc1", "evc1", "avc1", "jpeg", "j2k1", "unci", "mski", "grid", "iovl", "iden", "lhv1",
  ]
  /// Properties that the decoder applies, and properties that can be dropped or are counted elsewhere.
  private static let properties: Set = [
    "ispe", "pixi", "hvcC", "av1C", "vvcC", "evcC", "avcC", "jpgC", "j2kH", "lhvC", "uncC", "cmpd", "colr",
    "irot",
    "imir", "clap", "auxC", "pasp", "lsel", "a1op", "a1lx", "rloc", "oinf", "tols", "free", "skip", "clli",
    "mdcv",
    "cclv", "amve",
  ]
  /// Properties that declare the intended brightness of the colors.
  private static let ofColors: Set = ["clli", "mdcv", "cclv", "amve"]

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
      case "moov": losses.add(.animation, "a sequence of images")
      case "moof", "mfra", "sidx", "styp": break
      default: if !Self.topLevel.contains(name) { losses.add(.metadata, "the box \(name)") }
      }
    }
    (byteCount, hasFilm) = (film ?? end, film != nil)
    losses.addTrailing(file[byteCount...])
    for (item, type) in types.sorted(by: { $0.key < $1.key })
    where !Self.pictures.contains(type) && !describing.contains(item) {
      losses.add(.metadata, "\(type) that describes no picture")
    }
  }

  private mutating func takeMetadata(_ contents: Slice<UnsafeRawBufferPointer>) {
    Self.forEachBox(in: contents) { name, contents in
      switch name {
      case "iinf": takeItems(contents)
      case "iref": takeReferences(contents)
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
      guard name == "dimg" else { return }
      var rest = reference.dropFirst(numberSize + 2)
      while rest.count >= numberSize {
        parts[item, default: []].append(rest.prefix(numberSize).number(isBigEndian: true))
        rest = rest.dropFirst(numberSize)
      }
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
        propertyPlaces[item, default: []].append(place & (placeSize == 1 ? 0x7F : 0x7FFF))
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
        let (size, isTooLarge) = width.number(isBigEndian: true).multipliedReportingOverflow(
          by: height.number(isBigEndian: true))
        sizes[place] = isTooLarge ? .max : size
      }
      if name == "pasp", property.prefix(4).elementsEqual(property.dropFirst(4).prefix(4)) { return }
      if name == "pasp" { losses.add(.metadata, "the shape of pixels") }
      if Self.ofColors.contains(name) { losses.add(.colors, "the brightness of colors") }
      if !Self.properties.contains(name) { losses.add(.metadata, "the property \(name)") }
    }
  }

  // MARK: - Composed pictures

  /// The maximum nesting depth of composed pictures.
  ///
  /// The usual depth is at most two: a picture composed of tiles, and a rotated copy of that picture.
  private static let deepest = 3

  /// Checks that composed pictures are not nested too deeply and do not contain too many pixels.
  ///
  /// For a small file with recursively composed pictures, the library would otherwise start threads without
  /// limit.
  ///
  /// - Throws: ``CoderError`` if a picture is nested too deeply, or if its parts have more than twice as many
  ///   pixels as the limit.
  func checkParts(_ limits: ImageLimits) throws(CoderError) {
    // Tiles may extend beyond the edges of the picture. There are at most as many pixels outside the picture
    // as inside, so the limit is doubled.
    let (most, isTooMany) = limits.pixelCount.multipliedReportingOverflow(by: 2)
    var known: [Int: (pixelCount: Int, levelCount: Int)] = [:]
    for item in parts.keys.sorted()
    where try measure(item, depth: 0, &known).pixelCount > (isTooMany ? .max : most) {
      throw CoderError(.imageTooLarge, "the HEIF image is made of images with more pixels than the limit")
    }
  }

  /// Returns the total number of pixels in the parts of a picture, and the number of nesting levels.
  private func measure(
    _ item: Int, depth: Int, _ known: inout [Int: (pixelCount: Int, levelCount: Int)]
  ) throws(CoderError) -> (pixelCount: Int, levelCount: Int) {
    if let result = known[item] { return result }
    var result = (pixelCount: 0, levelCount: 0)
    for part in parts[item, default: []] where depth <= Self.deepest {
      let (pixelCount, levelCount) = try measure(part, depth: depth + 1, &known)
      let (sum, isTooLarge) = result.pixelCount.addingReportingOverflow(pixelCount)
      result = (isTooLarge ? .max : sum, max(result.levelCount, levelCount + 1))
    }
    guard result.levelCount <= Self.deepest else {
      throw CoderError(
        .unsupportedImage, "the HEIF image is made of images in more than \(Self.deepest) levels")
    }
    if parts[item] == nil {
      result.pixelCount = propertyPlaces[item, default: []].compactMap { sizes[$0] }.max() ?? 0
    }
    known[item] = result
    return result
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
