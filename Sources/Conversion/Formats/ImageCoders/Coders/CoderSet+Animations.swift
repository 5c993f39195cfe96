public import ProfferConversions

extension ValueKind<Animation> {
  /// Pictures that are shown one after another.
  public static let animation = ValueKind(Animation.self, name: "animation")
}

extension CoderSet {
  /// Returns the coders for files with several frames, and the bridges between animations and images.
  ///
  /// - Parameter options: quality, size and metadata for writing, and the limits for reading.
  /// - Returns: the coder set.
  static func animations(_ options: ImageOptions) -> CoderSet {
    CoderSet(
      readers: AnimationFormat.all.map { $0.reader(options) },
      writers: AnimationFormat.all.map { $0.writer(options) },
      bridges: [
        ValueBridge("animation to image", from: .animation, to: .image, mayLose: [.animation]) { animation in
          var losses = LossCounter()
          losses.add(.animation, "frames after the first", count: animation.frames.count - 1)
          return Reading(animation.frames[0].image, losses: losses.total)
        },
        ValueBridge("image to animation", from: .image, to: .animation) { Reading(Animation(still: $0)) },
      ])
  }
}

extension AnimationFormat {
  /// The formats, in order of precedence.
  package static let all: [AnimationFormat] = [.webp, .gif]

  /// Writes an animation as a file, according to the options.
  ///
  /// - Throws: ``CoderError`` if the format cannot represent the animation.
  package func write(_ animation: Animation, _ options: ImageOptions) throws -> Written {
    guard animation.frames.count > 1 else { return try still.write(animation.frames[0].image, options) }
    var losses = LossCounter()
    // The frames have the same size, so that the loss of the first frame is that of all frames.
    var isFirst = true
    let changed = animation.mapFrames { frame in
      var image = frame
      var frameLosses = LossCounter()
      if options.stripsMetadata { image = image.stripped(&frameLosses) }
      if let size = options.maximumSize { image = image.scaled(toFit: size, &frameLosses) }
      if isFirst { losses.add(contentsOf: frameLosses.total) }
      isFirst = false
      return image.turnedUp()
    }
    let written = try encode(changed, options)
    return Written(written.contents, losses: losses.total + written.losses, warnings: written.warnings)
  }

  fileprivate func reader(_ options: ImageOptions) -> RepresentationReader {
    let mayLose = still.readingMayLose.filter { $0 != .animation }
    var reader = RepresentationReader(name, reads: still.typeIdentifiers, as: .animation, mayLose: mayLose) {
      try decode($0.data, options.limited(by: $0.limits))
    }
    reader.missing = missing
    return reader
  }

  fileprivate func writer(_ options: ImageOptions) -> RepresentationWriter {
    var mayLose = still.mayLose + [.precision]
    if options.maximumSize != nil { mayLose.append(.resolution) }
    if options.stripsMetadata { mayLose.append(.metadata) }
    var writer = RepresentationWriter(
      name, writes: Array(still.typeIdentifiers.prefix(1)), from: .animation, mayLose: mayLose
    ) { animation, _ in try write(animation, options) }
    writer.missing = missingForWriting
    return writer
  }
}
