import ItemProviders
package import ProfferFileSystem

/// A target on which the user drops content from other programs.
package protocol DropTarget: ItemsWindow {
  /// Waits for a drop.
  ///
  /// - Parameters:
  ///   - deadline: the latest time at which the method returns; nil for no limit.
  ///   - accepts: returns whether content with the given names is accepted.
  func next(
    until deadline: ContinuousClock.Instant?, accepting accepts: ([String]) -> Bool
  ) throws -> DropArrival

  /// Reports to the source program of the last drop whether this program accepted the content.
  ///
  /// Call this method once for each drop.
  func finish(_ wasTaken: Bool) throws
}

/// The result of waiting for a drop.
package enum DropArrival {
  /// Content was dropped.
  case dropped(any SelectionContents)
  /// The window was closed.
  case closed
  /// The deadline has passed.
  case timeLimit
}

extension SelectionContents {
  /// Default implementation; writes no file and returns nil.
  package func directFile(in folder: () throws -> FilePath) throws -> FilePath? { nil }

  /// Returns a safe file name, based on the name that another program suggests.
  ///
  /// Only the last path component of the suggestion is used, so that the other program cannot choose the
  /// folder.
  func fileName(suggested: some Sequence<UInt8>) -> FileName {
    let bytes = Array(suggested).split(whereSeparator: { $0 == UInt8(ascii: "/") || $0 == 0 }).last ?? []
    guard let name = FileName(bytes: bytes) ?? FileName("dropped") else {
      preconditionFailure("the name is valid")
    }
    return FileNaming.portable(name)
  }

  /// Fetches a value, and writes the value to a new file.
  func write(_ name: String, to path: FilePath) throws {
    let file = try OpenFile.creating(path)
    var end: UInt64 = 0
    try fetch(name) { piece in
      try file.write(piece, at: end)
      end += UInt64(piece.count)
    }
  }
}
