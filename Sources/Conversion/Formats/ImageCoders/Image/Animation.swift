/// Pictures of the same size that are shown one after another.
///
/// A file with a single picture is an animation of one frame. The first frame has the metadata and the color
/// profile of the file, which apply to all frames.
public struct Animation: Sendable, Hashable {
  /// A picture, and the time for which it is shown.
  public struct Frame: Sendable, Hashable {
    /// The whole picture as it is displayed, not only the part that differs from the frame before.
    public var image: Image
    /// The time for which the picture is shown, in milliseconds; at least 0.
    ///
    /// The time is the one in the file. Browsers show frames of 10 ms or less for 100 ms.
    public var milliseconds: Int

    /// Makes a frame.
    ///
    /// - Parameters:
    ///   - image: the picture.
    ///   - milliseconds: the time for which the picture is shown, at least 0.
    public init(_ image: Image, milliseconds: Int) {
      precondition(milliseconds >= 0, "a frame is not shown for \(milliseconds) ms")
      self.image = image
      self.milliseconds = milliseconds
    }
  }

  /// The frames in the order in which they are shown, at least one.
  public let frames: [Frame]
  /// The number of times that the animation is played; nil if it is repeated forever.
  public var playCount: Int?

  /// Makes an animation.
  ///
  /// - Parameters:
  ///   - frames: the frames, at least one. Frames whose sizes differ are a programming error.
  ///   - playCount: the number of times that the animation is played, at least 1; nil to repeat it forever.
  public init(frames: [Frame], playCount: Int? = nil) {
    precondition(!frames.isEmpty, "an animation has at least one frame")
    precondition(
      frames.allSatisfy {
        $0.image.width == frames[0].image.width && $0.image.height == frames[0].image.height
      },
      "the frames of an animation have the same size")
    precondition(playCount ?? 1 > 0, "an animation is played at least once")
    self.frames = frames
    self.playCount = playCount
  }

  /// Makes an animation of one frame.
  ///
  /// - Parameter still: the picture.
  public init(still: Image) {
    self.init(frames: [Frame(still, milliseconds: 0)], playCount: 1)
  }

  /// The number of columns and rows of each frame.
  public var size: ImageSize { ImageSize(width: frames[0].image.width, height: frames[0].image.height) }
}

extension Animation {
  /// Returns the animation with each frame changed by a closure.
  ///
  /// The frames of the result must have the same size.
  package func mapFrames(_ change: (Image) throws -> Image) rethrows -> Animation {
    Animation(
      frames: try frames.map { Frame(try change($0.image), milliseconds: $0.milliseconds) },
      playCount: playCount)
  }
}
