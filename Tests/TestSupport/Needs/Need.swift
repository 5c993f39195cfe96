package import SystemPackages

/// Something that a test needs and that a machine may lack, such as a library, a program or a right.
package struct Need: Sendable {
  /// The name that messages use, such as `libpng`.
  let name: String
  /// The package that provides it; nil if no package does, as for a right.
  let package: SystemPackage?
  /// Needs without which this one cannot be met.
  ///
  /// If one of them is missing, it is reported in place of this one.
  let prerequisites: [Need]
  /// Whether a run by this user can meet the need.
  ///
  /// A user cannot have all rights in one run: `root` ignores the permissions of files, and only `root` may mount
  /// file systems. A test with such a need is always skipped, and does not fail.
  let isPossible: Bool
  private let check: @Sendable () async -> Bool

  /// - Parameters:
  ///   - name: the name that messages use, which no other need has.
  ///   - package: the package that provides it.
  ///   - prerequisites: needs without which this one cannot be met.
  ///   - isPossible: whether a run by this user can meet the need.
  ///   - check: whether the need is met; called at most once, after all prerequisites are met.
  package init(
    _ name: String, in package: SystemPackage? = nil, after prerequisites: [Need] = [],
    isPossible: Bool = true,
    check: @escaping @Sendable () async -> Bool
  ) {
    self.name = name
    self.package = package
    self.prerequisites = prerequisites
    self.isPossible = isPossible
    self.check = check
  }

  /// Returns the needs that are missing: none, some prerequisites, or this one.
  func missing() async -> [Need] {
    let before = await Need.missing(of: prerequisites)
    guard before.isEmpty else { return before }
    return await NeedChecks.shared.result(of: name, check) ? [] : [self]
  }

  /// Returns the needs that are missing, each once.
  static func missing(of needs: [Need]) async -> [Need] {
    var all: [Need] = []
    for need in needs {
      for missing in await need.missing() where !all.contains(where: { $0.name == missing.name }) {
        all.append(missing)
      }
    }
    return all
  }
}

/// The results of all checks, by the name of the need.
///
/// A check can run a program, and many tests have the same needs.
private actor NeedChecks {
  static let shared = NeedChecks()

  private var results: [String: Task<Bool, Never>] = [:]

  func result(of name: String, _ check: @escaping @Sendable () async -> Bool) async -> Bool {
    if let known = results[name] { return await known.value }
    let task = Task { await check() }
    results[name] = task
    return await task.value
  }
}
