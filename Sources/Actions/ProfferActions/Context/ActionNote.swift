package import ProfferFileSystem
package import TypeDiscovery

/// What an action reports besides its result: facts that are worth knowing and are not errors.
package enum ActionNote: Sendable {
  /// The settings of a kind cannot be read.
  case settingsIgnored(SettingsKind, any Error)
  /// A file of the settings cannot be used.
  case settingsFileIgnored(SettingsKind, FilePath?, any Error)
  /// A line of the desktop's database of MIME types cannot be used.
  case databaseLineSkipped(DiscoveryError)
}

/// A kind of settings.
package enum SettingsKind: Sendable {
  /// Declarations of types.
  case types
  /// Declarations of external converters.
  case converters
}
