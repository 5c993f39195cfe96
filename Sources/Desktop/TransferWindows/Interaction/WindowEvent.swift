/// An action of the user in a window.
package enum WindowEvent: Sendable, Equatable {
  /// A key that has a meaning in a window.
  package enum Key: Sendable, Equatable {
    case up, down, pageUp, pageDown, home, end, enter, delete, escape, space
    /// The letter A; with Control, it selects all rows.
    case letterA
  }

  /// Keys that are held down.
  package struct Modifiers: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let control = Modifiers(rawValue: 1)
    package static let shift = Modifiers(rawValue: 2)
  }

  /// The main button was pressed, or a finger touched the window.
  case pressed(WindowPoint, Modifiers)
  case moved(WindowPoint)
  case released(WindowPoint)
  /// The pointer left the window.
  case left
  /// The display has taken over the pointer or the finger, so a press has no release.
  case cancelled
  /// The user scrolled down by this distance, or up if it is negative.
  case scrolled(Double)
  case key(Key, Modifiers)
}

/// An action that the user requests with an event.
package enum WindowIntention: Sendable, Equatable {
  /// Drag these rows into another program.
  case drag([Int])
  /// Copy these rows to the clipboard.
  case copy([Int])
  /// Take these rows out of the window; the items themselves are not removed.
  case remove([Int])
  /// Move the window with the pointer.
  case moveWindow
  case close
}
