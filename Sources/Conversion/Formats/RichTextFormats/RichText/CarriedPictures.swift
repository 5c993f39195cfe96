import Foundation
import ProfferConversions

/// Replaces the addresses of local pictures in events by the pictures.
///
/// A picture that the resolver does not give keeps its address, and is counted as a loss.
struct CarriedPictures {
  private let resolver: PictureResolver?
  private var losses = LossCounter()

  /// - Parameter source: the document; without a resolver, events stay unchanged.
  init(of source: RepresentationSource) { resolver = source.pictures }

  /// Returns a report of a reader with the losses of pictures.
  func adding(to report: StepReport) -> StepReport {
    StepReport(losses: (report.losses + losses.total).total(), warnings: report.warnings)
  }

  /// Returns an event with the pictures that it shows.
  mutating func carrying(_ event: RichTextEvent) -> RichTextEvent {
    guard resolver != nil else { return event }
    return event.mappingAttachments { carrying($0) }
  }

  private mutating func carrying(_ run: RichText.Run) -> RichText.Run {
    guard case .attachment(var attachment) = run.content, case .url(let address) = attachment.source,
      CarriedPictures.isLocal(address)
    else { return run }
    guard let picture = resolver?.picture(address) else {
      losses.add(.images, "in other files")
      guard resolver?.keepsAddresses == false else { return run }
      return RichText.Run(.text(attachment.alternativeText), attributes: run.attributes)
    }
    attachment.source = .data(picture.data, typeIdentifier: picture.typeIdentifier)
    attachment.name = attachment.name ?? CarriedPictures.name(of: address)
    var run = run
    run.content = .attachment(attachment)
    return run
  }

  /// Returns whether an address names a file of this machine: it has no scheme, or the scheme `file`.
  private static func isLocal(_ address: String) -> Bool {
    if address.hasPrefix("//") || address.hasPrefix("#") || address.isEmpty { return false }
    let scheme = address.prefix { $0 != ":" && $0 != "/" && $0 != "?" && $0 != "#" }
    guard scheme.endIndex < address.endIndex, address[scheme.endIndex] == ":" else { return true }
    return scheme.lowercased() == "file"
  }

  private static func name(of address: String) -> String? {
    let path = address.prefix { $0 != "?" && $0 != "#" }
    return path.split(separator: "/").last.map { $0.removingPercentEncoding ?? String($0) }
  }
}

extension RichTextEvent {
  /// Returns the event with every attachment run replaced by the result of a function.
  func mappingAttachments(_ transform: (RichText.Run) -> RichText.Run) -> RichTextEvent {
    guard hasAttachment else { return self }
    func mapped(_ block: RichText.Block) -> RichText.Block {
      let runs = RichText([block]).mappingRuns { run in
        if case .attachment = run.content { transform(run) } else { run }
      }
      return runs.blocks[0]
    }
    return mappingBlock(mapped)
  }

  /// Whether the event contains an attachment.
  fileprivate var hasAttachment: Bool {
    var hasAttachment = false
    forEachLine { if $0.hasAttachment { hasAttachment = true } }
    return hasAttachment
  }
}

extension RichText.Block {
  fileprivate var hasAttachment: Bool {
    var hasAttachment = false
    forEachLine { content, _ in if content.hasAttachment { hasAttachment = true } }
    return hasAttachment
  }
}

extension [RichText.Inline] {
  fileprivate var hasAttachment: Bool {
    contains { inline in
      switch inline {
      case .attachment: true
      case .note(let blocks): blocks.contains(where: \.hasAttachment)
      case .styled(_, let content): content.hasAttachment
      case .text, .softBreak, .hardBreak, .anchor: false
      }
    }
  }
}
