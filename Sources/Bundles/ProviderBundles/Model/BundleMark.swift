/// The entry that every bundle begins with, at a fixed place, and the names of the format.
enum BundleMark {
  static let name = "mimetype"
  static let content = "application/vnd.proffer.dragbundle+zip"
  static let manifestName = "manifest.json"
  /// Payloads are below this folder.
  static let items = "items"
  /// Previews of items are below this folder.
  static let previews = "previews"
}
