/// A surface on which the parts of a window are drawn without libraries: text in a bitmap font, shapes with
/// square corners.
final class PlainCanvas: Canvas {
  private let scale: Double
  private var picture: Picture
  /// The part of the picture that can be changed, in pixels of the picture.
  private var bounds: (x: Range<Int>, y: Range<Int>)

  /// Creates a transparent surface.
  ///
  /// - Parameters:
  ///   - width: the width in pixels of the display.
  ///   - height: the height in pixels of the display.
  ///   - scale: the number of pixels of the display in a logical pixel.
  init(width: Int, height: Int, scale: Double) {
    self.scale = scale
    picture = Picture(width: width, height: height)
    bounds = (0..<width, 0..<height)
  }

  func finish() -> Picture { picture }

  func clipped(to area: WindowArea, _ draw: () -> Void) {
    let outer = bounds
    let inner = pixels(of: area)
    bounds = (outer.x.clamped(to: inner.x), outer.y.clamped(to: inner.y))
    draw()
    bounds = outer
  }

  // MARK: Shapes

  func fill(_ area: WindowArea, radius: Double, _ color: WindowColor) {
    let (x, y) = pixels(of: area)
    set(x, y, color.pixel)
  }

  func stroke(_ area: WindowArea, radius: Double, width: Double, isDashed: Bool, _ color: WindowColor) {
    let (x, y) = pixels(of: area)
    let line = max(1, Int((width * scale).rounded()))
    let pixel = color.pixel
    set(x, y.lowerBound..<min(y.lowerBound + line, y.upperBound), pixel)
    set(x, max(y.upperBound - line, y.lowerBound)..<y.upperBound, pixel)
    set(x.lowerBound..<min(x.lowerBound + line, x.upperBound), y, pixel)
    set(max(x.upperBound - line, x.lowerBound)..<x.upperBound, y, pixel)
  }

  func draw(_ icon: WindowIcon, in area: WindowArea, _ color: WindowColor) {
    var start = (x: 0.0, y: 0.0)
    var current = start
    func line(to end: (x: Double, y: Double)) {
      let distance = max(abs(end.x - current.x), abs(end.y - current.y)) * area.width / 24 * scale
      let steps = max(1, Int(distance.rounded(.up)))
      for step in 0...steps {
        let part = Double(step) / Double(steps)
        let x = area.x + (current.x + (end.x - current.x) * part) * area.width / 24
        let y = area.y + (current.y + (end.y - current.y) * part) * area.height / 24
        let dot = pixels(of: WindowArea(x: x, y: y, width: 1, height: 1))
        set(dot.x, dot.y, color.pixel)
      }
      current = end
    }
    for segment in IconSegment.segments(of: icon.path) {
      switch segment {
      case .move(let x, let y): (start, current) = ((x, y), (x, y))
      case .line(let x, let y): line(to: (x, y))
      case .curve(let ax, let ay, let bx, let by, let x, let y):
        let from = current
        // Eight lines are enough for the size of an icon.
        for step in 1...8 {
          let t = Double(step) / 8
          let u = 1 - t
          let (p, q, r, s) = (u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t)
          line(to: (p * from.x + q * ax + r * bx + s * x, p * from.y + q * ay + r * by + s * y))
        }
      case .close: line(to: start)
      }
    }
  }

  // MARK: Pictures and text

  func draw(_ picture: Picture, in area: WindowArea, radius: Double) {
    let (x, y) = pixels(of: area)
    guard picture.width > 0, picture.height > 0, !x.isEmpty, !y.isEmpty else { return }
    let ratio = min(Double(picture.width) / Double(x.count), Double(picture.height) / Double(y.count))
    let left = (Double(picture.width) - Double(x.count) * ratio) / 2
    let top = (Double(picture.height) - Double(y.count) * ratio) / 2
    for row in y.clamped(to: bounds.y) {
      let line = min(picture.height - 1, max(0, Int(top + (Double(row - y.lowerBound) + 0.5) * ratio)))
      for column in x.clamped(to: bounds.x) {
        let place = min(picture.width - 1, max(0, Int(left + (Double(column - x.lowerBound) + 0.5) * ratio)))
        let pixel = picture.pixels[line * picture.width + place]
        let index = row * self.picture.width + column
        self.picture.pixels[index] = Picture.blend(pixel, over: self.picture.pixels[index])
      }
    }
  }

  func draw(_ text: String, in area: WindowArea, _ style: TextStyle, _ color: WindowColor) {
    // The font is nine pixels high, and is only enlarged by whole numbers.
    let size = max(1, Int((style.size * scale / 11).rounded()))
    let advance = (SmallFont.width + SmallFont.space) * size
    let (x, y) = pixels(of: area)
    let letters = SmallFont.standard.rows(
      of: PlainCanvas.shortened(text, to: max(0, x.count / advance), inMiddle: style.isShortenedInMiddle))
    let free = max(0, x.count - letters.count * advance)
    let left =
      switch style.alignment {
      case .leading: x.lowerBound
      case .center: x.lowerBound + free / 2
      case .trailing: x.lowerBound + free
      }
    let top = y.lowerBound + (y.count - SmallFont.height * size) / 2
    for (place, letter) in letters.enumerated() {
      for row in 0..<SmallFont.height {
        for column in 0..<SmallFont.width where letter[row] >> (SmallFont.width - 1 - column) & 1 != 0 {
          let dotX = left + place * advance + column * size
          let dotY = top + row * size
          set(dotX..<dotX + size, dotY..<dotY + size, color.pixel)
        }
      }
    }
  }

  /// Returns text of at most `count` characters, with three dots in place of what is left out.
  static func shortened(_ text: String, to count: Int, inMiddle: Bool) -> String {
    if text.count <= count { return text }
    guard count > 3 else { return String(text.prefix(count)) }
    let kept = count - 3
    return inMiddle
      ? text.prefix(kept - kept / 2) + "..." + text.suffix(kept / 2) : text.prefix(kept) + "..."
  }

  // MARK: Pixels

  private func pixels(of area: WindowArea) -> (x: Range<Int>, y: Range<Int>) {
    func range(_ start: Double, _ end: Double) -> Range<Int> {
      let first = Int((start * scale).rounded())
      return first..<max(first, Int((end * scale).rounded()))
    }
    return (range(area.x, area.right), range(area.y, area.bottom))
  }

  private func set(_ x: Range<Int>, _ y: Range<Int>, _ pixel: UInt32) {
    let x = x.clamped(to: bounds.x)
    for row in y.clamped(to: bounds.y) {
      for index in row * picture.width + x.lowerBound..<row * picture.width + x.upperBound {
        picture.pixels[index] = Picture.blend(pixel, over: picture.pixels[index])
      }
    }
  }
}
