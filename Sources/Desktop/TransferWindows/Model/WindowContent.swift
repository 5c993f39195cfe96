import ProfferFileSystem

/// A row of a window: an item that can be dragged.
package struct WindowRow: Sendable, Equatable {
  /// The number that identifies the row while the window is open.
  package var identifier: Int
  package var name: String
  /// The size of the item and the types in which it is offered, in words.
  package var detail: String
  /// A preview; nil to draw the icon.
  package var picture: Picture?
  package var icon: WindowIcon

  package init(
    identifier: Int, name: String, detail: String, picture: Picture? = nil, icon: WindowIcon = .other
  ) {
    self.identifier = identifier
    self.name = WindowText.plain(name)
    self.detail = WindowText.plain(detail)
    (self.picture, self.icon) = (picture, icon)
  }
}

/// The part of a window on which the user drops content.
package struct DropZone: Sendable, Equatable {
  /// The state of the zone before, during and after a drop.
  package enum State: Sendable, Equatable {
    /// The window waits for a drop.
    case idle
    /// Content hovers over the window, which accepts the types in this text.
    case accepting(String)
    /// Content hovers over the window, which does not accept it for the reason in this text.
    case refusing(String)
    /// Content is received; the part that has arrived is from 0 to 1, or nil if it is unknown.
    case receiving(String, Double?)
    /// The last drop failed for the reason in this text.
    case failed(String)
  }

  /// Where dropped content goes, for example "Drop here, into photos".
  package var headline: String
  package var state: State

  package init(_ headline: String, state: State = .idle) {
    self.headline = WindowText.plain(headline)
    self.state = state
  }

  /// The second line of the zone, which says in words what the colors of the zone show.
  var message: String {
    let words =
      switch state {
      case .idle: "Drag something onto this window"
      case .accepting(let types): "Release to take \(types)"
      case .refusing(let reason): "Not accepted: \(reason)"
      case .receiving(let name, let part):
        part.map { "Receiving \(name): \(Int(min(max($0, 0), 1) * 100)) %" } ?? "Receiving \(name)"
      case .failed(let reason): "The drop failed: \(reason)"
      }
    return WindowText.plain(words)
  }
}

/// Everything that a window shows, except what the user has selected.
package struct WindowContent: Sendable, Equatable {
  /// The title in the frame of the window.
  package var title: String
  /// The part for drops; nil if the window accepts none.
  package var zone: DropZone?
  package var rows: [WindowRow]
  /// The text below the rows; several rows are dragged together from here.
  package var footer: String

  package init(title: String, zone: DropZone? = nil, rows: [WindowRow] = [], footer: String = "") {
    self.title = WindowText.plain(title)
    (self.zone, self.rows) = (zone, rows)
    self.footer = WindowText.plain(footer)
  }
}

/// Text from other programs, prepared for a window.
package enum WindowText {
  /// The maximum number of characters in a line.
  ///
  /// Longer text does not fit into any window.
  private static let longest = 400

  /// Returns the text in one line of at most 400 characters: the middle of longer text is replaced by an ellipsis.
  ///
  /// Control characters and invisible characters are escaped, as in the output of the program.
  package static func plain(_ text: String) -> String {
    let line = PrintableText.line(String(String.UnicodeScalarView(text.unicodeScalars.prefix(100_000))))
    if line.count <= longest { return line }
    return line.prefix(longest / 2) + "…" + line.suffix(longest / 2 - 1)
  }
}
