import ProfferFileSystem

/// A distribution of the operating system, as the file `os-release` names it.
package struct SystemDistribution: Sendable, Equatable {
  /// The name of the distribution, such as `ubuntu`.
  package let name: String
  /// The version of the distribution, such as `24.04`; nil for a distribution without versions.
  package let version: String?
  /// The distributions that this distribution is derived from, nearest first.
  package let relatives: [String]

  package init(name: String, version: String? = nil, relatives: [String] = []) {
    self.name = name
    self.version = version
    self.relatives = relatives
  }

  /// Parses the text of an `os-release` file; nil if the text has no `ID`.
  ///
  /// Source: os-release(5).
  package init?(osRelease text: String) {
    var values: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      guard !line.hasPrefix("#"), let equals = line.firstIndex(of: "=") else { continue }
      let value = line[line.index(after: equals)...].filter { $0 != "\"" && $0 != "'" }
      values[String(line[..<equals])] = value
    }
    guard let name = values["ID"], !name.isEmpty else { return nil }
    self.init(
      name: name, version: values["VERSION_ID"].flatMap { $0.isEmpty ? nil : $0 },
      relatives: values["ID_LIKE", default: ""].split(separator: " ").map(String.init))
  }

  /// The distribution on which this process runs; nil if it is unknown.
  package static let current: SystemDistribution? = {
    #if canImport(Darwin)
      return SystemDistribution(name: "macos")
    #else
      for place in ["/etc/os-release", "/usr/lib/os-release"] {
        guard let path = FilePath(place) else { continue }
        do throws(FileSystemError) {
          let file = try OpenFile.readingRegular(path, followingLinks: true)
          let text = try file.bytes(at: 0, count: Int(min(file.status().byteCount, 65_536)))
          return SystemDistribution(osRelease: String(decoding: text, as: UTF8.self))
        } catch {
          // The distribution has no such file, so that the other place is tried.
          continue
        }
      }
      return nil
    #endif
  }()

  private static let managers: [String: PackageManager] = [
    "debian": .apt, "ubuntu": .apt, "fedora": .dnf, "rhel": .dnf, "centos": .dnf, "amzn": .dnf,
    "arch": .pacman, "alpine": .apk, "opensuse": .zypper, "suse": .zypper, "sles": .zypper,
    "opensuse-leap": .zypper, "opensuse-tumbleweed": .zypper, "macos": .brew,
  ]

  /// The program that installs packages on this distribution; nil if it is unknown.
  package var manager: PackageManager? {
    ([name] + relatives).lazy.compactMap { Self.managers[$0] }.first
  }
}
