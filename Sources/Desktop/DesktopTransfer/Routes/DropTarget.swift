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
}
