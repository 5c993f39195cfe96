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

  /// What was counted, in the order of first occurrence.
  package var total: [Loss] { entries.map { Loss($0.kind, count: $0.count, detail: $0.detail) } }
}
