public import ProfferConversions

extension ValueKind<Image> {
  /// One picture as pixels.
  public static let image = ValueKind(Image.self, name: "image")
}

extension ImageFormat {
  /// Every format, in the order in which equal ones are taken.
  package static let all: [ImageFormat] = [
    .png, .tiff, .webp, .bmp, .portableAnymap, .portableArbitraryMap, .qoi, .jpeg, .heif,
  ]

  /// The libraries that formats need, with the names of the formats.
  package static var libraries: [(library: ImageLibrary, formats: [String])] {
    var found: [(library: ImageLibrary, formats: [String])] = []
    for format in all {
      guard let library = format.library else { continue }
      if let place = found.firstIndex(where: { $0.library.name == library.name }) {
        found[place].formats.append(format.name)
      } else {
        found.append((library, [format.name]))
      }
    }
    return found
  }

  /// The format of a type's files; nil where there is none.
  ///
  /// - Parameter conforms: answers whether the type is another one or conforms to it.
  package static func format(where conforms: (String) -> Bool) -> ImageFormat? {
    all.first { $0.typeIdentifiers.contains(where: conforms) }
  }

  /// What the format needs and does not find; nil for a format that needs nothing.
  package var missing: (@Sendable () -> CoderError?)? {
    guard let library else { return nil }
    return { library.version() == nil ? library.missing(for: name) : nil }
  }

  /// The same for writing, which may need an encoder too.
  package var missingForWriting: (@Sendable () -> CoderError?)? {
    guard let missing else { return nil }
    return { missing() ?? missingEncoder() }
  }
}

extension CoderSet {
  /// Images: each format is read as pixels and written from them.
  ///
  /// A format whose library is not installed is among them, and is left out of plans: the library is looked for when a plan
  /// would use the format, and not before.
  ///
  /// - Parameter options: quality, size and metadata of what is written, and the limits of what is read.
  /// - Returns: the coders.
  public static func images(_ options: ImageOptions = ImageOptions()) -> CoderSet {
    CoderSet(
      readers: ImageFormat.all.map { $0.reader(options) },
      writers: ImageFormat.all.compactMap { $0.writer(options) })
  }
}

extension ImageFormat {
  fileprivate func reader(_ options: ImageOptions) -> RepresentationReader {
    var reader = RepresentationReader(
      name, reads: typeIdentifiers, as: .image, mayLose: readingMayLose
    ) { try decode($0.data, options) }
    reader.missing = missing
    return reader
  }

  fileprivate func writer(_ options: ImageOptions) -> RepresentationWriter? {
    guard encode != nil else { return nil }
    var mayLose = mayLose
    if options.maximumSize != nil { mayLose.append(.resolution) }
    if options.stripsMetadata { mayLose.append(.metadata) }
    // Only the type that is preferred is written; the others are names of the same files.
    var writer = RepresentationWriter(
      name, writes: Array(typeIdentifiers.prefix(1)), from: .image, mayLose: mayLose
    ) { image, _ in try write(image, options) }
    writer.missing = missingForWriting
    return writer
  }

  /// Makes a file of an image: scaled, stripped and turned as the options and the format want it.
  ///
  /// - Throws: ``CoderError`` for an image that the format cannot hold, and for a format that is only read.
  package func write(_ image: Image, _ options: ImageOptions) throws -> Written {
    guard let encode else { throw CoderError(.unwritable, "\(name) is only read here") }
    var losses = LossCounter()
    var image = image
    if options.stripsMetadata { image = image.stripped(&losses) }
    if let size = options.maximumSize { image = image.scaled(toFit: size, &losses) }
    if !carriesOrientation { image = image.turnedUp() }
    let written = try encode(image, options)
    return Written(written.contents, losses: losses.total + written.losses, warnings: written.warnings)
  }
}

extension Image {
  /// The image without what may tell a place, a date or a person.
  ///
  /// Orientation, density and color profile stay, as they say how the pixels look.
  ///
  /// - Parameter losses: gets `metadata` for each part that is left out.
  package func stripped(_ losses: inout LossCounter) -> Image {
    var image = self
    if metadata.exif != nil { losses.add(.metadata, "EXIF is left out as asked") }
    if metadata.xmp != nil { losses.add(.metadata, "XMP is left out as asked") }
    if metadata.iptc != nil { losses.add(.metadata, "IPTC is left out as asked") }
    losses.add(.metadata, "texts are left out as asked", count: metadata.texts.count)
    image.metadata = ImageMetadata()
    return image
  }
}
