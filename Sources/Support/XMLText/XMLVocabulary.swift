/// The names of elements and attributes that a reader recognises.
///
/// Names have the conventional prefixes of their format, such as `w:p`. A document can use any prefixes for the
/// same namespaces. Several namespaces can have one conventional prefix, such as the transitional and the strict
/// form of a format; their names are then the same.
///
/// ```swift
/// enum WordName: String, CaseIterable, Sendable {
///   case paragraph = "w:p"
///   case space = "xml:space"
///   case target = "Target"
/// }
/// let vocabulary = XMLVocabulary<WordName>(["w": ["http://schemas.openxmlformats.org/wordprocessingml/2006/main"]])
/// ```
@usableFromInline @frozen
package struct XMLVocabulary<Name>: Sendable
where Name: RawRepresentable<String> & CaseIterable & Hashable & Sendable {
  /// The names by their numbers.
  @usableFromInline let names: [Name]
  @usableFromInline let index: XMLNameIndex

  /// Makes a vocabulary of all cases of `Name`.
  ///
  /// The namespace of the prefix `xml` need not be listed. The program stops if a name has a prefix that is
  /// not listed, or if a URI is listed twice, because both are mistakes of the program.
  ///
  /// - Parameter namespaces: for each conventional prefix, the URIs of its namespaces.
  package init(_ namespaces: KeyValuePairs<String, [String]>) {
    names = Array(Name.allCases)
    index = XMLNameIndex(namespaces.map { ($0.key, $0.value) }, names: names.map(\.rawValue))
  }
}

/// The part of a vocabulary that does not depend on the type of its names: numbers for namespaces and names.
@usableFromInline
struct XMLNameIndex: Sendable {
  /// The URI that the prefix `xml` has in every document.
  static let xmlURI = "http://www.w3.org/XML/1998/namespace"

  /// The URIs; those of the vocabulary have the first numbers, and number 0 is the URI of `xml`.
  let uris: XMLNameTable
  /// The conventional prefix for each URI, with its colon.
  private var prefixes: [[UInt8]] = [Array("xml:".utf8)]
  /// The names with their conventional prefixes.
  private var names = XMLNameTable()

  init(_ namespaces: [(prefix: String, uris: [String])], names: [String]) {
    var uris = XMLNameTable()
    _ = uris.insert(Self.xmlURI)
    for (prefix, listed) in namespaces where prefix != "xml" {
      for uri in listed {
        precondition(uris.insert(uri).isNew, "a URI is listed twice")
        prefixes.append(Array("\(prefix):".utf8))
      }
    }
    self.uris = uris
    for name in names {
      if let colon = name.firstIndex(of: ":") {
        let prefix = Array(name[...colon].utf8)
        precondition(prefixes.contains(prefix), "the prefix of a name has no namespace")
      }
      precondition(self.names.insert(name).isNew, "a name is listed twice")
    }
  }

  /// The number of URIs in the vocabulary.
  var uriCount: Int { prefixes.count }

  /// Returns the number of a name; nil if the name is not in the vocabulary.
  ///
  /// - Parameter uri: the number of the URI; nil for no namespace.
  func number(of localName: Range<Int>, in bytes: UnsafeRawBufferPointer, uri: Int?) -> Int? {
    guard let uri else { return names.number(of: localName, in: bytes) }
    guard uri < prefixes.count else { return nil }
    var name = prefixes[uri]
    name.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[localName]))
    return name.withUnsafeBytes { names.number(of: 0..<$0.count, in: $0) }
  }
}
