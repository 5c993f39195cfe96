import Foundation

/// A program that judges what we write, where it is installed.
struct Witness {
  let path: String

  static let bash = Witness("bash")
  static let zsh = Witness("zsh")
  static let fish = Witness("fish")
  static let groff = Witness("groff")
  static let mandoc = Witness("mandoc")

  private init(_ name: String) {
    let folders = ProcessInfo.processInfo.environment["PATH", default: "/usr/bin:/bin"].split(separator: ":")
    path = folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile) ?? ""
  }

  var isInstalled: Bool { !path.isEmpty }
}
