/// The encoded requests for small windows and drags.
extension X11Request {
  /// Creates a visible window, with the depth and the visual of its parent.
  static func createWindow(
    _ window: UInt32, parent: UInt32, at place: (Int16, Int16), size: (UInt16, UInt16), background: UInt32,
    events: UInt32
  ) -> [UInt8] {
    request(.createWindow) {
      $0.add(window)
      $0.add(parent)
      $0.add(place.0)
      $0.add(place.1)
      for value in [size.0, size.1, 0, X11Number.inputOutput] { $0.add(value) }
      $0.add(UInt32(0))
      // The background color and the event mask.
      $0.add(X11Number.windowBackgroundPixel | X11Number.windowEventMask)
      $0.add(background)
      $0.add(events)
    }
  }

  static func mapWindow(_ window: UInt32) -> [UInt8] { request(.mapWindow) { $0.add(window) } }

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

  static func textExtents(_ text: [UInt16], in font: UInt32) -> [UInt8] {
    request(.queryTextExtents, UInt8(text.count & 1)) {
      $0.add(font)
      for unit in text { $0.add(unit.bigEndian) }
    }
  }

  static func createContext(
    _ context: UInt32, for window: UInt32, foreground: UInt32, background: UInt32, font: UInt32
  ) -> [UInt8] {
    request(.createGC) {
      $0.add(context)
      $0.add(window)
      $0.add(X11Number.contextForeground | X11Number.contextBackground | X11Number.contextFont)
      for value in [foreground, background, font] { $0.add(value) }
    }
  }

  /// Draws a line of text of at most 255 characters.
  static func text(_ text: [UInt16], in window: UInt32, _ context: UInt32, at place: (Int16, Int16))
    -> [UInt8]
  {
    request(.imageText16, UInt8(clamping: text.count)) {
      $0.add(window)
      $0.add(context)
      $0.add(place.0)
      $0.add(place.1)
      for unit in text.prefix(255) { $0.add(unit.bigEndian) }
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
