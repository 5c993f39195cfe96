/// The picture on which the frames of an animation are drawn.
struct GIFCanvas {
  private let width: Int
  private let height: Int
  /// The four samples of each pixel in the order of memory; 0 for a transparent pixel.
  private var pixels: [UInt32]

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
    pixels = [UInt32](repeating: 0, count: width * height)
  }

  /// The picture with alpha.
  var image: Image {
    Image(width: width, height: height, channels: .rgba, pixels: pixels.withUnsafeBytes { Array($0) })
  }

  /// Draws the part of a frame that lies within the picture.
  mutating func draw(_ indexes: UnsafeBufferPointer<UInt8>, of frame: GIFBlocks.Frame, _ colors: GIFColors) {
    let columnCount = max(0, min(frame.width, width - frame.left))
    let transparentIndex = colors.transparentIndex ?? -1
    pixels.withUnsafeMutableBufferPointer { pixels in
      colors.words.withUnsafeBufferPointer { words in
        for (line, row) in frame.rows.enumerated() where frame.top + row < height {
          let from = line * frame.width
          let to = (frame.top + row) * width + frame.left
          if transparentIndex < 0 {
            for column in 0..<columnCount { pixels[to + column] = words[Int(indexes[from + column])] }
          } else {
            for column in 0..<columnCount {
              let index = Int(indexes[from + column])
              if index != transparentIndex { pixels[to + column] = words[index] }
            }
          }
        }
      }
    }
  }

  /// Makes the rectangle of a frame transparent.
  mutating func clear(_ frame: GIFBlocks.Frame) {
    let columns = min(frame.left, width)..<min(frame.left + frame.width, width)
    for row in min(frame.top, height)..<min(frame.top + frame.height, height) {
      for column in columns { pixels[row * width + column] = 0 }
    }
  }
}
