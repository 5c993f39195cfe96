package import ProfferConversions

/// A part of a text that is being read.
///
/// The first event is the beginning, and the others are chunks.
package enum TextEvent {
  /// The beginning of the text. This event occurs exactly once, as the first event.
  ///
  /// `needsMark` reads the whole text, and returns whether the text needs a byte order mark in a type that
  /// does not state an encoding. `needsMark` is nil if the text is not yet complete.
  case beginning(needsMark: (() -> Bool)?)
  /// A chunk of the text in UTF-8. Chunks end between scalars.
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

extension TextEvent: MeasuredEvent {
  /// A text is one element.
  package var size: ValueSize {
    switch self {
    case .beginning: ValueSize()
    case .piece: ValueSize(elementCount: 0)
    }
  }
}
