extension JSONNode {
  /// The value as text; in the pretty style without a line break at the end.
  package func write(_ style: JSONWriter.Style = .compact) -> [UInt8] {
    var writer = JSONWriter(style: style)
    writer.node(self)
    return writer.finish()
  }
}

extension JSONWriter {
  /// A container whose members or elements are being written.
  private enum OpenContainer {
    case array(ArraySlice<JSONNode>)
    case object(ArraySlice<JSONMember>)
  }

  /// Writes a whole tree; without recursion, as a tree made by a program may be of any depth.
  package mutating func node(_ node: JSONNode) {
    var open: [OpenContainer] = []
    begin(node, &open)
    while let innermost = open.popLast() {
      switch innermost {
      case .array(var rest):
        guard let element = rest.popFirst() else {
          endArray()
          continue
        }
        open.append(.array(rest))
        begin(element, &open)
      case .object(var rest):
        guard let member = rest.popFirst() else {
          endObject()
          continue
        }
        open.append(.object(rest))
        key(member.key)
        begin(member.value, &open)
      }
    }
  }

  /// Writes a value that contains nothing, or the beginning of one that does.
  private mutating func begin(_ node: JSONNode, _ open: inout [OpenContainer]) {
    switch node {
    case .null: null()
    case .boolean(let value): boolean(value)
    case .number(let text): number(text: text)
    case .string(let value): string(value)
    case .array(let elements):
      beginArray()
      open.append(.array(elements[...]))
    case .object(let members):
      beginObject()
      open.append(.object(members[...]))
    }
  }
}
