/// The encoded requests for pictures.
extension X11Request {
  /// Creates a graphics context, which ``putImage(_:size:at:depth:on:_:)`` requires.
  ///
  /// - Parameter drawable: a window or pixmap of the depth for which the context is used.
  static func createContext(_ context: UInt32, for drawable: UInt32) -> [UInt8] {
    request(.createGC) {
      $0.add(context)
      $0.add(drawable)
      $0.add(UInt32(0))
    }
  }

  static func freeContext(_ context: UInt32) -> [UInt8] { request(.freeGC) { $0.add(context) } }

  /// Draws pixels on a window or pixmap.
  ///
  /// - Parameter pixels: the rows of the picture, in the format of the display.
  static func putImage(
    _ pixels: [UInt8], size: (UInt16, UInt16), at place: (Int16, Int16), depth: UInt8, on drawable: UInt32,
    _ context: UInt32
  ) -> [UInt8] {
    request(.putImage, X11Number.pixelImage) {
      $0.reserve(pixels.count + putImageByteCount)
      $0.add(drawable)
      $0.add(context)
      $0.add(size.0)
      $0.add(size.1)
      $0.add(place.0)
      $0.add(place.1)
      $0.add([0, depth, 0, 0] as [UInt8])
      $0.add(pixels)
    }
  }

  /// The maximum length of a request to draw pixels, without the pixels.
  static let putImageByteCount = 28

  /// Creates a picture in the memory of the display.
  static func createPixmap(_ pixmap: UInt32, on drawable: UInt32, size: (UInt16, UInt16), depth: UInt8)
    -> [UInt8]
  {
    request(.createPixmap, depth) {
      $0.add(pixmap)
      $0.add(drawable)
      $0.add(size.0)
      $0.add(size.1)
    }
  }

  static func freePixmap(_ pixmap: UInt32) -> [UInt8] { request(.freePixmap) { $0.add(pixmap) } }

  static func createColormap(_ colormap: UInt32, for visual: UInt32, on window: UInt32) -> [UInt8] {
    request(.createColormap) {
      $0.add(colormap)
      $0.add(window)
      $0.add(visual)
    }
  }

  static func freeColormap(_ colormap: UInt32) -> [UInt8] { request(.freeColormap) { $0.add(colormap) } }
}
