public import ProfferActions
public import ProfferFileSystem

/// A note that a desktop action reports in addition to its result.
///
/// A note does not end the action. More cases may be added.
public enum DesktopNote: Sendable {
  /// A route is unavailable or does not support the operation.
  case routeNotUsed(DesktopRoute, any Error)
  /// A route is used for the selection with the given display name.
  case routeUsed(DesktopRoute, for: String)
  /// A message that the action waits for the terminal, or that the terminal does not accept some content.
  case terminal(String)
  /// The document portal is not used for files, for the given reason.
  case portalNotUsed(String)
  /// Content is offered under the given names.
  case offered([String])
  /// Content that is offered under the given names was dropped.
  case dropped([String])
  /// The type of the given stream is unknown, so few programs can paste its content.
  case inputTypeUnknown(String)
  /// A bundle has representations restricted to a team or group.
  ///
  /// Only its other representations are offered.
  case restrictedRepresentationsLeftOut(of: FilePath)
  /// A file is not offered, because the bundle only contains a reference to the file.
  case referenceLeftOut(FilePath, of: FilePath)
  /// The record of the transfer is incomplete.
  case recordIncomplete(any Error)
  /// The bundle that another program offers cannot be read; the other offered types are used instead.
  case offeredBundleUnreadable(any Error)
  /// The type with the given name is left out.
  case typeLeftOut(String, Omission)
  /// An offered file is left out because it exceeds the size limit.
  case fileLeftOut(FilePath)
  /// A warning about a conversion that is then rejected.
  case conversionRemark(String)
  /// Files that another program had cut were moved.
  case filesMoved(count: Int)
  /// A drag ended without a drop; the action waits for the next drag.
  case nothingDropped(ActionError)
  /// A drag is not accepted, because its types cannot be examined.
  case dragNotExamined(any Error)

  /// Windows are drawn with a built-in font, because the libraries for the fonts of the desktop are not installed.
  case windowLibrariesMissing(installation: String)
  /// Copied rows of a window cannot be pasted any more.
  case copyEnded(any Error)

  /// The reason why a type is left out.
  public enum Omission: Sendable {
    /// The name of the type is longer than the limit.
    ///
    /// The length and the limit are in bytes.
    case longName(byteCount: Int, limit: Int)
    /// The type is undeclared.
    case undeclared
    /// The value of the type is empty.
    case empty
    /// The value of the type could not be fetched.
    case error(ActionError)
  }
}
