import XMLText

/// The names of elements and attributes in the files that describe a book.
///
/// Prefixes: `ocf` the container; `opf` the package document; `dc` metadata; `enc` encryption.
enum EPUBName: String, CaseIterable, Sendable {
  // The container.
  case rootFile = "ocf:rootfile"
  case fullPath = "full-path"
  case mediaType = "media-type"

  // Encryption.
  case encryptedData = "enc:EncryptedData"
  case encryptionMethod = "enc:EncryptionMethod"
  case algorithm = "Algorithm"

  // The package document.
  case package = "opf:package"
  case metadata = "opf:metadata"
  case oldMetadata = "opf:dc-metadata"
  case meta = "opf:meta"
  case manifest = "opf:manifest"
  case item = "opf:item"
  case spine = "opf:spine"
  case itemReference = "opf:itemref"
  case collection = "opf:collection"
  case identifier = "id"
  case reference = "idref"
  case href = "href"
  case properties = "properties"
  case fallback = "fallback"
  case linear = "linear"
  case direction = "page-progression-direction"
  case language = "xml:lang"
  case name = "name"
  case content = "content"
  case property = "property"
  case refines = "refines"
  case role = "opf:role"
  case event = "opf:event"

  // Metadata.
  case title = "dc:title"
  case creator = "dc:creator"
  case contributor = "dc:contributor"
  case bookLanguage = "dc:language"
  case date = "dc:date"
  case subject = "dc:subject"
  case description = "dc:description"
  case publisher = "dc:publisher"
  case bookIdentifier = "dc:identifier"
  case rights = "dc:rights"
  case source = "dc:source"
  case type = "dc:type"
  case format = "dc:format"
  case relation = "dc:relation"
  case coverage = "dc:coverage"

  static let vocabulary = XMLVocabulary<EPUBName>([
    "ocf": ["urn:oasis:names:tc:opendocument:xmlns:container"],
    "opf": ["http://www.idpf.org/2007/opf", "http://openebook.org/namespaces/oeb-package/1.0/"],
    "dc": ["http://purl.org/dc/elements/1.1/", "http://purl.org/dc/elements/1.0/"],
    "enc": ["http://www.w3.org/2001/04/xmlenc#"],
  ])
}
