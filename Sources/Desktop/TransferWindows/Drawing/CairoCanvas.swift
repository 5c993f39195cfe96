/// A surface on which Cairo and Pango draw.
final class CairoCanvas: Canvas {
  /// Constants of the libraries (Source: cairo.h, pango-layout.h, pango-font.h, pango-types.h).
  private enum Constant {
    static let argb32: CInt = 0
    static let bestFilter: CInt = 2
    static let round: CInt = 1
    static let ellipsisInMiddle: CInt = 2
    static let ellipsisAtEnd: CInt = 3
    static let units: Double = 1024
    static let normalWeight: CInt = 400
    static let boldWeight: CInt = 600
  }

  private let library: CairoLibraries
  private let width, height: Int
  private let pixels: UnsafeMutablePointer<UInt32>
  private let surface, context: CairoLibraries.Pointer?

  /// Creates a transparent surface.
  ///
  /// - Parameters:
  ///   - width: the width in pixels of the display.
  ///   - height: the height in pixels of the display.
  ///   - scale: the number of pixels of the display in a logical pixel.
  init(_ library: CairoLibraries, width: Int, height: Int, scale: Double) {
    (self.library, self.width, self.height) = (library, width, height)
    pixels = .allocate(capacity: max(1, width * height))
    pixels.initialize(repeating: 0, count: max(1, width * height))
    surface = library.surfaceForData(
      UnsafeMutableRawPointer(pixels), Constant.argb32, CInt(width), CInt(height), CInt(width * 4))
    context = library.createContext(surface)
    library.scale(context, scale, scale)
    library.setLineCap(context, Constant.round)
    library.setLineJoin(context, Constant.round)
  }

  deinit {
    library.destroyContext(context)
    library.destroySurface(surface)
    pixels.deallocate()
  }

  func finish() -> Picture {
    library.flushSurface(surface)
    return Picture(
      width: width, height: height,
      pixels: Array(UnsafeBufferPointer(start: pixels, count: width * height)))
  }

  func clipped(to area: WindowArea, _ draw: () -> Void) {
    library.save(context)
    library.rectangle(context, area.x, area.y, area.width, area.height)
    library.clip(context)
    draw()
    library.restore(context)
  }

  // MARK: Shapes

  func fill(_ area: WindowArea, radius: Double, _ color: WindowColor) {
    use(color)
    outline(area, radius: radius)
    library.fill(context)
  }

  func stroke(_ area: WindowArea, radius: Double, width: Double, isDashed: Bool, _ color: WindowColor) {
    use(color)
    library.setLineWidth(context, width)
    if isDashed { library.setDash(context, [6, 5], 2, 0) }
    // Half of the line is on each side of its path.
    outline(area.inset(width / 2, width / 2), radius: radius)
    library.stroke(context)
    if isDashed { library.setDash(context, nil, 0, 0) }
  }

  func draw(_ icon: WindowIcon, in area: WindowArea, _ color: WindowColor) {
    library.save(context)
    library.translate(context, area.x, area.y)
    library.scale(context, area.width / 24, area.height / 24)
    use(color)
    library.setLineWidth(context, 1.5)
    library.newPath(context)
    for segment in IconSegment.segments(of: icon.path) {
      switch segment {
      case .move(let x, let y): library.moveTo(context, x, y)
      case .line(let x, let y): library.lineTo(context, x, y)
      case .curve(let a, let b, let c, let d, let e, let f): library.curveTo(context, a, b, c, d, e, f)
      case .close: library.closePath(context)
      }
    }
    library.stroke(context)
    library.restore(context)
  }

  private func use(_ color: WindowColor) {
    library.setColor(context, color.red, color.green, color.blue, color.alpha)
  }

  /// Begins the path of a rectangle with rounded corners.
  private func outline(_ area: WindowArea, radius: Double) {
    let radius = min(radius, area.width / 2, area.height / 2)
    library.newPath(context)
    guard radius > 0 else {
      return library.rectangle(context, area.x, area.y, area.width, area.height)
    }
    let corners = [
      (area.right - radius, area.y + radius), (area.right - radius, area.bottom - radius),
      (area.x + radius, area.bottom - radius), (area.x + radius, area.y + radius),
    ]
    for (number, corner) in corners.enumerated() {
      let angle = (Double(number) - 1) * Double.pi / 2
      library.arc(context, corner.0, corner.1, radius, angle, angle + Double.pi / 2)
    }
    library.closePath(context)
  }

  // MARK: Pictures and text

  func draw(_ picture: Picture, in area: WindowArea, radius: Double) {
    guard picture.width > 0, picture.height > 0 else { return }
    var copy = picture.pixels
    copy.withUnsafeMutableBytes { bytes in
      let source = library.surfaceForData(
        bytes.baseAddress, Constant.argb32, CInt(picture.width), CInt(picture.height),
        CInt(picture.width * 4))
      defer { library.destroySurface(source) }
      library.save(context)
      outline(area, radius: radius)
      library.clip(context)
      let scale = max(area.width / Double(picture.width), area.height / Double(picture.height))
      library.translate(
        context, area.x + (area.width - Double(picture.width) * scale) / 2,
        area.y + (area.height - Double(picture.height) * scale) / 2)
      library.scale(context, scale, scale)
      library.setSurface(context, source, 0, 0)
      library.setFilter(library.source(context), Constant.bestFilter)
      library.paint(context)
      // The context must not refer to the pixels when the surface is destroyed.
      library.setColor(context, 0, 0, 0, 1)
      library.restore(context)
    }
  }

  func draw(_ text: String, in area: WindowArea, _ style: TextStyle, _ color: WindowColor) {
    guard area.width > 0, !text.isEmpty, let layout = library.createLayout(context) else { return }
    defer { library.unreference(layout) }
    let font = library.newFont()
    defer { library.freeFont(font) }
    library.setFontFamily(font, "sans-serif")
    library.setFontWeight(font, style.isBold ? Constant.boldWeight : Constant.normalWeight)
    library.setFontSize(font, style.size * Constant.units)
    library.setFont(layout, font)
    // The alignment of a name is the same in every script.
    library.setAutomaticDirection(layout, 0)
    library.setText(layout, text, CInt(text.utf8.count))
    library.setWidth(layout, CInt(area.width * Constant.units))
    // A negative height is a number of lines.
    library.setHeight(layout, CInt(-style.lineCount))
    library.setEllipsis(
      layout, style.isShortenedInMiddle ? Constant.ellipsisInMiddle : Constant.ellipsisAtEnd)
    let alignment: CInt =
      switch style.alignment {
      case .leading: 0
      case .center: 1
      case .trailing: 2
      }
    library.setAlignment(layout, alignment)
    var (width, height): (CInt, CInt) = (0, 0)
    library.layoutSize(layout, &width, &height)
    use(color)
    library.moveTo(context, area.x, area.y + (area.height - Double(height)) / 2)
    library.showLayout(context, layout)
  }
}
