/// The encoded requests for windows and drags.
extension X11Request {
  /// Creates a window with the depth and the visual of its parent.
  ///
  /// The display keeps the upper left part of the picture when the size changes.
  static func createWindow(
    _ window: UInt32, parent: UInt32, at place: (Int16, Int16), size: (UInt16, UInt16), background: UInt32,
    events: UInt32
  ) -> [UInt8] {
    createWindow(
      window, parent: parent, at: place, size: size, depth: 0, visual: 0,
      [
        (X11Number.windowBackgroundPixel, background),
        (X11Number.windowBitGravity, X11Number.northWestGravity), (X11Number.windowEventMask, events),
      ])
  }

  /// Creates a window that no window manager moves, and whose background is a picture.
  ///
  /// - Parameters:
  ///   - visual: the visual and its colormap; nil for the visual of the parent.
  ///   - background: the pixmap with the picture.
  static func createUnmanagedWindow(
    _ window: UInt32, parent: UInt32, at place: (Int16, Int16), size: (UInt16, UInt16),
    depth: UInt8, visual: (number: UInt32, colormap: UInt32)?, background: UInt32
  ) -> [UInt8] {
    // A window whose depth differs from that of its parent needs its own border color and colormap.
    let own = visual.map { [(X11Number.windowColormap, $0.colormap)] } ?? []
    return createWindow(
      window, parent: parent, at: place, size: size, depth: depth, visual: visual?.number ?? 0,
      [
        (X11Number.windowBackgroundPixmap, background), (X11Number.windowBorderPixel, 0),
        (X11Number.windowOverrideRedirect, 1),
      ] + own)
  }

  /// - Parameter attributes: the numbers of attributes and their values, in the order of the numbers.
  private static func createWindow(
    _ window: UInt32, parent: UInt32, at place: (Int16, Int16), size: (UInt16, UInt16), depth: UInt8,
    visual: UInt32, _ attributes: [(number: UInt32, value: UInt32)]
  ) -> [UInt8] {
    request(.createWindow, depth) {
      $0.add(window)
      $0.add(parent)
      $0.add(place.0)
      $0.add(place.1)
      for value in [size.0, size.1, 0, X11Number.inputOutput] { $0.add(value) }
      $0.add(visual)
      $0.add(attributes.reduce(0) { $0 | $1.number })
      for attribute in attributes { $0.add(attribute.value) }
    }
  }

  static func mapWindow(_ window: UInt32) -> [UInt8] { request(.mapWindow) { $0.add(window) } }

  static func moveWindow(_ window: UInt32, to place: (Int16, Int16)) -> [UInt8] {
    request(.configureWindow) {
      $0.add(window)
      $0.add(X11Number.configureX | X11Number.configureY)
      $0.zeros(2)
      $0.add(Int32(place.0))
      $0.add(Int32(place.1))
    }
  }

  static func resizeWindow(_ window: UInt32, to size: (width: UInt16, height: UInt16)) -> [UInt8] {
    request(.configureWindow) {
      $0.add(window)
      $0.add(X11Number.configureWidth | X11Number.configureHeight)
      $0.zeros(2)
      $0.add(UInt32(size.width))
      $0.add(UInt32(size.height))
    }
  }

  static func destroyWindow(_ window: UInt32) -> [UInt8] { request(.destroyWindow) { $0.add(window) } }

  /// Sends a message to the program that created a window.
  static func send(_ message: X11ClientMessage, to window: UInt32) -> [UInt8] {
    request(.sendEvent) {
      $0.add(window)
      $0.add(UInt32(0))
      $0.add([X11EventCode.clientMessage.rawValue, 32, 0, 0])
      $0.add(message.window)
      $0.add(message.type)
      for word in message.words { $0.add(word) }
    }
  }

  /// Sends all motion and button events to a window until the grab ends.
  static func grabPointer(for window: UInt32, cursor: UInt32, at time: UInt32) -> [UInt8] {
    request(.grabPointer) {
      $0.add(window)
      $0.add(UInt16(truncatingIfNeeded: pointerMotion | buttonRelease | buttonPress))
      // The pointer and the keyboard are not frozen during the grab.
      $0.add([X11Number.grabModeAsynchronous, X11Number.grabModeAsynchronous])
      $0.add(UInt32(0))
      $0.add(cursor)
      $0.add(time)
    }
  }

  static func ungrabPointer(at time: UInt32) -> [UInt8] { request(.ungrabPointer) { $0.add(time) } }

  static func changeGrab(cursor: UInt32, at time: UInt32) -> [UInt8] {
    request(.changeActivePointerGrab) {
      $0.add(cursor)
      $0.add(time)
      $0.add(UInt16(truncatingIfNeeded: pointerMotion | buttonRelease | buttonPress))
    }
  }

  static func grabKeyboard(for window: UInt32, at time: UInt32) -> [UInt8] {
    request(.grabKeyboard) {
      $0.add(window)
      $0.add(time)
      $0.add([X11Number.grabModeAsynchronous, X11Number.grabModeAsynchronous])
    }
  }

  static func ungrabKeyboard(at time: UInt32) -> [UInt8] { request(.ungrabKeyboard) { $0.add(time) } }

  /// Queries the child of `window` at a screen position.
  static func translate(_ place: X11Point, from root: UInt32, to window: UInt32) -> [UInt8] {
    request(.translateCoords) {
      $0.add(root)
      $0.add(window)
      $0.add(place.x)
      $0.add(place.y)
    }
  }

  static func openFont(_ font: UInt32, _ name: String) -> [UInt8] {
    request(.openFont) {
      $0.add(font)
      $0.add(UInt16(name.utf8.count))
      $0.zeros(2)
      $0.add(name.utf8)
    }
  }

  /// Creates a cursor from the cursor font, in which each character is followed by its mask.
  static func createCursor(_ cursor: UInt32, _ character: UInt16, of font: UInt32) -> [UInt8] {
    request(.createGlyphCursor) {
      for value in [cursor, font, font] { $0.add(value) }
      for value in [character, character + 1, 0, 0, 0, 0xFFFF, 0xFFFF, 0xFFFF] { $0.add(value) }
    }
  }

  static func keyboardMapping(first: UInt8, count: UInt8) -> [UInt8] {
    request(.getKeyboardMapping) {
      $0.add([first, count] as [UInt8])
    }
  }
}
