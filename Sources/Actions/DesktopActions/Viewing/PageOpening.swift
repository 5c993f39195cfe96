import DesktopTransfer
import Foundation
public import ProfferActions
public import ProfferFileSystem

/// An action that opens a page in the user's browser, by `xdg-open`.
///
/// The program gets the path of the page as its only argument, and no shell is used.
public struct PageOpening: Action {
  /// Whether the page was opened.
  public enum Outcome: Sendable, Equatable {
    /// The page was given to the browser.
    case opened
    /// There is neither an X nor a Wayland display.
    case noDisplay
    /// `xdg-open` is not installed.
    case noOpener
    /// `xdg-open` failed, for example because no browser is installed.
    case failed
  }

  /// The path of the page.
  public var page: FilePath
  /// The displays.
  public var desktop: DesktopContext

  /// The time after which a running program is considered to be the browser itself.
  ///
  /// On some desktops, `xdg-open` returns when the browser ends.
  private static let waitingTime = Duration.seconds(3)

  /// Creates an action that opens a page.
  ///
  /// - Parameters:
  ///   - page: the path of the page.
  ///   - desktop: the displays.
  public init(of page: FilePath, on desktop: DesktopContext) {
    self.page = page
    self.desktop = desktop
  }

  /// Opens the page.
  ///
  /// - Parameter context: the context whose search path contains the program.
  /// - Returns: whether the page was opened.
  /// - Throws: the error of starting the program.
  public func run(in context: ActionContext) throws -> Outcome {
    guard desktop.session.display != nil || desktop.session.waylandDisplay != nil else { return .noDisplay }
    guard let opener = ProgramSearch.path(of: "xdg-open", in: context.searchPath),
      let path = try page.resolvingLinks().string
    else { return .noOpener }
    let end = try DetachedProgram.start(
      opener, arguments: [path], environment: ProcessInfo.processInfo.environment, waiting: Self.waitingTime)
    switch end {
    case nil, .exited(0)?: return .opened
    default: return .failed
    }
  }
}
