/// A part of the serialization tree of a YAML stream (YAML 1.2.2, 3.1).
///
/// An event refers to the text of its scalar by offsets. It is valid until the parser makes the next event.
package struct YAMLEvent {
  package enum Kind: UInt8, Sendable {
    case documentStart, documentEnd, mappingStart, mappingEnd, sequenceStart, sequenceEnd, scalar, alias
    /// The end of the stream, after which no event follows.
    case streamEnd
    /// A place for the start of a mapping whose first key may follow; never passed to callers.
    case placeholder
  }

  package enum Style: UInt8, Sendable {
    /// Not a scalar or collection.
    case none
    case plain, singleQuoted, doubleQuoted, literal, folded
    case block, flow
  }

  package var kind: Kind
  package var style: Style
  /// Whether the marker of a document start or end is written.
  package var isExplicit = false
  /// Whether the text is in the parser's buffer of decoded text rather than in the source.
  var isDecoded = false
  /// The offsets of the text of a scalar, or of the name of an alias.
  var text: Range<Int> = 0..<0
  /// The anchor and the tag of a node.
  var properties = YAMLProperties()
  /// The offset of the event in the source.
  package var position: Int
}

/// The anchor and the tag of a node, as indices of the parser's names; -1 if the node has none.
struct YAMLProperties {
  var anchor: Int32 = -1
  var tag: Int32 = -1

  var isEmpty: Bool { anchor < 0 && tag < 0 }

  /// Adds an anchor or a tag, or those of another line.
  ///
  /// Returns false if the node already has one.
  mutating func add(_ other: YAMLProperties) -> Bool {
    guard anchor < 0 || other.anchor < 0, tag < 0 || other.tag < 0 else { return false }
    anchor = max(anchor, other.anchor)
    tag = max(tag, other.tag)
    return true
  }
}
