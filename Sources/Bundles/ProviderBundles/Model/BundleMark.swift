/// The mark that identifies bundles, and the names of the format.
///
/// The mark is the first entry of every archive, and its content is at a fixed offset.
enum BundleMark {
  static let name = "mimetype"
  static let content = "application/vnd.proffer.dragbundle+zip"
  static let manifestName = "manifest.json"
  /// The folder that contains the payloads of all representations.
  static let items = "items"
  /// The folder that contains the previews of items.
  static let previews = "previews"
}
