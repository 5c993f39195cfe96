import DesktopTransfer
import ProfferFileSystem
import TransferWindows

extension DesktopContext {
  /// The maximum wait for the settings of the desktop before a window opens with the usual colors.
  private static let appearanceLimit = Duration.milliseconds(150)

  /// Shows rows in the colors that the user prefers, now and after each change of the settings.
  ///
  /// - Returns: the settings, which are followed until the object is released; nil for a terminal.
  func followAppearance(of rows: OfferedRows) -> DesktopAppearance? {
    guard route != .terminal else { return nil }
    let appearance = session.appearance
    let change = rows.changeColors
    appearance.follow { [weak appearance] in
      if let appearance { change(appearance.preference) }
    }
    change(appearance.preference(waitingAtMost: DesktopContext.appearanceLimit))
    return appearance
  }

  /// Sends a note if the windows of a route are drawn with the built-in font.
  func noteMissingLibraries(on route: DesktopRoute) {
    if route != .terminal, let installation = WindowPainter.missingInstallation {
      note(.windowLibrariesMissing(installation: installation))
    }
  }
}
