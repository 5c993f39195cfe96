import ItemProviders
package import ProfferFileSystem

/// A place on which other programs drop what they drag.
package protocol DropTarget: AnyObject {
  /// Waits for a drop.
  ///
  /// - Parameters:
  ///   - deadline: when to return at the latest; nil waits without a limit.
  ///   - accepts: whether something with these names is taken.
  func next(
    until deadline: ContinuousClock.Instant?, accepting accepts: ([String]) -> Bool
  ) throws -> DropArrival

  /// Says to the program whose drop came last whether its content was taken; called once for each drop.
  func finish(_ wasTaken: Bool) throws
}

/// What came of waiting for a drop.
package enum DropArrival {
  /// Something was dropped.
  case dropped(any SelectionContents)
  /// The window was closed.
  case closed
  /// The time is over.
  case timeLimit
}

extension SelectionContents {
  /// Default implementation; no file is written.
  package func directFile(in folder: () throws -> FilePath) throws -> FilePath? { nil }

  /// The name for a file for which another program suggests one.
  ///
  /// A name is all that a program may choose: what is before it would be another folder.
  func fileName(suggested: some Sequence<UInt8>) -> FileName {
    let bytes = Array(suggested).split(whereSeparator: { $0 == UInt8(ascii: "/") || $0 == 0 }).last ?? []
    guard let name = FileName(bytes: bytes) ?? FileName("dropped") else {
      preconditionFailure("the name is valid")
    }
    return FileNaming.portable(name)
  }

  /// Fetches a value into a new file.
  func write(_ name: String, to path: FilePath) throws {
    let file = try OpenFile.creating(path)
    var end: UInt64 = 0
    try fetch(name) { piece in
      try file.write(piece, at: end)
      end += UInt64(piece.count)
    }
  }
}
