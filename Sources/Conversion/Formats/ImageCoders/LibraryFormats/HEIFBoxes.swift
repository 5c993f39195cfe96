import ProfferConversions

/// The boxes of a HEIF file, as far as they tell what a reader of one picture leaves out.
///
/// libheif reads the boxes; it does not say which of them it skipped. A box is a size, which includes itself, a name of four
/// letters, and its contents. (Source: ISO/IEC 14496-12, sections 4.2, 8.11 and 12.1; ISO/IEC 23008-12, sections 6 and 7.)
struct HEIFBoxes {
  /// What reading the file loses.
  private(set) var losses = LossCounter()
  /// How many bytes the boxes of the image have.
  private(set) var byteCount = 0
  /// Whether the file goes on with another one behind them.
  private(set) var hasFilm = false
  /// The types of items by their numbers.
  private var types: [Int: String] = [:]
  /// The pictures that another one is made of.
  private var parts: [Int: [Int]] = [:]
  /// The numbers of pixels that properties give a picture, by the place of each property.
  private var sizes: [Int: Int] = [:]
  /// The places of the properties that an item has.
  private var propertyPlaces: [Int: [Int]] = [:]
  /// The items that describe a picture.
  private var describing: Set<Int> = []

  private static let topLevel: Set = ["ftyp", "meta", "mdat", "free", "skip", "wide", "pdin", "idat"]
  /// Items that are pictures or a part of one.
  private static let pictures: Set = [
    "hvc1", "av01", "vvc1", "evc1", "avc1", "jpeg", "j2k1", "unci", "mski", "grid", "iovl", "iden", "lhv1",
  ]
  /// Properties that the decoder follows, or that say nothing which the pixels do not.
  private static let properties: Set = [
    "ispe", "pixi", "hvcC", "av1C", "vvcC", "evcC", "avcC", "jpgC", "j2kH", "lhvC", "uncC", "cmpd", "colr",
    "irot",
    "imir", "clap", "auxC", "pasp", "lsel", "a1op", "a1lx", "rloc", "oinf", "tols", "free", "skip", "clli",
    "mdcv",
    "cclv", "amve",
  ]
  /// Properties that say how bright the colors are meant to be.
  private static let ofColors: Set = ["clli", "mdcv", "cclv", "amve"]

  /// Looks at the boxes of a file; what lies after a damaged place is left to libheif, which reports it.
  init(_ file: UnsafeRawBufferPointer) {
    var hasType = false
    var film: Int?
    let end = Self.forEachBox(in: file[...]) { name, contents in
      // A second beginning, or zeros, end the file: a camera may have put a film there.
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

  /// Takes the types of items: version, flags, their number, and a box for each.
  private mutating func takeItems(_ contents: Slice<UnsafeRawBufferPointer>) {
    let countSize = contents.first == 0 ? 2 : 4
    Self.forEachBox(in: contents.dropFirst(4 + countSize)) { name, entry in
      // Versions before 2 have no type. The number of the item takes four bytes in version 3.
      guard name == "infe", let version = entry.first, version >= 2 else { return }
      let numberSize = version == 2 ? 2 : 4
      guard entry.count >= 4 + numberSize + 6 else { return }
      let item = entry.dropFirst(4).prefix(numberSize).number(isBigEndian: true)
      types[item] = String(decoding: entry.dropFirst(4 + numberSize + 2).prefix(4), as: UTF8.self)
    }
  }

  /// Takes which items describe others, and which are made of others: the number of the item, how many others there are,
  /// and their numbers.
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

  /// Takes the properties of items: version and flags, how many items there are, and for each its number, how many
  /// properties it has, and their places, of which the highest bit says that a reader must know the property.
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

  // MARK: - Pictures that are made of others

  /// How deep pictures may be made of others; usual is one level, of tiles, with a turned copy around it.
  private static let deepest = 3

  /// Refuses a file of few bytes whose picture is made of pictures again and again, for which the library would start
  /// threads until there are none left.
  ///
  /// - Throws: ``CoderError`` for a picture that is nested too deep, or is made of more pixels than the limits allow.
  func checkParts(_ limits: ImageLimits) throws(CoderError) {
    // What tiles have beyond the edges of the picture is not more than the picture.
    let (most, isTooMany) = limits.pixelCount.multipliedReportingOverflow(by: 2)
    var known: [Int: (pixelCount: Int, levelCount: Int)] = [:]
    for item in parts.keys.sorted()
    where try measure(item, depth: 0, &known).pixelCount > (isTooMany ? .max : most) {
      throw CoderError(.imageTooLarge, "the HEIF image is made of images with more pixels than the limit")
    }
  }

  /// How many pixels a picture is made of, and in how many levels.
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

  /// Calls a body with the name and the contents of each box in a part of a file.
  ///
  /// - Returns: where the last whole box ends.
  @discardableResult
  private static func forEachBox(
    in part: Slice<UnsafeRawBufferPointer>, _ body: (String, Slice<UnsafeRawBufferPointer>) -> Void
  ) -> Int {
    var place = part.startIndex
    while part.endIndex - place >= 8 {
      var size = part[place..<place + 4].number(isBigEndian: true)
      var headSize = 8
      if size == 1, part.endIndex - place >= 16 {
        // A size of 64 bits follows the name; none is beyond 63 of them.
        headSize = 16
        size = part[place + 8] < 0x80 ? part[place + 8..<place + 16].number(isBigEndian: true) : 0
        guard size > 0 else { return place }
      } else if size == 0 {
        // The last box has the rest.
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
