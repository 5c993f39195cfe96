/// A piece of a text as it is read: first its beginning, then its pieces.
enum TextEvent {
  /// The beginning, which comes first, and once.
  ///
  /// The function reads the whole text through and tells whether it needs a mark where no encoding is stated.
  case beginning(needsMark: () -> Bool)
  /// UTF-8, cut between scalars.
  case piece(UnsafeRawBufferPointer)
}
