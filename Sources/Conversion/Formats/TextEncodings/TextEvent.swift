/// A piece of a text as it is read: first its beginning, then its pieces.
package enum TextEvent {
  /// The beginning, which comes first, and once.
  ///
  /// The function reads the whole text and returns whether it needs a mark in a type that states no encoding; it is nil
  /// for a text that is still being made.
  case beginning(needsMark: (() -> Bool)?)
  /// UTF-8, cut between scalars.
  case piece(UnsafeRawBufferPointer)

  /// Emits the events of a text in memory.
  @Sendable
  package static func emit(_ text: String, _ emit: (TextEvent) throws -> Void) throws {
    var text = text
    try text.withUTF8 { utf8 in
      let bytes = UnsafeRawBufferPointer(utf8)
      try emit(
        .beginning(needsMark: {
          var need = ByteOrderMarkNeed()
          need.add(bytes)
          return need.needsMark
        }))
      try emit(.piece(bytes))
    }
  }
}
