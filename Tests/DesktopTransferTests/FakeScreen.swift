@testable import DesktopTransfer

/// The screen of a ``FakeDisplay``, as it is described to clients.
struct FakeScreen: Sendable {
  var width: UInt16 = 1000
  var height: UInt16 = 1000
  /// The depth of the root window; a depth of 8 has colors from a table.
  var depth: UInt8 = 24
  /// The resources of the display, such as `Xft.dpi`.
  var resources: String?
  /// Whether a compositing manager shows translucent windows.
  var hasCompositor = false

  /// The symbols of keys, by their place after the first keycode, which is 8; the other keys have their place
  /// as symbol.
  static let symbols: [Int: UInt32] = [
    1: 0xFF1B, 2: 0xFF0D, 3: 0xFFFF, 4: 0xFF54, 5: 0xFF8D, 6: 0x61, 7: 0xFF52, 8: 0xFF57,
  ]
  static let (escape, enter, delete, down) = (UInt8(9), UInt8(10), UInt8(11), UInt8(12))
  static let (keypadEnter, letterA, up, end) = (UInt8(13), UInt8(14), UInt8(15), UInt8(16))

  /// Adds everything that follows the maximum length of requests.
  func describe(in body: inout HostOrderWriter) {
    let depths: [(depth: UInt8, bits: UInt8)] = [(8, 8), (16, 16), (24, 32), (32, 32)]
    body.add([1, UInt8(depths.count), 0, 0, 32, 32, 8, 255] as [UInt8])
    body.zeros(4)
    body.add("fake".utf8)
    for (depth, bits) in depths {
      body.add([depth, bits, 32, 0, 0, 0, 0, 0] as [UInt8])
    }
    body.add(UInt32(1))
    body.zeros(16)
    body.add(width)
    body.add(height)
    body.zeros(8)
    // The number of each visual is its depth.
    body.add(UInt32(depth))
    body.add([0, 0, depth, UInt8(depths.count)] as [UInt8])
    for (depth, _) in depths {
      body.add([depth, 0] as [UInt8])
      body.add(UInt16(1))
      body.zeros(4)
      body.add(UInt32(depth))
      body.add([depth == 8 ? 3 : 4, 8, 0, 1] as [UInt8])
      let masks: [UInt32] = depth == 16 ? [0xF800, 0x07E0, 0x001F] : [0xFF0000, 0xFF00, 0xFF]
      for mask in masks { body.add(mask) }
      body.zeros(4)
    }
  }
}

/// The pictures of the windows and pixmaps of a ``FakeDisplay``.
struct FakePictures {
  /// A picture, row by row, in the numbers of the display.
  struct Picture: Equatable {
    let width, height: Int
    let depth: UInt8
    var pixels: [UInt32]
    /// The number of requests that have drawn on the picture.
    var drawCount = 0
  }

  private var pictures: [UInt32: Picture] = [:]
  /// The depths of graphics contexts.
  private var contexts: [UInt32: UInt8] = [:]

  subscript(_ drawable: UInt32) -> Picture? {
    get { pictures[drawable] }
    set { pictures[drawable] = newValue }
  }

  /// - Parameter background: the pixmap that the window shows; nil for an empty picture.
  mutating func create(_ window: UInt32, _ width: Int, _ height: Int, depth: UInt8, background: UInt32?) {
    let copied = background.flatMap { pictures[$0] }
    precondition(
      background == nil || copied?.depth == depth, "a background must have the depth of its window")
    pictures[window] =
      copied
      ?? Picture(
        width: width, height: height, depth: depth, pixels: Array(repeating: 0, count: width * height))
  }

  /// Changes the size of a picture, which loses its pixels.
  mutating func resize(_ window: UInt32, _ width: Int, _ height: Int) {
    guard let old = pictures[window] else { return }
    pictures[window] = Picture(
      width: width, height: height, depth: old.depth, pixels: Array(repeating: 0, count: width * height),
      drawCount: old.drawCount)
  }

  /// Handles a request for a pixmap, a graphics context or an image.
  mutating func handle(_ number: UInt8, _ detail: UInt8, _ body: HostOrderReader) {
    let first = body.word(at: 0)
    switch number {
    case 53:
      create(first, Int(body.short(at: 8)), Int(body.short(at: 10)), depth: detail, background: nil)
    case 54: pictures[first] = nil
    case 55: contexts[first] = pictures[body.word(at: 4)]?.depth
    default: draw(detail, body)
    }
  }

  private mutating func draw(_ format: UInt8, _ body: HostOrderReader) {
    let (drawable, context) = (body.word(at: 0), body.word(at: 4))
    // The window may be destroyed already.
    guard var picture = pictures[drawable] else { return }
    pictures[drawable] = nil
    defer { pictures[drawable] = picture }
    precondition(format == 2 && body.byte(at: 17) == picture.depth && contexts[context] == picture.depth)
    let (width, height) = (Int(body.short(at: 8)), Int(body.short(at: 10)))
    let (left, top) = (Int(body.short(at: 12)), Int(body.short(at: 14)))
    let byteCount = picture.depth == 16 ? 2 : 4
    let rowByteCount = (width * byteCount + 3) / 4 * 4
    precondition(body.count == 20 + rowByteCount * height, "an image has the wrong length")
    picture.drawCount += 1
    for row in 0..<min(height, picture.height - top) {
      for column in 0..<min(width, picture.width - left) {
        let place = 20 + row * rowByteCount + column * byteCount
        picture.pixels[(top + row) * picture.width + left + column] =
          byteCount == 2 ? UInt32(body.short(at: place)) : body.word(at: place)
      }
    }
  }
}
