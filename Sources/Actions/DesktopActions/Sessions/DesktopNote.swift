public import ProfferActions
public import ProfferFileSystem

/// A fact that a desktop action reports besides its result; it does not end the action.
///
/// More cases may be added.
public enum DesktopNote: Sendable {
  /// A route is unavailable or does not support the use.
  case routeNotUsed(DesktopRoute, any Error)
  /// A route is used for a selection, given by its display name.
  case routeUsed(DesktopRoute, for: String)
  /// A message for the user who waits for the terminal, or about content that the terminal does not accept.
  case terminal(String)
  /// The document portal is not used for files, for this reason.
  case portalNotUsed(String)
  /// The names under which content is offered.
  case offered([String])
  /// The names under which dropped content is offered.
  case dropped([String])
  /// A stream has an unknown type, which few programs paste.
  case inputTypeUnknown(String)
  /// A bundle has representations for a team or group; neither they nor the bundle as a whole are offered.
  case restrictedRepresentationsLeftOut(of: FilePath)
  /// A file that a bundle refers to, but does not contain, is not offered.
  case referenceLeftOut(FilePath, of: FilePath)
  /// The record of the transfer is incomplete.
  case recordIncomplete(any Error)
  /// The bundle in another program's offer cannot be read; the other types are used instead.
  case offeredBundleUnreadable(any Error)
  /// The type offered under this name is left out.
  case typeLeftOut(String, Omission)
  /// An offered file is left out because it exceeds the size limit.
  case fileLeftOut(FilePath)
  /// A remark about a conversion that is then refused.
  case conversionRemark(String)
  /// A drag ended without a drop; the action waits for the next one.
  case nothingDropped(ActionError)
  /// A drag cannot be examined, so it is not accepted.
  case dragNotExamined(any Error)

  /// Why a type is left out.
  public enum Omission: Sendable {
    /// Its name is longer than the limit; both lengths are in bytes.
    case longName(byteCount: Int, limit: Int)
    /// It is undeclared.
    case undeclared
    /// It has no bytes.
    case empty
    /// It could not be fetched.
    case error(ActionError)
  }
}
