package import FileSystem
package import Foundation

/// What a source gives for one load, before it becomes what the receiver asked for.
package enum RepresentationContents: Sendable {
  /// Bytes.
  case data(Data)
  /// A file or folder of the source's.
  ///
  /// The receiver gets a copy, or the file itself when it asks for that, `isInPlace` is true and the
  /// representation allows it.
  case file(FilePath, isInPlace: Bool)
  /// A part of an open file: loading to a file copies the range, where possible by sharing extents.
  case range(OpenFile, offset: UInt64, byteCount: UInt64, name: FileName?)
  /// A folder that is nowhere on disk as one.
  ///
  /// The closure makes it, with all that is in it, at a path that does not exist yet.
  case tree(name: FileName?, write: @Sendable (FilePath) throws -> Void)
}

/// What a source is told of the load that it serves.
package struct RepresentationRequest: Sendable {
  /// What the receiver will be given.
  package enum Form: Sendable {
    /// Bytes in memory.
    case data
    /// A file of the receiver's own.
    case file
    /// The source's file itself, if it may be had.
    case inPlaceFile
    /// An item through the coercing interface, with the class wanted and the receiver's options.
    case item(expected: Any.Type?, options: [String: any Sendable])
  }

  /// The registered identifier, which is not always the one that the receiver named.
  package let typeIdentifier: String
  /// What the receiver will be given.
  package let form: Form
  private let isPending: @Sendable () -> Bool
  private let progress: LoadProgress

  init(typeIdentifier: String, form: Form, progress: LoadProgress, isPending: @escaping @Sendable () -> Bool)
  {
    self.typeIdentifier = typeIdentifier
    self.form = form
    self.progress = progress
    self.isPending = isPending
  }

  /// Whether the receiver has stopped waiting; what the source still makes is thrown away.
  package var isCancelled: Bool { !isPending() }

  /// Tells the receiver's progress how far the source is.
  package func report(_ completedByteCount: UInt64, of byteCount: UInt64) {
    progress.report(completedByteCount, of: byteCount)
  }

  /// Lets the receiver's progress follow another one and cancel it.
  package func follow(_ source: Progress) { progress.follow(source) }

  /// Throws when the receiver has stopped waiting.
  func checkCancellation() throws {
    if isCancelled { throw ItemProviderError.cancelled }
  }
}
