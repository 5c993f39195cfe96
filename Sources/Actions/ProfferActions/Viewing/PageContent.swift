import ByteTools
import Foundation
import ImageCoders
import ItemProviders
import ProfferConversions
import ProfferFileSystem
import ProviderBundles
import RichTextFormats
import StandardCoders
import TextEncodings
import UniformTypes

/// The content of an item as a page shows it.
struct PageContent {
  /// The picture of the item; nil if there is none.
  var picture: PagePicture?
  /// The text of the item in HTML; nil if there is none.
  var text: PageText?
  /// The reasons why content is not shown, as sentences without a period.
  var remarks: [String] = []
}

/// A text in HTML that was written for a page.
struct PageText {
  let html: [UInt8]
  /// Whether the text sets colors, and therefore needs a light background.
  let hasColors: Bool
  /// The number of the representation that has the text, from 1.
  let representation: Int
  /// Whether the end of the text is left out.
  let isCut: Bool
}

/// Makes the content of items, until the limits of the page are reached.
final class PageContentMaker {
  private let bundle: ProviderBundle
  private let context: ActionContext
  private let limits: PageLimits
  private let coders: ConversionRegistry
  private let renderer: ImagePreviewRenderer
  /// The maximum number of columns and rows of a picture.
  private let side: Int
  /// The maximum size of a text in HTML, in bytes.
  private let textByteCount: Int
  private let deadline: ContinuousClock.Instant
  private var remainingByteCount: UInt64

  /// The sizes of pictures, each with the largest number of items for which it is used.
  private static let sides: [(itemCount: Int, side: Int)] = [(12, 960), (60, 640), (.max, 320)]

  init(
    of bundle: ProviderBundle, _ coders: ConversionRegistry, within limits: PageLimits,
    in context: ActionContext
  ) {
    self.bundle = bundle
    self.context = context
    self.limits = limits
    self.coders = coders
    var imageLimits = ImageLimits()
    imageLimits.pixelCount = 1 << 26
    imageLimits.byteCount = 1 << 28
    renderer = ImagePreviewRenderer(limits: imageLimits)
    side = Self.sides.first { bundle.itemCount <= $0.itemCount }?.side ?? 320
    // The texts together have about three quarters of the page.
    textByteCount = max(1 << 14, min(1 << 19, limits.byteCount * 3 / 4 / max(1, bundle.itemCount)))
    deadline = .now + limits.time
    remainingByteCount = limits.readByteCount
  }

  /// Whether there is time left to read content.
  var hasTime: Bool { .now < deadline }

  /// Returns the content of an item.
  ///
  /// - Parameter visible: the representations that the receiver may see, with their indices.
  /// - Throws: if the system refuses to read the bundle. Damaged content is reported in the remarks.
  func content(
    of item: BundledItem, showing visible: [(index: Int, representation: BundledRepresentation)]
  ) throws -> PageContent {
    var content = PageContent()
    guard !visible.isEmpty else { return content }
    do { content.picture = try picture(of: item, showing: visible, &content.remarks) } catch {
      content.remarks.append("The picture cannot be shown: \(try Self.words(of: error))")
    }
    for (index, representation) in visible {
      do {
        guard let text = try text(of: representation, at: index, &content.remarks) else { continue }
        content.text = text
        break
      } catch {
        content.remarks.append(
          "The text of representation \(index + 1) cannot be shown: \(try Self.words(of: error))")
      }
    }
    return content
  }

  /// Throws an error of the system, which says nothing about the content.
  private static func rethrow(systemError error: any Error) throws {
    if error is FileSystemError || (error as? BundleError)?.code == .fileSystem { throw error }
  }

  /// Returns the message of an error about the content.
  private static func words(of error: any Error) throws -> String {
    try rethrow(systemError: error)
    return PrintableText.line(ActionError.described(error)?.message ?? "\(error)")
  }

  /// Returns the bytes of a payload; nil if a limit does not allow them to be read.
  private func bytes(
    of representation: BundledRepresentation, at index: Int, ofAtMost byteCount: UInt64,
    _ remarks: inout [String]
  ) throws -> Data? {
    guard case .payload(let payload) = representation.storage else { return nil }
    guard payload.byteCount <= byteCount else {
      remarks.append(
        "Representation \(index + 1) has \(ByteCount(payload.byteCount).text), which is too large for this page"
      )
      return nil
    }
    guard hasTime, payload.byteCount <= remainingByteCount else {
      remarks.append(
        "Representation \(index + 1) is not shown, because the page would take too long to write")
      return nil
    }
    remainingByteCount -= payload.byteCount
    return try bundle.bytes(of: payload)
  }

  // MARK: Pictures

  /// Returns the picture of an item: its best picture or color that is not too large, or its stored preview.
  private func picture(
    of item: BundledItem, showing visible: [(index: Int, representation: BundledRepresentation)],
    _ remarks: inout [String]
  ) throws -> PagePicture? {
    let size = PresentationSize(width: Double(side), height: Double(side))
    var failure: (any Error)?
    let chosen = FidelityOrder(registry: coders.types).index(
      among: visible.map(\.representation.typeIdentifier), accepting: renderer.renderableTypeIdentifiers)
    // With many items, the stored previews save reading the pictures.
    let prefersStored = item.preview != nil && bundle.itemCount > Self.sides[0].itemCount
    if let chosen, !prefersStored {
      let (index, representation) = visible[chosen]
      do {
        if let data = try bytes(
          of: representation, at: index, ofAtMost: limits.payloadByteCount, &remarks)
        {
          return try picture(data, representation.typeIdentifier, fitting: size)
        }
      } catch {
        try Self.rethrow(systemError: error)
        failure = error
      }
    }
    if hasTime, let preview = try bundle.storedPreview(of: item) {
      return try picture(preview.data, preview.typeIdentifier, fitting: size)
    }
    if let failure { throw failure }
    return nil
  }

  private func picture(
    _ data: Data, _ typeIdentifier: String, fitting size: PresentationSize
  ) throws -> PagePicture {
    try TypeRegistry.withCurrent(coders.types) {
      let image = try renderer.image(of: data, typeIdentifier: typeIdentifier, fitting: size)
      return try PagePicture(image)
    }
  }

  // MARK: Texts

  /// The types whose texts are shown line by line, as code.
  private static let codeTypes = [
    "public.source-code", "public.script", "public.json", "public.xml", "public.yaml", "public.css",
  ]
  private static let html = "public.html"

  /// Returns the text of a representation; nil if the representation is not a text or not shown.
  private func text(
    of representation: BundledRepresentation, at index: Int, _ remarks: inout [String]
  ) throws -> PageText? {
    let type = representation.typeIdentifier
    func conforms(to other: String) -> Bool { coders.types.conforms(identifier: type, to: other) }
    guard case .payload = representation.storage, !conforms(to: "public.image") else { return nil }
    let isText = conforms(to: "public.text")
    let isCode = Self.codeTypes.contains(where: conforms) && !conforms(to: Self.html)
    let plan = isCode ? nil : richTextPlan(from: type)
    guard plan != nil || isText else { return nil }
    // Formatted documents cannot be read in part.
    let isCuttable = isText && !conforms(to: Self.html) && !conforms(to: "public.rtf")
    let most = isCuttable ? limits.payloadByteCount : min(limits.documentByteCount, limits.payloadByteCount)
    guard var data = try bytes(of: representation, at: index, ofAtMost: most, &remarks) else { return nil }
    let isCut = isCuttable && cut(&data)
    var source = RepresentationSource(data, typeIdentifier: type, name: representation.name?.string)
    source.limits = ReadingLimits(byteCount: Int(limits.payloadByteCount), depth: 200, elementCount: 500_000)
    let text: RichText
    if let plan, let read = try plan.read(source).value as? RichText {
      text = read
    } else {
      text = RichText([.codeBlock(RichText.CodeBlock(source.textEncoding.decode(data).value))])
    }
    return html(of: text, at: index, isCut: isCut)
  }

  /// Returns the plan that reads a type as formatted text; nil if there is none.
  private func richTextPlan(from type: String) -> ConversionPlan? {
    do throws(ConversionError) {
      let plan = try coders.plan(from: [type], to: Self.html)
      return plan.writer.kind == ValueKind.richText.erased ? plan : nil
    } catch {
      return nil
    }
  }

  /// Shortens a text to whole lines, if it is too long and has lines; returns whether it was shortened.
  private func cut(_ data: inout Data) -> Bool {
    guard data.count > limits.textByteCount else { return false }
    // An even number of bytes, for text in UTF-16.
    let start = data.prefix(limits.textByteCount & ~1)
    let hasNulls = start.prefix(64).contains(0)
    let end = hasNulls ? nil : start.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 }
    data = end.map { start[..<$0] } ?? start
    return true
  }

  private func html(of text: RichText, at index: Int, isCut: Bool) -> PageText? {
    var filter = PageTextFilter { [self] data, type in attachment(data, type) }
    let blocks = filter.filtered(text)
    var writer = HTMLWriter()
    var isCut = isCut
    for block in blocks {
      let start = writer.output.count
      writer.write([block])
      guard writer.output.count > textByteCount else { continue }
      writer.output.removeSubrange(start...)
      isCut = true
      // The beginning of a long block is shown if nothing else is.
      if start == 0, let beginning = block.beginning {
        writer.write([beginning])
        if writer.output.count > textByteCount { writer.output = [] }
      }
      break
    }
    guard !writer.output.isEmpty else { return nil }
    return PageText(
      html: writer.output, hasColors: filter.hasColors, representation: index + 1, isCut: isCut)
  }

  /// Encodes a picture of a text again; nil if it cannot be shown.
  private func attachment(_ data: Data, _ typeIdentifier: String) -> RichText.Attachment.Source? {
    guard hasTime, data.count <= limits.payloadByteCount else { return nil }
    let size = PresentationSize(width: Double(side) / 2, height: Double(side) / 2)
    do {
      let picture = try picture(data, typeIdentifier, fitting: size)
      return .data(picture.data, typeIdentifier: picture.typeIdentifier)
    } catch {
      // The alternative text is shown in place of the picture.
      return nil
    }
  }
}

extension RichText.Block {
  /// The beginning of a long block; nil if the block cannot be divided.
  fileprivate var beginning: RichText.Block? {
    switch self {
    case .table(var table):
      table.rows = Array(table.rows.prefix(60))
      return .table(table)
    case .list(var list):
      list.items = Array(list.items.prefix(60))
      return .list(list)
    case .codeBlock(let code): return .codeBlock(RichText.CodeBlock(String(code.text.prefix(4_000))))
    case .paragraph(let paragraph), .heading(_, let paragraph):
      let text = RichText([.paragraph(paragraph)]).plainText()
      return .paragraph(RichText.Paragraph([.text(String(text.prefix(4_000)))]))
    case .blockQuote(let blocks): return .blockQuote(Array(blocks.prefix(4)))
    case .rule, .definitions, .pageBreak: return nil
    }
  }
}
