import ProfferConversions
import XMLText

/// Reads the XML of a part of a package; errors name the part.
struct PackageXML<Name> where Name: RawRepresentable<String> & CaseIterable & Hashable & Sendable {
  private var xml: XMLReader<Name>
  private let part: String
  private let allowsDocumentType: Bool

  /// - Parameters:
  ///   - part: the name of the part, for messages.
  ///   - depthLimit: the maximum number of elements that are nested in each other.
  ///   - allowsDocumentType: whether the part may have a document type declaration, which has no effect.
  init(
    _ bytes: [UInt8], _ vocabulary: XMLVocabulary<Name>, part: String, depthLimit: Int,
    allowsDocumentType: Bool = false
  ) throws(CoderError) {
    self.part = part
    self.allowsDocumentType = allowsDocumentType
    do {
      xml = try XMLReader(bytes, vocabulary, depthLimit: depthLimit)
    } catch { throw CoderError(packageError: error, part: part) }
  }

  /// Makes a reader of a part that is expanded while it is read.
  ///
  /// - Parameters:
  ///   - chunks: returns the next bytes of the part; nil at its end.
  ///   - part: the name of the part, for messages.
  ///   - depthLimit: the maximum number of elements that are nested in each other.
  ///   - allowsDocumentType: whether the part may have a document type, as in OpenDocument files. It has no
  ///     effect.
  init(
    chunks: @escaping () throws -> [UInt8]?, _ vocabulary: XMLVocabulary<Name>, part: String, depthLimit: Int,
    allowsDocumentType: Bool = false
  ) {
    self.part = part
    self.allowsDocumentType = allowsDocumentType
    xml = XMLReader(chunks: chunks, vocabulary, depthLimit: depthLimit)
  }

  /// Returns the next event; nil at the end.
  mutating func next() throws(CoderError) -> XMLEvent<Name>? {
    let event: XMLEvent<Name>?
    do { event = try xml.next() } catch { throw CoderError(packageError: error, part: part) }
    // The packaging rules forbid document types, which are useful only for attacks.
    guard allowsDocumentType || !xml.hasDocumentType else {
      throw CoderError(
        .wrongFormat, "the XML has a document type declaration, which office documents must not have",
        subject: part)
    }
    return event
  }

  /// Skips the current element, including its end.
  mutating func skipElement() throws(CoderError) {
    do { try xml.skipElement() } catch { throw CoderError(packageError: error, part: part) }
  }

  func attribute(_ name: Name) -> String? { xml.attribute(name) }
  func appendAttribute(_ name: Name, to bytes: inout [UInt8]) -> Bool {
    xml.appendAttribute(name, to: &bytes)
  }
  func hasAttribute(_ name: Name) -> Bool { xml.hasAttribute(name) }
  func namespaceIsKnown(prefix: String) -> Bool { xml.namespaceIsKnown(prefix: prefix) }
  var localName: String { xml.localName }
  var text: String { xml.text }
  func appendText(to bytes: inout [UInt8]) { xml.appendText(to: &bytes) }
}
