/// A library or program of the system, and the packages that contain it.
package struct SystemPackage: Sendable {
  /// The name under which the library or program is known, such as `Poppler`.
  package let name: String
  /// For each package manager, the package; several packages are separated by spaces.
  package let packages: [PackageManager: String]
  /// The packages of releases that have another name, by name and version of the release: `ubuntu 22.04`.
  package let releases: [String: String]

  package init(_ name: String, _ packages: [PackageManager: String], releases: [String: String] = [:]) {
    self.name = name
    self.packages = packages
    self.releases = releases
  }

  /// Returns the instruction to install the packages, as a part of a sentence: `install it with “apt install
  /// poppler-utils”`.
  ///
  /// - Parameter distribution: the distribution; if it is unknown, the packages for all package managers are
  ///   named.
  package func instruction(on distribution: SystemDistribution? = .current) -> String {
    if let manager = distribution?.manager, let packages = packages(on: distribution) {
      return "install it with “\(manager.installCommand) \(packages)”"
    }
    var managers: [(packages: String, names: [String])] = []
    for manager in PackageManager.allCases {
      guard let packages = packages[manager] else { continue }
      if let index = managers.firstIndex(where: { $0.packages == packages }) {
        managers[index].names.append(manager.rawValue)
      } else {
        managers.append((packages, [manager.rawValue]))
      }
    }
    let names = managers.map { "\($0.packages) (\($0.names.joined(separator: ", ")))" }
    guard names.count > 1, let last = names.last else { return "install the package \(names.first ?? name)" }
    return "install the package \(names.dropLast().joined(separator: ", ")) or \(last)"
  }

  /// Returns the packages for a distribution, separated by spaces; nil if they are unknown.
  package func packages(on distribution: SystemDistribution?) -> String? {
    guard let distribution, let manager = distribution.manager else { return nil }
    return distribution.version.flatMap { releases["\(distribution.name) \($0)"] } ?? packages[manager]
  }

  /// The sentence that the library or program is missing, with the instruction to install it.
  ///
  /// - Parameters:
  ///   - user: what needs the library or program, such as the name of a format.
  ///   - kind: the word before the name, such as `the library`; empty for none.
  package func missing(neededBy user: String, as kind: String = "") -> String {
    "\(user) needs \(kind.isEmpty ? "" : kind + " ")\(name), which is not installed; \(instruction())"
  }
}
