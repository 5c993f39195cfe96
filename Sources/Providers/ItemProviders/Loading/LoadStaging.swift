import ByteTools
package import ProfferFileSystem

/// A receiver's folder for the files of loads; the names of the files are numbers.
///
/// Usually each load creates and removes its own folder, and the receiver keeps the file by renaming it.
/// For a receiver that keeps many files, these operations are most of the work. Loads that are started
/// inside ``whileCurrent(_:)`` write into this folder instead. The receiver acquires ownership of each file
/// with ``LoadedFile/take(from:)``. As usual, a file that the receiver does not own is deleted when its
/// ``LoadedFile`` is released.
///
/// The scope of `whileCurrent(_:)` is task-local, so it also applies to loads that a subclass of
/// `ItemProvider` starts for its own load. A subclass may also deliver a file that is not in this folder. The
/// receiver keeps such a file with ``LoadedFile/keep(at:)``.
package final class LoadStaging: Sendable {
  @TaskLocal static var current: LoadStaging?

  /// The staging folder, kept open, whose path leads to this folder.
  let folder: OpenFolder
  private let nextNumber = Locked<Int32>(0)

  /// - Parameter folder: an open folder that is empty. Its path must refer to the same folder.
  package init(in folder: OpenFolder) { self.folder = folder }

  /// Calls a function; the loads that the function starts write into this folder.
  package func whileCurrent<Value>(_ start: () throws -> Value) rethrows -> Value {
    try Self.$current.withValue(self, operation: start)
  }

  /// Returns a new number for a file in the folder.
  package func newNumber() -> Int32 {
    nextNumber.withLock { number in
      defer { number += 1 }
      return number
    }
  }

  /// Returns the name of the file with the given number.
  package static func name(of number: Int32) -> FileName {
    guard let name = FileName("\(number)") else { preconditionFailure("digits are a valid name") }
    return name
  }

  /// Removes a file.
  ///
  /// If this fails, the file remains until the receiver removes the folder.
  func discard(_ number: Int32) {
    do { try folder.remove(Self.name(of: number)) } catch {
      // The receiver removes the folder at the end.
    }
  }
}
