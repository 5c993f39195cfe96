import ProfferConversions

/// Checks of the sizes that pictures declare.
///
/// libheif decodes composed pictures on several threads, and cannot be stopped. A small file can declare
/// sizes that differ from those of its coded pictures, so both sizes are checked before decoding.
extension HEIFBoxes {
  // MARK: - Composed pictures

  /// The maximum nesting depth of composed pictures.
  ///
  /// The usual depth is at most two: a picture composed of tiles, and a rotated copy of that picture.
  private static let deepest = 3

  /// The minimum number of pixels counted for a part, because starting to decode it also takes time.
  private static let leastPixelCount = 1 << 13

  /// Checks the sizes of all pictures, so that decoding needs no more memory and time than the limits imply.
  ///
  /// - Throws: ``CoderError`` if a picture is nested too deeply, if the parts of a picture have more than twice
  ///   as many pixels as the limit or do not cover it, or if a coded picture has another size than declared.
  func checkSizes(in file: UnsafeRawBufferPointer, _ limits: ImageLimits) throws(CoderError) {
    try checkParts(limits, coded: [:])
    let coded = try codedPixelCounts(in: file)
    try checkParts(limits, coded: coded)
    for count in coded.values { try check(count, limits) }
  }

  /// Checks that composed pictures are not nested too deeply and do not contain too many pixels.
  ///
  /// For a small file with recursively composed pictures, the library would otherwise start threads without
  /// limit.
  private func checkParts(_ limits: ImageLimits, coded: [Int: Int]) throws(CoderError) {
    var known: [Int: (pixelCount: Int, levelCount: Int)] = [:]
    for item in parts.keys.sorted() { try check(measure(item, depth: 0, coded, &known).pixelCount, limits) }
  }

  /// Checks the number of pixels decoded for one picture.
  private func check(_ pixelCount: Int, _ limits: ImageLimits) throws(CoderError) {
    // Tiles may extend beyond the edges of the picture. There are at most as many pixels outside the picture
    // as inside, so the limit is doubled.
    guard pixelCount <= limits.pixelCount.multipliedOrMaximum(by: 2) else {
      throw CoderError(.imageTooLarge, "the HEIF image consists of images with more pixels than the limit")
    }
  }

  /// Returns the total number of pixels in the parts of a picture, and the number of nesting levels.
  private func measure(
    _ item: Int, depth: Int, _ coded: [Int: Int], _ known: inout [Int: (pixelCount: Int, levelCount: Int)]
  ) throws(CoderError) -> (pixelCount: Int, levelCount: Int) {
    if let result = known[item] { return result }
    var result = (pixelCount: 0, levelCount: 0)
    for part in parts[item, default: []] where depth <= Self.deepest {
      let (pixelCount, levelCount) = try measure(part, depth: depth + 1, coded, &known)
      result = (result.pixelCount.addingOrMaximum(pixelCount), max(result.levelCount, levelCount + 1))
    }
    guard result.levelCount <= Self.deepest else {
      throw CoderError(
        .unsupportedImage, "the HEIF image consists of images nested in more than \(Self.deepest) levels")
    }
    if parts[item] == nil {
      let declared = declaredSizes(of: item).map(\.pixelCount).max() ?? 0
      result.pixelCount = max(declared, coded[item] ?? 0, Self.leastPixelCount)
    }
    known[item] = result
    return result
  }

  // MARK: - Coded pictures

  /// The number of columns, and of rows, by which a coded picture may exceed its declared size.
  ///
  /// An encoder may round the size up to a whole number of coding blocks, which have at most 64 columns and
  /// rows.
  private static let paddingLimit = 64

  /// The maximum number of headers to read in coded pictures.
  private static let headerLimit = 1 << 20

  /// Returns the number of pixels in the coded pictures that belong to the main picture, by item ID.
  ///
  /// - Throws: ``CoderError`` if such a picture has another size than the file declares.
  private func codedPixelCounts(in file: UnsafeRawBufferPointer) throws(CoderError) -> [Int: Int] {
    var result: [Int: Int] = [:]
    var (headerCount, byteCount) = (0, 0)
    var waiting = primaryItem.map { [(item: $0, isPart: false)] } ?? []
    while let (item, isPart) = waiting.popLast() {
      guard result[item] == nil else { continue }
      if types[item] == "grid" { try checkGrid(item, in: file) }
      waiting += parts[item, default: []].map { ($0, true) }
      waiting += auxiliaries[item, default: []].map { ($0, isPart) }
      let pictures = codedPictures(
        of: item, in: file, &byteCount, headerLimit: Self.headerLimit - headerCount)
      headerCount += pictures?.headerCount ?? 0
      guard headerCount < Self.headerLimit, byteCount <= 4 * file.count else {
        throw CoderError(.unsupportedImage, "the HEIF image consists of too many small parts")
      }
      if let size = pictures?.size { try check(size, of: item, isPart: isPart) }
      result[item] =
        pictures.map { ($0.size?.pixelCount ?? 0).multipliedOrMaximum(by: max(1, $0.count)) } ?? 0
    }
    return result
  }

  /// Checks that the tiles of a grid cover it, because the library leaves the rest undefined.
  ///
  /// The data of a grid is a version, flags, the numbers of rows and columns less one, and the size. The
  /// numbers of the size have four bytes if the first flag is set, otherwise two. (Source: ISO/IEC 23008-12,
  /// section 6.6.2.3.2.)
  private func checkGrid(_ item: Int, in file: UnsafeRawBufferPointer) throws(CoderError) {
    let tiles = parts[item, default: []]
    guard let ranges = extents[item], ranges.count == 1, ranges[0].count >= 8,
      // A transformation can change the size of a tile.
      !tiles.contains(where: { properties[$0, default: []].contains { transformations[$0.property] != nil } })
    else { return }
    let data = file[ranges[0]]
    let numberSize = data[data.startIndex + 1] & 1 == 0 ? 2 : 4
    let rowCount = Int(data[data.startIndex + 2]) + 1
    let columnCount = Int(data[data.startIndex + 3]) + 1
    let width = data.dropFirst(4).prefix(numberSize).number(isBigEndian: true)
    let height = data.dropFirst(4 + numberSize).prefix(numberSize).number(isBigEndian: true)
    // The library reports a wrong number of tiles.
    guard tiles.count == rowCount * columnCount else { return }
    var coveredHeight = 0
    for row in 0..<rowCount {
      let sizes = tiles[row * columnCount..<(row + 1) * columnCount].compactMap {
        declaredSizes(of: $0).first
      }
      guard sizes.count == columnCount, sizes.reduce(0, { $0.addingOrMaximum($1.width) }) >= width else {
        throw CoderError(.damagedImage, "the tiles of the HEIF image do not cover it")
      }
      coveredHeight = coveredHeight.addingOrMaximum(sizes.map(\.height).min() ?? 0)
    }
    guard coveredHeight >= height else {
      throw CoderError(.damagedImage, "the tiles of the HEIF image do not cover it")
    }
  }

  /// Checks that a coded picture has the size that the file declares.
  private func check(_ size: ImageSize, of item: Int, isPart: Bool) throws(CoderError) {
    guard let declared = declaredSizes(of: item).first else { return }
    // The library reports a main picture that is too small, but not a part that is too small.
    guard size.width <= declared.width + Self.paddingLimit,
      size.height <= declared.height + Self.paddingLimit,
      !isPart || size.width >= declared.width && size.height >= declared.height
    else {
      throw CoderError(
        .damagedImage,
        "the HEIF file declares an image of \(declared.words) but contains an image of \(size.words)"
      )
    }
  }

  /// Returns the pictures in the data of an item; nil if the item has no data or no configuration.
  ///
  /// - Parameter byteCount: receives the number of bytes joined from several parts of the file.
  private func codedPictures(
    of item: Int, in file: UnsafeRawBufferPointer, _ byteCount: inout Int, headerLimit: Int
  ) -> CodedPictures? {
    guard let type = types[item], let ranges = extents[item],
      let configuration = properties[item, default: []].lazy.compactMap({ configurations[$0.property] }).first
    else { return nil }
    func pictures(_ data: UnsafeRawBufferPointer) -> CodedPictures {
      CodedPictures(type: type, configuration: file[configuration], data: data, headerLimit: headerLimit)
    }
    if ranges.count == 1 { return pictures(UnsafeRawBufferPointer(rebasing: file[ranges[0]])) }
    byteCount = ranges.reduce(byteCount) { $0.addingOrMaximum($1.count) }
    guard byteCount <= 4 * file.count else { return nil }
    return ranges.flatMap { file[$0] }.withUnsafeBytes(pictures)
  }

  /// The sizes that the properties of an item declare.
  private func declaredSizes(of item: Int) -> [ImageSize] {
    properties[item, default: []].compactMap { sizes[$0.property] }
  }
}

extension ImageSize {
  /// The number of pixels, or the largest integer on overflow.
  fileprivate var pixelCount: Int { width.multipliedOrMaximum(by: height) }

  /// The size in a message.
  fileprivate var words: String { "\(width) × \(height)" }
}

extension Int {
  fileprivate func multipliedOrMaximum(by other: Int) -> Int {
    let (product, isTooLarge) = multipliedReportingOverflow(by: other)
    return isTooLarge ? .max : product
  }

  fileprivate func addingOrMaximum(_ other: Int) -> Int {
    let (sum, isTooLarge) = addingReportingOverflow(other)
    return isTooLarge ? .max : sum
  }
}
