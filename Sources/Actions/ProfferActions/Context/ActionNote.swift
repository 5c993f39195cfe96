public import ProfferConversions
public import ProfferFileSystem
public import TypeDiscovery
public import UniformTypes

/// What an action reports besides its result: facts that are worth knowing and are not errors; more cases may be added.
public enum ActionNote: Sendable {
  /// The settings of a kind cannot be read.
  case settingsIgnored(SettingsKind, any Error)
  /// A file of the settings cannot be used.
  case settingsFileIgnored(SettingsKind, FilePath?, any Error)
  /// A line of the desktop's database of MIME types cannot be used.
  case databaseLineSkipped(DiscoveryError)
  /// A type is not declared, so it conforms only to itself; the identifier is of a declared type with a similar
  /// name.
  case typeUndeclared(UTType, nearest: String?)
  /// The bytes come from a file that a bundle refers to but does not contain.
  case readsReference(FilePath)
  /// What is worth knowing about packing.
  case packing(PackingNote)
  /// A large document is held in memory to be converted.
  case holdsDocument(String, destinationIdentifier: String)
  /// A name is too long for file systems.
  case nameShortened(String, to: FileName)
  /// Items are left out because no type of theirs is accepted; they are named in the text.
  case itemsSkipped(String)
  /// The losses and remarks of the conversion of a source.
  case converted(String, StepReport)
  /// A drop cannot be undone, because there is no folder for its record.
  case dropNotRecorded
  /// There is no folder for records of drops.
  case dropsNotRecorded
}

/// A kind of settings.
public enum SettingsKind: Sendable {
  /// Declarations of types.
  case types
  /// Declarations of external converters.
  case converters
}

/// What an action asks before something that its user may not expect; more cases may be added.
public enum ActionQuestion: Sendable {
  /// Whether a drop is undone that was made more than an hour ago.
  case undoesOldDrop
  /// Whether a drop is undone that was made in another folder.
  case undoesDropElsewhere(FilePath)
}
