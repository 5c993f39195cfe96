import ByteTools
package import ProfferFileSystem

/// A receiver's folder, into which loads write files with numbers as names.
///
/// Usually each load creates and removes its own folder, and the receiver keeps the file by renaming
/// it. For a receiver that keeps many files, this is most of the work. Loads that are started inside
/// ``whileCurrent(_:)`` write into this folder instead, and the receiver takes each file with
/// ``LoadedFile/take(from:)``. A file that is not taken is deleted with its ``LoadedFile``, as usual.
///
/// The scope is task-local, so it also applies to loads that a subclass of `ItemProvider` starts for
/// its own load. A subclass may also deliver a file that was loaded elsewhere. The receiver keeps such
/// a file by its path.
package final class LoadStaging: Sendable {
  @TaskLocal static var current: LoadStaging?

  /// The open folder, which its path refers to.
  let folder: OpenFolder
  private let nextNumber = Locked<Int32>(0)

  /// - Parameter folder: an empty open folder, which its path must refer to.
  package init(in folder: OpenFolder) { self.folder = folder }

  /// Calls a function that starts loads, which then write into the folder.
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

  /// Returns the name of a file in the folder.
  package static func name(of number: Int32) -> FileName {
    guard let name = FileName("\(number)") else { preconditionFailure("digits are a valid name") }
    return name
  }

  /// Removes a file; if that fails, the file is removed with the folder.
  func discard(_ number: Int32) {
    do { try folder.remove(Self.name(of: number)) } catch {
      // The receiver removes the folder at the end.
    }
  }
}
