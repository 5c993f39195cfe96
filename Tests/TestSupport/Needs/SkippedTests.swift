import SystemPackages

/// The tests that were skipped because a need is missing.
struct SkippedTests {
  private var all: [(test: String, needs: [Need])] = []

  mutating func add(_ test: String, missing needs: [Need]) { all.append((test, needs)) }

  /// Returns a line that names the missing needs and the packages that provide them; nil if no test was skipped.
  ///
  /// - Parameter distribution: the distribution, which determines the names of the packages.
  func summary(on distribution: SystemDistribution? = .current) -> String? {
    guard !all.isEmpty else { return nil }
    var names: Set<String> = []
    var packages: Set<String> = []
    var enabledCount = 0
    for skipped in all {
      names.formUnion(skipped.needs.map(\.name))
      let provided = skipped.needs.map { $0.package?.packages(on: distribution) }
      if !provided.contains(nil) { enabledCount += 1 }
      packages.formUnion(provided.compactMap(\.self).flatMap { $0.split(separator: " ").map(String.init) })
    }
    let count = all.count == 1 ? "1 test was" : "\(all.count) tests were"
    let line = "\(count) skipped because these are missing: \(names.sorted().joined(separator: ", "))"
    guard let manager = distribution?.manager, !packages.isEmpty else { return line }
    let command = "\(manager.installCommand) \(packages.sorted().joined(separator: " "))"
    return "\(line); “\(command)” enables \(enabledCount)"
  }
}
