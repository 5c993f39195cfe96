public import ProfferConversions
public import ProfferFileSystem
public import TypeDiscovery
public import UniformTypes

/// A note that an action reports in addition to its result.
///
/// A note is information, not an error. More cases may be added.
public enum ActionNote: Sendable {
  /// The settings of the given kind cannot be read.
  case settingsIgnored(SettingsKind, any Error)
  /// A settings file cannot be used.
  case settingsFileIgnored(SettingsKind, FilePath?, any Error)
  /// A line of the desktop's MIME type database cannot be used.
  case databaseLineSkipped(DiscoveryError)
  /// A type is not declared and therefore conforms only to itself.
  ///
  /// `nearest` is the identifier of a declared type with a similar name.
  case typeUndeclared(UTType, nearest: String?)
  /// The type of the given stream is a guess, because the stream is text without a name.
  case typeGuessed(String, UTType)
  /// Bytes are read from a referenced file, which is outside the bundle.
  case readsReference(FilePath)
  /// A note about packing.
  case packing(PackingNote)
  /// A large document is held in memory for its conversion.
  case holdsDocument(String, destinationIdentifier: String)
  /// A name was shortened because it is too long for file systems.
  case nameShortened(String, to: FileName)
  /// Items are left out because none of their types is accepted; the associated text names the items.
  case itemsSkipped(String)
  /// The given source was converted, with the losses and remarks in the report.
  case converted(String, StepReport)
  /// A drop cannot be undone, because there is no folder for its record.
  case dropNotRecorded
  /// Drops are not recorded, because there is no folder for their records.
  case dropsNotRecorded
}

/// A kind of settings.
public enum SettingsKind: Sendable {
  /// Declarations of types.
  case types
  /// Declarations of external converters.
  case converters
}

/// A question about an operation that the user may not expect; more cases may be added.
public enum ActionQuestion: Sendable {
  /// Whether to undo a drop that was made more than an hour ago.
  case undoesOldDrop
  /// Whether to undo a drop that was made in the given working folder, which is not the current one.
  case undoesDropElsewhere(FilePath)
}
