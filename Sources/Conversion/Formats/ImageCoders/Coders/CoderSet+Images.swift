public import ProfferConversions

extension ValueKind<Image> {
  /// A picture as pixels.
  public static let image = ValueKind(Image.self, name: "image")
}

extension ImageFormat {
  /// All formats, in order of precedence.
  ///
  /// If several formats are equally suitable, the first of them is used.
  package static let all: [ImageFormat] = [
    .png, .tiff, .webp, .bmp, .portableAnymap, .portableArbitraryMap, .qoi, .jpeg, .heif, .avif, .ico,
    .gif,
  ]

  /// The libraries required by formats, each with the names of the formats that require it.
  package static var libraries: [(library: ImageLibrary, formats: [String])] {
    var found: [(library: ImageLibrary, formats: [String])] = []
    let required =
      all.compactMap { format in format.library.map { ($0, format.name) } }
      + AnimationFormat.all.flatMap { format in format.libraries.map { ($0, format.name) } }
    for (library, name) in required {
      if let place = found.firstIndex(where: { $0.library.name == library.name }) {
        found[place].formats.append(name)
      } else {
        found.append((library, [name]))
      }
    }
    return found
  }

  /// Returns the first format that has a matching type; nil if there is none.
  ///
  /// - Parameter conforms: returns whether the requested type equals or conforms to the given type.
  package static func format(where conforms: (String) -> Bool) -> ImageFormat? {
    all.first { $0.typeIdentifiers.contains(where: conforms) }
  }
}

extension CoderSet {
  /// Returns a coder set that reads and writes pixels in each image format, and all frames of animations.
  ///
  /// Formats whose library is not installed are included, but plans do not use them. A library is loaded
  /// only when a plan would use its format.
  ///
  /// - Parameter options: quality, size and metadata for writing, and the limits for reading.
  /// - Returns: the coder set.
  public static func images(_ options: ImageOptions = ImageOptions()) -> CoderSet {
    // If an animation can be written with all frames, this path is preferred to one that is equal otherwise.
    animations(options)
      + CoderSet(
        readers: ImageFormat.all.map { $0.reader(options) },
        writers: (ImageFormat.all + ImageFormat.singleAnymaps).compactMap { $0.writer(options) })
  }
}

extension ImageFormat {
  fileprivate func reader(_ options: ImageOptions) -> RepresentationReader {
    var reader = RepresentationReader(
      name, reads: typeIdentifiers, as: .image, mayLose: readingMayLose
    ) { try decode($0.data, options.limited(by: $0.limits)) }
    reader.missing = missing
    return reader
  }

  fileprivate func writer(_ options: ImageOptions) -> RepresentationWriter? {
    guard encode != nil else { return nil }
    var mayLose = mayLose
    if options.maximumSize != nil { mayLose.append(.resolution) }
    if options.stripsMetadata { mayLose.append(.metadata) }
    // Only the preferred type is written. The other types are alternative names of the same format.
    var writer = RepresentationWriter(
      name, writes: Array(typeIdentifiers.prefix(1)), from: .image, mayLose: mayLose
    ) { image, _ in try write(image, options) }
    writer.missing = missingForWriting
    return writer
  }

  /// Writes an image as a file.
  ///
  /// The image is scaled and stripped according to the options. Its pixels are rotated if the format cannot
  /// store an orientation.
  ///
  /// - Throws: ``CoderError`` if the format cannot represent the image, or if the format is read-only.
  package func write(_ image: Image, _ options: ImageOptions) throws -> Written {
    guard let encode else { throw CoderError(.unwritable, "\(name) can be read but not written") }
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
  /// Returns the image without metadata that may reveal a place, a date or a person.
  ///
  /// Orientation, density and color profile are kept, because they affect how the pixels are displayed.
  ///
  /// - Parameter losses: receives one `metadata` loss for each item removed.
  package func stripped(_ losses: inout LossCounter) -> Image {
    var image = self
    if metadata.exif != nil { losses.add(.metadata, "EXIF removed as requested") }
    if metadata.xmp != nil { losses.add(.metadata, "XMP removed as requested") }
    if metadata.iptc != nil { losses.add(.metadata, "IPTC removed as requested") }
    losses.add(.metadata, "text entries removed as requested", count: metadata.texts.count)
    image.metadata = ImageMetadata()
    return image
  }
}
