import ByteTools

/// The names of a document: the namespaces that are declared at this point, and the names seen so far with
/// their numbers in the vocabulary.
///
/// A name is looked up once by its bytes. The numbers found in the vocabulary are kept with the name until
/// a declaration of a namespace is added or removed.
struct XMLNames {
  /// A qualified name of the document.
  struct Entry {
    /// The number of bytes of the prefix and its colon; 0 without a prefix.
    var prefixByteCount: Int
    /// Whether an attribute of this name declares a namespace.
    var isDeclaration: Bool
    /// The number of the name of an element in the vocabulary; -1 if the name is unknown.
    var element = -1
    /// The number of the name of an attribute in the vocabulary; -1 if the name is unknown.
    var attribute = -1
    /// The number of the URI of the prefix; -1 without a prefix or if the prefix is not declared.
    var uri = -1
    /// The version of the declarations for which the numbers are valid.
    var version = -1
    /// The last tag with an attribute of this name.
    var lastTag = -1
  }

  /// A declaration that ends with an element, and the URI that it replaced.
  private struct Replaced {
    let prefix: Int
    let uri: Int
  }

  /// The maximum number of names that are kept from one tag to the next.
  private static let keptNameCount = 4096
  /// The maximum number of distinct prefixes, and of distinct URIs.
  static let namespaceLimit = 100_000
  /// The maximum number of bytes of all distinct prefixes and URIs.
  static let namespaceByteLimit = 16 << 20

  private let vocabulary: XMLNameIndex
  private var table = XMLNameTable()
  private var entries: [Entry] = []
  /// The prefixes that were declared so far; number 0 is the empty prefix.
  private var prefixes = XMLNameTable()
  private var uris: XMLNameTable
  /// The number of the URI for each prefix; -1 if the prefix is not declared at this point.
  private var declared: [Int]
  private var replaced: [Replaced] = []
  private var version = 0
  /// The number of prefixes for each URI, without the default namespace.
  private var prefixCounts: [Int: Int] = [:]
  /// The number of URIs with two prefixes or more.
  private var ambiguousCount = 0

  init(_ vocabulary: XMLNameIndex) {
    self.vocabulary = vocabulary
    uris = vocabulary.uris
    _ = prefixes.insert("")
    _ = prefixes.insert("xml")
    declared = [-1, 0]
  }

  // MARK: Namespaces

  /// Whether two prefixes of one namespace are declared, so that different qualified names can be equal.
  var hasAmbiguousPrefixes: Bool { ambiguousCount > 0 }

  /// The number of declarations that open elements have made; see ``removeDeclarations(downTo:)``.
  var declarationCount: Int { replaced.count }

  /// Adds the declaration of a namespace.
  ///
  /// An empty URI removes the declaration of a prefix. The prefixes `xml` and `xmlns` cannot be changed.
  ///
  /// - Parameters:
  ///   - name: the name of the attribute, such as `xmlns:w`.
  ///   - uri: the range of the URI.
  ///   - uriBytes: the bytes that contain the URI.
  /// - Returns: whether the namespaces are within their limits; if not, the declaration is ignored.
  mutating func declare(
    _ name: Range<Int>, in bytes: UnsafeRawBufferPointer, uri: Range<Int>, in uriBytes: UnsafeRawBufferPointer
  ) -> Bool {
    let prefix = prefixes.insert(min(name.lowerBound + 6, name.upperBound)..<name.upperBound, in: bytes)
    if prefix.isNew { declared.append(-1) }
    guard prefix.number != 1 else { return true }
    let uriNumber = uri.isEmpty ? -1 : uris.insert(uri, in: uriBytes).number
    guard prefixes.count <= Self.namespaceLimit, uris.count <= Self.namespaceLimit,
      prefixes.byteCount + uris.byteCount <= Self.namespaceByteLimit
    else { return false }
    replaced.append(Replaced(prefix: prefix.number, uri: declared[prefix.number]))
    set(prefix.number, to: uriNumber)
    return true
  }

  /// Removes the declarations of an element that ends.
  mutating func removeDeclarations(downTo count: Int) {
    while replaced.count > count {
      let last = replaced.removeLast()
      set(last.prefix, to: last.uri)
    }
  }

  private mutating func set(_ prefix: Int, to uri: Int) {
    version += 1
    if prefix != 0 {
      countPrefix(of: declared[prefix], by: -1)
      countPrefix(of: uri, by: 1)
    }
    declared[prefix] = uri
  }

  private mutating func countPrefix(of uri: Int, by change: Int) {
    guard uri >= 0 else { return }
    let before = prefixCounts[uri, default: 0]
    prefixCounts[uri] = before + change
    if before + change == 2 && change > 0 { ambiguousCount += 1 }
    if before == 2 && change < 0 { ambiguousCount -= 1 }
  }

  /// Returns whether a prefix is declared with a URI of the vocabulary.
  func isKnown(prefix: String) -> Bool {
    let number = Array(prefix.utf8).withUnsafeBytes { prefixes.number(of: 0..<$0.count, in: $0) }
    guard let number, declared[number] >= 0 else { return false }
    return declared[number] < vocabulary.uriCount
  }

  // MARK: Qualified names

  /// Returns the number of a qualified name, valid until the next call of ``forgetNames()``.
  mutating func number(of name: Range<Int>, in bytes: UnsafeRawBufferPointer) -> Int {
    let (number, isNew) = table.insert(name, in: bytes)
    if isNew {
      let colon = bytes.firstPlace(of: UInt8(ascii: ":"), in: name)
      let prefixByteCount = colon.map { $0 + 1 - name.lowerBound } ?? 0
      let start = UnsafeRawBufferPointer(rebasing: bytes[name])
      let isDeclaration =
        start.starts(with: "xmlns".utf8) && (prefixByteCount == 6 || prefixByteCount == 0 && name.count == 5)
      entries.append(
        Entry(prefixByteCount: prefixByteCount == 1 ? 0 : prefixByteCount, isDeclaration: isDeclaration))
    }
    return number
  }

  /// Forgets the names if there are many, so that a document of any length needs bounded memory.
  mutating func forgetNames() {
    guard entries.count > Self.keptNameCount else { return }
    table.removeAll()
    entries.removeAll(keepingCapacity: true)
  }

  subscript(_ number: Int) -> Entry { entries[number] }

  /// Records that a tag has an attribute of this name.
  ///
  /// - Returns: whether the tag has no other attribute of this name.
  mutating func use(_ number: Int, inTag tag: Int) -> Bool {
    let isNew = entries[number].lastTag != tag
    entries[number].lastTag = tag
    return isNew
  }

  /// Updates the numbers of a name for the namespaces that are declared at this point.
  @inline(__always)
  mutating func resolve(_ number: Int, _ name: Range<Int>, in bytes: UnsafeRawBufferPointer) {
    if entries[number].version != version { resolveAgain(number, name, in: bytes) }
  }

  private mutating func resolveAgain(_ number: Int, _ name: Range<Int>, in bytes: UnsafeRawBufferPointer) {
    var entry = entries[number]
    entry.version = version
    let localName = name.lowerBound + entry.prefixByteCount..<name.upperBound
    if entry.prefixByteCount == 0 {
      entry.uri = -1
      entry.attribute = vocabulary.number(of: localName, in: bytes, uri: nil) ?? -1
      let uri = declared[0] >= 0 ? declared[0] : nil
      entry.element = vocabulary.number(of: localName, in: bytes, uri: uri) ?? -1
    } else {
      let prefix = prefixes.number(of: name.lowerBound..<localName.lowerBound - 1, in: bytes)
      entry.uri = prefix.map { declared[$0] } ?? -1
      entry.element =
        entry.uri >= 0 ? vocabulary.number(of: localName, in: bytes, uri: entry.uri) ?? -1 : -1
      entry.attribute = entry.element
    }
    entries[number] = entry
  }
}
