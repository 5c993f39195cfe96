/// An event of an ``XMLReader``; nil stands for a name outside the vocabulary.
@usableFromInline @frozen
package enum XMLEvent<Name> {
  /// A start tag, or the start of an empty-element tag.
  case begin(Name?)
  /// An end tag, or the end of an empty-element tag.
  case end(Name?)
  /// A text, or a part of it; it is never empty.
  case text
}

extension XMLEvent: Equatable where Name: Equatable {}
extension XMLEvent: Sendable where Name: Sendable {}

/// A reader that returns the elements and texts of an XML document as events, with its namespaces resolved.
///
/// End tags are matched with start tags. Comments, processing instructions and the document type are skipped.
/// Declarations in the document type are never used: Only character references and the five predefined
/// entities are expanded, and any other entity is an error. Line ends are normalised to line feeds. Text
/// between two tags can be divided into several events, but never inside a character or a reference.
///
/// The byte order mark, first bytes or declaration select the encoding: UTF-8, UTF-16, UTF-32 or Latin-1.
///
/// The reader accepts deviations from XML if their meaning is clear. It accepts control characters that
/// XML forbids, raw or as references, and the caller can drop them. A prefix without a declaration makes a
/// name unknown. See ``XMLScanner`` for the rest. Two attributes of a tag with the same name are an error.
///
/// The time is proportional to the size of the document. A reader of chunks keeps only the current tag or a
/// part of a text in memory, and the names that the document uses.
///
/// ```swift
/// var xml = try XMLReader(bytes, vocabulary)
/// while let event = try xml.next() {
///   switch event {
///   case .begin(.paragraph): print(xml.attribute(.style) ?? "")
///   case .begin(.comment): try xml.skipElement()
///   case .text: print(xml.text)
///   default: break
///   }
/// }
/// ```
///
/// A copy of a reader of bytes is independent. Copies of a reader of chunks share the chunks, so only one of
/// them can be used.
@usableFromInline @frozen
package struct XMLReader<Name>
where Name: RawRepresentable<String> & CaseIterable & Hashable & Sendable {
  @usableFromInline let names: [Name]
  @usableFromInline var elements: XMLElementReader

  /// Makes a reader of a whole document.
  ///
  /// - Parameters:
  ///   - depthLimit: the maximum number of nested elements.
  ///   - tagByteLimit: the maximum number of bytes in a tag, in UTF-8.
  /// - Throws: `unknownEncoding`. Invalid bytes are an error of ``next()``, after the events before them.
  package init(
    _ bytes: [UInt8], _ vocabulary: XMLVocabulary<Name>, depthLimit: Int = 250, tagByteLimit: Int = 16 << 20
  ) throws(XMLError) {
    names = vocabulary.names
    elements = XMLElementReader(
      try XMLSource(bytes), vocabulary.index, depthLimit: depthLimit, tagByteLimit: tagByteLimit)
  }

  /// Makes a reader of a document that arrives in chunks.
  ///
  /// - Parameters:
  ///   - chunks: returns the next bytes of the document; nil at its end. It is called when the reader needs
  ///     more bytes, and its errors are thrown by ``next()``.
  ///   - depthLimit: the maximum number of nested elements.
  ///   - tagByteLimit: the maximum number of bytes in a tag, in UTF-8.
  package init(
    chunks: @escaping () throws -> [UInt8]?, _ vocabulary: XMLVocabulary<Name>, depthLimit: Int = 250,
    tagByteLimit: Int = 16 << 20
  ) {
    names = vocabulary.names
    elements = XMLElementReader(
      XMLSource(chunks: chunks), vocabulary.index, depthLimit: depthLimit, tagByteLimit: tagByteLimit)
  }

  /// Reads and returns the next event; nil at the end of the document.
  ///
  /// - Throws: `XMLError` if the document is malformed, and the errors of the chunks. The reader must not be
  ///   used after an error.
  @inlinable
  package mutating func next() throws -> XMLEvent<Name>? {
    switch try elements.next() {
    case .begin(let number): .begin(name(number))
    case .end(let number): .end(name(number))
    case .text: .text
    case nil: nil
    }
  }

  @inlinable
  func name(_ number: Int) -> Name? { number >= 0 ? names[number] : nil }

  /// Skips the rest of the innermost open element, including its end tag.
  ///
  /// After the event `begin`, this is the element that begins.
  @inlinable
  package mutating func skipElement() throws {
    let outerDepth = depth - 1
    while depth > outerDepth, try elements.next() != nil {}
  }

  // MARK: Elements

  /// The number of open elements, which includes an element after its `begin` but not after its `end`.
  @inlinable package var depth: Int { elements.depth }

  /// The name of the element of the last `begin` or `end`, without its prefix.
  ///
  /// The name is valid until the next call of ``next()``.
  @inlinable package var localName: String { elements.localName }

  /// Returns whether a prefix is declared here with a namespace of the vocabulary.
  ///
  /// - Parameter prefix: the prefix in the document, without a colon; empty for the default namespace.
  @inlinable
  package func namespaceIsKnown(prefix: some StringProtocol) -> Bool {
    elements.namespaceIsKnown(prefix: String(prefix))
  }

  /// Whether a document type was read before this point.
  ///
  /// It has no effect. Formats that forbid it can refuse the document.
  @inlinable package var hasDocumentType: Bool { elements.hasDocumentType }

  /// The position of the start of the last event, for messages.
  ///
  /// It is found in time proportional to the size of the document or of the part in memory.
  package var position: XMLPosition { elements.position }

  // MARK: Attributes

  /// Returns the value of an attribute after `begin`; nil if the element does not have the attribute.
  ///
  /// References in the value are expanded, and its white space is normalised (XML 1.0, 3.3.3).
  @inlinable
  package func attribute(_ name: Name) -> String? { place(of: name).map(elements.value(at:)) }

  /// Appends the value of an attribute after `begin` as UTF-8, with its references expanded.
  ///
  /// - Returns: whether the element has the attribute.
  @inlinable
  package func appendAttribute(_ name: Name, to bytes: inout [UInt8]) -> Bool {
    guard let place = place(of: name) else { return false }
    elements.appendValue(at: place, to: &bytes)
    return true
  }

  /// Returns whether the element has an attribute, after `begin`.
  @inlinable
  package func hasAttribute(_ name: Name) -> Bool { place(of: name) != nil }

  /// Returns all attributes after `begin`, in their order, without the declarations of namespaces.
  package func attributes() -> [(name: Name?, qualifiedName: String, value: String)] {
    (0..<elements.attributeCount).compactMap { place in
      elements.name(at: place).map { name in
        (self.name(name.number), name.qualifiedName, elements.value(at: place))
      }
    }
  }

  /// Returns the place of the first attribute with a name among the attributes of the tag.
  @inlinable
  func place(of name: Name) -> Int? {
    for attribute in elements.knownAttributes where Self.isEqual(names[attribute.name], name) {
      return attribute.place
    }
    return nil
  }

  /// Compares two names without their raw values, unlike the operator for types with raw values.
  @inlinable
  static func isEqual<Value: Equatable>(_ first: Value, _ second: Value) -> Bool { first == second }

  // MARK: Text

  /// The text after the event `text`, with its references expanded.
  @inlinable package var text: String { elements.text }

  /// Appends the text after the event `text` as UTF-8, with its references expanded.
  @inlinable
  package func appendText(to bytes: inout [UInt8]) { elements.appendText(to: &bytes) }
}
