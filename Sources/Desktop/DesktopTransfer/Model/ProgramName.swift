/// The name by which displays group the windows of this program, and find its icon.
enum ProgramName {
  /// The application identifier on Wayland and the first part of `WM_CLASS` on X11: the name of the installed
  /// desktop entry, without its extension.
  static let identifier = "proffer"
}
