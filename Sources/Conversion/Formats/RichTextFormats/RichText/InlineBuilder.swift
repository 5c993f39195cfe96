/// Builds the normalized inlines of a paragraph from its runs.
///
/// The runs of a long paragraph are converted in portions, because runs take more memory than inlines. A
/// portion ends where two runs have no style in common, so that the tree is the same as that of all runs.
package struct InlineBuilder {
  private var inlines: [RichText.Inline] = []
  /// The joined runs that have not been converted yet.
  private var runs: [RichText.Run] = []
  /// The number of runs at which the next portion is converted.
  private var portion = Self.leastPortion

  private static let leastPortion = 4_096

  package init() {}

  package var isEmpty: Bool { inlines.isEmpty && runs.isEmpty }

  /// The last run; nil if there is none.
  package var last: RichText.Run? { runs.last }

  /// Appends a run; text is joined to preceding text with the same attributes.
  package mutating func append(_ run: RichText.Run) {
    if runs.count >= portion { convert() }
    runs.join(run)
  }

  /// Appends the mark of a note whose blocks are in normalized form.
  ///
  /// Normalizing them at each level of nested notes would take too long.
  package mutating func append(normalizedNote blocks: [RichText.Block]) {
    runs.append(RichText.Run(.note(blocks)))
  }

  /// Appends a run without the spaces and breaks that ``Swift/Array/withTrimmedLines`` removes.
  mutating func appendTrimmed(_ run: RichText.Run, _ isAtLineStart: inout Bool) {
    if runs.count >= portion { convert() }
    runs.appendTrimmed(run, &isAtLineStart)
  }

  /// Removes the spaces and breaks at the end.
  package mutating func trimEnd() { runs.trimEnd() }

  /// Removes the last run.
  package mutating func removeLast() { runs.removeLast() }

  /// Returns the inlines and clears the builder.
  package mutating func finish() -> [RichText.Inline] {
    var all: [RichText.Inline] = []
    swap(&all, &inlines)
    let rest = [RichText.Inline](joinedRuns: runs)
    runs.removeAll(keepingCapacity: runs.count <= Self.leastPortion)
    portion = Self.leastPortion
    if all.isEmpty { return rest }
    all += rest
    return all
  }

  /// Converts the runs up to the last boundary that no style crosses.
  ///
  /// The last run, and all runs that can still be trimmed, are not converted yet.
  private mutating func convert() {
    var end = runs.count - 1
    while end > 0, runs[end].isTrimmable { end -= 1 }
    while end > 0, runs[end - 1].continues(in: runs[end]) { end -= 1 }
    guard end > 0 else {
      portion *= 2
      return
    }
    inlines += [RichText.Inline](joinedRuns: Array(runs[..<end]))
    runs.removeSubrange(..<end)
    portion = max(Self.leastPortion, runs.count * 2)
  }
}

extension RichText.Run {
  /// Whether the next run could be part of the same inline.
  fileprivate func continues(in next: RichText.Run) -> Bool {
    for kind in attributes.kinds where attributes.shares(kind, with: next.attributes) { return true }
    guard case .text = content, case .text = next.content else { return false }
    return attributes == next.attributes
  }
}
