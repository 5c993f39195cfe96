import ByteTools
import ItemProviders
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import RichTextFormats
import StandardCoders
import UniformTypes

/// Writes the page of a bundle.
///
/// All markup of the page is a literal of this module, as the writer requires. Everything else is escaped, or
/// is formatted text that passed ``PageTextFilter``.
///
/// The page is made item by item. A card whose content does not fit is written without the content. If this
/// does not fit either, only the name of the item is listed.
struct BundlePage {
  private let bundle: ProviderBundle
  private let name: String
  private let context: ActionContext
  private let limits: PageLimits
  private var writer = HTMLWriter()
  private var conversions: PlannedConversions
  private let contents: PageContentMaker
  /// The number of bytes that remain for cards and names.
  private var remainingByteCount: Int
  /// A description of a problem with the type declarations of the bundle; nil if there is none.
  private let typeProblem: String?
  /// The number of items without a card.
  private(set) var omittedItemCount = 0

  /// The content security policy: no script, no network, no form, no other base address.
  private static let policy: StaticString =
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
  /// The number of bytes that are reserved for names of items without a card.
  private static let nameByteCount = 1_000_000
  /// The maximum length of a name in the list of items without a card.
  private static let longestName = 200
  /// The maximum number of representations in a card.
  private static let rowLimit = 100
  /// The number of items up to which the page begins with a list of them.
  private static let contentsLimit = 200

  init(
    of bundle: ProviderBundle, named name: String, within limits: PageLimits, in context: ActionContext
  ) {
    var problem: String?
    do { try context.types.include(typesOf: bundle) } catch { problem = PrintableText.line("\(error)") }
    let coders = ConversionRegistry(.standard, types: context.types.registry)
    self.bundle = bundle
    self.name = PrintableText.line(name)
    self.context = context
    self.limits = limits
    typeProblem = problem
    conversions = PlannedConversions(coders)
    contents = PageContentMaker(of: bundle, coders, within: limits, in: context)
    remainingByteCount = limits.byteCount
  }

  /// Returns the page in UTF-8.
  mutating func make() throws -> [UInt8] {
    writeBeginning()
    let end = HTMLWriter.making { $0.put("</main>\n</body>\n</html>\n") }
    remainingByteCount = limits.byteCount - writer.output.count - end.count
    for (index, item) in bundle.items.enumerated() {
      try context.checkCancellation()
      let listed = ListedItem(item, number: index + 1, visible: visible(in: item))
      if omittedItemCount == 0, try writeCard(of: item, listed) {
        context.progress(.things(index + 1, of: bundle.itemCount, byteCount: 0))
      } else {
        writeName(of: listed)
        omittedItemCount += 1
      }
    }
    writeEndOfNames()
    writer.output += end
    return writer.output
  }

  // MARK: The beginning

  private mutating func writeBeginning() {
    writer.put("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
    writer.put("<meta http-equiv=\"Content-Security-Policy\" content=\"")
    writer.put(Self.policy)
    writer.put("\">\n<meta name=\"referrer\" content=\"no-referrer\">\n")
    writer.put("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
    writer.put("<meta name=\"color-scheme\" content=\"light dark\">\n<title>")
    writer.put(escaping: name)
    writer.put("</title>\n<style>\n")
    writer.put(pageStyle)
    writer.put(
      "</style>\n</head>\n<body>\n<header class=\"page\">\n<p class=\"kind\">Provider bundle</p>\n<h1>")
    writer.put(escaping: name)
    writer.put("</h1>\n<p class=\"summary\">")
    writer.put(escaping: summary)
    writer.put("</p>\n")
    if let typeProblem {
      writer.putRemark("The type declarations of the bundle are not used: \(typeProblem)")
    }
    writeContents()
    writer.put("</header>\n<main>\n")
    if bundle.items.isEmpty { writer.put("<p class=\"empty\">This bundle has no items.</p>\n") }
  }

  private var summary: String {
    let byteCount = bundle.items.reduce(UInt64(0)) { sum, item in
      visible(in: item).reduce(sum) { sum, representation in
        sum.addingReportingOverflow(representation.representation.byteCount ?? 0).partialValue
      }
    }
    let count = bundle.itemCount
    return "\(count) \(count == 1 ? "item" : "items") · \(ByteCount(byteCount).text)"
  }

  /// Writes links to the items, if there are several and not too many.
  private mutating func writeContents() {
    guard 2...Self.contentsLimit ~= bundle.items.count else { return }
    writer.put("<nav aria-label=\"Items\">\n<ol>\n")
    for (index, item) in bundle.items.enumerated() {
      let listed = ListedItem(item, number: index + 1, visible: visible(in: item))
      writer.put("<li><a href=\"#item-")
      writer.put(plain: "\(index + 1)\">")
      writer.put(escaping: String(listed.name.prefix(Self.longestName)))
      writer.put("</a></li>\n")
    }
    writer.put("</ol>\n</nav>\n")
  }

  private func visible(in item: BundledItem) -> [(index: Int, representation: BundledRepresentation)] {
    bundle.visible(in: item, to: context.identity)
  }

  // MARK: Cards

  /// Writes the card of an item; returns false if it does not fit.
  private mutating func writeCard(of item: BundledItem, _ listed: ListedItem) throws -> Bool {
    let types = listed.representations.map { ShownType($0.typeIdentifier, in: context.types.registry) }
    let head = HTMLWriter.making { $0.putHead(of: listed, types) }
    var tail = HTMLWriter.making { $0.putRows(of: listed, types, most: Self.rowLimit) }
    let convertible = listed.representations.filter(\.isStored).map(\.typeIdentifier)
    if contents.hasTime {
      let groups = conversions.groups(from: convertible)
      tail += HTMLWriter.making { $0.putConversions(groups) }
    }
    tail += HTMLWriter.making { $0.put("</article>\n") }
    guard fits(head.count + tail.count) else { return false }
    let content = try contents.content(of: item, showing: visible(in: item))
    var body = HTMLWriter.making { $0.putContent(content, of: listed) }
    if !fits(head.count + body.count + tail.count) {
      body = HTMLWriter.making {
        $0.putRemark("The content is not shown, because the page would exceed \(limitText)")
      }
      guard fits(head.count + body.count + tail.count) else { return false }
    }
    for part in [head, body, tail] {
      writer.output += part
      remainingByteCount -= part.count
    }
    return true
  }

  /// Whether a card of the given size leaves room for the names of other items.
  private func fits(_ byteCount: Int) -> Bool {
    byteCount <= remainingByteCount - min(Self.nameByteCount, limits.byteCount / 4)
  }

  private var limitText: String { ByteCount(UInt64(limits.byteCount)).text }

  // MARK: Items without a card

  /// The number of names that were left out because even they do not fit.
  private var unnamedItemCount = 0

  private mutating func writeName(of item: ListedItem) {
    let entry = HTMLWriter.making { writer in
      if omittedItemCount == 0 {
        writer.put("<section class=\"names\">\n<h2>Items that do not fit on this page</h2>\n")
        writer.put(plain: "<p>A page has at most \(limitText).</p>\n<ol start=\"\(item.number)\">\n")
      }
      writer.put("<li>")
      writer.put(escaping: String(item.name.prefix(Self.longestName)))
      writer.put("</li>\n")
    }
    // The end of the list also needs room.
    guard unnamedItemCount == 0, entry.count <= remainingByteCount - 200 else {
      unnamedItemCount += 1
      return
    }
    writer.output += entry
    remainingByteCount -= entry.count
  }

  private mutating func writeEndOfNames() {
    guard omittedItemCount > 0 else { return }
    if unnamedItemCount < omittedItemCount { writer.put("</ol>\n") } else { writer.put("<section>\n") }
    if unnamedItemCount > 0 { writer.put(plain: "<p>… and \(unnamedItemCount) more items</p>\n") }
    writer.put("</section>\n")
  }
}

extension ListedRepresentation {
  /// Whether the bytes are in the bundle.
  fileprivate var isStored: Bool {
    switch storage {
    case .payload, .folder: true
    case .inPlace, .promise: false
    }
  }
}

extension HTMLWriter {
  /// Returns the bytes that a function writes.
  static func making(_ write: (inout HTMLWriter) -> Void) -> [UInt8] {
    var writer = HTMLWriter()
    write(&writer)
    return writer.output
  }
}
