import Conversions

/// Counts what a step drops while it works.
struct LossTally {
  private var entries: [(kind: LossKind, detail: String?, count: Int)] = []

  /// Counts a loss; equal kinds with equal details are added up.
  mutating func add(_ kind: LossKind, _ detail: String? = nil, count: Int = 1) {
    guard count > 0 else { return }
    // Few different losses occur in one step, so looking through them is the fastest way.
    if let index = entries.firstIndex(where: { $0.kind == kind && $0.detail == detail }) {
      entries[index].count += count
    } else {
      entries.append((kind, detail, count))
    }
  }

  /// What was counted, in the order of first occurrence.
  var total: [Loss] { entries.map { Loss($0.kind, count: $0.count, detail: $0.detail) } }
}
