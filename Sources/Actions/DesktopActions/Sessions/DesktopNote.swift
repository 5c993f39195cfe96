public import ProfferActions
public import ProfferFileSystem

/// What an action of the desktop reports besides its result: facts that are worth knowing and do not end it; more cases may be
/// added.
public enum DesktopNote: Sendable {
  /// A route is not there, or cannot do what is wanted.
  case routeNotUsed(DesktopRoute, any Error)
  /// A route is used for a selection, which is named as in messages.
  case routeUsed(DesktopRoute, for: String)
  /// What people should know while they wait for the terminal, or what it does not take.
  case terminal(String)
  /// Files do not go through the document portal, for a reason.
  case portalNotUsed(String)
  /// The names under which content is offered.
  case offered([String])
  /// The names under which what was dropped is offered.
  case dropped([String])
  /// A stream has an unknown type, which few programs paste.
  case inputTypeUnknown(String)
  /// Representations of a bundle for a team or a group are not offered, and neither is the bundle as a whole.
  case restrictedRepresentationsLeftOut(of: FilePath)
  /// A file that a bundle refers to, but does not contain, is not offered.
  case referenceLeftOut(FilePath, of: FilePath)
  /// The record of the transfer has no end.
  case recordIncomplete(any Error)
  /// The bundle that another program offers cannot be read; its other types are taken instead.
  case offeredBundleUnreadable(any Error)
  /// A type that is offered under a name is left out.
  case typeLeftOut(String, Omission)
  /// A file that is offered is left out, because it is larger than what is taken.
  case fileLeftOut(FilePath)
  /// A remark of a conversion that is then refused.
  case conversionRemark(String)
  /// A drag ended without a drop, and the next one is waited for.
  case nothingDropped(ActionError)
  /// What is dragged cannot be examined, and is not accepted.
  case dragNotExamined(any Error)

  /// Why a type is left out.
  public enum Omission: Sendable {
    /// Its name has so many bytes, which are more than the limit.
    case longName(byteCount: Int, limit: Int)
    /// Nothing declares it.
    case undeclared
    /// It has no bytes.
    case empty
    /// It could not be fetched.
    case error(ActionError)
  }
}
