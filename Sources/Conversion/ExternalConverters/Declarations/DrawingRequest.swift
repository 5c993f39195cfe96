import ProfferConversions

/// The page of a document and the size in pixels that an external converter is to draw.
public struct DrawingRequest: Sendable, Hashable {
  /// A size in pixels, at least 1 by 1.
  public struct Size: Sendable, Hashable {
    /// The width.
    public var width: Int
    /// The height.
    public var height: Int

    /// Makes a size.
    ///
    /// - Parameters:
    ///   - width: the width, at least 1.
    ///   - height: the height, at least 1.
    public init(width: Int, height: Int) {
      self.width = width
      self.height = height
    }
  }

  /// The number of the page, counted from 1; nil for the first page of a picture and all pages of a text.
  public var pageNumber: Int?
  /// The size into which the picture is fitted, larger or smaller than its own size; nil for its own size.
  ///
  /// The aspect ratio is kept.
  public var size: Size?

  /// Makes a request.
  ///
  /// - Parameters:
  ///   - pageNumber: the number of the page.
  ///   - size: the size into which the picture is fitted.
  public init(pageNumber: Int? = nil, size: Size? = nil) {
    self.pageNumber = pageNumber
    self.size = size
  }
}

extension ReadingLimits {
  /// The maximum number of pixels that a program draws, unless ``pixelCount`` is smaller.
  ///
  /// A program holds the whole picture in memory, which has 4 bytes a pixel.
  private static let drawnPixelCount = 1 << 28

  /// Throws `tooLarge` if a picture would have too many pixels.
  ///
  /// - Parameters:
  ///   - width: the width in pixels.
  ///   - height: the height in pixels.
  func checkDrawing(width: Double, height: Double) throws(CoderError) {
    let limit = min(pixelCount, Self.drawnPixelCount)
    guard width * height > Double(limit) else { return }
    func shown(_ length: Double) -> String { length < 1e9 ? String(Int(length.rounded())) : "more than 1e9" }
    throw CoderError(
      .tooLarge,
      "the picture would be \(shown(width)) by \(shown(height)) pixels, and the limit is \(limit) pixels; "
        + "draw it in a smaller size")
  }
}
