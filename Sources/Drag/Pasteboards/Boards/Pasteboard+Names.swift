import ByteTools

extension Pasteboard {
  // UIPasteboard and NSPasteboard make pasteboards of any name, so this name is one that no program uses.
  /// The pasteboard of the process.
  public static let general = named("io.proffer.pasteboard.general")

  /// The pasteboards that have a name.
  private static let known = Locked<[String: Pasteboard]>([:])

  /// Returns the pasteboard with a name, which is made if it does not exist.
  ///
  /// - Parameter name: the name.
  /// - Returns: the same object for the same name, until the pasteboard is removed.
  public static func named(_ name: String) -> Pasteboard {
    known.withLock { known in
      if let pasteboard = known[name] { return pasteboard }
      let pasteboard = Pasteboard(name: name)
      known[name] = pasteboard
      return pasteboard
    }
  }

  /// Returns the pasteboard with a name, if it exists.
  ///
  /// - Parameter name: the name.
  /// - Returns: the pasteboard; nil if no pasteboard has the name.
  public static func existing(named name: String) -> Pasteboard? { known.withLock { $0[name] } }

  /// Empties a pasteboard and releases its name; does nothing if no pasteboard has the name.
  ///
  /// The general pasteboard cannot be removed.
  ///
  /// - Parameter name: the name.
  public static func remove(named name: String) {
    guard name != general.name else { return }
    known.withLock { $0.removeValue(forKey: name) }?.remove()
  }
}
