/// A category of content that a conversion can lose, such as links or precision.
///
/// Custom coders can add their own kinds.
public struct LossKind: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The name for display, in the plural: `links`, `tables`.
  public let rawValue: String

  /// Makes a custom kind.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The name for display.
  public var description: String { rawValue }

  /// Sorts kinds by name, so that reports have a fixed order.
  public static func < (left: LossKind, right: LossKind) -> Bool { left.rawValue < right.rawValue }

  /// Characters that the output encoding cannot represent.
  public static let characters = LossKind(rawValue: "characters")
  /// Colors of text or background.
  public static let colors = LossKind(rawValue: "colors")
  /// Comments that are not part of the value.
  public static let comments = LossKind(rawValue: "comments")
  /// Dates that are converted to text or dropped.
  public static let dates = LossKind(rawValue: "dates")
  /// Members of a dictionary that have the same key as another member.
  public static let duplicates = LossKind(rawValue: "duplicates")
  /// Font families and sizes.
  public static let fonts = LossKind(rawValue: "fonts")
  /// Styles and structure of text: emphasis, headings, lists.
  public static let formatting = LossKind(rawValue: "formatting")
  /// Pictures and other attachments.
  public static let images = LossKind(rawValue: "images")
  /// Alignment, indentation and direction of paragraphs.
  public static let layout = LossKind(rawValue: "layout")
  /// Destinations of links, or every link after the first.
  public static let links = LossKind(rawValue: "links")
  /// The exact pixel values, lost by lossy compression.
  ///
  /// The detail is a whole sentence, because the number of pictures says little.
  public static let lossyCompression = LossKind(rawValue: "lossy compression")
  /// Titles, authors and other metadata of the content.
  public static let metadata = LossKind(rawValue: "metadata")
  /// Null values, if the format has no null.
  public static let nulls = LossKind(rawValue: "nulls")
  /// The order of a dictionary's members.
  public static let order = LossKind(rawValue: "order")
  /// Digits of numbers, or fractions of seconds.
  public static let precision = LossKind(rawValue: "precision")
  /// Scripts, and content that runs a script.
  public static let scripts = LossKind(rawValue: "scripts")
  /// The rows and columns of tables.
  public static let tables = LossKind(rawValue: "tables")
  /// Any content that an external converter drops without reporting it.
  ///
  /// This kind is not counted in reports and has no weight. The planner first minimises the number of steps
  /// with this kind, so it uses an external converter only if there is no other path.
  public static let unreported = LossKind(rawValue: "unreported content")
}

/// Content that a conversion dropped or may have dropped.
///
/// A loss that occurred has a count. A loss that is only possible has none.
public struct Loss: Hashable, Sendable, CustomStringConvertible {
  /// The kind of content.
  public let kind: LossKind
  /// The number of losses: at least 1 for a counted loss, 0 for a declared loss.
  public let count: Int
  /// Whether the loss is only declared: an external converter can cause it, but does not report it.
  public let isDeclared: Bool
  /// Additional information, such as the position of the first loss.
  public let detail: String?

  /// Makes a loss with a count.
  ///
  /// - Parameters:
  ///   - kind: the kind of content that was lost.
  ///   - count: the number of losses.
  ///   - detail: a description of the lost content or of its replacement.
  public init(_ kind: LossKind, count: Int, detail: String? = nil) {
    precondition(count > 0, "a loss of nothing is not a loss")
    self.kind = kind
    self.count = count
    isDeclared = false
    self.detail = detail
  }

  private init(declared kind: LossKind, by program: String) {
    self.kind = kind
    count = 0
    isDeclared = true
    detail = "by \(program)"
  }

  /// Makes a loss that a program can cause but does not report.
  package static func declared(_ kind: LossKind, by program: String) -> Loss {
    Loss(declared: kind, by: program)
  }

  /// The loss for display: `2 tables`, `1 link (only the first is kept)`, `precision in 3 places`,
  /// `perhaps fonts, by pandoc to Word`, `JPEG keeps less detail (quality 90)`.
  public var description: String {
    let name = kind.rawValue
    if kind == .lossyCompression, !isDeclared, let detail { return detail }
    if isDeclared { return "perhaps \(name)\(detail.map { ", \($0)" } ?? "")" }
    let counted =
      if !name.hasSuffix("s") {
        count == 1 ? "\(name) in 1 place" : "\(name) in \(count) places"
      } else {
        count == 1 ? "1 \(name.dropLast())" : "\(count) \(name)"
      }
    return detail.map { "\(counted) (\($0))" } ?? counted
  }
}

extension Sequence<Loss> {
  /// Combines losses of the same kind and with the same detail by adding their counts.
  ///
  /// - Returns: one loss for each kind and detail, sorted by kind.
  public func total() -> [Loss] {
    var counts: [LossKind: [String?: Int]] = [:]
    for loss in self where !loss.isDeclared {
      counts[loss.kind, default: [:]][loss.detail, default: 0] += loss.count
    }
    let counted = counts.flatMap { kind, details in
      details.map { detail, count in Loss(kind, count: count, detail: detail) }
    }
    return (counted + Set(filter(\.isDeclared))).sorted { left, right in
      if left.kind != right.kind { return left.kind < right.kind }
      if left.isDeclared != right.isDeclared { return right.isDeclared }
      return (left.detail ?? "") < (right.detail ?? "")
    }
  }

  /// The losses for display, with the declared losses last and grouped by program.
  ///
  /// A group of declared losses reads: `perhaps colors and fonts: pandoc to Word does not report what it loses`.
  public var descriptions: [String] {
    let texts = filter { !$0.isDeclared }.map(\.description)
    var kinds: [(detail: String?, names: [String])] = []
    for loss in self where loss.isDeclared {
      if let place = kinds.firstIndex(where: { $0.detail == loss.detail }) {
        kinds[place].names.append(loss.kind.rawValue)
      } else {
        kinds.append((loss.detail, [loss.kind.rawValue]))
      }
    }
    return texts + kinds.map { detail, names in Self.possible(names, detail) }
  }

  /// Returns a description of the losses that a program may have caused.
  private static func possible(_ names: [String], _ detail: String?) -> String {
    let last = names.suffix(1)
    let all =
      names.count > 1 ? "\(names.dropLast().joined(separator: ", ")) and \(last[last.startIndex])" : names[0]
    guard let detail else { return "perhaps \(all)" }
    let program = detail.hasPrefix("by ") ? String(detail.dropFirst(3)) : detail
    return "perhaps \(all): \(program) does not report what it loses"
  }
}

/// The weight of each kind of loss, used only to compare paths.
///
/// The planner adds up the weights of the kinds that a path can lose. The default weight of a kind is 5.
public struct LossWeights: Sendable {
  private var weights: [LossKind: Int]

  /// The default weights: structure and content weigh more than appearance, and appearance weighs more than
  /// metadata.
  public static let standard = LossWeights([
    .comments: 1, .metadata: 1, .order: 1, .layout: 2, .fonts: 2, .colors: 3, .dates: 3, .nulls: 3,
    .duplicates: 3,
    .precision: 5, .formatting: 6, .characters: 8, .links: 8, .tables: 8, .images: 10,
    // Scripts have no meaning in other formats. Unreported losses need no weight, because the planner counts
    // the steps that do not report their losses.
    .scripts: 0, .unreported: 0,
  ])

  /// Makes custom weights; a negative weight counts as zero.
  ///
  /// - Parameter weights: the weight of each kind; a greater weight means a worse loss.
  public init(_ weights: [LossKind: Int]) { self.weights = weights }

  /// Returns a copy of these weights with some weights replaced.
  ///
  /// - Parameter others: the weights that replace the weights of the same kinds.
  /// - Returns: the new weights.
  public func replacing(_ others: [LossKind: Int]) -> LossWeights {
    LossWeights(weights.merging(others) { _, new in new })
  }

  /// Returns the sum of the weights of some kinds; each kind is counted once.
  package func weight(of kinds: Set<LossKind>) -> Int {
    kinds.reduce(0) { $0 + max(0, weights[$1] ?? 5) }
  }
}

/// Counts the losses of a conversion step while the step runs.
///
/// Details can contain names from the file, and a hostile file can contain any number of names. The number of
/// different losses is limited. This also limits the time to count a loss and the length of a report.
package struct LossCounter {
  private var entries: [(kind: LossKind, detail: String?, count: Int)] = []

  /// The maximum number of different losses before further ones are counted without their details.
  package static let differentLimit = 64
  /// The detail for losses whose own details are not listed.
  package static let furtherDetails = "of further kinds"

  package init() {}

  /// Adds a number of losses to the count for this kind and detail.
  package mutating func add(_ kind: LossKind, _ detail: String? = nil, count: Int = 1) {
    guard count > 0 else { return }
    // A step has few different losses, so a linear search is fastest.
    if let index = entries.firstIndex(where: { $0.kind == kind && $0.detail == detail }) {
      entries[index].count += count
    } else if detail == nil || detail == Self.furtherDetails || entries.count < Self.differentLimit {
      entries.append((kind, detail, count))
    } else {
      add(kind, Self.furtherDetails, count: count)
    }
  }

  /// Adds the counted losses of another step; declared losses are ignored.
  package mutating func add(contentsOf losses: [Loss]) {
    for loss in losses { add(loss.kind, loss.detail, count: loss.count) }
  }

  /// The counted losses, in the order of first occurrence.
  package var total: [Loss] { entries.map { Loss($0.kind, count: $0.count, detail: $0.detail) } }
}

extension Loss {
  /// The loss detail for embedded pictures.
  package static let embeddedPictures = "embedded in the text"
}

extension LossKind {
  /// Types of values that the format lacks; for example, data becomes base64 text.
  public static let types = LossKind(rawValue: "types")
}
