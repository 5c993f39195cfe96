/// A kind of thing that a conversion can lose, such as links or precision.
///
/// The set is open: a coder of your own may name a kind of its own.
public struct LossKind: RawRepresentable, Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The name as it is printed, in the plural: `links`, `tables`.
  public let rawValue: String

  /// Makes a kind of a name of your own.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The text that is printed.
  public var description: String { rawValue }

  /// Kinds sort by name, so that reports have one order.
  public static func < (left: LossKind, right: LossKind) -> Bool { left.rawValue < right.rawValue }

  /// Characters that the written encoding lacks.
  public static let characters = LossKind(rawValue: "characters")
  /// Colors of text or background.
  public static let colors = LossKind(rawValue: "colors")
  /// Comments that are not part of the value.
  public static let comments = LossKind(rawValue: "comments")
  /// Dates that become text or vanish.
  public static let dates = LossKind(rawValue: "dates")
  /// Members of a dictionary that share a key with another.
  public static let duplicates = LossKind(rawValue: "duplicates")
  /// Font families and sizes.
  public static let fonts = LossKind(rawValue: "fonts")
  /// Styles and structure of text: emphasis, headings, lists.
  public static let formatting = LossKind(rawValue: "formatting")
  /// Pictures and other attachments.
  public static let images = LossKind(rawValue: "images")
  /// Alignment, indentation and direction of paragraphs.
  public static let layout = LossKind(rawValue: "layout")
  /// Destinations of links, or all links after the first.
  public static let links = LossKind(rawValue: "links")
  /// Titles, authors and other metadata of the content.
  public static let metadata = LossKind(rawValue: "metadata")
  /// Null values where the format has none.
  public static let nulls = LossKind(rawValue: "nulls")
  /// The order of members.
  public static let order = LossKind(rawValue: "order")
  /// Digits of numbers, or fractions of seconds.
  public static let precision = LossKind(rawValue: "precision")
  /// Scripts, and whatever runs one.
  public static let scripts = LossKind(rawValue: "scripts")
  /// The rows and columns of tables.
  public static let tables = LossKind(rawValue: "tables")
  /// Whatever an external converter drops without a report.
  ///
  /// It is counted in no report and has no weight: the planner first minimises such
  /// steps, so that it leads through an external converter only where nothing else leads.
  public static let unreported = LossKind(rawValue: "what is not reported")
}

/// Something a conversion really dropped, counted, or may have dropped without a count.
public struct Loss: Hashable, Sendable, CustomStringConvertible {
  /// What kind of thing was dropped.
  public let kind: LossKind
  /// How many of them were counted: at least one, and none where the loss is only declared.
  public let count: Int
  /// Whether the loss is only possible: what an external converter is declared to lose.
  public let isDeclared: Bool
  /// More than the count, such as the position of the first one.
  public let detail: String?

  /// Makes a loss of `count` things.
  ///
  /// - Parameters:
  ///   - kind: what was lost.
  ///   - count: how many.
  ///   - detail: which of them, or what they became.
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

  /// A loss that a program is declared to have, and does not report.
  package static func declared(_ kind: LossKind, by program: String) -> Loss {
    Loss(declared: kind, by: program)
  }

  /// The loss as a report says it: `2 tables`, `1 link (only the first is kept)`, `precision in 3 places`,
  /// `perhaps fonts, by pandoc to Word`.
  public var description: String {
    let name = kind.rawValue
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
  /// The same losses with equal kinds and details added up, sorted by kind.
  ///
  /// - Returns: one loss of each kind and detail.
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

  /// The losses as a report says them, the declared ones last and those of one program in one text:
  /// `perhaps colors and fonts: pandoc to Word does not say what it drops`.
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

  /// What a program may drop, in words.
  private static func possible(_ names: [String], _ detail: String?) -> String {
    let last = names.suffix(1)
    let all =
      names.count > 1 ? "\(names.dropLast().joined(separator: ", ")) and \(last[last.startIndex])" : names[0]
    guard let detail else { return "perhaps \(all)" }
    let program = detail.hasPrefix("by ") ? String(detail.dropFirst(3)) : detail
    return "perhaps \(all): \(program) does not say what it drops"
  }
}

/// How bad it is to lose a thing of each kind; the planner adds these up.
///
/// The numbers only compare paths with one another. A kind that is not named weighs 5.
public struct LossWeights: Sendable {
  private var weights: [LossKind: Int]

  /// The usual weights: structure and content weigh more than appearance, appearance more than metadata.
  public static let standard = LossWeights([
    .comments: 1, .metadata: 1, .order: 1, .layout: 2, .fonts: 2, .colors: 3, .dates: 3, .nulls: 3,
    .duplicates: 3,
    .precision: 5, .formatting: 6, .characters: 8, .links: 8, .tables: 8, .images: 10,
    // A script means nothing in another format. Steps that do not report their losses are counted instead.
    .scripts: 0, .unreported: 0,
  ])

  /// Makes weights of your own; a negative weight counts as zero.
  ///
  /// - Parameter weights: the weight of each kind; the greater, the worse.
  public init(_ weights: [LossKind: Int]) { self.weights = weights }

  /// These weights with some of them replaced.
  ///
  /// - Parameter others: the weights that replace those of the same kinds.
  /// - Returns: the new weights.
  public func replacing(_ others: [LossKind: Int]) -> LossWeights {
    LossWeights(weights.merging(others) { _, new in new })
  }

  /// The weight of losing all these kinds.
  package func weight(of kinds: Set<LossKind>) -> Int {
    kinds.reduce(0) { $0 + max(0, weights[$1] ?? 5) }
  }
}

/// Counts what a step of a conversion drops while it works.
package struct LossCounter {
  private var entries: [(kind: LossKind, detail: String?, count: Int)] = []

  package init() {}

  /// Counts a loss; equal kinds with equal details are added up.
  package mutating func add(_ kind: LossKind, _ detail: String? = nil, count: Int = 1) {
    guard count > 0 else { return }
    // Few different losses occur in one step, so a search through them is the fastest way.
    if let index = entries.firstIndex(where: { $0.kind == kind && $0.detail == detail }) {
      entries[index].count += count
    } else {
      entries.append((kind, detail, count))
    }
  }

  /// Counts what another step lost.
  package mutating func add(contentsOf losses: [Loss]) {
    for loss in losses { add(loss.kind, loss.detail, count: loss.count) }
  }

  /// What was counted, in the order of first occurrence.
  package var total: [Loss] { entries.map { Loss($0.kind, count: $0.count, detail: $0.detail) } }
}

extension LossKind {
  /// Values whose type the format lacks and that are written as another, such as data as base64 text.
  public static let types = LossKind(rawValue: "types")
}
