import ProfferFileSystem

/// A window under the pointer that accepts drags.
struct X11DragReceiver {
  let window: UInt32
  /// The window that receives the messages: the window's proxy if it has one, otherwise the window itself.
  let receiver: UInt32
  let version: UInt32
  /// Whether the window accepts the content at the last position.
  var accepts = false
  /// The deadline for the response to the last position; nil if no response is pending.
  var answerDeadline: ContinuousClock.Instant?
  /// The columns and rows of the screen in which the window requests no further positions.
  private var quietColumns = 0..<0
  private var quietRows = 0..<0

  init(window: UInt32, receiver: UInt32, version: UInt32) {
    (self.window, self.receiver, self.version) = (window, receiver, version)
  }

  /// Returns whether the window requests no further position at a point.
  func isQuiet(at point: X11Point) -> Bool {
    quietColumns.contains(Int(point.x)) && quietRows.contains(Int(point.y))
  }

  /// Takes the response to the last position.
  mutating func take(_ status: X11ClientMessage) {
    answerDeadline = nil
    accepts = status.words[1] & 1 != 0
    // A window can request all motions, regardless of the rectangle.
    let size = status.words[1] & 2 != 0 ? 0 : status.words[3]
    let origin = X11Point(packed: status.words[2])
    // Coordinates are signed, lengths are not.
    quietColumns = Int(origin.x)..<Int(origin.x) + Int(size >> 16)
    quietRows = Int(origin.y)..<Int(origin.y) + Int(size & 0xFFFF)
  }
}

/// The search for the window under the pointer that accepts drags.
struct X11DragSearch {
  /// The maximum depth of nested windows.
  private static let depth = 64

  let connection: X11Connection
  let atoms: X11DragAtoms
  /// The window from which the drag started, which does not accept its own drags.
  let source: UInt32

  /// The window at a position.
  enum Result {
    case receiver(X11DragReceiver)
    /// The window from which the drag started.
    case source
    /// The picture under the pointer, which hides the windows below it.
    case icon
    /// No window accepts drags.
    case none
  }

  /// Returns the first window at a point that accepts drags, from the root window down.
  ///
  /// - Parameters:
  ///   - current: the result of the last search, which is returned again if its window is at the point.
  ///   - icon: the window with the picture under the pointer; nil if there is none.
  func result(at point: X11Point, _ current: X11DragReceiver?, icon: UInt32?) throws -> Result {
    var window = connection.root
    for _ in 0..<X11DragSearch.depth {
      if let current, window == current.window { return .receiver(current) }
      if window == source { return .source }
      if window == icon { return .icon }
      if window != connection.root, let found = try receiver(window) { return .receiver(found) }
      let answer = try connection.reply(
        to: connection.send(X11Request.translate(point, from: connection.root, to: window)))
      guard answer.word(at: 8) != 0 else { break }
      window = answer.word(at: 8)
    }
    // Programs that draw the desktop accept drags through the root window.
    return try receiver(connection.root).map { .receiver($0) } ?? .none
  }

  /// Returns the receiver of a window; nil if the window does not accept drags.
  private func receiver(_ window: UInt32) throws -> X11DragReceiver? {
    func word(_ property: UInt32, of window: UInt32) throws -> UInt32 {
      try connection.property(property, of: window, wordCount: 1, deleting: false).words.first ?? 0
    }
    var receiver = window
    let proxy = try word(atoms.proxy, of: window)
    if proxy != 0 {
      do {
        // If a proxy window does not name itself as proxy, the property was left by a program that has ended.
        if try word(atoms.proxy, of: proxy) == proxy { receiver = proxy }
      } catch let error as TransferError where error.code == .refused {
        // The proxy window does not exist anymore.
      }
    }
    guard receiver != source else { return nil }
    let version = try word(atoms.aware, of: receiver)
    guard version >= X11DragAtoms.oldestVersion else { return nil }
    return X11DragReceiver(window: window, receiver: receiver, version: min(version, X11DragAtoms.version))
  }
}
