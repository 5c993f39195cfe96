import TransferWindows

/// Drawing, scale, cursors and keys for the windows of a connection.
extension X11Connection {
  /// The format of the pictures in windows.
  ///
  /// - Throws: `notSupported` if this program cannot draw in the format of the screen.
  func windowFormat() throws -> X11PixelFormat {
    guard let format = screen.format else {
      throw TransferError(
        .notSupported,
        "\(name) has a color depth in which windows cannot be drawn; depths of 16, 24, 30 and 32 are supported"
      )
    }
    return format
  }

  /// Returns the number of pixels in a logical pixel: from 1 to 4, in steps of 1/4.
  ///
  /// Desktops set `Xft.dpi` to 96 times this number.
  func scale() throws -> Double {
    let resources = try property(
      X11Number.resourceManager, of: root, wordCount: 1 << 16, deleting: false)
    return X11Connection.scale(fromResources: String(decoding: resources.bytes, as: UTF8.self))
  }

  /// Returns the scale that the resources of a display specify; 1 if they specify none.
  static func scale(fromResources resources: String) -> Double {
    for line in resources.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }) == "Xft.dpi",
        let density = Double(parts[1].filter { !$0.isWhitespace }), density.isFinite
      else { continue }
      return (min(max(density / 96, 1), 4) * 4).rounded() / 4
    }
    return 1
  }

  /// Whether a compositing manager shows translucent windows on the first screen (Source: Extended Window
  /// Manager Hints, "_NET_WM_CM_Sn").
  func hasCompositor() throws -> Bool { try owner(of: atom("_NET_WM_CM_S0")) != 0 }

  // MARK: Pictures

  /// Draws a picture on a window or pixmap, in requests that the display accepts.
  ///
  /// - Parameters:
  ///   - format: the format of the window or pixmap. If it has no opacity, the picture appears on white.
  ///   - context: a graphics context for the depth of the format.
  func put(_ picture: Picture, as format: X11PixelFormat, on drawable: UInt32, _ context: UInt32) {
    let picture = format.depth == 32 ? picture : picture.flattened(on: WindowColor(0xFFFFFF))
    // Positions and sizes have 16 bits.
    let (width, height) = (min(picture.width, Int(Int16.max)), min(picture.height, Int(Int16.max)))
    guard width > 0, height > 0 else { return }
    // Some displays accept far longer requests. With shorter ones, other messages can pass in between.
    let limit = min(largestRequest, 1 << 20) - X11Request.putImageByteCount
    let columnCount = min(width, (limit - 4) / format.pixelByteCount)
    let rowCount = max(1, min(height, limit / format.rowByteCount(columnCount)))
    for row in stride(from: 0, to: height, by: rowCount) {
      let rows = row..<min(row + rowCount, height)
      for column in stride(from: 0, to: width, by: columnCount) {
        let columns = column..<min(column + columnCount, width)
        send(
          X11Request.putImage(
            format.bytes(of: picture, columns: columns, rows: rows),
            size: (UInt16(columns.count), UInt16(rows.count)), at: (Int16(column), Int16(row)),
            depth: format.depth, on: drawable, context))
      }
    }
  }

  // MARK: Cursors and keys

  /// Creates a standard cursor.
  ///
  /// Returns 0 if the display has no such cursor; 0 selects the window's own cursor.
  func cursor(_ character: UInt16) throws -> UInt32 {
    let font = makeIdentifier()
    guard try isDone(X11Request.openFont(font, "cursor")) else { return 0 }
    let cursor = makeIdentifier()
    return try isDone(X11Request.createCursor(cursor, character, of: font)) ? cursor : 0
  }

  /// Returns the meaning of keycodes in windows.
  ///
  /// Other keycodes have no meaning there.
  func windowKeys() throws -> [UInt8: WindowEvent.Key] {
    let (first, last) = screen.keys
    guard first >= 8, last >= first else { return [:] }
    let answer = try reply(to: send(X11Request.keyboardMapping(first: first, count: last - first + 1)))
    let width = Int(answer.byte(at: 1))
    var keys: [UInt8: WindowEvent.Key] = [:]
    for code in first...last {
      // The first two symbols belong to the first layout, the next two to the second layout. Further symbols
      // require other modifier keys.
      let symbols = (0..<min(width, 4)).map { answer.word(at: 32 + 4 * (Int(code - first) * width + $0)) }
      keys[code] = symbols.lazy.compactMap(WindowEvent.Key.init(symbol:)).first
    }
    return keys
  }
}

extension WindowEvent.Key {
  /// Returns the key that produces a symbol; nil if the symbol has no meaning in a window.
  fileprivate init?(symbol: UInt32) {
    switch symbol {
    case X11Number.upKey: self = .up
    case X11Number.downKey: self = .down
    case X11Number.pageUpKey: self = .pageUp
    case X11Number.pageDownKey: self = .pageDown
    case X11Number.homeKey: self = .home
    case X11Number.endKey: self = .end
    case X11Number.returnKey, X11Number.keypadEnterKey: self = .enter
    case X11Number.deleteKey: self = .delete
    case X11Number.escapeKey: self = .escape
    case X11Number.spaceKey: self = .space
    case X11Number.letterAKey: self = .letterA
    default: return nil
    }
  }
}

extension WindowEvent.Modifiers {
  /// Returns the modifier keys in the state of an event.
  init(_ state: UInt16) {
    self = []
    if state & X11Number.controlState != 0 { insert(.control) }
    if state & X11Number.shiftState != 0 { insert(.shift) }
  }
}
