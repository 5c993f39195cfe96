/// What a JSON text may ask of its reader.
package struct JSONLimits: Equatable, Sendable {
  /// How many objects and arrays may stand inside one another; `[]` is one deep.
  package var depth: Int
  /// The longest text that is read, in bytes.
  package var byteCount: Int

  package init(depth: Int = 512, byteCount: Int = .max) {
    self.depth = depth
    self.byteCount = byteCount
  }
}
