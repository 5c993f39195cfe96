/// A program that installs packages of the system.
package enum PackageManager: String, CaseIterable, Sendable {
  case apt
  case dnf
  case pacman
  case apk
  case zypper
  case brew

  /// The command that installs the packages named after it.
  package var installCommand: String {
    switch self {
    case .pacman: "pacman -S"
    case .apk: "apk add"
    case .apt, .dnf, .zypper, .brew: "\(rawValue) install"
    }
  }
}
