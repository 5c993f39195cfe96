/// The first screen of an X display, as described at the setup of a connection (Source: X Window System
/// Protocol, version 11, connection setup).
struct X11Screen {
  /// A way to show translucent pixels.
  struct Translucency {
    let visual: UInt32
    let format: X11PixelFormat
  }

  /// The root window, which contains all other windows.
  let root: UInt32
  let width, height: UInt16
  /// The lowest and the highest keycode.
  let keys: (first: UInt8, last: UInt8)
  /// The format of pictures on the root window; nil if this program cannot draw in it.
  let format: X11PixelFormat?
  /// nil if the screen has no translucent pixels.
  let translucency: Translucency?

  /// The format of the pixels of a depth.
  private struct PixelSize {
    let depth, bitsPerPixel, rowPadding: UInt8
  }

  /// Reads the description of the first screen.
  ///
  /// - Returns: nil if the description is too short.
  init?(_ setup: HostOrderReader) {
    // The fixed part is followed by the vendor's name, the pixel formats of 8 bytes each, and the screens.
    let formats = 40 + (Int(setup.short(at: 24)) + 3) / 4 * 4
    let formatCount = Int(setup.byte(at: 29))
    let start = formats + 8 * formatCount
    guard setup.count >= start + 40, setup.byte(at: 28) > 0, setup.word(at: 16) != 0 else { return nil }
    root = setup.word(at: start)
    (width, height) = (setup.short(at: start + 20), setup.short(at: start + 22))
    keys = (setup.byte(at: 34), setup.byte(at: 35))
    let isBigEndian = setup.byte(at: 30) == 1
    let sizes = (0..<formatCount).map { number in
      let place = formats + 8 * number
      return PixelSize(
        depth: setup.byte(at: place), bitsPerPixel: setup.byte(at: place + 1),
        rowPadding: setup.byte(at: place + 2))
    }
    let rootVisual = setup.word(at: start + 32)
    var rootFormat: X11PixelFormat?
    var translucency: Translucency?
    var place = start + 40
    for _ in 0..<setup.byte(at: start + 39) where place < setup.count {
      let (depth, visualCount) = (setup.byte(at: place), Int(setup.short(at: place + 2)))
      let size = sizes.first { $0.depth == depth }
      place += 8
      for _ in 0..<visualCount where place + 24 <= setup.count {
        defer { place += 24 }
        let visual = setup.word(at: place)
        let isWanted = visual == rootVisual || depth == 32 && translucency == nil
        guard isWanted, let size, setup.byte(at: place + 4) == X11Number.trueColor,
          let format = X11PixelFormat(
            depth: depth, bitsPerPixel: size.bitsPerPixel, rowPadding: size.rowPadding,
            isBigEndian: isBigEndian,
            masks: (setup.word(at: place + 8), setup.word(at: place + 12), setup.word(at: place + 16)))
        else { continue }
        if visual == rootVisual { rootFormat = format }
        if depth == 32, translucency == nil { translucency = Translucency(visual: visual, format: format) }
      }
    }
    format = rootFormat
    self.translucency = translucency
  }
}
