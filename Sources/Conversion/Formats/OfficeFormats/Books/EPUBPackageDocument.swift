import ProfferConversions
import RichTextFormats
import XMLText

/// The package document of a book: its metadata, its files, and the order of its documents.
///
/// Sources: EPUB 3.3, section 5; OPF 2.0.1.
struct EPUBPackageDocument {
  /// A file of the book.
  struct Item {
    /// The path in the archive; nil if the file is outside of the archive.
    var path: String?
    var mediaType: String
    var properties: [Substring]
    /// The identifier of the file to use if this file's type is not supported.
    var fallback: String?
  }

  /// A reference to a document in the reading order.
  struct SpineEntry {
    var identifier: String
    var isLinear: Bool
    var isFixed: Bool
  }

  private(set) var items: [String: Item] = [:]
  /// The identifiers of the files, in their order.
  private(set) var itemOrder: [String] = []
  private(set) var spine: [SpineEntry] = []
  private(set) var metadata = EPUBMetadata()
  private(set) var losses = LossCounter()
  /// The identifier of the cover.
  private var cover: String?
  private var isFixed = false

  /// Reads the package document.
  init(_ container: EPUBContainer) throws(CoderError) {
    guard var xml = try container.xml(of: container.packagePath) else {
      throw CoderError(
        .wrongFormat, "the archive does not contain the package document that describes the book",
        subject: container.packagePath)
    }
    let package = PartName(path: container.packagePath)
    var isPackage = false
    while let event = try xml.next() {
      guard case .begin(let name) = event else { continue }
      switch name {
      case .package:
        isPackage = true
        metadata.packageLanguage = xml.attribute(.language)
      case .metadata: try readMetadata(&xml)
      case .item: readItem(xml, package)
      case .spine:
        // Pages of an Arabic or Japanese book turn in the other direction.
        if xml.attribute(.direction) == "rtl" { losses.add(.layout, "the direction in which pages turn") }
      case .itemReference: readReference(xml)
      case .collection: try xml.skipElement()
      default: break
      }
    }
    guard isPackage else {
      throw CoderError(
        .wrongFormat, "this is not a package document of a book: there is no element “package”",
        subject: container.packagePath)
    }
    if isFixed || spine.contains(where: \.isFixed) { losses.add(.layout, "the fixed layout of pages") }
  }

  /// The cover picture; nil if the book has none.
  var coverPicture: Item? {
    cover.flatMap { items[$0] }.flatMap { $0.mediaType.hasPrefix("image/") ? $0 : nil }
  }

  /// The maximum number of fallbacks that are tried, which also ends cyclic fallbacks.
  private static let fallbackLimit = 32

  /// Returns the item for an entry of the spine: the file itself, or the first fallback with a supported type.
  ///
  /// - Parameter isSupported: a function that returns whether a media type is supported.
  func item(_ identifier: String, where isSupported: (String) -> Bool) -> Item? {
    var next: String? = identifier
    for _ in 0...Self.fallbackLimit {
      guard let item = next.flatMap({ items[$0] }) else { break }
      if isSupported(item.mediaType) { return item }
      next = item.fallback
    }
    return nil
  }

  private mutating func readItem(_ xml: PackageXML<EPUBName>, _ package: PartName) {
    guard let identifier = xml.attribute(.identifier), items[identifier] == nil else { return }
    let item = Item(
      path: xml.attribute(.href).flatMap { PartName(target: $0, from: package)?.path },
      mediaType: (xml.attribute(.mediaType) ?? "").lowercased(),
      properties: xml.attribute(.properties)?.split(whereSeparator: \.isWhitespace) ?? [],
      fallback: xml.attribute(.fallback))
    items[identifier] = item
    itemOrder.append(identifier)
    if item.properties.contains("cover-image") { cover = identifier }
    switch item.mediaType {
    case "application/smil+xml": losses.add(.images, "audio that is read along with the text")
    case let type
    where type.hasPrefix("font/") || type.contains("font") || type == "application/vnd.ms-opentype":
      losses.add(.fonts, "embedded fonts")
    default: break
    }
  }

  private mutating func readReference(_ xml: PackageXML<EPUBName>) {
    guard let identifier = xml.attribute(.reference) else { return }
    let properties = xml.attribute(.properties) ?? ""
    spine.append(
      SpineEntry(
        identifier: identifier, isLinear: xml.attribute(.linear)?.lowercased() != "no",
        isFixed: properties.contains("rendition:layout-pre-paginated")))
  }

  // MARK: Metadata

  /// Reads the metadata, which are in the current element.
  private mutating func readMetadata(_ xml: inout PackageXML<EPUBName>) throws(CoderError) {
    var field: EPUBMetadata.Field?
    var value: [UInt8] = []
    while let event = try xml.next() {
      switch event {
      case .begin(let name):
        field = name.flatMap { EPUBMetadata.Field($0, xml) }
        value = []
        if name == .meta, let name = xml.attribute(.name) {
          readOldMeta(name, xml.attribute(.content) ?? "")
          field = nil
        }
      case .text: if field != nil { xml.appendText(to: &value) }
      case .end(.metadata): return
      case .end:
        guard let ended = field else { continue }
        let text = String(decoding: value, as: UTF8.self)
          .split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if ended.name == .meta, ended.property == "rendition:layout" {
          if text == "pre-paginated" { isFixed = true }
        } else if !text.isEmpty {
          metadata.add(ended, text)
        }
        field = nil
      }
    }
  }

  /// Reads metadata of EPUB 2.
  private mutating func readOldMeta(_ name: String, _ content: String) {
    switch name {
    case "cover": if cover == nil { cover = content }
    case "fixed-layout": if content == "true" { isFixed = true }
    case "generator", "Sigil version", "calibre:timestamp", "original-resolution": break
    default: metadata.otherCount += 1
    }
  }
}
